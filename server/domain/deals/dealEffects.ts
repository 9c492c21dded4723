import { fullName } from '../../../contract/entities/user.ts';
import type { AuditWrite } from '../../db/repositories/audit/audit.ts';
import type { DealRow } from '../../db/repositories/deals/deals.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';
import { dollars } from '../shared/moneyText.ts';
import { recordDealMove } from './dealMoves.ts';

export const dealVerbs = ['created', 'edited', 'moved', 'won', 'lost', 'reopened', 'annotated'] as const;
export type DealVerb = (typeof dealVerbs)[number];
type DealTransition = Readonly<{ verb: DealVerb; before: DealRow | null; after: DealRow; actorId: number }>;

const auditedFieldsOf = (row: DealRow) => ({
  name: row.name,
  customer_name: row.customer_name,
  owner_id: row.owner_id,
  stage: row.stage,
  state: row.state,
  amount_cents: row.amount_cents,
  expected_close_date: row.expected_close_date,
  lost_reason: row.lost_reason,
  notes: row.notes,
});

/** Notifies the owner, and on a win also the owner's manager (decisions 5.02). */
const notifyClosed = async (tx: Repositories, { verb, after, actorId }: DealTransition, at: Date): Promise<void> => {
  const subject = { kind: 'deal', id: after.id } as const;
  const owner = after.owner_id === null ? [] : [after.owner_id];
  const occurrence = `${verb}:${after.version}`;
  if (verb === 'won') {
    const person = fullName({ first_name: after.owner_first_name ?? '', last_name: after.owner_last_name ?? '' });
    const words = { deal: after.name, amount: dollars(after.amount_cents ?? 0), person };
    const to = [...owner, ...(after.owner_manager_id === null ? [] : [after.owner_manager_id])];
    await notify(tx, 'dealWon', { subject, occurrence, words }, { to, by: actorId, at, channels: true });
  }
  if (verb === 'lost') {
    const words = { deal: after.name, reason: after.lost_reason ?? '' };
    await notify(tx, 'dealLost', { subject, occurrence, words }, { to: owner, by: actorId, at, channels: true });
  }
};

/** Records the stage move and sends notices, in the transaction of the change. @returns the audit entry */
export const recordDealEffects = async (tx: Repositories, transition: DealTransition, at: Date): Promise<AuditWrite[]> => {
  await recordDealMove(tx, transition, at);
  await notifyClosed(tx, transition, at);
  const { verb, before, after, actorId } = transition;
  const auditFields = { ...(before ? { before: auditedFieldsOf(before) } : {}), after: auditedFieldsOf(after) };
  return [{ actorId, action: `deal.${verb}`, entity: 'deal', entityId: String(after.id), ...auditFields }];
};
