import { sql } from 'kysely';
import type { Explanation, TraceRef } from '../../../../contract/entities/explanation.ts';
import type { Wake, WakeKind } from '../../../../contract/entities/wake.ts';
import type { Actor } from '../../../../contract/permissions.ts';
import { fromCents, toCents } from '../../../../contract/rules/money.ts';
import { type Day, monthRange } from '../../../../contract/rules/time/period.ts';
import type { Database } from '../../../../server/db/database.ts';
import { openStore } from '../../../../server/db/repositories/store.ts';
import { explainCommission, wakeOfSubject } from '../../../../server/domain/commissions/explain/index.ts';
import { summarizeCommissions } from '../../../../server/domain/commissions/summarizeCommissions.ts';

/** Number of figures checked in a company; each line of `broken` describes a failed check. */
export type Traced = { records: number; links: number; sums: number; broken: string[] };

type Services = Parameters<typeof explainCommission>[0];
type Row = Readonly<{
  id: number;
  invoice_id: number;
  amount_cents: number;
  adjustments_cents: number;
  released_cents: number;
  paid_cents: number;
}>;
const admin: Actor = { id: '1', role: 'admin' };
/** The kinds of links that are checked in both directions. */
const kinds = ['invoice', 'payment', 'adjustment', 'payout'] as const;
type Kind = (typeof kinds)[number];

const sum = (cents: readonly number[]): number => cents.reduce((total, cent) => total + cent, 0);
const pair = ({ kind, id }: Pick<TraceRef, 'kind' | 'id'>, record: number | string): string => `${kind} ${id} of record ${record}`;

/**
 * True for rows that an explanation counts, false for those it only mentions: a future payment, a pending adjustment, an incomplete payout.
 */
const counts = ({ kind, note }: Explanation['rows'][number]): boolean =>
  kind === 'payout' ? note === 'completed' : kind === 'invoice' || note === null;

/** The record's steps, adjustments and payouts add up to its figures, and the figures satisfy the equation of decisions 2.05. */
const sumsOf = ({ formula, rows, amounts }: Explanation, row: Row): readonly (readonly [holds: boolean, what: string])[] => {
  const steps = formula.map(({ amount }) => toCents(amount));
  const { commission, adjustments, total, released, paid, due } = Object.fromEntries(
    Object.entries(amounts).map(([name, amount]) => [name, toCents(amount)]),
  ) as Record<keyof Explanation['amounts'], number>;
  const end = adjustments === 0 ? steps.length - 1 : steps.length - 3;
  const centsOfKind = (kind: string): number =>
    sum(rows.filter((one) => one.kind === kind && counts(one)).map(({ amount }) => toCents(amount ?? 0)));
  const [more, over] =
    total < 0 ? [Math.min(0, released - paid), Math.min(0, paid - released)] : [Math.max(0, released - paid), Math.max(0, paid - released)];
  return [
    [sum(steps.slice(0, end)) === commission && steps[end] === commission, 'its steps add up to the commission'],
    [commission + adjustments === total && steps.at(-1) === total, 'commission and adjustments are the total'],
    [centsOfKind('adjustment') === adjustments, 'its adjustments are their rows'],
    [centsOfKind('payout') === paid, 'what was paid is its payouts'],
    [due === more && total === paid + more + (total - released) - over, 'Earned is Paid + Due + Not yet due − Overpaid'],
    [
      row.amount_cents === commission &&
        row.adjustments_cents === adjustments &&
        row.released_cents === released &&
        row.paid_cents === paid,
      'the list says what Why says',
    ],
  ];
};

/** True if each person's amounts in a wake are the sums of their figures. */
const isConsistent = ({ people, figures, others }: Wake): boolean =>
  others.count > 0 ||
  people.every(({ user_id, before, after, figures: count }) => {
    const own = figures.filter((figure) => figure.user_id === user_id);
    const sumOf = (amount: (item: Wake['figures'][number]) => number): number => sum(own.map((item) => toCents(amount(item))));
    return own.length === count && sumOf((item) => item.before ?? 0) === toCents(before) && sumOf((item) => item.after) === toCents(after);
  });

/**
 * Checks a company's records against decisions 2.04 in both directions: a thing is named by a record's Why exactly if that record is in the
 * thing's wake, and every total equals its parts to the cent.
 */
