import { formatMoney, NONE } from './format.ts';

/** An amount in cents; a negative one has its minus and the danger colour. */
export function Money({ cents }: { cents: number | null }) {
  if (cents === null) return NONE;
  return <span className={cents < 0 ? 'money money-negative' : 'money'}>{formatMoney(cents)}</span>;
}
