import { setImmediate } from 'node:timers/promises';
import type { ImportPersonChange } from '../../../../contract/entities/import.ts';
import { fullName } from '../../../../contract/entities/user.ts';
import { limits } from '../../../../contract/limits.ts';
import { asksAbout } from '../../../../contract/rules/commission/matching.ts';
import { groupBy } from '../../../../contract/rules/groupBy.ts';
import { type Cents, fromCents } from '../../../../contract/rules/money.ts';
import type { FactRow, PersonRange, PersonRow } from '../../../db/repositories/commissions/facts.ts';
import { hasReach } from '../../../db/repositories/commissions/teamReach.ts';
import type { PersonRows } from '../../../db/repositories/imports/importRows.ts';
import type { AllocationRow } from '../../../db/repositories/payments/allocations.ts';
import type { Store } from '../../../db/repositories/store.ts';
import { previewFacts, teamReachOf } from '../../commissions/recompute/index.ts';
import { currentConfig } from '../../plans/config.ts';
import { todayIn } from '../../shared/clock.ts';
import { isPresent, roleOn } from '../../shared/personOn.ts';
import { allocated, type Deciding, idOf, isNewId, type RowDecision } from '../deciding/index.ts';
import { previewPaidBefore } from './previewPaidBefore.ts';
import { movedBy, type PreviewPart, previewEach, previewPartsOf } from './previewParts.ts';

/** Number of rows whose people are counted in one query: about 20 ms on the embedded database. */
const PART = 8 * limits.imports.chunk;

type Within = Pick<
  Store,
  | 'allocations'
  | 'config'
  | 'facts'
  | 'importRows'
  | 'importedFacts'
  | 'importedReceipts'
  | 'marks'
  | 'outsideMemos'
  | 'paidBefore'
  | 'snapshot'
  | 'users'
>;
/** `people` by id; `stored`: invoices that the file changes or that its memos credit, as facts of the person. */
type Company = Readonly<{ people: ReadonlyMap<number, PersonRow>; stored: ReadonlyMap<number, FactRow> }>;
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

const takenBack = (fact: FactRow): NonNullable<FactRow['takes_back']> => {
  const { id, gross_cents, net_cents, booking_date, sale_kind, term_months, cost_cents, list_cents, units } = fact;
  return { id, gross_cents, net_cents, booking_date, sale_kind, term_months, cost_cents, list_cents, units };
};

/** An invoice in the file as a fact for the person; null if they have no share in it. */
const factOf = (
  person: PersonRow,
  { write, ...decision }: RowDecision,
  known: FactRow | undefined,
  { people, stored }: Company,
): FactRow | null => {
  const seller = people.get(write?.salesperson_id ?? 0);
  if (!write || write.salesperson_id === null || write.state === 'cancelled' || !seller) return null;
  const original = stored.get(write.credit_of_id ?? 0);
  const takes_back = original ? (original.takes_back ?? takenBack(original)) : null;
  const day = takes_back?.booking_date ?? write.booking_date;
  const fact: FactRow = {
    ...(known ?? { ...unknownFact, manager_id: person.manager_id }),
    user_id: person.id,
    id: idOf(decision),
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
    takes_back: known?.credit_of_id === write.credit_of_id ? (known?.takes_back ?? null) : takes_back,
    salesperson_id: write.salesperson_id,
    salesperson_role: isPresent(seller, day) ? roleOn(seller, day) : null,
  };
  return isCreditedTo(person, fact) ? fact : null;
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
    const takes_back = fact.credit_of_id === null ? null : takenBack(original);
    return { ...fact, takes_back, receipts, has_pay, credits: creditsOf(original.id) };
  });
};

/** The person's facts with the file's new and changed invoices, without those it moves to other people or periods. */
const withInvoices =
  ({ decisions }: PreviewPart, company: Company) =>
  (facts: readonly FactRow[], person: PersonRow, { from, to }: PersonRange): FactRow[] => {
    const byId = new Map(facts.map((fact) => [fact.id, fact]));
    const made = [...decisions].flatMap(([id, one]) => factOf(person, one, byId.get(id) ?? company.stored.get(id), company) ?? []);
    const all = [...facts.filter(({ id }) => !decisions.has(id)), ...made.filter(({ booking_date: day }) => day >= from && day <= to)];
    const changed = [...made, ...facts.filter(({ id }) => decisions.has(id))];
    return withCredits(all, new Set(changed.map(({ id, credit_of_id }) => credit_of_id ?? id)));
  };

/** Open balances that the payments of a part can pay, and the payments replaced by its changed receipts. */
type Paying = Readonly<{ open: ReadonlyMap<number, Cents>; replaced: readonly AllocationRow[] }>;

const withoutPayments = (receipts: FactRow['receipts'], replaced: readonly AllocationRow[]): FactRow['receipts'] => {
  const left = [...receipts];
  for (const { payment_date, amount_cents } of replaced) {
    const index = left.findIndex(([day, cents]) => day === payment_date && cents === amount_cents);
    if (index >= 0) left.splice(index, 1);
  }
  return left;
};

