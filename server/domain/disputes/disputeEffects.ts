import type { Dispute } from '../../../contract/entities/dispute.ts';
import { fullName } from '../../../contract/entities/user.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { DisputeRow } from '../../db/repositories/disputes/disputes.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { linkTo } from '../notifications/links.ts';
import type { Principal } from '../session/principal.ts';
import { dollars } from '../shared/moneyText.ts';
import { disputeOf } from './disputeView.ts';

export type DisputeDeed = 'opened' | 'replied' | 'taken' | 'resolved' | 'withdrawn';
type Told = Readonly<{ deed: DisputeDeed; before: DisputeRow | null; after: DisputeRow; messageId?: number; cause?: string }>;

/** What was made of it does not count before it is approved. */
const cameOf = ({ adjustment_cents, adjustment_state }: DisputeRow): string => {
  if (adjustment_cents === null) return '';
  const amount = `${adjustment_cents > 0 ? '+' : ''}${dollars(adjustment_cents)}`;
  return adjustment_state === 'pending' ? `, where an adjustment of ${amount} waits for approval` : `, adjusted by ${amount}`;
};

/** The other side of the talk: whoever asked, or those who decide. */
const tell = async (within: Repositories, { deed, after, messageId }: Told, actorId: number, at: Date): Promise<void> => {
  const byAsker = after.opened_by === actorId;
  const deciders = byAsker ? [...(await within.adjustments.approvers()), ...(after.manager_id === null ? [] : [after.manager_id])] : [];
  const words: Readonly<Record<DisputeDeed, [title: string, message: string]>> = {
    opened: ['Commission questioned', `${fullName(after)} questions the commission on invoice ${after.invoice_number}.`],
    replied: ['Reply to a question', `There is a reply about the commission on invoice ${after.invoice_number}.`],
    taken: ['Your question is looked into', `The commission on invoice ${after.invoice_number} is in review.`],
    resolved: ['Your question is resolved', `The commission on invoice ${after.invoice_number}${cameOf(after)}: ${after.resolution ?? ''}`],
    withdrawn: ['Question withdrawn', `${fullName(after)} no longer questions the commission on invoice ${after.invoice_number}.`],
  };
  const [title, message] = words[deed];
  const link = linkTo(after.booking_date, 'record', after.commission_id);
  const dedupe_key =
    messageId === undefined || deed !== 'replied' ? `dispute:${after.id}:${after.state}` : `dispute:${after.id}:message:${messageId}`;
  for (const user_id of new Set(byAsker ? deciders : [after.opened_by]))
    if (user_id !== actorId)
      await within.notifications.add(
        { user_id, type: 'commission', priority: 'medium', title, message: message.slice(0, 500), link, dedupe_key },
        at,
      );
};

const shown = (row: DisputeRow) => ({
  question_state: row.state,
  invoice_number: row.invoice_number,
  resolution: row.resolution,
  adjustment: row.adjustment_cents === null ? null : dollars(row.adjustment_cents),
});

/** Tells the other side, leaves the audit row, and answers the question as it is now. */
export const afterDispute = async (
  within: Repositories,
  { actor, userId }: Principal,
  told: Omit<Told, 'after'> & Readonly<{ id: number }>,
  origin: Origin,
  at: Date,
): Promise<Dispute> => {
  const after = await within.disputes.read(told.id);
  const { deed, before, cause } = told;
  await tell(within, { ...told, after }, userId, at);
  const entry = { actorId: userId, action: `dispute.${deed}`, entity: 'dispute', entityId: String(after.id), ...(cause ? { cause } : {}) };
  await within.audit.write({ ...entry, ...(before ? { before: shown(before) } : {}), after: shown(after) }, origin, at);
  return disputeOf(actor, after, await within.disputes.messagesOf([after.id]));
};
