import type { Original } from '../../../../contract/rules/commission/engine.ts';
import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import type { FactRow, PersonRow } from '../../../db/repositories/commissions/facts.ts';
import type { OriginalRow, RecordRow, RecordValues, StoredRow } from '../../../db/repositories/commissions/records.ts';
import type { VersionedConfig } from '../../plans/config.ts';
import { type ClosedRow, creditAsClosed, planOfRecord, planOn, rangeOf } from './recomputeCredits.ts';
import { type AsClosed, holds, isWhole, type Originals, originalIn, type Target, targetsOf } from './recomputeTargets.ts';
import { type Asked, emptied, frozenValues, valuesOf } from './recomputeValues.ts';

/** Closed months by their first day, each with the configuration it was closed with. */
export type Frozen = ReadonlyMap<Day, VersionedConfig>;
export type PersonFacts = Readonly<{ person: PersonRow; range: DateRange; facts: readonly FactRow[]; stored: readonly StoredRow[] }>;
/** What memos take back, as recorded; `isClosed`: in a closed month, with what was approved for it since. */
export type Recorded = (invoiceId: number) => Readonly<{ original: Original; isClosed: boolean }> | null;
/** `weighs`: also what closed months would show by the facts of today. */
export type Computing = Readonly<{ current: VersionedConfig; frozen: Frozen; today: Day; recorded: Recorded; weighs?: boolean }>;

/** What a closed month would show by the facts of today: `target` null where nobody is credited, `stored` undefined where no record is. */
export type Late = Readonly<{ invoiceId: number; target: Target | null; stored: StoredRow | undefined }>;
export type Change = Readonly<{ before: StoredRow | null; after: RecordValues }>;
/** What to write for one person. `gone`: nobody is credited any more; `instead` is what stays where something refers to the record. */
export type Changes = Readonly<{
  inserts: readonly Change[];
  updates: readonly Readonly<{ before: StoredRow; after: RecordRow }>[];
  gone: readonly Readonly<{ before: StoredRow; instead: RecordRow }>[];
  late: readonly Late[];
  /** Invoices of closed months of which too little was read to say what they would show. */
  unweighed: ReadonlySet<number>;
  /** Invoices of which it is known what the current configuration makes of them. */
  computed: Pick<ReadonlyMap<number, unknown>, 'has'>;
  /** Records of closed months that the current configuration would make another. */
  untouched: number;
}>;

/** What a memo takes back, as recorded. */
export const originalOf = (row: OriginalRow): Original => ({
  parts: row.parts,
  amount: row.amount_cents,
  base: row.base_cents,
  over: row.over_cents,
  net: row.net_cents,
});

export const monthOfDay = (day: Day): Day => `${day.slice(0, 7)}-01`;

const compared = [
  'invoice_number',
  'booking_date',
  'gross_cents',
  'net_cents',
  'commissionable_cents',
  'base_cents',
  'over_cents',
  'amount_cents',
  'adjustments_cents',
  'released_cents',
  'paid_cents',
  'due_cents',
  'status',
  'payment_date',
  'notes',
  'credit',
  'share_ppm',
  'plan_id',
  'cum_cents',
  'quota_cents',
  'reason',
] as const satisfies readonly (keyof RecordValues)[];

const samePart = (a: RecordValues['parts'], b: RecordValues['parts']): boolean =>
  a.length === b.length && a.every((part, at) => part.net === b[at]?.net && part.rate === b[at]?.rate);
/** The version alone is no change: the record is as the newer configuration would have it. */
const isSame = (a: RecordValues, b: RecordValues): boolean => compared.every((key) => a[key] === b[key]) && samePart(a.parts, b.parts);

/** Targets by the configuration of each closed month, with credits and quotas as they were recorded there. */
const closedTargets = ({ person, facts, range, stored }: PersonFacts, frozen: Frozen, originals: Originals) => {
  const byVersion = new Map<number, Map<number, Target>>();
  return ({ version, config }: VersionedConfig): Map<number, Target> => {
    const known = byVersion.get(version);
    if (known) return known;
    const rows = stored.filter(({ booking_date }) => frozen.get(monthOfDay(booking_date))?.version === version);
    const byInvoice = new Map(rows.map((row) => [row.invoice_id, row]));
    const own = rows.filter(({ credit, plan_id }) => credit !== 'override' && plan_id !== '');
    const byMonth = new Map<Day, ClosedRow[]>();
    for (const row of own) byMonth.set(monthOfDay(row.booking_date), [...(byMonth.get(monthOfDay(row.booking_date)) ?? []), row]);
    const quotas = new Map(
      own.map((row) => [`${rangeOf(planOfRecord(config, person, row), row.booking_date).start_date} ${row.plan_id}`, row]),
    );
    const asClosed: AsClosed = {
      credit: (fact) => creditAsClosed(config, person, fact, byInvoice.get(fact.id), byMonth.get(monthOfDay(fact.booking_date)) ?? []),
      // 0 is what a record says that was not computed here.
      quota: (plan, start) => quotas.get(`${start} ${plan.id}`)?.quota_cents || null,
    };
    const made = targetsOf(config, person, facts, range, originals, asClosed);
    byVersion.set(version, made);
    return made;
  };
};

