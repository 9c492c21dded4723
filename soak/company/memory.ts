import { sql } from 'kysely';
import { addDays, type Day } from '../../contract/rules/time/period.ts';
import type { Database } from '../../server/db/database.ts';
import type { Violations } from './checks.ts';
import { emailOf, type World } from './world.ts';

/** The facts of closed months, keyed by month, its version and person; each month also has an entry without facts. */
export type MonthFacts = ReadonlyMap<string, string>;
/** Facts of closed months: the parts of records that no payment changes, and adjustments in force. */
export const closedFacts = async (db: Database): Promise<MonthFacts> => {
  const { rows } = await sql<{ key: string; facts: string }>`
    with closed as (select to_char(start_date, 'YYYY-MM') || ' version ' || version as month, start_date, end_date
      from pay_periods where state = 'closed')
    select month as key, '' as facts from closed
    union all
    select c.month || ', person ' || r.user_id,
      string_agg(concat_ws(' ', 'record', r.id, r.invoice_number, r.net_cents, r.base_cents, r.over_cents, r.amount_cents), ', ' order by r.id)
    from closed c join commission_records r on r.booking_date between c.start_date and c.end_date group by 1
    union all
    select c.month || ', adjustments of ' || a.user_id,
      string_agg(concat_ws(' ', a.id, a.amount_cents), ', ' order by a.id)
    from closed c join adjustments a on a.state = 'approved' and a.effective_date between c.start_date and c.end_date group by 1`.execute(
    db.query,
  );
  return new Map(rows.map(({ key, facts }) => [key, facts]));
};
/** Differences in months that stayed closed; a month that was reopened and closed again has another version. */
export const closedChanges = (before: MonthFacts, after: MonthFacts): Violations =>
  [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const month = key.split(', ')[0] ?? '';
    const stayedClosed = before.has(month) && after.has(month);
    const [was, is] = [before.get(key) ?? 'nothing', after.get(key) ?? 'nothing'];
    return stayedClosed && was !== is ? [`${key}: ${was} -> ${is}`] : [];
  });

/** The money pages' responses to administrators, by request. */
export type DayAnswers = Readonly<Record<string, string>>;
const rangesOf = (day: Day): readonly (readonly [Day, Day])[] => [
  [`${day.slice(0, 7)}-01`, day],
  [addDays(day, -80), addDays(day, 10)],
];
const paths = ({ ids }: World, day: Day, records: readonly number[]): readonly (readonly [string, string])[] => [
  ...rangesOf(day).flatMap(([from, to]) =>
    [
      `/commissions?start_date=${from}&end_date=${to}&limit=100`,
      `/commissions/summary?start_date=${from}&end_date=${to}&user_id=${ids.kim}`,
    ].map((path) => ['abe', path] as const),
  ),
  ...records.map((id) => ['ada', `/commissions/${id}/explain?`] as const),
];

/** @param asOf the time lens's day; null for now */
export const answersOf = async (world: World, day: Day, records: readonly number[], asOf: Day | null): Promise<DayAnswers> => {
  const answers: Record<string, string> = {};
  for (const [name, path] of paths(world, day, records)) {
    const query = asOf === null ? '' : path.endsWith('?') ? `asOf=${asOf}` : `&asOf=${asOf}`;
    const { status, text } = await world.send(emailOf(name), { method: 'GET', path: `${path}${query}` });
    // Removed, because a cursor contains the day of its request.
    answers[`${name} ${path}`] = `${status} ${text.replace(/"cursor":"[^"]*"/, '')}`;
  }
  return answers;
};

