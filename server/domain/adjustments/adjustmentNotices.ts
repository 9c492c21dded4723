import { adjustmentKindLabels } from '../../../contract/entities/adjustment.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { noticeParts as parts } from '../../../contract/messages/notifications.ts';
import { fill } from '../../../contract/messages.ts';
import { monthName } from '../../../contract/rules/time/dayText.ts';
import { yearOf } from '../../../contract/rules/time/period.ts';
import type { AdjustmentRow } from '../../db/repositories/adjustments/adjustments.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { type NoticeKind, type NoticeWords, notify } from '../notifications/notify.ts';
import { signedDollars } from '../shared/moneyText.ts';
import { undoEndsAt } from '../shared/undoTime.ts';
import type { AdjustmentStep } from './adjustmentEffects.ts';
import { type AdjustmentViewer, decidersAmong, setterOf } from './adjustmentView.ts';

type Notice<Kinds extends NoticeKind = NoticeKind> = {
  [Kind in Kinds]: Readonly<{ kind: Kind; to: readonly number[]; words: NoticeWords<Kind> }>;
}[Kinds];

const amountOf = ({ amount_cents, invoice_number, origin, kind, effective_date: day }: AdjustmentRow): string => {
  const amount = signedDollars(amount_cents);
  if (kind !== null) {
    const month = `${monthName(day)} ${yearOf(day)}`;
    return fill(parts.personAdjustment, { amount, kind: adjustmentKindLabels[kind].label.toLowerCase(), month });
  }
  return fill(origin === 'bonus' ? parts.bonus : parts.adjustment, { amount, invoice: invoice_number });
};
const isApproved = (row: AdjustmentRow | null): row is AdjustmentRow => row?.state === 'approved';
const authorsOf = (row: AdjustmentRow): number[] => [row.created_by, setterOf(row)];

/** True if anything but the reason changed. */
const hasOtherChanges = (before: AdjustmentRow, after: AdjustmentRow): boolean =>
  before.amount_cents !== after.amount_cents ||
  before.user_id !== after.user_id ||
  before.related_invoice_id !== after.related_invoice_id ||
  before.effective_date !== after.effective_date;

const createCountsNotice = (after: AdjustmentRow): Notice => ({
  kind: 'adjustmentCounts',
  to: [after.user_id],
  words: { adjustment: amountOf(after), reason: after.reason },
});

/** Notices to the previous and new payee after an edit of an adjustment that counted. */
const createPayeeNotices = (before: AdjustmentRow, after: AdjustmentRow): Notice[] => {
  const to = [before.user_id];
  if (!isApproved(after)) return [{ kind: 'adjustmentWaitsAgain', to, words: { before: amountOf(before) } }];
  const { reason } = after;
  if (before.user_id !== after.user_id)
    return [{ kind: 'adjustmentMoved', to, words: { before: amountOf(before), reason } }, createCountsNotice(after)];
  if (!hasOtherChanges(before, after)) return [];
  return [{ kind: 'adjustmentChanged', to, words: { adjustment: amountOf(after), before: amountOf(before), reason } }];
};

const createApproverNotices = (
  before: AdjustmentRow | null,
  after: AdjustmentRow,
  viewer: Pick<AdjustmentViewer, 'approvers'>,
): Notice[] => {
  if (before?.state === 'pending' && !hasOtherChanges(before, after)) return [];
  const earlier = before === null ? '' : fill(parts.earlier, { amount: signedDollars(before.amount_cents) });
  const to = decidersAmong(viewer, setterOf(after), after.user_id).map(Number);
  const words = { adjustment: amountOf(after), person: fullName(after), earlier, reason: after.reason };
  return [{ kind: 'adjustmentWaiting', to, words }];
};

/** Notices to the authors when somebody else changes their adjustment. */
const createAuthorNotices = (before: AdjustmentRow | null, after: AdjustmentRow): Notice[] => {
  if (before === null || !hasOtherChanges(before, after)) return [];
  const people = { person: fullName(after), personBefore: fullName(before) };
  const words = { adjustment: amountOf(after), before: amountOf(before), reason: after.reason, ...people };
  return [{ kind: 'adjustmentOfAuthorChanged', to: authorsOf(before), words }];
};

/** Undoing a decision sends no notice. */
const decisionNotices = { approved: 'adjustmentApproved', rejected: 'adjustmentRejected', voided: 'adjustmentVoided' } as const;

const noticesOf = (
  { verb, before, after, cause }: AdjustmentStep,
  disputerId: number | null,
  viewer: Pick<AdjustmentViewer, 'approvers'>,
): Notice[] => {
  if (verb === 'created' || verb === 'edited') {
    const owners = isApproved(before) ? createPayeeNotices(before, after) : [];
    if (isApproved(after) && !isApproved(before)) owners.push(createCountsNotice(after));
    const waiting = after.state === 'pending' ? createApproverNotices(before, after, viewer) : [];
    return [...owners, ...waiting, ...createAuthorNotices(before, after)];
  }
  if (verb === 'undone') return [];
  const kind = decisionNotices[verb];
  const adjustment = amountOf(after);
  const reason = cause === undefined ? '.' : fill(parts.because, { reason: cause });
  const disputeText = fill(parts.cameOfQuestion, { adjustment });
  // Each person gets one notice per action.
  return [
    ...(disputerId === null ? [] : [{ kind, to: [disputerId], words: { what: disputeText, reason } }]),
    ...(verb === 'approved' ? [createCountsNotice(after)] : []),
    ...(verb === 'voided' && isApproved(before)
      ? [{ kind: 'adjustmentWithdrawn' as const, to: [after.user_id], words: { adjustment, reason: cause ?? after.reason } }]
      : []),
    { kind, to: authorsOf(after), words: { what: fill(parts.adjustmentFor, { adjustment, person: fullName(after) }), reason } },
  ];
};

/**
 * Notifies everyone concerned (decisions 5.02): approvers while the adjustment is pending, the previous and new payee if it counts or
 * counted, its authors, and, once it is decided, the person who asked about the record. One notice per person and action; notices about
 * decisions are delayed by ten seconds.
 */
export const notifyStep = async (
  tx: Repositories,
  step: AdjustmentStep,
  viewer: Pick<AdjustmentViewer, 'approvers'>,
  now: Date,
): Promise<void> => {
  const { after, actorId } = step;
  const at = step.verb === 'approved' || step.verb === 'rejected' ? undoEndsAt(now) : now;
  const disputerId = after.origin === 'dispute' ? await tx.disputes.openerOf(after.id) : null;
  const subject = { kind: 'adjustment', id: after.id, day: after.effective_date } as const;
  const occurrence = after.version === 1 ? after.state : `${after.state}:${after.version}`;
  const send = <Kind extends NoticeKind>({ kind, to, words }: Notice<Kind>): Promise<void> =>
    notify<Kind>(tx, kind, { subject, occurrence, words }, { to, by: actorId, at });
  for (const notice of noticesOf(step, disputerId, viewer)) await send(notice);
};

/** Withdraws the unsent notices of an undone decision (decisions 2.10). */
export const withdrawNotices = (tx: Pick<Repositories, 'notifications'>, id: number, at: Date): Promise<void> =>
  tx.notifications.deleteUpcoming(`adjustment:${id}:`, at);
