import { settleDraw } from '../../../contract/rules/commission/draw.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import { type DateRange, type Day, periodAt } from '../../../contract/rules/time/period.ts';
import type { DrawRow } from '../../db/repositories/draws/draws.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { drawFor } from './drawFor.ts';

/** A month under a draw; `settled` false: not paid yet, as it would be now. */
export type ReadDraw = Readonly<Record<'draw' | 'due' | 'recovered' | 'drawn' | 'pays' | 'balance', Cents>> &
  Readonly<{ month: Day; settled: boolean }>;

const readOf = (row: DrawRow): ReadDraw => ({
  month: row.month,
  draw: row.draw_cents,
  due: row.due_cents,
  recovered: row.recovered_cents,
  drawn: row.drawn_cents,
  pays: row.pays_cents,
  balance: row.balance_cents,
  settled: true,
});

/**
 * The months of a range that a person has under a draw, and the last of them as it would be paid now where nobody settled it yet.
 * @param due what of records and adjustments is due at the end of the range
 */
export const readDraws = async (
  within: Pick<Repositories, 'config' | 'draws' | 'facts'>,
  userId: number,
  range: DateRange,
  due: Cents,
): Promise<readonly ReadDraw[]> => {
  const rows = await within.draws.inRange(userId, range);
  const { start_date: month } = periodAt('month', range.end_date);
  if (rows.some((row) => row.month === month)) return rows.map(readOf);
  const draw = await drawFor(within, userId, range.end_date);
  const last = await within.draws.before(userId, month);
  if (!draw && !last?.balance_cents) return rows.map(readOf);
  const [next] = settleDraw(draw, [due], { balance: last?.balance_cents ?? 0, carried: 0 });
  return next ? [...rows.map(readOf), { ...next, month, draw: draw?.amount ?? 0, settled: false }] : rows.map(readOf);
};
