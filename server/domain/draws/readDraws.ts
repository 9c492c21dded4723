import { drawOfPayment, isForgiven } from '../../../contract/rules/commission/draw.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import { type DateRange, type Day, periodAt } from '../../../contract/rules/time/period.ts';
import type { PersonRow } from '../../db/repositories/commissions/facts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { readDrawTerms } from './drawFor.ts';
import { readOpenDue } from './openDue.ts';
import { standingBefore } from './standing.ts';

/** A month with a draw; `settled` false: not paid yet, computed as if paid now. */
export type ReadDraw = Readonly<Record<'draw' | 'due' | 'recovered' | 'drawn' | 'pays' | 'balance', Cents>> &
  Readonly<{ month: Day; settled: boolean }>;
type Repos = Pick<Repositories, 'config' | 'draws' | 'payouts' | 'payoutRuns'>;

/** Months paid while a draw was in force or had to be recovered. The balance ends where the plan forgives it. */
const readPaidMonths = async (tx: Repos, userId: number, range: DateRange): Promise<ReadDraw[]> => {
  const months: ReadDraw[] = [];
  for (const row of await tx.draws.months(userId, range)) {
    const terms = await readDrawTerms(tx, userId, periodAt('month', row.month).end_date);
    const draw = terms.draw?.amount ?? 0;
    const balance = isForgiven(terms.recovery) ? 0 : row.balance;
    if (draw > 0 || row.drawn !== 0 || row.recovered !== 0) months.push({ ...row, draw, balance, settled: true });
  }
  return months;
};

/** Today if the range contains it, otherwise the range's last day. */
const lastDayOf = ({ start_date, end_date }: DateRange, today: Day): Day => (start_date <= today && today < end_date ? today : end_date);

/**
 * The months of a range with a draw. If the latest one is unpaid, its draw is computed as a payout run would pay it now, without active
 * payments.
 */
export const readDraws = async (tx: Repos, person: PersonRow, range: DateRange, today: Day): Promise<readonly ReadDraw[]> => {
  const paid = await readPaidMonths(tx, person.id, range);
  const last = lastDayOf(range, today);
  const { start_date: month, end_date } = periodAt('month', last);
  if (paid.some((row) => row.month === month)) return paid;
  const { draw, recovery } = await readDrawTerms(tx, person.id, end_date);
  const before = standingBefore((await tx.draws.standing([person.id], month, [])).get(person.id));
  if (before.later || (!draw && (before.balance <= 0 || isForgiven(recovery)))) return paid;
  const due = await readOpenDue(tx, person, last < today ? last : today, today);
  const part = drawOfPayment(draw, due, before, recovery);
  const payment = due - part.recovered + part.drawn;
  const next = { ...part, month, due, pays: payment, draw: draw?.amount ?? 0, balance: before.balance + part.balance, settled: false };
  return [...paid, next];
};