/** The person's facts with the payments in the file; a credit memo gets those of its original. */
const withReceipts =
  ({ receipts }: PreviewPart, { open: balances, replaced }: Paying) =>
  (facts: readonly FactRow[]): FactRow[] => {
    const paid = new Map<number, (readonly [string, number])[]>();
    // All receipts together pay at most an invoice's open balance.
    const open = new Map(balances);
    for (const { day, parts } of receipts.values())
      for (const { invoiceId, amount } of allocated(parts, open)) paid.set(invoiceId, [...(paid.get(invoiceId) ?? []), [day, amount]]);
    const before = groupBy(replaced, ({ invoice_id }) => invoice_id);
    return facts.map((fact) => {
      const id = fact.takes_back?.id ?? fact.id;
      return { ...fact, receipts: [...withoutPayments(fact.receipts, before.get(id) ?? []), ...(paid.get(id) ?? [])] };
    });
  };

/** Reads these balances and payments, with invoices as the file changes them. */
const readPaying = async ({ allocations }: Pick<Store, 'allocations'>, { decisions, receipts }: PreviewPart): Promise<Paying> => {
  if (receipts.size === 0) return { open: new Map(), replaced: [] };
  const paid = [...receipts.values()].flatMap(({ parts }) => parts.map(({ invoiceId }) => invoiceId));
  const stored = paid.filter((id) => !isNewId(id));
  const changed = [...receipts.values()].flatMap(({ existing }) => existing?.id ?? []);
  const replaced = await allocations.of(changed);
  const open = new Map(await allocations.balances(stored, changed));
  for (const { write, existing, ...one } of decisions.values())
    if (write && write.state !== 'cancelled') {
      const id = idOf({ ...one, existing });
      open.set(id, (existing ? (open.get(id) ?? 0) - existing.gross_cents : 0) + write.gross_cents);
    }
  return { open, replaced };
};

/**
 * The people with rows in the file, those with the most rows first, counted in parts because others wait for the query. Row numbers are
 * omitted for people with more than `most` rows.
 */
const peopleOf = async (
  { importRows }: Within,
  runId: number,
  { most, part }: Readonly<{ most: number; part: number }>,
): Promise<PersonRows[]> => {
  const last = await importRows.lastRow(runId);
  const people = new Map<number, { user_id: number; rows: number; numbers: number[] }>();
  for (let after = 0; after < last; after += part) {
    for (const { user_id, rows, numbers } of await importRows.people(runId, after, after + part)) {
      const person = people.get(user_id) ?? { user_id, rows: 0, numbers: [] };
      people.set(user_id, person);
      person.rows += rows;
      if (person.rows <= most) person.numbers.push(...numbers);
      else person.numbers = [];
    }
    await setImmediate();
  }
  // Facts before the books begin create no records.
  return [...people.values()].filter(({ rows }) => rows > 0).sort((a, b) => b.rows - a.rows || a.user_id - b.user_id);
};

/**
 * The effect of a file on each person, including people who lose an invoice, computed by the engine from the facts as they would be.
 * @param most maximum number of rows per person that are computed
 * @param part number of rows counted in one query
 * @returns the people with the most rows, and the number of others
 */
export const previewPeople = async (
  store: Within,
  deciding: Deciding,
  at: Date,
  { most = limits.imports.previewRows, part = PART }: Readonly<{ most?: number; part?: number }> = {},
): Promise<Readonly<{ people: ImportPersonChange[]; more: number }>> => {
  if (deciding.kind === 'paid_before')
    return previewPaidBefore(store, deciding, await peopleOf(store, deciding.runId, { most, part }), most);
  const current = await currentConfig(store);
  const today = todayIn(current.config.timezone, at);
  const everybody = await peopleOf(store, deciding.runId, { most, part });
  const users = await store.users.known();
  const names = new Map(users.map((user) => [user.id, fullName(user)]));
  const known = new Map((await store.facts.people(users.map(({ id }) => id))).map((person) => [person.id, person]));
  // The events of an invoice, and its customer's first invoice, are known only after it is imported.
  const asksLaterFacts = current.config.plans.some((plan) => asksAbout(plan, 'activity_type') || asksAbout(plan, 'customer_months'));
  const sharesTeams = hasReach(teamReachOf(current.config));
  const isReceipts = deciding.kind === 'receipts';
  const people: ImportPersonChange[] = [];
  for (const { user_id, rows, numbers } of everybody.slice(0, limits.imports.previewPeople)) {
    const who = { user_id: String(user_id), name: names.get(user_id) ?? String(user_id), rows };
    if (rows > most) {
      people.push({ ...who, records: null, amount: null, proposed: null, estimate: false });
      continue;
    }
    const parts = await previewPartsOf(store, deciding, numbers, current.config);
    const sum = await previewEach(parts, async (part) => {
      const decisions = [...part.decisions.values()];
      const existing = decisions.flatMap(({ existing: row }) => row?.id ?? []);
      const credited = decisions.flatMap(({ write }) => write?.credit_of_id ?? []);
      const stored = await store.facts.ofInvoicesFor(user_id, [...new Set([...existing, ...credited])]);
      const payments = withReceipts(part, await readPaying(store, part));
      const invoices = withInvoices(part, { people: known, stored });
      const change: typeof invoices = (facts, person, range) => payments(isReceipts ? facts : invoices(facts, person, range));
      return previewFacts(store, user_id, { current, today, days: [...part.days], movedTo: movedBy(part) }, change);
    });
    people.push({
      ...who,
      records: sum.records,
      amount: fromCents(isReceipts ? sum.released : sum.amount),
      ...(deciding.reading.mapping.paid ? { released: fromCents(sum.released) } : {}),
      proposed: fromCents(sum.proposed),
      estimate: sharesTeams || asksLaterFacts,
    });
  }
  return { people, more: Math.max(0, everybody.length - people.length) };
};
