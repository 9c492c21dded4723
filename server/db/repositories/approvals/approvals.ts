import { type Kysely, type Selectable, sql } from 'kysely';
import type { ApprovalGroup } from '../../../../contract/entities/approval.ts';
import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import type { AdjustmentsTable, Schema } from '../../schema/index.ts';
import { dueStandaloneCents } from '../payouts/alone.ts';
import { type PayoutRow, payoutJoins, payoutRowColumns } from '../payouts/payouts.ts';

/**
 * Ids of the requester and of everybody who may approve or pay. `lastResort`: who decides an adjustment if no other approver is eligible.
 */
export type ApprovalAudience = Readonly<{
  me: number;
  approvers: readonly number[];
  lastResort: readonly number[];
  payers: readonly number[];
  /** Payout runs that wait for the requester. */
  runs: readonly number[];
}>;
/** `group` null: all groups. */
export type ApprovalFilter = Readonly<{ audience: ApprovalAudience; group: ApprovalGroup | null; person: number | null }>;
export type ApprovalSubject = 'adjustment' | 'proposal' | 'payout' | 'run';
export type ApprovalKey = Readonly<{ subject: ApprovalSubject; id: number; created_at: string }>;
/** A person's approved adjustments in the same month, without the current one. */
type EarlierDecisions = Readonly<{ earlier_count: number; earlier_cents: number }>;
/** `before_cents`: the current amount of its record; 0 without one. */
export type WaitingAdjustment = Selectable<AdjustmentsTable> &
  EarlierDecisions &
  Readonly<{ first_name: string; last_name: string; role: string; author: string; invoice_number: string | null; before_cents: number }>;
export type WaitingPayout = PayoutRow & EarlierDecisions & Readonly<{ role: string; due_cents: number }>;
export type WaitingMonth = Readonly<{ start_date: Day; count: number }>;

const adjustmentGroup = sql`case origin when 'late_fact' then 'late_fact' when 'bonus' then 'bonus' else 'adjustment' end`;

/** decisions 2.10: not the setter or payee; if nobody else is left, an admin who is not paid by it, and finally the admin who is. */
const adjustments = ({ me, approvers, lastResort }: ApprovalAudience) => sql`
  select 'adjustment' as subject, a.id, a.created_at, ${adjustmentGroup} as "group", a.user_id, date_trunc('month', a.effective_date)::date as month
  from adjustments a cross join lateral (select coalesce(a.set_by, a.created_by) as setter) s
  where a.state = 'pending' and ${me} = any(${[...approvers]}::int8[])
    and not exists (select from pay_periods p where p.state = 'closed' and a.effective_date between p.start_date and p.end_date)
    and case when exists (select from unnest(${[...approvers]}::int8[]) x where x not in (s.setter, a.user_id)) then ${me} not in (s.setter, a.user_id)
      else ${me} = any(${[...lastResort]}::int8[]) and (${me} <> a.user_id or not exists (select from unnest(${[...lastResort]}::int8[]) x where x <> a.user_id)) end`;

/** decisions 2.16: not the recorder or payee, unless nobody else can; payouts of a proposed run wait with the run. */
const payouts = ({ me, payers }: ApprovalAudience) => sql`
  select 'payout', p.id, p.created_at, 'payment', p.user_id, date_trunc('month', p.paid_on)::date
  from payouts p cross join lateral (select coalesce(p.created_by, 0) as maker) m
  where p.state = 'pending' and ${me} = any(${[...payers]}::int8[])
    and not exists (select from payout_runs g where g.id = p.run_id and g.state = 'proposed')
    and (${me} not in (m.maker, p.user_id) or not exists (select from unnest(${[...payers]}::int8[]) x where x not in (m.maker, p.user_id)))`;

/** decisions 3.06: anybody who may decide adjustments, except its author. */
const proposals = ({ me, approvers }: ApprovalAudience) => sql`
  select 'proposal', p.id, p.created_at, 'own_pay', p.author_id, date_trunc('month', p.day)::date
  from proposals p where p.state = 'pending' and ${me} = any(${[...approvers]}::int8[]) and p.author_id <> ${me}`;

const runs = ({ runs: ids }: ApprovalAudience) => sql`
  select 'run', r.id, r.created_at, 'run', null::int8, r.month from payout_runs r where r.id = any(${[...ids]}::int8[])`;

const selectFiltered = ({ audience, group, person }: ApprovalFilter) => sql`
  select * from (${adjustments(audience)} union all ${proposals(audience)} union all ${payouts(audience)} union all ${runs(audience)}) w
  where (${group}::text is null or "group" = ${group}) and (${person}::int8 is null or user_id = ${person})`;

