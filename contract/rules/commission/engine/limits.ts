import type { Cents } from '../../money.ts';
import { CAP_PERIOD, CAP_RECORD } from '../clauses/keys.ts';
import type { Plan } from '../plan.ts';
import type { Part } from './booking.ts';
import { amountPart } from './parts.ts';

/** The amounts that the plan's caps removed from a record, below zero for positive ones. */
export type Cut = Readonly<{ record: Cents; period: Cents }>;
const NO_CUT: Cut = { record: 0, period: 0 };

/** Step "limits": a record's cap applies in both directions but not to memos, which reverse in full; the period's to the sum so far. */
export const cutOf = ({ caps }: Plan, amount: Cents, earned: Cents, isMemo: boolean): Cut => {
  const { perRecord, perPeriod } = caps;
  if (perRecord === null && perPeriod === null) return NO_CUT;
  const one = perRecord === null || isMemo ? amount : Math.min(perRecord, Math.max(0 - perRecord, amount));
  const left = perPeriod === null ? one : Math.min(one, Math.max(0, perPeriod - earned));
  return { record: one - amount, period: left - one };
};

export const cutParts = ({ record, period }: Cut): Part[] => [
  ...(record === 0 ? [] : [amountPart(CAP_RECORD, record)]),
  ...(period === 0 ? [] : [amountPart(CAP_PERIOD, period)]),
];
