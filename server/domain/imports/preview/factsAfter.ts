import { groupBy } from '../../../../contract/rules/groupBy.ts';
import type { Cents } from '../../../../contract/rules/money.ts';
import type { FactRow, PersonRange, PersonRow } from '../../../db/repositories/commissions/facts.ts';
import type { AllocationRow } from '../../../db/repositories/payments/allocations.ts';
import type { Store } from '../../../db/repositories/store.ts';
import type { FactsChange } from '../../commissions/recompute/index.ts';
import { isPresent, roleOn } from '../../shared/personOn.ts';
import { allocateParts, invoiceIdOf, isNewId, type RowDecision } from '../deciding/index.ts';
import type { PreviewPart } from './previewParts.ts';

/** `people` by id; `stored`: invoices that the file changes or that its memos credit, as facts of the person. */
type CompanyFacts = Readonly<{ people: ReadonlyMap<number, PersonRow>; stored: ReadonlyMap<number, FactRow> }>;
const unknownFact = {
  manager_id: null,
  manager_role: null,
  above: [],
  sales_lead_id: null,
  sales_lead_role: null,
  rate_override: null,
  receipts: [],
  credits: [],
  has_pay: false,
  takes_back: null,
  activity_types: [],
  customer_since: null,
  splits: null,
} as const;

const isCreditedTo = (person: PersonRow, { salesperson_id, sales_lead_id, splits }: FactRow): boolean =>
  salesperson_id === person.id || sales_lead_id === person.id || (splits ?? []).some(([id]) => id === person.id);

const reversedSaleOf = (fact: FactRow): NonNullable<FactRow['takes_back']> => {
  const { id, gross_cents, net_cents, booking_date, sale_kind, term_months, cost_cents, list_cents, units } = fact;
  return { id, gross_cents, net_cents, booking_date, sale_kind, term_months, cost_cents, list_cents, units };
};

/** An invoice in the file as a fact for the person, whether or not they have a share in it; null if it no longer has a seller. */
const factOf = (
  person: PersonRow,
  { write, ...decision }: RowDecision,
  storedFact: FactRow | undefined,
  { people, stored }: CompanyFacts,
): FactRow | null => {
  const seller = people.get(write?.salesperson_id ?? 0);
  if (!write || write.salesperson_id === null || write.state === 'cancelled' || !seller) return null;
  const original = stored.get(write.credit_of_id ?? 0);
  const takes_back = original ? (original.takes_back ?? reversedSaleOf(original)) : null;
  const day = takes_back?.booking_date ?? write.booking_date;
  return {
    ...(storedFact ?? { ...unknownFact, manager_id: person.manager_id }),
    user_id: person.id,
    id: invoiceIdOf(decision),
    invoice_number: write.invoice_number,
    booking_date: write.booking_date,
    gross_cents: write.gross_cents,
    net_cents: write.net_cents,
    credit_of_id: write.credit_of_id,
    customer_name: write.customer_name,
    customer_type: write.customer_type,
    sale_kind: write.sale_kind,
    term_months: write.term_months,
    cost_cents: write.cost_cents,
    list_cents: write.list_cents,
    units: write.units,
    notes: write.notes,
    takes_back: storedFact?.credit_of_id === write.credit_of_id ? (storedFact?.takes_back ?? null) : takes_back,
    salesperson_id: write.salesperson_id,
    salesperson_role: isPresent(seller, day) ? roleOn(seller, day) : null,
  };
};

/** Gives invoices the credits of their memos, and memos the shares of their original; `changed`: ids of the originals. */
const withCredits = (facts: readonly FactRow[], changed: ReadonlySet<number>): FactRow[] => {
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  const creditsOf = (rootId: number): FactRow['credits'] =>
    facts.flatMap((fact) => (fact.credit_of_id === rootId ? [[fact.booking_date, fact.gross_cents] as const] : []));
  return facts.map((fact) => {
    const original = byId.get(fact.credit_of_id ?? fact.id);
    if (!original || !changed.has(original.id)) return fact;
    const { receipts, has_pay } = original;
    const takes_back = fact.credit_of_id === null ? null : reversedSaleOf(original);
    return { ...fact, takes_back, receipts, has_pay, credits: creditsOf(original.id) };
  });
};

/** The person's facts with the file's new and changed invoices, without those it moves to other people or periods. */
const createInvoiceChange =
  ({ decisions }: PreviewPart, company: CompanyFacts) =>
  (facts: readonly FactRow[], person: PersonRow, { from, to }: PersonRange): FactRow[] => {
    const byId = new Map(facts.map((fact) => [fact.id, fact]));
    const written = [...decisions].flatMap(([id, one]) => {
      const fact = factOf(person, one, byId.get(id) ?? company.stored.get(id), company);
      return fact && isCreditedTo(person, fact) ? [fact] : [];
    });
    const all = [...facts.filter(({ id }) => !decisions.has(id)), ...written.filter(({ booking_date: day }) => day >= from && day <= to)];
    const changed = [...written, ...facts.filter(({ id }) => decisions.has(id))];
    return withCredits(all, new Set(changed.map(({ id, credit_of_id }) => credit_of_id ?? id)));
  };

