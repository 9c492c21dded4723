import type { Day } from '../../../../../contract/rules/time/period.ts';
import type { StoredRow } from '../../../../db/repositories/commissions/records.ts';
import { isBeforeBooks } from '../../../plans/books.ts';
import type { VersionedConfig } from '../../../plans/config.ts';
import { type ClosedMonths, monthOfDay } from '../closedMonths.ts';
import { type ClosedRow, creditAsClosed, planOfRecord, planOn, quotaPeriodOf } from '../credits.ts';
import {
  type AsClosed,
  contains,
  type ExpectedRecord,
  expectedRecords,
  isFullyRead,
  type Originals,
  originalIn,
  type PersonFacts,
} from '../expectedRecords.ts';

/** What a closed month would show by the facts of today: `expected` null where nobody is credited, `stored` undefined where no record is. */
export type LateFact = Readonly<{ invoiceId: number; expected: ExpectedRecord | null; stored: StoredRow | undefined }>;
export type ClosedComparison = Readonly<{ late: readonly LateFact[]; undecided: ReadonlySet<number> }>;

/** What records should be by the configuration of each closed month, with credits and quotas as they were recorded there. */
const expectedByClosing = ({ person, facts, range, stored }: PersonFacts, closedMonths: ClosedMonths, originals: Originals) => {
  const byVersion = new Map<number, Map<number, ExpectedRecord>>();
  return ({ version, config }: VersionedConfig): Map<number, ExpectedRecord> => {
    const known = byVersion.get(version);
    if (known) return known;
    const rows = stored.filter(({ booking_date }) => closedMonths.get(monthOfDay(booking_date))?.version === version);
    const byInvoice = new Map(rows.map((row) => [row.invoice_id, row]));
    const own = rows.filter(({ credit, plan_id }) => credit !== 'override' && plan_id !== '');
    const byMonth = new Map<Day, ClosedRow[]>();
    // A lead may have been paid under the seller's plan: it says nothing of what the person sells.
    for (const row of own.filter(({ credit }) => credit === 'sale'))
      byMonth.set(monthOfDay(row.booking_date), [...(byMonth.get(monthOfDay(row.booking_date)) ?? []), row]);
    const quotas = new Map(
      own.map((row) => [`${quotaPeriodOf(planOfRecord(config, person, row), row.booking_date).start_date} ${row.plan_id}`, row]),
    );
    const asClosed: AsClosed = {
      credit: (fact) => creditAsClosed(config, person, fact, byInvoice.get(fact.id), byMonth.get(monthOfDay(fact.booking_date)) ?? []),
      // 0 is what a record says that was not computed here.
      quota: (plan, start) => quotas.get(`${start} ${plan.id}`)?.quota_cents || null,
    };
    const made = expectedRecords(config, person, facts, range, originals, asClosed);
    byVersion.set(version, made);
    return made;
  };
};

/**
 * What closed months would show by the facts of today, each by the rules it was closed with. A fact that moved to an open month counts as
 * what it is worth there, because its record still stands here.
 * @param expected what today's configuration makes of the person's invoices
 * @returns `undecided`: invoices of closed months of which too little was read to say what they would show
 */
export const compareClosed = (
  read: PersonFacts,
  { current, closedMonths }: Readonly<{ current: VersionedConfig; closedMonths: ClosedMonths }>,
  expected: ReadonlyMap<number, ExpectedRecord>,
  originals: Originals,
): ClosedComparison => {
  const { person, range, facts, stored } = read;
  const underClosed = expectedByClosing(read, closedMonths, {
    ...originals,
    fixed: (id) => originals.fixed(id) ?? originalIn(expected.get(id)),
  });
  const closedAt = (day: Day): VersionedConfig | undefined => closedMonths.get(monthOfDay(day));
  const factOf = new Map(facts.map((fact) => [fact.id, fact]));
  const isRecorded = new Set<number>();
  const late: LateFact[] = [];
  const undecided = new Set<number>();
  for (const row of stored) {
    if (!closedAt(row.booking_date)) continue;
    isRecorded.add(row.invoice_id);
    // It was recorded before the books were said to begin later: it stays as it was closed.
    if (isBeforeBooks(current, row.booking_date)) continue;
    const fact = factOf.get(row.invoice_id);
    const closed = fact && closedAt(fact.booking_date);
    const record = fact && (closed ? underClosed(closed) : expected).get(fact.id);
    const plan = fact && (closed ? planOfRecord(closed.config, person, row) : planOn(current.config, person, fact.booking_date));
    if (record || !fact || contains(range, quotaPeriodOf(plan ?? null, fact.booking_date)))
      late.push({ invoiceId: row.invoice_id, expected: record ?? null, stored: row });
    else undecided.add(row.invoice_id);
  }
  for (const fact of facts) {
    const closed = isRecorded.has(fact.id) ? undefined : closedAt(fact.booking_date);
    const record = closed && underClosed(closed).get(fact.id);
    if (record) late.push({ invoiceId: fact.id, expected: record, stored: undefined });
    else if (closed && !isFullyRead(closed.config, person, range, fact.booking_date)) undecided.add(fact.id);
  }
  return { late, undecided };
};
