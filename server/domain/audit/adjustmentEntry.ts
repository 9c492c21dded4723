import type { AuditCause } from '../../../contract/entities/audit.ts';
import type { AdjustmentRow } from '../../db/repositories/adjustments/adjustments.ts';
import type { AuditWrite } from '../../db/repositories/audit/audit.ts';

export type AdjustmentVerb = Extract<AuditCause, { kind: 'adjustment' }>['deed'];
/** The audited fields of an adjustment, also for adjustments created by the engine. */
export type AuditedAdjustment = Pick<
  AdjustmentRow,
  'state' | 'amount_cents' | 'reason' | 'invoice_number' | 'commission_id' | 'user_id' | 'effective_date' | 'self_approved'
> &
  Partial<Pick<AdjustmentRow, 'kind'>>;
type AdjustmentTransition = Readonly<{
  before: AuditedAdjustment | null;
  after: AuditedAdjustment;
  actorId: number | null;
  cause?: string | AuditCause;
}>;

const auditedFieldsOf = (row: AuditedAdjustment): AuditedAdjustment => ({
  state: row.state,
  amount_cents: row.amount_cents,
  reason: row.reason,
  invoice_number: row.invoice_number,
  commission_id: row.commission_id,
  user_id: row.user_id,
  effective_date: row.effective_date,
  self_approved: row.self_approved,
  ...(row.kind ? { kind: row.kind } : {}),
});

/** The audit entry for an action on an adjustment, by a person, a recomputation or the demo. */
export const adjustmentEntry = (verb: AdjustmentVerb, id: number, { before, after, actorId, cause }: AdjustmentTransition): AuditWrite => ({
  actorId,
  action: `adjustment.${verb}`,
  entity: 'adjustment',
  entityId: String(id),
  ...(before ? { before: auditedFieldsOf(before) } : {}),
  after: auditedFieldsOf(after),
  ...(cause ? { cause } : {}),
});