/** Removes the first equal dated amount for each of the removed ones. */
const withoutDated = (all: FactRow['credits'], removed: FactRow['credits']): FactRow['credits'] => {
  const remaining = [...all];
  for (const [day, cents] of removed) {
    const index = remaining.findIndex((one) => one[0] === day && one[1] === cents);
    if (index >= 0) remaining.splice(index, 1);
  }
  return remaining;
};

/** The credits of an invoice, with the memos that the file adds to it and without those that it changes or moves away. */
const creditsAfter = (rootId: number, credits: FactRow['credits'], decisions: readonly RowDecision[]): FactRow['credits'] => {
  const creditIn = (row: Pick<NonNullable<RowDecision['write']>, 'credit_of_id' | 'state' | 'booking_date' | 'gross_cents'> | null) =>
    row?.credit_of_id === rootId && row.state === 'sent' ? [[row.booking_date, row.gross_cents] as const] : [];
  const written = decisions.filter(({ write }) => write !== null);
  const removed = written.flatMap(({ existing }) => creditIn(existing));
  return [...withoutDated(credits, removed), ...written.flatMap(({ write }) => creditIn(write))];
};

/** Invoices that the person has lost, or loses through the file, but whose records stay in closed months. */
const createLostInvoices =
  ({ decisions }: PreviewPart, company: CompanyFacts) =>
  (ids: readonly number[], known: readonly FactRow[], person: PersonRow): FactRow[] => {
    const byId = new Map(known.map((fact) => [fact.id, fact]));
    const all = [...decisions.values()];
    return ids.flatMap((id) => {
      const decision = decisions.get(id);
      const stored = byId.get(id);
      const fact = decision?.write ? factOf(person, decision, stored, company) : stored;
      return fact ? [{ ...fact, credits: creditsAfter(fact.takes_back?.id ?? id, fact.credits, all) }] : [];
    });
  };

/** Open balances that the payments of a part can pay, and the payments replaced by its changed receipts. */
type OpenPayments = Readonly<{ open: ReadonlyMap<number, Cents>; replaced: readonly AllocationRow[] }>;

/** The person's facts with the payments in the file; a credit memo gets those of its original. */
const createReceiptChange =
  ({ receipts }: PreviewPart, { open: balances, replaced }: OpenPayments) =>
  (facts: readonly FactRow[]): FactRow[] => {
    const paid = new Map<number, (readonly [string, number])[]>();
    // The receipts together pay no more than an invoice's open balance.
    const remainingBalances = new Map(balances);
    for (const { day, parts } of receipts.values())
      for (const { invoiceId, amount } of allocateParts(parts, remainingBalances))
        paid.set(invoiceId, [...(paid.get(invoiceId) ?? []), [day, amount]]);
    const before = groupBy(replaced, ({ invoice_id }) => invoice_id);
    return facts.map((fact) => {
      const id = fact.takes_back?.id ?? fact.id;
      const replacedHere = (before.get(id) ?? []).map(({ payment_date, amount_cents }) => [payment_date, amount_cents] as const);
      return { ...fact, receipts: [...withoutDated(fact.receipts, replacedHere), ...(paid.get(id) ?? [])] };
    });
  };

/** Reads the open balances and payments, with invoices as the file changes them. */
const readPaying = async ({ allocations }: Pick<Store, 'allocations'>, { decisions, receipts }: PreviewPart): Promise<OpenPayments> => {
  if (receipts.size === 0) return { open: new Map(), replaced: [] };
  const paid = [...receipts.values()].flatMap(({ parts }) => parts.map(({ invoiceId }) => invoiceId));
  const stored = paid.filter((id) => !isNewId(id));
  const changed = [...receipts.values()].flatMap(({ existing }) => existing?.id ?? []);
  const replaced = await allocations.of(changed);
  const open = new Map(await allocations.balances(stored, changed));
  for (const { write, existing, ...one } of decisions.values())
    if (write && write.state !== 'cancelled') {
      const id = invoiceIdOf({ ...one, existing });
      open.set(id, (existing ? (open.get(id) ?? 0) - existing.gross_cents : 0) + write.gross_cents);
    }
  return { open, replaced };
};

/** The facts of a person after the run has written the file. @param people everyone, by id */
export const readFactsAfter = async (
  store: Pick<Store, 'allocations' | 'facts'>,
  userId: number,
  part: PreviewPart,
  people: CompanyFacts['people'],
): Promise<FactsChange> => {
  const decisions = [...part.decisions.values()];
  const existing = decisions.flatMap(({ existing: row }) => row?.id ?? []);
  const credited = decisions.flatMap(({ write }) => write?.credit_of_id ?? []);
  const company = { people, stored: await store.facts.ofInvoicesFor(userId, [...new Set([...existing, ...credited])]) };
  const payments = createReceiptChange(part, await readPaying(store, part));
  const [invoices, lost] = [createInvoiceChange(part, company), createLostInvoices(part, company)];
  return {
    credited: (facts, person, range) => payments(invoices(facts, person, range)),
    lost: (ids, facts, person) => payments(lost(ids, facts, person)),
  };
};
