import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import type { Database } from '../../database.ts';
import { isOfTeam, type Owners } from '../commissions/owners.ts';

/** An approved adjustment with only its effective day or only its record in a range, and the amount by which Earned exceeds Total. */
export type StraddlingRow = Readonly<{
  id: number;
  commission_id: number;
  invoice_number: string;
  first_name: string;
  last_name: string;
  difference_cents: number;
  effective_date: Day;
  booking_date: Day;
  /** `count` and `total_cents` include rows past the limit. */
  count: number;
  total_cents: number;
}>;

const statement = (ownerFilter: string): string => `
  with straddling as (
    select a.id, a.commission_id, a.user_id, a.effective_date, r.booking_date, r.invoice_number, -a.amount_cents as difference_cents
    from adjustments a join commission_records r on r.id = a.commission_id
    where a.state = 'approved' and a.effective_date between $1 and $2 and r.booking_date not between $1 and $2 ${ownerFilter}
    union all
    select a.id, a.commission_id, a.user_id, a.effective_date, r.booking_date, r.invoice_number, a.amount_cents
    from commission_records r join adjustments a on a.commission_id = r.id
    where a.state = 'approved' and r.booking_date between $1 and $2 and a.effective_date not between $1 and $2 ${ownerFilter}
  )
  select s.id, s.commission_id, s.invoice_number, u.first_name, u.last_name, s.difference_cents, s.effective_date, s.booking_date,
    count(*) over () as count, (sum(s.difference_cents) over ())::int8 as total_cents
  from straddling s join users u on u.id = s.user_id
  order by abs(s.difference_cents) desc, s.effective_date, s.id limit $3`;

/** Adjustments that make Earned and Total of a range differ (decisions 2.05). */
export const straddlingRepository = (db: Database) => ({
  /** Largest first. */
  inRange: ({ start_date, end_date }: DateRange, { userId, managerId }: Owners, limit: number): Promise<StraddlingRow[]> => {
    const params = [start_date, end_date, limit];
    if (userId !== null) return db.named<StraddlingRow>('straddling_user', statement('and r.user_id = $4'), [...params, userId]);
    if (managerId === null) return db.named<StraddlingRow>('straddling', statement(''), params);
    return db.named<StraddlingRow>('straddling_team', statement(`and r.${isOfTeam('$4')}`), [...params, managerId]);
  },
});
