import type { CommissionStatus } from '../../../contract/entities/commission.ts';
import type { Role } from '../../../contract/entities/user.ts';
import { addDays, type DateRange, type Day, firstOf, lastOf, monthOf, yearOf } from '../../../contract/rules/period.ts';
import type { Database } from '../database.ts';

/** Sums of the records of one status; money in cents. */
export type StatusSums = Readonly<{
  status: CommissionStatus;
  records: number;
  positive_records: number;
  positive_net_cents: number;
  gross_cents: number;
  net_cents: number;
  base_cents: number;
  over_cents: number;
  amount_cents: number;
  adjustments_cents: number;
  paid_cents: number;
  due_cents: number;
}>;
export type CommissionSums = Readonly<{
  byStatus: readonly StatusSums[];
  /** Net revenue from 1 January of the range's last year to the range's end. */
  ytdNetCents: number;
  /** Approved adjustments effective in range. */
  adjustmentsCents: number;
}>;

/** Whole months of a range, `to` exclusive, and what sticks out at either end; an empty range has its end before its start. */
export type MonthParts = Readonly<{ from: Day; to: Day; head: DateRange; tail: DateRange }>;
const nothing: DateRange = { start_date: '1970-01-02', end_date: '1970-01-01' };

export const monthParts = ({ start_date, end_date }: DateRange): MonthParts => {
  const first = start_date.endsWith('-01') ? start_date : firstOf(yearOf(start_date), monthOf(start_date) + 1);
  const to = end_date === lastOf(yearOf(end_date), monthOf(end_date)) ? addDays(end_date, 1) : firstOf(yearOf(end_date), monthOf(end_date));
  if (first >= to) return { from: first, to: first, head: { start_date, end_date }, tail: nothing };
  const head = first === start_date ? nothing : { start_date, end_date: addDays(first, -1) };
  const tail = to > end_date ? nothing : { start_date: to, end_date };
  return { from: first, to, head, tail };
};

const columns = ['positive_net_cents', 'gross_cents', 'net_cents', 'base_cents', 'over_cents', 'amount_cents', 'adjustments_cents'];
const sums = ['records', 'positive_records', ...columns, 'paid_cents', 'due_cents'];
const raw = `status, 1 as records, (net_cents > 0)::int as positive_records, greatest(net_cents, 0) as positive_net_cents, gross_cents,
  net_cents, base_cents, over_cents, amount_cents, adjustments_cents, paid_cents, due_cents`;

/** Whole months from the rollup, the days at either end from the records: equal to the sums over the records, at a fraction of the rows. */
const statementOf = (one: boolean): string => {
  const mine = one ? 'and user_id = $15' : '';
  return `
    with parts as (
      select status, ${sums.join(', ')} from commission_months where month >= $1 and month < $2 ${mine}
      union all select ${raw} from commission_records where booking_date between $3 and $4 ${mine}
      union all select ${raw} from commission_records where booking_date between $5 and $6 ${mine}
    ), ytd as (
      select net_cents from commission_months where month >= $7 and month < $8 ${mine}
      union all select net_cents from commission_records where booking_date between $9 and $10 ${mine}
      union all select net_cents from commission_records where booking_date between $11 and $12 ${mine}
    ), whole as (
      select
        (select coalesce(sum(net_cents), 0)::bigint from ytd) as ytd,
        (select coalesce(sum(amount_cents), 0)::bigint from adjustments
          where state = 'approved' and effective_date between $13 and $14 ${mine}) as adjustments
    ), by_status as (
      select status, ${sums.map((name) => `sum(${name})::bigint as ${name}`).join(', ')} from parts group by status
    )
    select whole.ytd, whole.adjustments as effective_adjustments, by_status.*
    from whole left join by_status on true`;
};
const forAll = statementOf(false);
const forOne = statementOf(true);

type Row = StatusSums & Readonly<{ ytd: number; effective_adjustments: number }>;
/** Someone whom a plan may give a quota. */
type SellerRow = Readonly<{ id: number; role: Role; created_on: Day }>;

/** Sums over commission records for the summary and the totals of lists. */
export const commissionSumsRepository = (db: Database) => ({
  /** @param userId null: everybody's */
  inRange: async (range: DateRange, userId: number | null): Promise<CommissionSums> => {
    const parts = monthParts(range);
    const year = monthParts({ start_date: firstOf(yearOf(range.end_date), 0), end_date: range.end_date });
    const params: unknown[] = [parts, year].flatMap(({ from, to, head, tail }) => [
      ...[from, to, head.start_date, head.end_date],
      ...[tail.start_date, tail.end_date],
    ]);
    params.push(range.start_date, range.end_date);
    const rows =
      userId === null
        ? await db.named<Row>('commission_sums', forAll, params)
        : await db.named<Row>('commission_sums_user', forOne, [...params, userId]);
    const byStatus = rows.filter((row) => row.status !== null).map(({ ytd: _ytd, effective_adjustments: _adjustments, ...row }) => row);
    return {
      byStatus,
      ytdNetCents: rows[0]?.ytd ?? 0,
      adjustmentsCents: rows[0]?.effective_adjustments ?? 0,
    };
  },

  /** @param userId null: all who are active */
  sellers: async (userId: number | null): Promise<SellerRow[]> => {
    const columns = 'select id, role, created_at::date as created_on from users where';
    return userId === null
      ? db.named<SellerRow>('commission_sellers', `${columns} active`, [])
      : db.named<SellerRow>('commission_seller', `${columns} id = $1`, [userId]);
  },
});
