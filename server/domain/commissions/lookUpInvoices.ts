import type { Static } from 'typebox';
import type { InvoiceLookup } from '../../../contract/entities/invoice.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { type Actor, reachOf } from '../../../contract/permissions.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import type { Services } from '../shared/services.ts';
import { commissionsOf } from './commissionQuestion.ts';

const MAX_INVOICES = 20;
type Deps = Pick<Services, 'store' | 'clock'>;
type Adjustable = NonNullable<Static<typeof InvoiceLookup>['adjustable']>;

/** Records the actor may adjust, by invoice id; empty if the actor may not adjust any. */
const readAdjustable = async ({ store, clock }: Deps, actor: Actor, ids: readonly number[], managerId: number | null) => {
  const byInvoice = new Map<number, Adjustable>();
  if (reachOf(actor, 'adjustment:write') === 'none') return byInvoice;
  const records = await store.adjustments.recordsOf(ids, managerId);
  const { config } = await currentConfig(store);
  const people = [...new Set(records.map(({ user_id }) => user_id))];
  const others = await store.adjustments.othersByPerson(Number(actor.id), people, todayIn(config.timezone, clock()));
  for (const record of records) {
    // Adjustments to the actor's own pay always need approval (decisions 3.06).
    const threshold = String(record.user_id) === actor.id ? 0 : config.secondApprovalOver;
    const remaining = Math.max(0, threshold - (others.get(record.user_id) ?? 0));
    const choice = {
      id: String(record.id),
      salesperson: fullName(record),
      now: fromCents(record.now_cents),
      at_once: fromCents(remaining),
    };
    byInvoice.set(record.invoice_id, [...(byInvoice.get(record.invoice_id) ?? []), choice]);
  }
  return byInvoice;
};

/** spec 7.29, decisions 2.10: finds invoices by part of their number, among those whose commissions the actor may adjust or see. */
export const lookUpInvoices = async (deps: Deps, actor: Actor, q: string): Promise<Static<typeof InvoiceLookup>[]> => {
  const { store } = deps;
  const text = q.trim();
  if (text === '') return [];
  const userId = commissionsOf(actor, undefined);
  const managerId = reachOf(actor, 'adjustment:write') === 'team' ? Number(actor.id) : null;
  const matches = await store.invoices.lookUp(text, { creditedTo: userId, managedBy: managerId }, MAX_INVOICES);
  const ids = matches.map(({ id }) => id);
  const choices = await store.adjustments.choices(ids, userId);
  const adjustable = await readAdjustable(deps, actor, ids, managerId);
  return matches.map(({ id, invoice_number, customer_name }) => {
    const teamIds = new Set(adjustable.get(id)?.map((record) => record.id));
    const ownRecords = choices.filter((record) => record.invoice_id === id && (managerId === null || teamIds.has(String(record.id))));
    const commissions = ownRecords.map((record) => ({
      id: String(record.id),
      salesperson: fullName(record),
      amount: fromCents(record.amount_cents),
    }));
    return {
      id: String(id),
      invoice_number,
      customer: { name: customer_name },
      ...(commissions.length > 0 ? { commissions } : {}),
      ...(adjustable.has(id) ? { adjustable: adjustable.get(id) } : {}),
    };
  });
};
