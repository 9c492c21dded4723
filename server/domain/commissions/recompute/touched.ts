import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import type { Repositories } from '../../../db/repositories/store.ts';

/** A person's money of a day: an invoice was booked, paid or changed on it, or something was adjusted. */
export type Touched = Readonly<{ userId: number; day: Day }>;
/**
 * The facts that somebody writes: invoices with their payments, payouts and credit memos, adjustments, what is said of a person from a day on, what events an
 * invoice is for, or a month of booking days that opens again.
 */
export type WrittenFacts =
  | Readonly<{ invoices: readonly number[] }>
  | Readonly<{ adjustments: readonly number[] }>
  | Readonly<{ events: readonly number[] }>
  | Readonly<{ deals: readonly number[] }>
  | Readonly<{ payouts: readonly number[] }>
  | Readonly<{ person: number; since: Day }>
  | Readonly<{ bookedIn: DateRange }>;

/** No quota period is longer than a year: what was booked in the years before stays as it is. */
const inQuotaPeriods = <Row extends Readonly<{ day: Day }>>(rows: readonly Row[], since: Day): Row[] =>
  rows.filter(({ day }) => day >= `${since.slice(0, 4)}-01-01`);

/**
 * Whose money of which days the facts are, as recorded and as they stand now. The contract of whoever writes a fact: ask before writing and
 * again after it, because the fact may move from one person or day to another, and give both answers to `recomputeTouched`.
 */
export const touchedBy = async ({ touched }: Pick<Repositories, 'touched'>, facts: WrittenFacts): Promise<Touched[]> => {
  const rows = await ('invoices' in facts
    ? touched.byInvoices(facts.invoices)
    : 'adjustments' in facts
      ? touched.byAdjustments(facts.adjustments)
      : 'events' in facts
        ? touched.byEvents(facts.events)
        : 'deals' in facts
          ? touched.byDeals(facts.deals)
          : 'payouts' in facts
            ? touched.byPayouts(facts.payouts)
            : 'person' in facts
              ? inQuotaPeriods(await touched.byPerson(facts.person, facts.since), facts.since)
              : touched.bookedIn(facts.bookedIn));
  return rows.map(({ user_id: userId, day }) => ({ userId, day }));
};
