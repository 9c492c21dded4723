import type { Dispute } from '../../../contract/entities/dispute.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { type DisputeEvent, disputeLifecycle } from '../../../contract/lifecycles/dispute.ts';
import { canStep } from '../../../contract/lifecycles/step.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { DisputeMessage, DisputeRow } from '../../db/repositories/disputes/disputes.ts';

export type DisputeAction = Dispute['actions'][number];
const actions = ['reply', 'take', 'resolve', 'withdraw'] as const satisfies readonly DisputeAction[];

/** The opener may reply and withdraw; users who may adjust the record may reply, take it on and resolve it (decisions 2.13). */
export const canActOnDispute = (actor: Actor, row: DisputeRow, action: DisputeAction): boolean => {
  const isOpener = String(row.opened_by) === actor.id;
  const target = { owner_id: String(row.user_id), owner_manager_id: row.manager_id === null ? null : String(row.manager_id) };
  const mayDecide = can(actor, 'dispute:decide', target);
  if (action === 'withdraw') return isOpener;
  return action === 'reply' ? isOpener || mayDecide : mayDecide;
};

/** Only the record's owner may question its amount. */
export const canOpenDispute = (actor: Actor, { user_id }: Pick<DisputeRow, 'user_id'>): boolean =>
  can(actor, 'dispute:open', { owner_id: String(user_id) });

export const disputeFacts = (actor: Actor, row: DisputeRow) => ({ openedBy: String(row.opened_by), actorId: actor.id });

const eventOf = (action: DisputeAction, actorId: string): DisputeEvent =>
  action === 'resolve' ? { type: 'resolve', actorId, explanation: 'as it will be given' } : { type: action, actorId };

/** A question as the actor sees it, with the actions they may take now. */
export const disputeOf = (actor: Actor, row: DisputeRow, messages: readonly DisputeMessage[]): Dispute => ({
  id: String(row.id),
  commission_id: String(row.commission_id),
  invoice_number: row.invoice_number,
  salesperson_name: fullName({ first_name: row.owner_first_name, last_name: row.owner_last_name }),
  booking_date: row.booking_date,
  state: row.state,
  opened_by: fullName(row),
  opened_at: row.created_at,
  resolution: row.resolution,
  adjustment_id: row.adjustment_id === null ? null : String(row.adjustment_id),
  adjustment_amount: row.adjustment_cents === null ? null : fromCents(row.adjustment_cents),
  adjustment_state: row.adjustment_state,
  messages: messages
    .filter((message) => message.dispute_id === row.id)
    .map((message) => ({ id: String(message.id), author: fullName(message), text: message.text, at: message.created_at })),
  actions: actions.filter(
    (action) =>
      canActOnDispute(actor, row, action) && canStep(disputeLifecycle, row.state, eventOf(action, actor.id), disputeFacts(actor, row)),
  ),
});
