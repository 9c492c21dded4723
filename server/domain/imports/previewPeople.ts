import { setImmediate } from 'node:timers/promises';
import type { ImportPersonChange } from '../../../contract/entities/import.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { limits } from '../../../contract/limits.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { FactRow, PersonRow } from '../../db/repositories/commissions/facts.ts';
import type { Store } from '../../db/repositories/store.ts';
import { previewFacts } from '../commissions/recompute/index.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import type { Decision } from './decideInvoice.ts';
import { type Decided, type Deciding, decideRows } from './decideRows.ts';

/** New invoices have no id yet: after all that have one, in the order of the file. */
const NEW_IDS = 2 ** 50;

const idOf = ({ existing, rowNumber }: Decision): number => existing?.id ?? NEW_IDS + rowNumber;

/** An invoice of the file as a fact of the person. */
const factOf = (person: PersonRow, decision: Decision, known: FactRow | undefined, creditOf: number | null): FactRow | null => {
  const { write } = decision;
  if (!write || write.salesperson_id !== person.id) return null;
  const rest = known ?? {
    manager_id: person.manager_id,
    manager_role: null,
    sales_lead_id: null,
    sales_lead_role: null,
    rate_override: null,
    receipts: [],
  };
  return {
    ...rest,
    user_id: person.id,
    id: idOf(decision),
    invoice_number: write.invoice_number,
    booking_date: write.booking_date,
    gross_cents: write.gross_cents,
    net_cents: write.net_cents,
    credit_of_id: creditOf ?? write.credit_of_id,
    customer_name: write.customer_name,
    customer_type: write.customer_type,
    notes: write.notes,
    salesperson_id: person.id,
    salesperson_role: person.role,
  };
};

/** The person's facts with those of the file, new and changed; what the file gives to somebody else is gone. */
const withInvoices =
  ({ decisions }: Decided) =>
  (facts: readonly FactRow[], person: PersonRow): FactRow[] => {
    const taken = decisions.filter(({ write }) => write !== null);
    const byId = new Map(facts.map((fact) => [fact.id, fact]));
    const idOfNumber = new Map(taken.map((one) => [one.write?.invoice_number ?? '', idOf(one)]));
    const written = new Set(taken.map(idOf));
    const made = taken.flatMap((one) => factOf(person, one, byId.get(idOf(one)), idOfNumber.get(one.comesAfter ?? '') ?? null) ?? []);
    return [...facts.filter(({ id }) => !written.has(id)), ...made];
  };

/** The person's facts with the payments of the file. */
const withReceipts =
  ({ receipts }: Decided) =>
  (facts: readonly FactRow[]): FactRow[] => {
    const paid = new Map<number, (readonly [string, number])[]>();
    for (const { day, parts, existing } of receipts)
      if (!existing) for (const { invoiceId, amount } of parts) paid.set(invoiceId, [...(paid.get(invoiceId) ?? []), [day, amount]]);
    return facts.map((fact) => ({ ...fact, receipts: [...fact.receipts, ...(paid.get(fact.id) ?? [])] }));
  };

const daysOf = ({ decisions, known }: Decided, isReceipts: boolean): string[] => {
  const days = isReceipts
    ? [...known.invoices.values()].map(({ booking_date }) => booking_date)
    : decisions.flatMap(({ write, existing }) => [write?.booking_date, existing?.booking_date].filter((day): day is string => !!day));
  return [...new Set(days)];
};

/**
 * What a file would change for each person, by the engine over the facts as they would be; of a person from whom it takes an invoice too.
 * @returns those with the most rows, and how many more there are
 */
export const previewPeople = async (
  store: Pick<Store, 'config' | 'importRows' | 'importedFacts' | 'importedReceipts' | 'snapshot' | 'users'>,
  deciding: Deciding,
  at: Date,
): Promise<Readonly<{ people: ImportPersonChange[]; more: number }>> => {
  const current = await currentConfig(store);
  const today = todayIn(current.config.timezone, at);
  const everybody = await store.importRows.people(deciding.runId);
  const names = new Map((await store.users.known()).map((user) => [user.id, fullName(user)]));
  const isReceipts = deciding.kind === 'receipts';
  const people: ImportPersonChange[] = [];
  for (const { user_id, rows } of everybody.slice(0, limits.imports.previewPeople)) {
    const decided = await decideRows(store, deciding, await store.importRows.ofUser(deciding.runId, user_id));
    const days = daysOf(decided, isReceipts);
    const found = await previewFacts(store, user_id, { current, today, days }, isReceipts ? withReceipts(decided) : withInvoices(decided));
    const isMemo = decided.decisions.some(({ write, fate }) => fate === 'waiting' || write?.credit_of_id);
    people.push({
      user_id: String(user_id),
      name: names.get(user_id) ?? String(user_id),
      rows,
      records: found?.records ?? 0,
      amount: fromCents((isReceipts ? found?.released : found?.amount) ?? 0),
      proposed: fromCents(found?.proposed ?? 0),
      estimate: isMemo || isReceipts || (found?.sharesTeams ?? false),
    });
    await setImmediate();
  }
  return { people, more: Math.max(0, everybody.length - people.length) };
};
