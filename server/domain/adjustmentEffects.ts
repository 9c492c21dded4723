import { fullName } from '../../contract/entities/user.ts';
import type { AdjustmentRow } from '../db/repositories/adjustments.ts';
import type { Origin } from '../db/repositories/audit.ts';
import type { Repositories } from '../db/repositories/store.ts';
import { dollars } from './moneyText.ts';
import { type Cause, recompute } from './recompute.ts';

/** What the audit log keeps of an adjustment. */
export const shownInAudit = (row: AdjustmentRow) => ({
  state: row.state,
  amount_cents: row.amount_cents,
  reason: row.reason,
  invoice_number: row.invoice_number,
  commission_id: row.commission_id,
  user_id: row.user_id,
  effective_date: row.effective_date,
  self_approved: row.self_approved,
});

export type AdjustmentDeed = 'created' | 'edited' | 'voided' | 'approved' | 'rejected';
type Deed = Readonly<{ deed: AdjustmentDeed; before: AdjustmentRow | null; after: AdjustmentRow; actorId: number; cause?: string }>;

/** The audit row of a deed; the last thing a transaction writes. */
export const auditDeed = async (
  within: Repositories,
  { deed, before, after, actorId, cause }: Deed,
  origin: Origin,
  at: Date,
): Promise<void> => {
  await within.audit.write(
    {
      actorId,
      action: `adjustment.${deed}`,
      entity: 'adjustment',
      entityId: String(after.id),
      ...(before ? { before: shownInAudit(before) } : {}),
      after: shownInAudit(after),
      ...(cause ? { cause } : {}),
    },
    origin,
    at,
  );
};

const LINK = '/commissions';

/** Who should know (decisions 5): approvers where it waits for them, its owner once it counts, its author once others decided. */
export const notifyDeed = async (
  within: Repositories,
  { deed, after, actorId }: Deed,
  approvers: readonly number[],
  at: Date,
): Promise<void> => {
  const amount = `${after.amount_cents > 0 ? '+' : ''}${dollars(after.amount_cents)}`;
  const about = `${amount} on invoice ${after.invoice_number}`;
  const tell = async (people: readonly number[], title: string, message: string): Promise<void> => {
    for (const user_id of new Set(people))
      if (user_id !== actorId) {
        const words = { title, message, link: LINK, dedupe_key: `adjustment:${after.id}:${after.state}` };
        await within.notifications.add({ user_id, type: 'commission', priority: 'medium', ...words }, at);
      }
  };
  if (deed === 'voided') return tell([after.user_id], 'Adjustment voided', `${about} does not count any more: ${after.reason}`);
  if (deed === 'rejected') return tell([after.created_by], 'Adjustment rejected', `${about} for ${fullName(after)} was not approved.`);
  if (after.state === 'pending')
    return tell(
      approvers.filter((id) => id !== after.created_by),
      'Adjustment waiting for approval',
      `${about} for ${fullName(after)}: ${after.reason}`,
    );
  await tell([after.user_id], 'Commission adjusted', `${about}: ${after.reason}`);
  if (deed === 'approved') await tell([after.created_by], 'Adjustment approved', `${about} for ${fullName(after)} was approved.`);
};

/** Computes the records anew that an approved adjustment changes; one of no record (a bonus) changes none. */
export const recomputeRecords = async (within: Repositories, commissionIds: readonly (number | null)[], cause: Cause): Promise<void> => {
  const touched: { userId: number; day: string }[] = [];
  for (const id of new Set(commissionIds)) {
    const record = id === null ? undefined : await within.invoices.recordById(id);
    if (record) touched.push({ userId: record.user_id, day: record.booking_date });
  }
  if (touched.length > 0) await recompute(within, touched, cause);
};
