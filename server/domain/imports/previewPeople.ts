import { setImmediate } from 'node:timers/promises';
import type { ImportPersonChange } from '../../../contract/entities/import.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { limits } from '../../../contract/limits.ts';
import type { CommissionsConfig } from '../../../contract/rules/commission/config.ts';
import { asksAbout } from '../../../contract/rules/commission/matching.ts';
import { type Cents, fromCents } from '../../../contract/rules/money.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { FactRow, PersonRange, PersonRow } from '../../db/repositories/commissions/facts.ts';
import type { PersonRows } from '../../db/repositories/imports/importRows.ts';
import type { Store } from '../../db/repositories/store.ts';
import { pendingDays } from '../commissions/pendingDays.ts';
import { previewFacts } from '../commissions/recompute/index.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { isPresent, roleOn } from '../shared/personOn.ts';
import { idOf } from './arriving.ts';
import { allocated, type ReceiptWrite } from './decideReceipts.ts';
import { type Deciding, decideRows } from './decideRows.ts';
import type { Decision } from './decision.ts';
import { memosAlong } from './memosAlong.ts';
import { withTheirRows } from './withTheirRows.ts';

/** Rows of a file whose people are counted in one statement: some 20 ms on the embedded database. */
const PART = 8 * limits.imports.chunk;

type Within = Pick<
  Store,
  'allocations' | 'config' | 'facts' | 'importRows' | 'importedFacts' | 'importedReceipts' | 'outsideMemos' | 'snapshot' | 'users'
>;
/** `people` by id; `stored`: the invoices that the file changes, and those that its memos credit, as they are now. */
type Company = Readonly<{ people: ReadonlyMap<number, PersonRow>; stored: ReadonlyMap<number, FactRow> }>;
const unknownFact = {
  manager_id: null,
  manager_role: null,
  sales_lead_id: null,
  sales_lead_role: null,
  rate_override: null,
  receipts: [],
  credits: [],
  takes_back: null,
  activity_types: [],
  splits: null,
} as const;

const isCreditedTo = (person: PersonRow, { salesperson_id, sales_lead_id, splits }: FactRow): boolean =>
  salesperson_id === person.id || sales_lead_id === person.id || (splits ?? []).some(([id]) => id === person.id);

const takenBack = ({ id, gross_cents, booking_date }: FactRow): NonNullable<FactRow['takes_back']> => ({ id, gross_cents, booking_date });

/** An invoice of the file as a fact of the person; null where they have no share in it. */
const factOf = (
  person: PersonRow,
  { write, ...decision }: Decision,
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
    notes: write.notes,
    takes_back: known?.credit_of_id === write.credit_of_id ? (known?.takes_back ?? null) : takes_back,
    salesperson_id: write.salesperson_id,
    salesperson_role: isPresent(seller, day) ? roleOn(seller, day) : null,
  };
  return isCreditedTo(person, fact) ? fact : null;
};

/** The decisions about one person in one quota period: by the id of an invoice, the last one. */
type Part = Readonly<{ decisions: Map<number, Decision>; receipts: Map<string, ReceiptWrite>; days: Set<Day> }>;

/** The facts with what memos credit, for the invoices and memos that the file changes: `credited` names those invoices. */
const withCredits = (facts: readonly FactRow[], credited: ReadonlySet<number>): FactRow[] => {
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  const creditsOf = (rootId: number): FactRow['credits'] =>
    facts.flatMap((fact) => (fact.credit_of_id === rootId ? [[fact.booking_date, fact.gross_cents] as const] : []));
  return facts.map((fact) => {
    const original = byId.get(fact.credit_of_id ?? fact.id);
    if (!original || !credited.has(original.id)) return fact;
    const { id, gross_cents, booking_date, receipts } = original;
    const takes_back = fact.credit_of_id === null ? null : { id, gross_cents, booking_date };
    return { ...fact, takes_back, receipts, credits: creditsOf(id) };
  });
};

