import { fill, messages } from '../../../contract/messages.ts';
import type { CommissionsConfig } from '../../../contract/rules/commission/config.ts';
import { withDrawn } from '../../../contract/rules/commission/draw.ts';
import { monthText } from '../../../contract/rules/time/dayText.ts';
import { type Day, periodAt } from '../../../contract/rules/time/period.ts';
import type { PayoutRow } from '../../db/repositories/payouts/payouts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { Problem } from '../shared/problem.ts';
import { createDrawParts, readDrawHolders } from './drawParts.ts';
import { standingBefore } from './standing.ts';

type PayoutWithDraw = Pick<PayoutRow, 'id' | 'user_id' | 'amount_cents' | 'drawn_cents' | 'recovered_cents' | 'draw_balance_cents'>;
type Repos = Pick<Repositories, 'draws'>;
const t = messages.drawRefusals;

const hasDraw = ({ drawn_cents, recovered_cents }: PayoutWithDraw): boolean => drawn_cents !== 0 || recovered_cents !== 0;

/**
 * Unpaid payments of a run's month whose draw has changed since, because of other payments or a new plan. The caller must have locked their
 * people.
 */
export const findMovedDraws = async <T extends PayoutWithDraw>(
  tx: Repos,
  config: CommissionsConfig,
  month: Day,
  payouts: readonly T[],
): Promise<T[]> => {
  const drawn = payouts.filter(hasDraw);
  if (drawn.length === 0) return [];
  const holders = await readDrawHolders(tx, config, periodAt('month', month).end_date);
  const drawPartFor = await createDrawParts(
    tx,
    holders,
    month,
    drawn.map(({ id }) => id),
  );
  return drawn.filter(({ user_id, amount_cents, drawn_cents, recovered_cents, draw_balance_cents }) => {
    const now = drawPartFor(user_id, amount_cents - drawn_cents + recovered_cents);
    if (now.recovered !== recovered_cents || now.drawn < drawn_cents) return true;
    // A person may have requested a smaller draw than proposed.
    return withDrawn(holders.get(user_id)?.draw ?? null, now, drawn_cents).balance !== draw_balance_cents;
  });
};

/**
 * A draw recovered by a later payment can be reversed only after that payment. The caller must have locked the person.
 * @throws Problem 409 draw_settled
 */
export const assertDrawReversible = async ({ draws }: Repos, row: PayoutWithDraw, month: Day): Promise<void> => {
  if (row.draw_balance_cents <= 0) return;
  const { balance } = standingBefore((await draws.standing([row.user_id], month, [row.id])).get(row.user_id));
  if (balance < 0) throw new Problem(409, 'draw_settled', fill(t.settled, { month: monthText(month) }));
};
