import type { CommissionsConfig } from '../../contract/rules/config.ts';
import type { Original } from '../../contract/rules/engine.ts';
import type { DateRange, Day } from '../../contract/rules/period.ts';
import type { FactRow, PersonRow } from '../db/repositories/facts.ts';
import type { OriginalRow, RecordRow, RecordValues, StoredRow } from '../db/repositories/records.ts';
import type { VersionedConfig } from './config.ts';
import { planOn } from './recomputeCredits.ts';
import { isWhole, type OriginalOf, type Originals, type Target, targetsOf } from './recomputeTargets.ts';
import { type Asked, emptied, frozenValues, valuesOf } from './recomputeValues.ts';

/** Closed months by their first day, each with the configuration it was closed with. */
export type Frozen = ReadonlyMap<Day, VersionedConfig>;
export type PersonFacts = Readonly<{ person: PersonRow; range: DateRange; facts: readonly FactRow[]; stored: readonly StoredRow[] }>;
export type Computing = Readonly<{ current: VersionedConfig; frozen: Frozen; today: Day; recorded: OriginalOf }>;

/** What a closed month would show by the facts of today: `target` null where nobody is credited, `stored` undefined where no record is. */
export type Late = Readonly<{ invoiceId: number; target: Target | null; stored: StoredRow | undefined }>;
export type Change = Readonly<{ before: StoredRow | null; after: RecordValues }>;
/** What to write for one person. `gone`: nobody is credited any more; `instead` is what stays where something refers to the record. */
export type Changes = Readonly<{
  inserts: readonly Change[];
  updates: readonly Readonly<{ before: StoredRow; after: RecordRow }>[];
  gone: readonly Readonly<{ before: StoredRow; instead: RecordRow }>[];
  late: readonly Late[];
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

/** Targets by the configuration of each closed month; those of the current one are given. */
const frozenTargets = (facts: PersonFacts, current: VersionedConfig, originals: Originals, targets: Map<number, Target>) => {
  const byVersion = new Map<number, Map<number, Target>>([[current.version, targets]]);
  return ({ version, config }: VersionedConfig): Map<number, Target> => {
    const known = byVersion.get(version);
    if (known) return known;
    const made = targetsOf(config, facts.person, facts.facts, facts.range, originals);
    byVersion.set(version, made);
    return made;
  };
};

const memosBy = (facts: readonly FactRow[]): Asked['memosOf'] => {
  const memos = new Map<number, FactRow[]>();
  for (const fact of facts) if (fact.credit_of_id !== null) memos.set(fact.credit_of_id, [...(memos.get(fact.credit_of_id) ?? []), fact]);
  return (id) => memos.get(id) ?? [];
};

/** What differs between one person's records and what they should be. Pure: nothing is read or written. */
export const changesOf = (all: PersonFacts, computing: Computing): Changes => {
  const { person, range, facts, stored } = all;
  const { current, frozen, today, recorded } = computing;
  const asked = { today, version: current.version, memosOf: memosBy(facts) };
  const closedAt = (day: Day): VersionedConfig | undefined => frozen.get(monthOfDay(day));
  const byInvoice = new Map(stored.map((row) => [row.invoice_id, row]));
  const fixed: OriginalOf = (id) => {
    const row = byInvoice.get(id);
    const closed = row && closedAt(row.booking_date);
    return row && closed && closed.version !== current.version ? originalOf(row) : null;
  };
  const targets = targetsOf(current.config, person, facts, range, { recorded, fixed });
  const underClosed = frozenTargets(all, current, { recorded, fixed: () => null }, targets);
  const factOf = new Map(facts.map((fact) => [fact.id, fact]));
  const inserts: Change[] = [];
  const updates: { before: StoredRow; after: RecordRow }[] = [];
  const gone: { before: StoredRow; instead: RecordRow }[] = [];
  const late: Late[] = [];
  let untouched = 0;

  const keep = (before: StoredRow, after: RecordValues): void => {
    if (!isSame(before, after)) updates.push({ before, after: { ...after, id: before.id } });
  };
  const whole = (config: CommissionsConfig, day: Day): boolean => isWhole(config, person, range, day);

  for (const row of stored) {
    const closed = closedAt(row.booking_date);
    if (closed) {
      const fact = factOf.get(row.invoice_id);
      keep(row, frozenValues(row, fact, fact ? planOn(closed.config, person, row.booking_date) : null, asked));
      const now = targets.get(row.invoice_id);
      if (now && now.computed.amount !== row.amount_cents) untouched += 1;
      if (!whole(closed.config, row.booking_date)) continue;
      // Moved out of its month: it is still recorded here, so what it is worth elsewhere is weighed against this.
      const moved = fact && !closedAt(fact.booking_date);
      const target = (moved ? now : underClosed(closed).get(row.invoice_id)) ?? null;
      late.push({ invoiceId: row.invoice_id, target, stored: row });
      continue;
    }
    const target = targets.get(row.invoice_id);
    if (target && !closedAt(target.fact.booking_date)) keep(row, valuesOf(person.id, target, row, asked));
    else if (whole(current.config, row.booking_date)) {
      const instead = { ...emptied(row, current.version), id: row.id };
      if (!isSame(row, instead)) gone.push({ before: row, instead });
    }
  }
  for (const fact of facts) {
    const closed = closedAt(fact.booking_date);
    const row = byInvoice.get(fact.id);
    if (closed) {
      const target = underClosed(closed).get(fact.id);
      if (target && !(row && closedAt(row.booking_date))) late.push({ invoiceId: fact.id, target, stored: undefined });
    } else if (!row) {
      const target = targets.get(fact.id);
      if (target) inserts.push({ before: null, after: valuesOf(person.id, target, undefined, asked) });
    }
  }
  return { inserts, updates, gone, late, untouched };
};
