import type { AuditEntry } from '../../../contract/entities/audit.ts';
import { type Actor, can, isCovered } from '../../../contract/permissions.ts';
import type { AuditRow } from '../../db/repositories/audit/audit.ts';
import { forbidden, notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { amountEntryOf, historyEntryOf } from './historyText.ts';

type Deps = Pick<Services, 'store'>;
const MAX_ENTRIES = 500;

const assertMayRead = (actor: Actor, ownerId: number): void => {
  if (!can(actor, 'commission:read', { owner_id: String(ownerId) })) throw forbidden();
};

/** A token without the invoice scope sees that the invoice changed, but not the changed fields (notes, customer, deal). */
const visibleEntryOf = (actor: Actor, row: AuditRow): AuditEntry => {
  const entry = historyEntryOf(row);
  return row.entity === 'invoice' && !isCovered(actor, 'invoice:read') ? { ...entry, changes: [] } : entry;
};

/**
 * Changes to a record, its invoice, adjustments, questions and payouts, and amount changes caused by new configurations, newest first.
 * @throws Problem 403, 404
 */
export const readCommissionHistory = async ({ store }: Deps, actor: Actor, id: number | null): Promise<AuditEntry[]> => {
  const record = id === null ? undefined : await store.invoices.recordById(id);
  if (!record) throw notFoundProblem('commission');
  assertMayRead(actor, record.user_id);
  const rows = await store.audit.listAbout(await store.audit.subjectsOf(record.id), MAX_ENTRIES);
  const amounts = await store.audit.amountsOf(record.id, MAX_ENTRIES);
  const entries = [...rows.map((row) => visibleEntryOf(actor, row)), ...amounts.map(amountEntryOf)];
  return entries.sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1)).slice(0, MAX_ENTRIES);
};

/** @throws Problem 403, 404 */
export const readAdjustmentHistory = async ({ store }: Deps, actor: Actor, id: number | null): Promise<AuditEntry[]> => {
  const adjustment = id === null ? undefined : await store.adjustments.byId(id);
  if (!adjustment) throw notFoundProblem('adjustment');
  assertMayRead(actor, adjustment.user_id);
  const rows = await store.audit.listAbout([{ entity: 'adjustment', entityId: String(adjustment.id) }], MAX_ENTRIES);
  return rows.map(historyEntryOf);
};