export const traceRecords = async (db: Database, ids: readonly number[], today: Day): Promise<Traced> => {
  const services: Services = { store: openStore(db), clock: () => new Date(`${today}T18:00:00Z`) };
  const result: Traced = { records: 0, links: 0, sums: 0, broken: [] };
  const check = (holds: boolean, label: string): void => {
    result.sums += 1;
    if (!holds) result.broken.push(label);
  };
  const { rows } = await sql<Row>`select id, invoice_id, amount_cents, adjustments_cents, released_cents, paid_cents
    from commission_records where id = any(${[...ids]}::int8[]) order by id`.execute(db.query);
  const [below, above] = [new Set<string>(), new Set<string>()];
  const things = new Map<string, Readonly<{ kind: Kind; id: string }>>();
  for (const row of rows) {
    const why = await explainCommission(services, admin, row.id, undefined);
    result.records += 1;
    for (const [holds, what] of sumsOf(why, row)) check(holds, `record ${row.id}: ${what}`);
    for (const one of why.rows) {
      const { ref } = one;
      const kind = kinds.find((each) => each === ref?.kind);
      // A credit memo has its own record, which names it.
      if (!ref || !kind || !counts(one) || (kind === 'invoice' && ref.id !== String(row.invoice_id))) continue;
      below.add(pair(ref, row.id));
      things.set(`${kind} ${ref.id}`, { kind, id: ref.id });
    }
  }
  // Includes things that no Why named: whatever changes a record must be found by its Why.
  const all = await sql<{ kind: Kind; id: string }>`
    with r as (select id, invoice_id from commission_records where id = any(${[...ids]}::int8[]))
    select 'payment' as kind, p.id::text as id from customer_payments p where p.state = 'completed' and p.payment_date <= ${today}::date
      and p.invoice_id in (select invoice_id from r)
    union select 'adjustment', a.id::text from adjustments a where a.state = 'approved' and a.commission_id in (select id from r)
    union select 'payout', p.id::text from payouts p join payout_lines l on l.payout_id = p.id
      where p.state = 'completed' and l.commission_id in (select id from r)
    union select 'invoice', invoice_id::text from r`.execute(db.query);
  for (const { kind, id } of all.rows) things.set(`${kind} ${id}`, { kind, id });
  const mine = new Set(rows.map(({ id }) => String(id)));
  for (const { kind, id } of things.values()) {
    const wake = await wakeOfSubject(services, admin, kind as WakeKind, Number(id));
    check(isConsistent(wake), `${kind} ${id}: its people are the sums of its figures`);
    for (const { ref, before, after } of wake.figures) {
      if (ref.kind !== 'record' || !mine.has(ref.id)) continue;
      const isOwn = kind !== 'invoice' || before === null;
      if (isOwn) above.add(pair({ kind, id }, ref.id));
      if (kind === 'invoice' && isOwn) {
        const row = rows.find((each) => String(each.id) === ref.id);
        check(row !== undefined && toCents(after) === row.amount_cents, `invoice ${id}: earns what record ${ref.id} says`);
      }
    }
  }
  for (const item of below) if (!above.has(item)) result.broken.push(`${item} is named below and is not in the wake`);
  for (const item of above) if (!below.has(item)) result.broken.push(`${item} is in the wake and is not named below`);
  result.links = below.size;
  return result;
};

const money = [
  'period_commission',
  'total_adjustments',
  'total_commission',
  'period_net_revenue',
  'base_revenue',
  'over_quota_revenue',
] as const;

/** Checks the summary of a person's range against its formulas, its rows, and its months (decisions 2.05, 2.06). */
export const traceSummary = async (db: Database, userId: number | null, year: number, today: Day): Promise<Traced> => {
  const services: Services = { store: openStore(db), clock: () => new Date(`${today}T18:00:00Z`) };
  const result: Traced = { records: 0, links: 0, sums: 0, broken: [] };
  const who = userId === null ? {} : { user_id: String(userId) };
  const summaryIn = (range: Readonly<{ start_date: Day; end_date: Day }>) => summarizeCommissions(services, admin, { ...range, ...who });
  const range = { start_date: `${year}-01-01`, end_date: `${year}-12-31` };
  const whole = await summaryIn(range);
  const months = await Promise.all(Array.from({ length: 12 }, (_, month) => summaryIn(monthRange(year, month))));
  const c = (amount: number | null | undefined): number => toCents(amount ?? 0);
  const check = (holds: boolean, label: string): void => {
    result.sums += 1;
    if (!holds) result.broken.push(`${userId ?? 'everybody'} in ${year}: ${label}`);
  };
  for (const name of money) check(sum(months.map((month) => c(month[name]))) === c(whole[name]), `${name} is the sum of its months`);
  for (const item of [whole, ...months]) {
    check(c(item.period_commission) + c(item.total_adjustments) === c(item.total_commission), 'Total is Commission + Adjustments');
    check(c(item.base_revenue) + c(item.over_quota_revenue) === c(item.period_net_revenue), 'base and over-quota are the net revenue');
    const { total_commission_paid: paid, total_commission_due: due, total_commission_overpaid: over } = item;
    check(
      c(paid) + c(due) + c(item.total_commission_not_yet_due) - c(over) === c(item.total_commission_earned),
      'Earned is Paid + Due + Not yet due − Overpaid',
    );
    const parts = (name: 'earned' | 'paid' | 'due'): number =>
      sum((item.by_status ?? []).map((part) => c(part[name]))) + c(item.without_record?.[name]);
    check(parts('earned') === c(item.total_commission_earned), 'what was earned is the sum of its statuses');
    check(parts('paid') === c(paid), 'what was paid is the sum of its statuses');
    check(parts('due') === c(due), 'what is due is the sum of its statuses');
    const attained = item.quota_amount === 0 ? null : item.total_commissionable_sales / item.quota_amount;
    check(
      item.quota_attainment === null ? attained === null : Math.abs(item.quota_attainment - (attained ?? 0)) < 1e-9,
      'attainment is sales ÷ quota',
    );
    const rate = item.period_net_revenue === 0 ? 0 : item.period_commission / item.period_net_revenue;
    check(Math.abs(item.effective_commission_rate - rate) < 1e-9, 'the effective rate is commission ÷ net revenue');
  }
  const own = userId === null ? sql`` : sql`and user_id = ${userId}`;
  const { rows } = await sql<{ amount: number; net: number; records: number }>`
    select coalesce(sum(amount_cents), 0)::int8 as amount, coalesce(sum(net_cents) filter (where credit <> 'override'), 0)::int8 as net,
      count(*)::int as records from commission_records where booking_date between ${range.start_date}::date and ${range.end_date}::date ${own}`.execute(
    db.query,
  );
  const [listed] = rows;
  result.records = listed?.records ?? 0;
  check(listed !== undefined && fromCents(listed.amount) === whole.period_commission, 'the commission is the sum of its rows');
  if (userId === null)
    check(listed !== undefined && fromCents(listed.net) === whole.period_net_revenue, 'the net revenue is the sum of its rows');
  return result;
};
