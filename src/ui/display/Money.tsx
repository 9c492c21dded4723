import { formatMoney, NONE } from './format.ts';

/** An amount in cents; negative amounts have a minus sign and the danger color. */
export function MoneyText({ cents }: { cents: number | null }) {
  if (cents === null) return NONE;
  return <span className={cents < 0 ? 'money money-negative' : 'money'}>{formatMoney(cents)}</span>;
}
