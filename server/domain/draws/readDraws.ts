import { drawOfPayment } from '../../../contract/rules/commission/draw.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import { type DateRange, type Day, periodAt } from '../../../contract/rules/time/period.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { drawFor } from './drawFor.ts';
import { beforePayment } from './standing.ts';

/** A month under a draw; `settled` false: not paid yet, as it would be now. */
export type ReadDraw = Readonly<Record<'draw' | 'due' | 'recovered' | 'drawn' | 'pays' | 'balance', Cents>> &
  Readonly<{ month: Day; settled: boolean }>;
type Within = Pick<Repositories, 'config' | 'draws' | 'facts'>;

/** Months that were paid while a draw was in force or had to be paid back. */
const paidMonths = async (within: Within, userId: number, range: DateRange): Promise<ReadDraw[]> => {
  const months: ReadDraw[] = [];
  for (const row of await within.draws.months(userId, range)) {
    const draw = (await drawFor(within, userId, periodAt('month', row.month).end_date))?.amount ?? 0;
    if (draw > 0 || row.drawn !== 0 || row.recovered !== 0) months.push({ ...row, draw, settled: true });
  }
  return months;
};

/**
 * The months of a range that a person has under a draw, and the last of them as it would be paid now where no run paid it yet.
 * @param due what of records and adjustments is due at the end of the range
 */
export const readDraws = async (within: Within, userId: number, range: DateRange, due: Cents): Promise<readonly ReadDraw[]> => {
  const paid = await paidMonths(within, userId, range);
  const { start_date: month } = periodAt('month', range.end_date);
  if (paid.some((row) => row.month === month)) return paid;
  const draw = await drawFor(within, userId, range.end_date);
  const before = beforePayment((await within.draws.standing([userId], month, [])).get(userId));
  if (before.later || (!draw && before.balance <= 0)) return paid;
  const open = Math.max(0, due);
  const part = drawOfPayment(draw, open, before);
  const pays = open - part.recovered + part.drawn;
  const next = { ...part, month, due: open, pays, draw: draw?.amount ?? 0, balance: before.balance + part.balance, settled: false };
  return [...paid, next];
};
