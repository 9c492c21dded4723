import type { Activity, ActivityPage } from '../../../contract/entities/goal.ts';
import { limits } from '../../../contract/limits.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import { isDay } from '../../../contract/rules/time/period.ts';
import { type ActivityKey, type ActivityRow, ranks } from '../../db/repositories/performance/activity.ts';
import { commissionsOf } from '../commissions/commissionQuestion.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { invalidCursorProblem, isRowId, readParts, writeParts } from '../shared/cursor.ts';
import type { Heads } from '../shared/heads.ts';
import { readPage } from '../shared/page.ts';
import type { Services } from '../shared/services.ts';

const keyOf = (cursor: string): ActivityKey => {
  const [day, rank, id] = readParts(cursor, 3);
  if (!isDay(day) || !ranks.some((candidate) => candidate === rank) || !isRowId(id)) throw invalidCursorProblem();
  return { day, rank: Number(rank), id };
};

const activityOf = ({ kind, id, day, title, customer_name, cents, attainment }: ActivityRow): Activity => ({
  id: `${kind}-${id}`,
  kind,
  day,
  title,
  customer_name,
  amount: cents === null ? null : fromCents(cents),
  attainment: attainment === null ? null : Number(attainment),
  entity: kind === 'deal_closed' || kind === 'deal_created' ? 'deal' : 'commission',
  entity_id: String(id),
});

/** A person's activity, newest first (spec 2.42); the actor's own without an id. @throws Problem 400, 403 */
export const listActivity = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  { user_id = actor.id, cursor }: Readonly<{ user_id?: string; cursor?: string }>,
  heads?: Heads,
): Promise<ActivityPage> => {
  const userId = commissionsOf(actor, user_id) ?? Number(user_id);
  const after = cursor === undefined ? null : keyOf(cursor);
  const zone = (await currentConfig(store, heads)).config.timezone;
  const today = todayIn(zone, clock());
  const page = await readPage(
    limits.activityPage,
    (limit) => store.activity.page(userId, after, { today, zone, limit }),
    ({ day, rank, id }) => writeParts([day, rank, id]),
  );
  return { data: page.rows.map(activityOf), cursor: page.cursor };
};