const CONTEXT = 60;
/** The first difference between two texts, with some context before it. */
const firstDifference = (one: string, other: string): string => {
  let index = 0;
  while (index < one.length && one[index] === other[index]) index += 1;
  const from = Math.max(0, index - CONTEXT);
  return `…${one.slice(from, index + CONTEXT)}… -> …${other.slice(from, index + CONTEXT)}…`;
};
export const lensChanges = (day: Day, before: DayAnswers, after: DayAnswers): Violations =>
  Object.entries(before).flatMap(([request, answer]) =>
    after[request] === answer ? [] : [`as of ${day}, ${request}: ${firstDifference(answer, after[request] ?? '')}`],
  );

type Totals = Readonly<{ earned: number; paid: number; due: number }>;
type Summary = Readonly<Record<`total_commission_${'earned' | 'paid' | 'due' | 'not_yet_due' | 'overpaid'}`, number>>;
const cents = (dollars: number): number => Math.round(dollars * 100);
/** The card satisfies Earned = Paid + Due + Not yet due − Overpaid (decisions 2.05), and its totals equal the sums of the rows. */
export const summaryFaults = (card: Summary, rows: Totals): Violations => {
  const [earned, paid, due] = [card.total_commission_earned, card.total_commission_paid, card.total_commission_due].map(cents) as [
    number,
    number,
    number,
  ];
  const [notYetDue, overpaid] = [cents(card.total_commission_not_yet_due), cents(card.total_commission_overpaid)];
  const faults = earned === paid + due + notYetDue - overpaid ? [] : [`the card does not add up: ${JSON.stringify(card)}`];
  const isSame = earned === rows.earned && paid === rows.paid && due === rows.due;
  return isSame ? faults : [...faults, `the card ${JSON.stringify({ earned, paid, due })} differs from the rows ${JSON.stringify(rows)}`];
};
export const summaryAddsUp = async (world: World, from: Day, to: Day): Promise<Violations> => {
  const { rows } = await sql<Totals>`
    with alone as (select amount_cents as c, coalesce((select sum(l.amount_cents) from payout_adjustments l join payouts p on p.id = l.payout_id
        and p.state = 'completed' where l.adjustment_id = a.id), 0)::int8 as p, effective_date <= ${world.today()} as in_force
      from adjustments a where state = 'approved' and commission_id is null and effective_date between ${from} and ${to}),
    each as (select amount_cents + adjustments_cents as c, paid_cents as p, due_cents as d from commission_records where booking_date between ${from} and ${to}
      union all select c, p, case when not in_force then (case when c < 0 then least(0, -p) else greatest(0, -p) end)
        when c < 0 then least(0, c - p) else greatest(0, c - p) end from alone)
    select coalesce(sum(c), 0)::int8 as earned, coalesce(sum(p), 0)::int8 as paid, coalesce(sum(d), 0)::int8 as due from each`.execute(
    world.db.query,
  );
  const { body } = await world.send(emailOf('abe'), { method: 'GET', path: `/commissions/summary?start_date=${from}&end_date=${to}` });
  return summaryFaults(body.summary, rows[0] as Totals);
};

export type Pay = Readonly<{ released: number; dueOrPaid: number }>;
/** Cents released to a person, and cents due or paid; includes approved adjustments without a record. */
export const payOf = async ({ query }: Database, user: number, today: Day): Promise<Pay> => {
  const { rows } = await sql<Pay>`
    select (r.released + a.cents)::int8 as released, (r.due_or_paid + a.cents)::int8 as "dueOrPaid" from
      (select coalesce(sum(released_cents), 0) as released, coalesce(sum(paid_cents + due_cents), 0) as due_or_paid
        from commission_records where user_id = ${user}) r,
      (select coalesce(sum(amount_cents), 0) as cents from adjustments
        where user_id = ${user} and state = 'approved' and commission_id is null and effective_date <= ${today}) a`.execute(query);
  return rows[0] as Pay;
};
export const payRise = (who: string, before: Pay, after: Pay): Violations =>
  (['released', 'dueOrPaid'] as const).flatMap((key) =>
    after[key] > before[key] ? [`${who}: ${key} ${before[key]} -> ${after[key]} cents`] : [],
  );