const earlierDecisions = (table: 'a' | 'p', day: 'effective_date' | 'paid_on', exceptRow: ReturnType<typeof sql>) => sql`
  left join lateral (
    select count(*)::int as earlier_count, coalesce(sum(o.amount_cents), 0)::int8 as earlier_cents from adjustments o
    where o.user_id = ${sql.ref(`${table}.user_id`)} and o.state = 'approved'
      and o.effective_date >= date_trunc('month', ${sql.ref(`${table}.${day}`)})
      and o.effective_date < date_trunc('month', ${sql.ref(`${table}.${day}`)}) + interval '1 month' and ${exceptRow}
  ) e on true`;

/** Everything that waits for a person's approval, of any kind and month, oldest first (decisions 2.10, 2.16). */
export const approvalsRepository = (query: Kysely<Schema>) => ({
  page: async (filter: ApprovalFilter, after: ApprovalKey | null, limit: number): Promise<ApprovalKey[]> => {
    const { rows } = await sql<ApprovalKey>`
      select subject, id, created_at from (${selectFiltered(filter)}) q
      where ${after === null ? sql`true` : sql`(created_at, subject, id) > (${after.created_at}::timestamptz, ${after.subject}, ${after.id})`}
      order by created_at, subject, id limit ${limit}`.execute(query);
    return rows;
  },

  count: async (filter: ApprovalFilter): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${selectFiltered(filter)}) q`.execute(query);
    return rows[0]?.count ?? 0;
  },

  waitsFor: async (audience: ApprovalAudience, { subject, id }: Pick<ApprovalKey, 'subject' | 'id'>): Promise<boolean> => {
    const allWaiting = selectFiltered({ audience: audience, group: null, person: null });
    const { rows } = await sql`select 1 from (${allWaiting}) q where subject = ${subject} and id = ${id}`.execute(query);
    return rows.length > 0;
  },

  /** Pending adjustments only, by the month in which they would count. */
  adjustmentMonths: async (audience: ApprovalAudience): Promise<WaitingMonth[]> => {
    const { rows } = await sql<WaitingMonth>`
      select month as start_date, count(*)::int as count from (${adjustments(audience)}) w group by 1 order by 1`.execute(query);
    return rows;
  },

  adjustments: async (ids: readonly number[]): Promise<WaitingAdjustment[]> => {
    if (ids.length === 0) return [];
    const { rows } = await sql<WaitingAdjustment>`
      select a.*, u.first_name, u.last_name, u.role, m.first_name || ' ' || m.last_name as author, i.invoice_number,
        coalesce(r.amount_cents + r.adjustments_cents, 0)::int8 as before_cents, e.earlier_count, e.earlier_cents
      from adjustments a join users u on u.id = a.user_id join users m on m.id = coalesce(a.set_by, a.created_by)
      left join invoices i on i.id = a.related_invoice_id left join commission_records r on r.id = a.commission_id
      ${earlierDecisions('a', 'effective_date', sql`o.id <> a.id`)} where a.id = any(${[...ids]}::int8[])`.execute(query);
    return rows;
  },

  /** `due_cents`: the amount now due to the person, regardless of pending payments. */
  payouts: async (ids: readonly number[]): Promise<WaitingPayout[]> => {
    if (ids.length === 0) return [];
    const { rows } = await sql<WaitingPayout>`
      select ${payoutRowColumns}, u.role, e.earlier_count, e.earlier_cents,
        (coalesce((select sum(c.due_cents) from commission_records c where c.user_id = p.user_id), 0) + coalesce((
          select sum(${dueStandaloneCents}) from adjustments a
          where a.user_id = p.user_id and a.state = 'approved' and a.commission_id is null and a.effective_date <= p.paid_on), 0))::int8 as due_cents
      from payouts p ${payoutJoins} ${earlierDecisions('p', 'paid_on', sql`true`)} where p.id = any(${[...ids]}::int8[])`.execute(query);
    return rows;
  },

  /** Net revenue that counts toward each person's quota, over whole months, in cents. */
  counted: async (people: readonly number[], { start_date, end_date }: DateRange): Promise<Map<number, number>> => {
    const { rows } = await sql<{ user_id: number; cents: number }>`
      select user_id, sum(commissionable_cents)::int8 as cents from commission_months
      where user_id = any(${[...people]}::int8[]) and month between ${start_date} and ${end_date} group by 1`.execute(query);
    return new Map(rows.map(({ user_id, cents }) => [user_id, cents]));
  },
});
