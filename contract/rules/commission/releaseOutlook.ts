import type { Cents } from '../money.ts';
import { type Day, laterDay } from '../time/period.ts';
import type { Plan, Release } from './plan.ts';
import {
  isSettledByCredit,
  lapsedOn,
  nextReleaseDay,
  paymentWait,
  type Receipt,
  receivedBy,
  releasedAt,
  releaseTermsOf,
  remainingGross,
  waitingTerm,
  yearEndOf,
} from './release.ts';
import { splitNet } from './split.ts';

/** A record that is not fully released. `due`: the invoice's due day, for a credit memo its original's. */
export type Unreleased = Readonly<{
  earned: Cents;
  gross: Cents;
  bookingDate: Day;
  saleDay: Day;
  due: Day | null;
  receipts: readonly Receipt[];
  credits: readonly Receipt[];
  hasPay: boolean;
  hold: Readonly<{ until: Day | null }> | null;
}>;

/**
 * The reason why a record is not fully released. `settled`: credit memos settled its invoice; `waits`: only the plan's wait remains, until
 * `on` or the end of the year; `lapsed`: a release on booking ended because the customer did not pay in time; `unpaid`: the customer has to
 * pay, by `due`, and nothing is released before `notBefore`; `unknown`: none of these.
 */
export type ReleaseOutlook =
  | Readonly<{ kind: 'held'; until: Day | null }>
  | Readonly<{ kind: 'noPlan' | 'settled' | 'unknown' }>
  | Readonly<{ kind: 'waits'; on: Day; days: number; yearEnd?: true }>
  | Readonly<{ kind: 'lapsed'; since: Day }>
  | Readonly<{ kind: 'unpaid'; due: Day | null; waitDays: number; notBefore?: Day }>;

/** A part of an unreleased amount. */
export type OutlookPart = Readonly<{ amount: Cents; outlook: ReleaseOutlook }>;

/** @param plan the plan that priced the record; undefined if it was removed */
export const releaseOutlook = (record: Unreleased, plan: Pick<Plan, 'release'> | undefined, today: Day): ReleaseOutlook => {
  const { hold, due, receipts } = record;
  if (hold !== null && (hold.until === null || hold.until > today)) return { kind: 'held', until: hold.until };
  if (!plan) return { kind: 'noPlan' };
  if (isSettledByCredit(plan.release, record, today)) return { kind: 'settled' };
  const { release } = plan;
  const lapse = lapsedOn(release, record, today);
  if (lapse) return { kind: 'lapsed', since: lapse.since };
  const on = nextReleaseDay(release, record, today);
  if (on !== null && Math.abs(releasedAt(release, record, on)) > Math.abs(releasedAt(release, record, today))) {
    const { when, waitDays: days } = waitingTerm(release, record, today);
    return { kind: 'waits', on, days, ...(when === 'year_end' && { yearEnd: true }) };
  }
  if (receivedBy(receipts, today) >= remainingGross(record, today)) return { kind: 'unknown' };
  const yearEnd = release.when === 'year_end' && !release.parts ? yearEndOf(record.saleDay, record.bookingDate) : today;
  return { kind: 'unpaid', due, waitDays: paymentWait(release), ...(yearEnd > today && { notBefore: yearEnd }) };
};

/** The outlooks for one term: the amount that a day releases, then the remainder. */
const outlooksOfTerm = (record: Unreleased, release: Release, day: Day): OutlookPart[] => {
  const [released, outlook] = [releasedAt(release, record, day), releaseOutlook(record, { release }, day)];
  if (outlook.kind !== 'waits') return [{ amount: record.earned - released, outlook }];
  const amount = releasedAt(release, record, outlook.on) - released;
  return [{ amount, outlook }, ...outlooksOfTerm(record, release, outlook.on)];
};

/**
 * The outlooks for a record's unreleased amount, which may wait for a payment and for days: one per part, or a single one if the parts make
 * no difference. @param amount the unreleased amount
 */
export const releaseOutlooks = (record: Unreleased, plan: Plan | undefined, amount: Cents, today: Day): readonly OutlookPart[] => {
  const outlook = releaseOutlook(record, plan, today);
  if (!plan || (outlook.kind !== 'waits' && outlook.kind !== 'unpaid')) return [{ amount, outlook }];
  const terms = releaseTermsOf(plan.release);
  const earned = splitNet(
    record.earned,
    terms.map(({ share }) => share),
  );
  const parts = terms.flatMap(({ share: _share, ...term }, index) =>
    outlooksOfTerm({ ...record, earned: earned[index] ?? 0 }, term, today),
  );
  const partByKey = new Map<string, OutlookPart>();
  for (const part of parts) {
    const key = JSON.stringify(part.outlook);
    partByKey.set(key, { ...part, amount: (partByKey.get(key)?.amount ?? 0) + part.amount });
  }
  const nonzeroParts = [...partByKey.values()].filter((part) => part.amount !== 0);
  const addsUp = nonzeroParts.reduce((sum, part) => sum + part.amount, 0) === amount;
  // Adjustments and earlier payouts can make the unreleased amount differ from that of the terms.
  return addsUp && nonzeroParts.length > 0 ? nonzeroParts : [{ amount, outlook }];
};

type DatedCents = readonly (readonly [Day, Cents])[];
/** The same record, as returned by the database. */
export type UnreleasedRow = Readonly<{
  booking_date: Day;
  earned_cents: Cents;
  gross_cents: Cents;
  due_date: Day | null;
  held: boolean;
  held_until: Day | null;
  takes_back: Readonly<{ gross_cents: Cents; booking_date: Day }> | null;
  receipts: DatedCents;
  credits: DatedCents;
  has_pay: boolean;
}>;

const toReceipts = (rows: DatedCents): Receipt[] => rows.map(([on, amount]) => ({ on, amount }));

/** A credit memo is released with its original. */
export const unreleasedOf = (row: UnreleasedRow): Unreleased => {
  const { gross_cents: gross, booking_date } = row.takes_back ?? row;
  return {
    earned: row.earned_cents,
    gross,
    bookingDate: laterDay(booking_date, row.booking_date),
    saleDay: booking_date,
    due: row.due_date,
    receipts: toReceipts(row.receipts),
    credits: toReceipts(row.credits),
    hasPay: row.has_pay,
    hold: row.held ? { until: row.held_until } : null,
  };
};
