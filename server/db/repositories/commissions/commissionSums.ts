import { type CommissionStatus, commissionStatuses } from '../../../../contract/entities/commission.ts';
import {
  addDays,
  type DateRange,
  type Day,
  firstDayOfMonth,
  lastDayOfMonth,
  monthIndexOf,
  yearOf,
} from '../../../../contract/rules/time/period.ts';
import type { Database } from '../../database.ts';
import { countPendingMonths } from './countPendingMonths.ts';
import { isOfTeam, type Owners } from './owners.ts';
import { rowExpressions, type SumsRow, sumColumns, sumNames } from './sumColumns.ts';

/** Sums of the records of one status; money in cents. */
export type StatusSums = SumsRow & Readonly<{ status: CommissionStatus }>;
export type CommissionSums = Readonly<{
  byStatus: readonly StatusSums[];
  /** Commissionable net from January 1 of the range's last year to the range's end. */
  ytdCommissionableCents: number;
  /** Approved adjustments effective in the range. */
  adjustmentsCents: number;
  /** Number of person-months in `pendingIn` that still have to be computed. */
  pending: number;
  /** Approved adjustments effective in the range that belong to no record. */
  alone: readonly StandaloneSumRow[];
}>;
/** Counts equal adjustments without a record: same amount, in force or not, and same amount paid out. */
export type StandaloneSumRow = Readonly<{ amount_cents: number; in_force: boolean; paid_cents: number; adjustments: number }>;

/** The whole months of a range (`to` exclusive) and the days before and after them; an empty range ends before it starts. */
export type MonthParts = Readonly<{ from: Day; to: Day; head: DateRange; tail: DateRange }>;
const emptyRange: DateRange = { start_date: '1970-01-02', end_date: '1970-01-01' };

export const monthParts = ({ start_date, end_date }: DateRange): MonthParts => {
  const firstWholeMonth = start_date.endsWith('-01') ? start_date : firstDayOfMonth(yearOf(start_date), monthIndexOf(start_date) + 1);
  const to =
    end_date === lastDayOfMonth(yearOf(end_date), monthIndexOf(end_date))
      ? addDays(end_date, 1)
      : firstDayOfMonth(yearOf(end_date), monthIndexOf(end_date));
  if (firstWholeMonth >= to) return { from: firstWholeMonth, to: firstWholeMonth, head: { start_date, end_date }, tail: emptyRange };
  const headRange = firstWholeMonth === start_date ? emptyRange : { start_date, end_date: addDays(firstWholeMonth, -1) };
  const tail = to > end_date ? emptyRange : { start_date: to, end_date };
  return { from: firstWholeMonth, to, head: headRange, tail };
};

/** $13 and $14 are the range, $17 is today in the company's time zone. */
const standaloneSums = (ownerFilter: string): string => `
  select amount_cents, in_force, paid_cents, count(*) as adjustments from (
    select a.amount_cents, a.effective_date <= $17 as in_force, coalesce((
      select sum(l.amount_cents) from payout_adjustments l join payouts p on p.id = l.payout_id and p.state = 'completed'
      where l.adjustment_id = a.id), 0)::int8 as paid_cents
    from adjustments a where a.state = 'approved' and a.commission_id is null and a.effective_date between $13 and $14 ${ownerFilter}
  ) as each group by 1, 2, 3`;

