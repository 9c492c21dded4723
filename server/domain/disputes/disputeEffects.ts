import type { Dispute } from '../../../contract/entities/dispute.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { noticeParts as parts } from '../../../contract/messages/notifications.ts';
import { fill } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { DisputeRow } from '../../db/repositories/disputes/disputes.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { type NoticeKind, notify } from '../notifications/notify.ts';
import type { Principal } from '../session/principal.ts';
import { dollars, signedDollars } from '../shared/moneyText.ts';
import { disputeOf } from './disputeView.ts';

export type DisputeVerb = 'opened' | 'replied' | 'taken' | 'resolved' | 'withdrawn';
type Step = Readonly<{ verb: DisputeVerb; before: DisputeRow | null; after: DisputeRow; messageId?: number; cause?: string }>;

/** A pending adjustment is worded as waiting, because it does not count before approval. */
const outcomeOf = ({ adjustment_cents, adjustment_state }: DisputeRow): string => {
  if (adjustment_cents === null) return '';
  return fill(adjustment_state === 'pending' ? parts.adjustmentWaits : parts.adjusted, { amount: signedDollars(adjustment_cents) });
};

const kinds = {
  opened: 'questionOpened',
  replied: 'questionReplied',
  taken: 'questionTaken',
  resolved: 'questionResolved',
  withdrawn: 'questionWithdrawn',
} as const satisfies Readonly<Record<DisputeVerb, NoticeKind>>;

/** Notifies the other side: the person who asked, or those who decide. */
const notifyOtherSide = async (tx: Repositories, { verb, after, messageId }: Step, actorId: number, at: Date): Promise<void> => {
  const isByOpener = after.opened_by === actorId;
  const deciders = isByOpener
    ? [...(await tx.adjustments.approvers()).map(({ id }) => Number(id)), ...(after.manager_id === null ? [] : [after.manager_id])]
    : [];
  const words = {
    person: fullName(after),
    invoice: after.invoice_number,
    outcome: outcomeOf(after),
    resolution: after.resolution ?? '',
  };
  const subject = { kind: 'dispute', id: after.id, recordId: after.commission_id, day: after.booking_date } as const;
  const occurrence = messageId === undefined || verb !== 'replied' ? after.state : `message:${messageId}`;
  await notify(tx, kinds[verb], { subject, occurrence, words }, { to: isByOpener ? deciders : [after.opened_by], by: actorId, at });
};

const auditedValues = (row: DisputeRow) => ({
  question_state: row.state,
  invoice_number: row.invoice_number,
  resolution: row.resolution,
  adjustment: row.adjustment_cents === null ? null : dollars(row.adjustment_cents),
});

/** Notifies the other side, writes the audit entry, and returns the updated question. */
export const recordDisputeEffects = async (
  tx: Repositories,
  { actor, userId }: Principal,
  step: Omit<Step, 'after'> & Readonly<{ id: number }>,
  origin: Origin,
  at: Date,
): Promise<Dispute> => {
  const after = await tx.disputes.read(step.id);
  const { verb, before, cause } = step;
  await notifyOtherSide(tx, { ...step, after }, userId, at);
  const entry = { actorId: userId, action: `dispute.${verb}`, entity: 'dispute', entityId: String(after.id), ...(cause ? { cause } : {}) };
  await tx.audit.write({ ...entry, ...(before ? { before: auditedValues(before) } : {}), after: auditedValues(after) }, origin, at);
  return disputeOf(actor, after, await tx.disputes.messagesOf([after.id]));
};