/** The person's facts with those of the file, new and changed, without those that the file gives to others or to another period. */
const withInvoices =
  ({ decisions }: Part, company: Company) =>
  (facts: readonly FactRow[], person: PersonRow, { from, to }: PersonRange): FactRow[] => {
    const byId = new Map(facts.map((fact) => [fact.id, fact]));
    const made = [...decisions].flatMap(([id, one]) => factOf(person, one, byId.get(id) ?? company.stored.get(id), company) ?? []);
    const all = [...facts.filter(({ id }) => !decisions.has(id)), ...made.filter(({ booking_date: day }) => day >= from && day <= to)];
    const changed = [...made, ...facts.filter(({ id }) => decisions.has(id))];
    return withCredits(all, new Set(changed.flatMap(({ credit_of_id }) => credit_of_id ?? [])));
  };

/** The person's facts with the payments of the file; a credit memo has those of what it takes back. */
const withReceipts =
  ({ receipts }: Part, balances: ReadonlyMap<number, Cents>) =>
  (facts: readonly FactRow[]): FactRow[] => {
    const paid = new Map<number, (readonly [string, number])[]>();
    // An invoice takes no more than it is open for, whichever receipt pays it first.
    const open = new Map(balances);
    for (const { day, parts, existing } of receipts.values())
      if (!existing)
        for (const { invoiceId, amount } of allocated(parts, open)) paid.set(invoiceId, [...(paid.get(invoiceId) ?? []), [day, amount]]);
    return facts.map((fact) => ({ ...fact, receipts: [...fact.receipts, ...(paid.get(fact.takes_back?.id ?? fact.id) ?? [])] }));
  };

/** Decides a person's rows a thousand at a time, and sorts what comes of them by the longest quota period of any plan. */
const partsOf = async (
  store: Within,
  deciding: Deciding,
  numbers: readonly number[],
  config: CommissionsConfig,
): Promise<Map<Day, Part>> => {
  const parts = new Map<Day, Part>();
  const partAt = (day: Day): Part => {
    const { start_date } = pendingDays(config, { start_date: day, end_date: day });
    const part = parts.get(start_date) ?? { decisions: new Map(), receipts: new Map(), days: new Set() };
    parts.set(start_date, part);
    part.days.add(day);
    return part;
  };
  // A memo belongs to its original's seller, so what is left of an original is counted separately for each person.
  const own = deciding.arriving ? { ...deciding, arriving: { ...deciding.arriving, taken: new Map() } } : deciding;
  for (let next = 0; next < numbers.length; next += limits.imports.chunk) {
    const rows = await store.importRows.numbered(deciding.runId, numbers.slice(next, next + limits.imports.chunk));
    const { decisions, receipts, known } = await decideRows(store, own, await withTheirRows(store, deciding, rows));
    const along = await memosAlong(store, decisions, false);
    for (const one of deciding.kind === 'receipts' ? [] : [...decisions, ...along]) {
      if (one.write === null) continue;
      const days = [one.write.booking_date, one.existing?.booking_date].filter((day): day is Day => !!day);
      // A memo that goes along is changed by its own row after that, wherever it stands.
      for (const { decisions: known } of new Set(days.map(partAt)))
        if (one.rowNumber > 0 || !known.has(idOf(one))) known.set(idOf(one), one);
    }
    const dayOf = new Map([...known.invoices.values()].map(({ id, booking_date }) => [id, booking_date]));
    // Rows of one receipt may lie far apart: it is decided with all of them, and counts once.
    for (const receipt of receipts)
      for (const { invoiceId } of receipt.parts) partAt(dayOf.get(invoiceId) ?? receipt.day).receipts.set(receipt.key, receipt);
    await setImmediate();
  }
  return parts;
};

/**
 * Whose rows the file has, those with the most first, counted a part of the file at a time because others wait for the statement. Of who has more
 * than `most` no numbers are kept.
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
  // History makes no record.
  return [...people.values()].filter(({ rows }) => rows > 0).sort((a, b) => b.rows - a.rows || a.user_id - b.user_id);
};

/**
 * What a file would change for each person, by the engine over the facts as they would be; of a person from whom it takes an invoice too.
 * @param most rows of one person of whom it is computed
 * @param part rows of the file that are counted in one statement
 * @returns those with the most rows, and how many more there are
 */