/** Whole months from a rollup and the remaining days from `days`: equals the sums over the records, with far fewer rows. */
const statementOf = (
  months: string,
  days: string,
  adjustments: string,
  { ownFilter: ownerFilter, pending }: Readonly<{ ownFilter: string; pending: string }>,
): string => {
  const sumsFrom = (columns: string, from: number): string => `
      select ${columns} from (${months}) as m where first_day >= $${from} and first_day < $${from + 1}
      union all select ${columns} from (${days}) as d where first_day between $${from + 2} and $${from + 3}
      union all select ${columns} from (${days}) as d where first_day between $${from + 4} and $${from + 5}`;
  return `
    with parts as (${sumsFrom(`status, ${sumNames}`, 1)}
    ), ytd as (${sumsFrom('commissionable_cents', 7)}
    ), whole as (
      select
        (select coalesce(sum(commissionable_cents), 0)::bigint from ytd) as ytd,
        (select coalesce(sum(amount_cents), 0)::bigint from ${adjustments} effective_date between $13 and $14 ${ownerFilter}) as adjustments,
        ${pending} as pending,
        (select coalesce(jsonb_agg(to_jsonb(alike)), '[]') from (${standaloneSums(ownerFilter)}) as alike) as alone
    ), by_status as (
      select status, ${sumColumns.map((name) => `sum(${name})::bigint as ${name}`).join(', ')} from parts group by status having sum(records) > 0
    )
    select whole.ytd, whole.adjustments as effective_adjustments, whole.pending, whole.alone, by_status.*
    from whole left join by_status on true`;
};
const companySums = (spanName: 'day' | 'month'): string =>
  `select first_day, status, ${sumNames} from company_sums where span = '${spanName}'`;
/** Sums for everybody: one row per month or day, regardless of the number of people and records. */
const companyStatement = statementOf(companySums('month'), companySums('day'), 'company_adjustments where', {
  ownFilter: '',
  pending: countPendingMonths('$15', '$16', 'null'),
});
const filteredStatement = (owners: string, pending: string): string =>
  statementOf(
    `select month as first_day, status, ${sumNames} from commission_months where ${owners}`,
    `select booking_date as first_day, status, ${rowExpressions} from commission_records where ${owners}`,
    "adjustments where state = 'approved' and",
    { ownFilter: `and ${owners}`, pending },
  );
const personStatement = filteredStatement('user_id = $18', countPendingMonths('$15', '$16', '$18'));
/** $18 is the manager. A team is small, so its marks are simply counted. */
const team = isOfTeam('$18');
const teamStatement = filteredStatement(
  team,
  `(select count(*) from (select distinct user_id, date_trunc('month', day) from marks where ${team} and day between $15 and $16) as marked)`,
);

type Row = StatusSums & Readonly<{ ytd: number; effective_adjustments: number; pending: number; alone: readonly StandaloneSumRow[] }>;
/** `pendingIn`: days whose marks may still change the range; `today`: the company's day, which decides what is in force. */
type SumOptions = Readonly<{ pendingIn?: DateRange; today?: Day }>;

/** Sums over commission records, for the summary and list totals. */
export const commissionSumsRepository = (db: Database) => ({
  /** One person, a manager's team, or everybody if both are null. */
  inRange: async (
    range: DateRange,
    { userId, managerId }: Owners,
    { pendingIn = range, today = range.end_date }: SumOptions = {},
  ): Promise<CommissionSums> => {
    const parts = monthParts(range);
    const year = monthParts({ start_date: firstDayOfMonth(yearOf(range.end_date), 0), end_date: range.end_date });
    const params: unknown[] = [parts, year].flatMap(({ from, to, head: headRange, tail }) => [
      ...[from, to, headRange.start_date, headRange.end_date],
      ...[tail.start_date, tail.end_date],
    ]);
    params.push(range.start_date, range.end_date, pendingIn.start_date, pendingIn.end_date, today);
    const read = (): Promise<Row[]> => {
      if (userId !== null) return db.named<Row>('commission_sums_user', personStatement, [...params, userId]);
      if (managerId !== null) return db.named<Row>('commission_sums_team', teamStatement, [...params, managerId]);
      return db.named<Row>('commission_sums', companyStatement, params);
    };
    const rows = await read();
    // The database groups in any order; the same figures must give the same answer, under the time lens too.
    const sumsByStatus = commissionStatuses
      .flatMap((status) => rows.filter((row) => row.status === status))
      .map(({ ytd: _ytd, effective_adjustments: _adjustments, pending: _pending, alone: _alone, ...row }) => row);
    return {
      byStatus: sumsByStatus,
      ytdCommissionableCents: rows[0]?.ytd ?? 0,
      adjustmentsCents: rows[0]?.effective_adjustments ?? 0,
      pending: rows[0]?.pending ?? 0,
      alone: rows[0]?.alone ?? [],
    };
  },
});
