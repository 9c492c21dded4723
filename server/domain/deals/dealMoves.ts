import type { DealMove } from '../../../contract/entities/deal.ts';
import { fullName } from '../../../contract/entities/user.ts';
import type { Actor } from '../../../contract/permissions.ts';
import type { DealMoveRow } from '../../db/repositories/deals/dealMoves.ts';
import type { DealRow } from '../../db/repositories/deals/deals.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { Services } from '../shared/services.ts';
import { findReadableDeal } from './findDeal.ts';

type StageMove = Readonly<{ before: DealRow | null; after: DealRow; actorId: number }>;

/** Records a stage or state change in its transaction; deals of a CRM use the CRM's time. */
export const recordDealMove = async ({ dealMoves }: Pick<Repositories, 'dealMoves'>, move: StageMove, at: Date): Promise<void> => {
  const { before, after, actorId } = move;
  if (before !== null && before.stage === after.stage && before.state === after.state) return;
  const isManual = after.connection_id === null;
  const isReportedByCrm = !isManual && before !== null && before.stage_entered_at !== after.stage_entered_at;
  await dealMoves.add({
    deal_id: after.id,
    stage: after.stage,
    state: after.state,
    probability: after.probability,
    moved_at: isReportedByCrm ? after.stage_entered_at : at.toISOString(),
    moved_by: isManual ? actorId : null,
  });
};

const kindOf = (before: DealMoveRow | undefined, { state }: DealMoveRow): DealMove['kind'] => {
  if (before === undefined) return 'created';
  if (before.state === state) return 'moved';
  return state === 'open' ? 'reopened' : state;
};

/** The stage and state history of a deal, oldest first (decisions 2.17). @throws Problem 403, 404 */
export const listMoves = async ({ store }: Pick<Services, 'store'>, actor: Actor, id: number | null): Promise<DealMove[]> => {
  const deal = await findReadableDeal(store, actor, id);
  const rows = await store.dealMoves.of(deal.id);
  return rows.map((row, index) => ({
    kind: kindOf(rows[index - 1], row),
    at: row.moved_at,
    stage: row.stage,
    from: rows[index - 1]?.stage ?? null,
    by_name: row.first_name === null ? null : fullName({ first_name: row.first_name, last_name: row.last_name ?? '' }),
  }));
};
