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
const adjustableOf = async ({ store, clock }: Deps, actor: Actor, ids: readonly number[], managedBy: number | null) => {
  const found = new Map<number, Adjustable>();
  if (reachOf(actor, 'adjustment:write') === 'none') return found;
  const records = await store.adjustments.recordsOf(ids, managedBy);
  const { config } = await currentConfig(store);
  const people = [...new Set(records.map(({ user_id }) => user_id))];
  const others = await store.adjustments.othersByPerson(Number(actor.id), people, todayIn(config.timezone, clock()));
  for (const record of records) {
    // Adjustments to the actor's own pay always need approval (decisions 3.06).
    const threshold = String(record.user_id) === actor.id ? 0 : config.secondApprovalOver;
    const left = Math.max(0, threshold - (others.get(record.user_id) ?? 0));
    const one = { id: String(record.id), salesperson: fullName(record), now: fromCents(record.now_cents), at_once: fromCents(left) };
    found.set(record.invoice_id, [...(found.get(record.invoice_id) ?? []), one]);
  }
  return found;
};

/** spec 7.29, decisions 2.10: finds invoices by part of their number, among those whose commissions the actor may adjust or see. */
export const lookUpInvoices = async (deps: Deps, actor: Actor, q: string): Promise<Static<typeof InvoiceLookup>[]> => {
  const { store } = deps;
  const text = q.trim();
  if (text === '') return [];
  const userId = commissionsOf(actor, undefined);
  const managedBy = reachOf(actor, 'adjustment:write') === 'team' ? Number(actor.id) : null;
  const found = await store.invoices.lookUp(text, { creditedTo: userId, managedBy }, MAX_INVOICES);
  const ids = found.map(({ id }) => id);
  const choices = await store.adjustments.choices(ids, userId);
  const adjustable = await adjustableOf(deps, actor, ids, managedBy);
  return found.map(({ id, invoice_number, customer_name }) => {
    const theirs = new Set(adjustable.get(id)?.map((record) => record.id));
    const mine = choices.filter((record) => record.invoice_id === id && (managedBy === null || theirs.has(String(record.id))));
    const commissions = mine.map((record) => ({
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
