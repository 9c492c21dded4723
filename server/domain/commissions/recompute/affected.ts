import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import type { AffectedRow } from '../../../db/repositories/commissions/affected.ts';
import type { Repositories } from '../../../db/repositories/store.ts';

/** A person and a day on which an invoice was booked, paid or changed, or an adjustment was made. */
export type AffectedDay = AffectedRow;
/**
 * Facts that a writer changes: invoices with their payments, payouts and credit memos, adjustments, facts about a person from a day on, the
 * events of an invoice, or a reopened month of booking days.
 */
export type WrittenFacts =
  | Readonly<{ invoices: readonly number[] }>
  | Readonly<{ adjustments: readonly number[] }>
  | Readonly<{ events: readonly number[] }>
  | Readonly<{ deals: readonly number[] }>
  | Readonly<{ payouts: readonly number[] }>
  | Readonly<{ person: number; since: Day }>
  | Readonly<{ bookedIn: DateRange }>;

/** No quota period is longer than a year, so bookings of earlier years are unaffected. */
const sinceYearStart = <Row extends Readonly<{ day: Day }>>(rows: readonly Row[], since: Day): Row[] =>
  rows.filter(({ day }) => day >= `${since.slice(0, 4)}-01-01`);

/**
 * The people and days that the facts affect, both as recorded and as the facts are now. Contract for writers: call it before and after
 * writing, because the fact may move between people or days, and pass both results to `recomputeAffected`.
 */
export const affectedBy = async ({ affected }: Pick<Repositories, 'affected'>, facts: WrittenFacts): Promise<AffectedDay[]> => {
  if ('invoices' in facts) return affected.byInvoices(facts.invoices);
  if ('adjustments' in facts) return affected.byAdjustments(facts.adjustments);
  if ('events' in facts) return affected.byEvents(facts.events);
  if ('deals' in facts) return affected.byDeals(facts.deals);
  if ('payouts' in facts) return affected.byPayouts(facts.payouts);
  if ('person' in facts) return sinceYearStart(await affected.byPerson(facts.person, facts.since), facts.since);
  return affected.bookedIn(facts.bookedIn);
};
