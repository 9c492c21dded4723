import type { AdjustmentRow } from '../../db/repositories/adjustments/adjustments.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';

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
export type Deed = Readonly<{ deed: AdjustmentDeed; before: AdjustmentRow | null; after: AdjustmentRow; actorId: number; cause?: string }>;

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
