import type { Adjustment } from '../../../contract/entities/adjustment.ts';
import { messages } from '../../../contract/messages.ts';
import { can } from '../../../contract/permissions.ts';
import type { AdjustmentRow } from '../../db/repositories/adjustments/adjustments.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { Principal } from '../session/principal.ts';
import { forbidden, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { type AdjustmentInput, type AdjustmentTyped, readAdjustment } from './adjustmentForm.ts';
import { findTarget } from './adjustmentTarget.ts';
import { changeAdjustment, permitted } from './changeAdjustment.ts';

/** Where the invoice stays and no record is named, the adjustment stays with the record it has, or with none (a bonus). */
const ownerOf = async (within: Repositories, row: AdjustmentRow, asked: AdjustmentInput) => {
  if (asked.invoiceId === row.related_invoice_id && asked.commissionId === undefined) return {};
  const { commissionId, invoiceId, userId, managerId } = await findTarget(within, asked);
  return { commission_id: commissionId, related_invoice_id: invoiceId, user_id: userId, managerId };
};

/**
 * Changes amount, reason or invoice (spec 2.38); a decision about the old amount is made again for the new one.
 * @throws Problem 403, 404, 409, 422
 */
export const editAdjustment = async (
  services: Pick<Services, 'store' | 'clock'>,
  principal: Principal,
  id: number | null,
  { version, ...body }: AdjustmentTyped & Readonly<{ version: number }>,
  origin: Origin,
): Promise<Adjustment> => {
  // Before the form is read (decisions 3.05); once more when it is locked.
  permitted(principal.actor, 'adjustment:write', id === null ? undefined : await services.store.adjustments.byId(id));
  const asked = await readAdjustment(body);
  const people = async ({ invoices }: Repositories) =>
    asked.invoiceId === null ? [] : (await invoices.recordsOf(asked.invoiceId)).map(({ user_id }) => user_id);
  const more = async (within: Repositories, row: AdjustmentRow) => {
    if (row.origin === 'bonus') throw new Problem(409, 'adjustment_step', messages.adjustmentRefusals.bonus);
    const { managerId, ...owner } = await ownerOf(within, row, asked);
    const target = { owner_id: String(owner.user_id), owner_manager_id: managerId == null ? null : String(managerId) };
    if (owner.user_id !== undefined && !can(principal.actor, 'adjustment:write', target)) throw forbidden();
    return { ...owner, amount_cents: asked.amount, reason: asked.reason };
  };
  const event = { type: 'edit', amount: asked.amount, moved: false, others: 0 } as const;
  const change = { id, version, permission: 'adjustment:write', deed: 'edited', event, people, more } as const;
  return changeAdjustment(services, principal, change, origin);
};
