import type { AuditEntry } from '../../../contract/entities/audit.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import { forbidden, notFound } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { amountEntryOf, entryOf } from './historyText.ts';

type Deps = Pick<Services, 'store'>;
const MOST = 500;

const mustSee = (actor: Actor, ownerId: number): void => {
  if (!can(actor, 'commission:read', { owner_id: String(ownerId) })) throw forbidden();
};

/**
 * Changes to a record, its invoice, adjustments, questions and payouts, and amount changes caused by new configurations, newest first.
 * @throws Problem 403, 404
 */
export const historyOfCommission = async ({ store }: Deps, actor: Actor, id: number | null): Promise<AuditEntry[]> => {
  const record = id === null ? undefined : await store.invoices.recordById(id);
  if (!record) throw notFound('commission');
  mustSee(actor, record.user_id);
  const rows = await store.audit.about(await store.audit.subjectsOf(record.id), MOST);
  const amounts = await store.audit.amountsOf(record.id, MOST);
  const entries = [...rows.map(entryOf), ...amounts.map(amountEntryOf)];
  return entries.sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1)).slice(0, MOST);
};

/** @throws Problem 403, 404 */
export const historyOfAdjustment = async ({ store }: Deps, actor: Actor, id: number | null): Promise<AuditEntry[]> => {
  const adjustment = id === null ? undefined : await store.adjustments.byId(id);
  if (!adjustment) throw notFound('adjustment');
  mustSee(actor, adjustment.user_id);
  const rows = await store.audit.about([{ entity: 'adjustment', entityId: String(adjustment.id) }], MOST);
  return rows.map(entryOf);
};
