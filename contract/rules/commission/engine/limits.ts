import type { Cents } from '../../money.ts';
import { CAP_PERIOD, CAP_RECORD, MINIMUM } from '../clauses/keys.ts';
import type { Plan } from '../plan.ts';
import type { Part } from './booking.ts';
import { amountPart } from './parts.ts';
import type { Kind } from './price.ts';

/** The changes by the plan's limits: `minimum` raises a record, the caps of a record and of the period lower it. */
export type Cut = Readonly<{ minimum: Cents; record: Cents; period: Cents }>;
const NO_CUT: Cut = { minimum: 0, record: 0, period: 0 };

/**
 * Step "limits": a record that earns anything earns at least the minimum. Its cap applies in both directions. Neither applies to
 * memos, which reverse in full; the period's cap applies to the sum so far. The minimum is for sales, not for shares in a team's
 * revenue.
 */
export const cutOf = ({ caps, minimumPerRecord }: Plan, amount: Cents, earned: Cents, isMemo: boolean, kind: Kind): Cut => {
  const { perRecord, perPeriod } = caps;
  if (perRecord === null && perPeriod === null && minimumPerRecord === null) return NO_CUT;
  const raised = minimumPerRecord !== null && amount > 0 && !isMemo && kind !== 'apart' ? Math.max(minimumPerRecord, amount) : amount;
  const one = perRecord === null || isMemo ? raised : Math.min(perRecord, Math.max(0 - perRecord, raised));
  const left = perPeriod === null ? one : Math.min(one, Math.max(0, perPeriod - earned));
  return { minimum: raised - amount, record: one - raised, period: left - one };
};

export const cutTotal = ({ minimum, record, period }: Cut): Cents => minimum + record + period;

/** True if a cap changed the amount. */
export const isCapping = ({ record, period }: Cut): boolean => record + period !== 0;

export const cutParts = ({ minimum, record, period }: Cut): Part[] => [
  ...(minimum === 0 ? [] : [amountPart(MINIMUM, minimum)]),
  ...(record === 0 ? [] : [amountPart(CAP_RECORD, record)]),
  ...(period === 0 ? [] : [amountPart(CAP_PERIOD, period)]),
];