export const previewPeople = async (
  store: Within,
  deciding: Deciding,
  at: Date,
  { most = limits.imports.previewRows, part = PART }: Readonly<{ most?: number; part?: number }> = {},
): Promise<Readonly<{ people: ImportPersonChange[]; more: number }>> => {
  const current = await currentConfig(store);
  const today = todayIn(current.config.timezone, at);
  const everybody = await peopleOf(store, deciding.runId, { most, part });
  const users = await store.users.known();
  const names = new Map(users.map((user) => [user.id, fullName(user)]));
  const known = new Map((await store.facts.people(users.map(({ id }) => id))).map((person) => [person.id, person]));
  // Which events name an invoice is known only once it is here.
  const asksEvents = current.config.plans.some((plan) => asksAbout(plan, 'activity_type'));
  const isReceipts = deciding.kind === 'receipts';
  const people: ImportPersonChange[] = [];
  for (const { user_id, rows, numbers } of everybody.slice(0, limits.imports.previewPeople)) {
    const who = { user_id: String(user_id), name: names.get(user_id) ?? String(user_id), rows };
    if (rows > most) {
      people.push({ ...who, records: null, amount: null, proposed: null, estimate: false });
      continue;
    }
    const parts = await partsOf(store, deciding, numbers, current.config);
    const sum = { records: 0, amount: 0, released: 0, proposed: 0 };
    const [left, entered] = [new Set<number>(), new Set<number>()];
    let [isMemo, isChanged, sharesTeams] = [false, false, false];
    // A quota period after the other: nobody waits for all of somebody's years.
    for (const part of parts.values()) {
      const decisions = [...part.decisions.values()];
      const existing = decisions.flatMap(({ existing: row }) => row?.id ?? []);
      const credited = decisions.flatMap(({ write }) => write?.credit_of_id ?? []);
      const ids = [...new Set([...existing, ...credited])];
      const stored = ids.length === 0 ? new Map<number, FactRow>() : await store.facts.ofInvoices(ids);
      const paid = [...part.receipts.values()].flatMap(({ parts: named }) => named.map(({ invoiceId }) => invoiceId));
      const balances = isReceipts ? await store.allocations.balances(paid, []) : new Map<number, Cents>();
      const change = isReceipts ? withReceipts(part, balances) : withInvoices(part, { people: known, stored });
      const found = await previewFacts(store, user_id, { current, today, days: [...part.days] }, change);
      for (const key of ['records', 'amount', 'released', 'proposed'] as const) sum[key] += found?.[key] ?? 0;
      for (const id of found?.left ?? []) left.add(id);
      for (const id of found?.entered ?? []) entered.add(id);
      sharesTeams ||= found?.sharesTeams ?? false;
      // An amount that a receipt paid before is not taken off.
      isChanged ||= [...part.receipts.values()].some(({ existing: receipt }) => receipt !== null);
      // The file may change both a memo and its invoice, in two quota periods.
      isMemo ||= credited.some((id) => !stored.has(id) || [...parts.values()].some((other) => other !== part && other.decisions.has(id)));
      const touched = [...existing, ...paid];
      isMemo ||= touched.length > 0 && (await store.facts.memosOfFacts(touched)).some(({ id }) => !part.decisions.has(id));
      await setImmediate();
    }
    people.push({
      ...who,
      // A record that moves to another quota period is one.
      records: sum.records - [...left].filter((id) => entered.has(id)).length,
      amount: fromCents(isReceipts ? sum.released : sum.amount),
      proposed: fromCents(sum.proposed),
      estimate: isMemo || isChanged || sharesTeams || asksEvents,
    });
  }
  return { people, more: Math.max(0, everybody.length - people.length) };
};
