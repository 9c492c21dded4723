import { messages } from '../../../contract/messages.ts';
import { type DrawMonth, settleDraw } from '../../../contract/rules/commission/draw.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import { type Day, periodAt } from '../../../contract/rules/time/period.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { Problem } from '../shared/problem.ts';
import { drawFor } from './drawFor.ts';

type Within = Pick<Repositories, 'config' | 'draws' | 'facts'>;

/**
 * Settles a month of a person under the draw of their plan, and keeps it: for the payout run, in the transaction in which it pays (decisions
 * 2.08). Again for the same month it writes it anew, as long as no later month stands on it.
 * @param due all that is due of the person's records and adjustments, before the draw; the run pays it on them, and beside it `drawn` − `recovered`
 * @returns null where the person has no draw and owes nothing of an earlier one: then `due` is what is paid
 * @throws Problem 409 draw_settled
 */
export const settleDrawMonth = async (
  within: Within,
  { userId, day, due }: Readonly<{ userId: number; day: Day; due: Cents }>,
  { actorId, at }: Readonly<{ actorId: number; at: Date }>,
): Promise<DrawMonth | null> => {
  const { start_date: month, end_date } = periodAt('month', day);
  const draw = await drawFor(within, userId, end_date);
  const last = await within.draws.before(userId, month);
  // What is due below zero stays so on the records, and comes again with the next month by itself.
  const before = { balance: last?.balance_cents ?? 0, carried: 0 };
  if (!draw && before.balance === 0) return null;
  const [settled] = settleDraw(draw, [due], before);
  if (!settled) return null;
  const kept = await within.draws.keep({
    user_id: userId,
    month,
    draw_cents: draw?.amount ?? 0,
    due_cents: settled.due,
    recovered_cents: settled.recovered,
    drawn_cents: settled.drawn,
    pays_cents: settled.pays,
    balance_cents: settled.balance,
    settled_by: actorId,
    settled_at: at.toISOString(),
  });
  if (!kept) throw new Problem(409, 'draw_settled', messages.draws.settled);
  return settled;
};
