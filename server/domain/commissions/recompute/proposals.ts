import type { AuditCause } from '../../../../contract/entities/audit.ts';
import { fullName } from '../../../../contract/entities/user.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { AuditWrite, Origin } from '../../../db/repositories/audit/audit.ts';
import type { Calculation, NewProposal } from '../../../db/repositories/commissions/engineAdjustments.ts';
import type { PersonRow } from '../../../db/repositories/commissions/facts.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { type AuditedAdjustment, adjustmentEntry } from '../../audit/adjustmentEntry.ts';
import { type Audience, notify } from '../../notifications/notify.ts';

/** Author and reason of the change, for proposals and the audit log. */
export type Cause = Readonly<{ actorId: number; at: Date; origin: Omit<Origin, 'device'>; why: string | AuditCause }>;
type Stored = Pick<AuditedAdjustment, 'user_id' | 'amount_cents' | 'state' | 'reason' | 'effective_date'> &
  Partial<Pick<AuditedAdjustment, 'commission_id' | 'invoice_number'>>;
/** `amount_cents`: null voids the proposal, because nothing is left to propose. */
type Change = Readonly<{ amount_cents: number | null; calculation: Calculation; reason?: string }>;

/** A pending proposal is not self-approved. */
const auditedOf = (row: Stored): AuditedAdjustment => ({ invoice_number: '', commission_id: null, ...row, self_approved: false });

export const propose = async (
  { records }: Pick<Repositories, 'records'>,
  proposal: NewProposal,
  invoice_number: string,
  { actorId, at, why }: Cause,
): Promise<Readonly<{ id: number; entry: AuditWrite }>> => {
  const id = await records.propose(proposal, at);
  const after = auditedOf({ ...proposal, invoice_number });
  return { id, entry: adjustmentEntry('created', id, { before: null, after, actorId, cause: why }) };
};

/** Changes or voids a pending proposal. */
export const repropose = async (
  { records }: Pick<Repositories, 'records'>,
  row: Stored & Readonly<{ id: number }>,
  change: Change,
  { actorId, at, why }: Cause,
): Promise<AuditWrite> => {
  await records.repropose(row.id, change, at);
  const before = auditedOf(row);
  const { amount_cents, reason = row.reason } = change;
  if (amount_cents === null) return adjustmentEntry('voided', row.id, { before, after: { ...before, state: 'void' }, actorId, cause: why });
  return adjustmentEntry('edited', row.id, { before, after: { ...before, amount_cents, reason }, actorId, cause: why });
};

/** The people who decide about a proposal. */
export const approversOf = async ({ periods }: Pick<Repositories, 'periods'>, { actorId: authorId, at }: Cause): Promise<Audience> => ({
  to: await periods.peopleOf(['vp_sales', 'admin']),
  by: authorId,
  at,
});

/** A new proposal in words, and the day on which it counts. */
export type WaitingProposal = Readonly<{ id: number; adjustment: string; reason: string; effective: Day }>;

export const notifyWaiting = async (
  tx: Pick<Repositories, 'notifications'>,
  person: PersonRow,
  { id, adjustment, reason, effective }: WaitingProposal,
  audience: Audience,
): Promise<void> => {
  const words = { adjustment, person: fullName(person), earlier: '', reason };
  const subject = { kind: 'adjustment', id, day: effective } as const;
  await notify(tx, 'adjustmentWaiting', { subject, occurrence: 'pending', words }, audience);
};