const memosBy = (facts: readonly FactRow[]): Asked['memosOf'] => {
  const memos = new Map<number, FactRow[]>();
  for (const fact of facts) if (fact.credit_of_id !== null) memos.set(fact.credit_of_id, [...(memos.get(fact.credit_of_id) ?? []), fact]);
  return (id) => memos.get(id) ?? [];
};

/**
 * What closed months would show by the facts of today, each by the rules it was closed with. A fact that moved to an open month is weighed
 * by what it is worth there, because it is still recorded here.
 */
const weigh = (all: PersonFacts, { current, frozen }: Computing, targets: Map<number, Target>, originals: Originals) => {
  const { person, range, facts, stored } = all;
  const underClosed = closedTargets(all, frozen, { ...originals, fixed: (id) => originals.fixed(id) ?? originalIn(targets.get(id)) });
  const closedAt = (day: Day): VersionedConfig | undefined => frozen.get(monthOfDay(day));
  const factOf = new Map(facts.map((fact) => [fact.id, fact]));
  const isRecorded = new Set<number>();
  const late: Late[] = [];
  const unweighed = new Set<number>();
  for (const row of stored) {
    if (!closedAt(row.booking_date)) continue;
    isRecorded.add(row.invoice_id);
    const fact = factOf.get(row.invoice_id);
    const closed = fact && closedAt(fact.booking_date);
    const target = fact && (closed ? underClosed(closed) : targets).get(fact.id);
    const plan = fact && (closed ? planOfRecord(closed.config, person, row) : planOn(current.config, person, fact.booking_date));
    if (target || !fact || holds(range, rangeOf(plan ?? null, fact.booking_date)))
      late.push({ invoiceId: row.invoice_id, target: target ?? null, stored: row });
    else unweighed.add(row.invoice_id);
  }
  for (const fact of facts) {
    const closed = isRecorded.has(fact.id) ? undefined : closedAt(fact.booking_date);
    const target = closed && underClosed(closed).get(fact.id);
    if (target) late.push({ invoiceId: fact.id, target, stored: undefined });
    else if (closed && !isWhole(closed.config, person, range, fact.booking_date)) unweighed.add(fact.id);
  }
  return { late, unweighed };
};

const nothingWeighed = { late: [], unweighed: new Set<number>() };

/** What differs between one person's records and what they should be. Pure: nothing is read or written. */
export const changesOf = (all: PersonFacts, computing: Computing): Changes => {
  const { person, range, facts, stored } = all;
  const { current, frozen, today, recorded, weighs } = computing;
  const asked = { today, version: current.version, memosOf: memosBy(facts) };
  const closedAt = (day: Day): VersionedConfig | undefined => frozen.get(monthOfDay(day));
  const whole = (day: Day): boolean => isWhole(current.config, person, range, day);
  const byInvoice = new Map(stored.map((row) => [row.invoice_id, row]));
  // What is recorded in the range but not credited any more is taken back by nobody.
  const isGone = (id: number): boolean => {
    const row = byInvoice.get(id);
    return row !== undefined && !closedAt(row.booking_date) && whole(row.booking_date);
  };
  const originals: Originals = {
    recorded: (id) => (isGone(id) ? null : (recorded(id)?.original ?? null)),
    fixed: (id) => {
      const one = recorded(id);
      return one?.isClosed ? one.original : null;
    },
  };
  const targets = targetsOf(current.config, person, facts, range, originals);
  const factOf = new Map(facts.map((fact) => [fact.id, fact]));
  const inserts: Change[] = [];
  const updates: { before: StoredRow; after: RecordRow }[] = [];
  const gone: { before: StoredRow; instead: RecordRow }[] = [];
  let untouched = 0;

  const keep = (before: StoredRow, after: RecordValues): void => {
    if (!isSame(before, after)) updates.push({ before, after: { ...after, id: before.id } });
  };
  for (const row of stored) {
    const closed = closedAt(row.booking_date);
    const target = targets.get(row.invoice_id);
    if (closed) {
      keep(row, frozenValues(row, factOf.get(row.invoice_id), planOfRecord(closed.config, person, row), asked));
      if (target && target.computed.amount !== row.amount_cents) untouched += 1;
    } else if (target && !closedAt(target.fact.booking_date)) keep(row, valuesOf(person.id, target, row, asked));
    else if (whole(row.booking_date)) {
      const instead = { ...emptied(row, current.version), id: row.id };
      if (!isSame(row, instead)) gone.push({ before: row, instead });
    }
  }
  for (const fact of facts) {
    const target = byInvoice.has(fact.id) || closedAt(fact.booking_date) ? undefined : targets.get(fact.id);
    if (target) inserts.push({ before: null, after: valuesOf(person.id, target, undefined, asked) });
  }
  const weighed = weighs ? weigh(all, computing, targets, originals) : nothingWeighed;
  return { inserts, updates, gone, ...weighed, untouched, computed: targets };
};
