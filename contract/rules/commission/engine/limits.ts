import type { Cents } from '../../money.ts';
import { CAP_PERIOD, CAP_RECORD, MINIMUM } from '../clauses/keys.ts';
import type { Plan } from '../plan.ts';
import type { Part } from './booking.ts';
import { amountPart } from './parts.ts';
import type { Priced } from './price.ts';
import type { RunningTotals } from './rate.ts';

/** The changes made by the plan's limits: `minimum` raises a record; the caps of a record and of the period lower it. */
export type LimitEffect = Readonly<{ minimum: Cents; record: Cents; period: Cents }>;
const NO_LIMIT_EFFECT: LimitEffect = { minimum: 0, record: 0, period: 0 };

/** The amount after the period's cap: steps of gates and kickers reverse only the part that was paid under the cap. */
const withinPeriod = (cap: Cents, amount: Cents, { earned, withheld }: Pick<RunningTotals, 'earned' | 'withheld'>): Cents =>
  amount < 0 ? Math.min(0, amount + withheld) : Math.min(amount, Math.max(0, cap - earned));

/**
 * Step "limits": the cap of a record applies in both directions, after its minimum (`Priced.raised`). Neither applies to memos, which
 * reverse in full; the period's cap applies to the sum so far.
 * @param running `withheld` is 0 if no condition moves the commission of earlier records
 */
export const limitEffectOf = (
  { caps }: Plan,
  { uncapped: amount, raised: minimum, moved }: Pick<Priced, 'uncapped' | 'raised' | 'moved'>,
  running: Pick<RunningTotals, 'earned' | 'withheld'>,
  isMemo: boolean,
): LimitEffect => {
  const { perRecord, perPeriod } = caps;
  if (perRecord === null && perPeriod === null && minimum === 0) return NO_LIMIT_EFFECT;
  const raisedAmount = amount + minimum;
  const recordAmount = perRecord === null || isMemo ? raisedAmount : Math.min(perRecord, Math.max(0 - perRecord, raisedAmount));
  const reversal = isMemo && moved !== 0 ? recordAmount - moved : 0;
  const periodTotals = { earned: running.earned + reversal, withheld: isMemo && moved === 0 ? 0 : running.withheld };
  const periodAmount = perPeriod === null ? recordAmount : reversal + withinPeriod(perPeriod, recordAmount - reversal, periodTotals);
  return { minimum, record: recordAmount - raisedAmount, period: periodAmount - recordAmount };
};

export const cutTotal = ({ minimum, record, period }: LimitEffect): Cents => minimum + record + period;

/** True if a cap changed the amount. */
export const isCapping = ({ record, period }: LimitEffect): boolean => record + period !== 0;

export const cutParts = ({ minimum, record, period }: LimitEffect): Part[] => [
  ...(minimum === 0 ? [] : [amountPart(MINIMUM, minimum)]),
  ...(record === 0 ? [] : [amountPart(CAP_RECORD, record)]),
  ...(period === 0 ? [] : [amountPart(CAP_PERIOD, period)]),
];
