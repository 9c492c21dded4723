import type { Adjustment } from '../../../contract/entities/adjustment.ts';
import { messages } from '../../../contract/messages.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import type { AdjustmentChange, AdjustmentRow } from '../../db/repositories/adjustments/adjustments.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { proposable } from '../facts/proposable.ts';
import { assertOpen } from '../payPeriods/periods.ts';
import type { Principal } from '../session/principal.ts';
import { forbidden, formProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { type AdjustmentFormBody, type AdjustmentInput, isForPerson, readAdjustment } from './adjustmentForm.ts';
import { findTarget } from './adjustmentTarget.ts';
import { changeAdjustment, requirePermitted } from './changeAdjustment.ts';
import { assertCanReceive, findPerson } from './personTarget.ts';

type EditContext = Readonly<{ actor: Actor; at: Date }>;

const assertMayWrite = (actor: Actor, userId: number, managerId: number | null): void => {
  const target = { owner_id: String(userId), owner_manager_id: managerId === null ? null : String(managerId) };
  if (!can(actor, 'adjustment:write', target)) throw forbidden();
};

/** An edit that names neither another invoice nor a record keeps the current record (a bonus has none). */
const targetChangeOf = async (
  tx: Repositories,
  row: AdjustmentRow,
  input: AdjustmentInput,
  { actor, at }: EditContext,
): Promise<AdjustmentChange> => {
  if (input.kind !== null) {
    const person = await findPerson(tx, input);
    assertMayWrite(actor, person.id, person.manager_id);
    await assertOpen(tx, input.day);
    await assertCanReceive(tx, input, person, at);
    return { user_id: person.id, effective_date: input.day, kind: input.kind };
  }
  if (input.invoiceId === row.related_invoice_id && input.commissionId === undefined) return {};
  const { commissionId, invoiceId, userId, managerId } = await findTarget(tx, input);
  assertMayWrite(actor, userId, managerId);
  return { commission_id: commissionId, related_invoice_id: invoiceId, user_id: userId };
};

/** Possible payees after the edit. */
const possiblePayeesOf = async ({ invoices }: Repositories, input: AdjustmentInput): Promise<number[]> => {
  if (input.kind !== null) return input.userId === null ? [] : [input.userId];
  return input.invoiceId === null ? [] : (await invoices.recordsOf(input.invoiceId)).map(({ user_id }) => user_id);
};

/**
 * Changes amount, reason and invoice (spec 2.38) or person, day and kind (decisions 2.25). A new amount needs a new decision.
 * @throws Problem 202 waiting_for_approval, 403, 404, 409, 422
 */
const edit = async (
  services: Pick<Services, 'store' | 'clock'>,
  principal: Principal,
  id: number | null,
  { version, ...body }: AdjustmentFormBody & Readonly<{ version: number }>,
  origin: Origin,
): Promise<Adjustment> => {
  // Checked before the form is parsed (decisions 3.05), and again under the lock.
  const current = requirePermitted(
    principal.actor,
    'adjustment:write',
    id === null ? undefined : await services.store.adjustments.byId(id),
  );
  const isPersonAdjustment = current.kind !== null;
  if (isPersonAdjustment !== isForPerson(body))
    throw formProblem({ [isPersonAdjustment ? 'user_id' : 'related_invoice_id']: messages.adjustmentFormText.sameSubject });
  const input = await readAdjustment(body);
  const people = (tx: Repositories) => possiblePayeesOf(tx, input);
  const buildChange = async (tx: Repositories, row: AdjustmentRow) => {
    if (row.origin === 'bonus') throw new Problem(409, 'adjustment_step', messages.adjustmentRefusals.bonus);
    const owner = await targetChangeOf(tx, row, input, { actor: principal.actor, at: services.clock() });
    return { ...owner, amount_cents: input.amount, reason: input.reason };
  };
  const event = { type: 'edit', amount: input.amount, moved: false, others: 0 } as const;
  const change = { id, version, permission: 'adjustment:write', verb: 'edited', event, people, buildChange } as const;
  return changeAdjustment(services, principal, change, origin);
};
export const editAdjustment = proposable('adjustment.edit', edit);
