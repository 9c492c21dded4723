import { type RawBuilder, sql } from 'kysely';
import type { FlowName } from '../../../../contract/entities/flow.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';

/** Columns: id, state, cents, since (when it entered the state), label. `any`: all records; `counted`: only those that still wait. */
type FlowSource = Readonly<{ any: RawBuilder<unknown>; counted?: RawBuilder<unknown> }>;

const nameOf = (alias: string) => sql`${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}`;
/** The instant of the newest audit row with one of these actions. */
const auditedAt = (entity: string, entityId: RawBuilder<unknown>, actions: readonly string[]) =>
  sql`(select l.at from audit_log l where l.entity = ${sql.lit(entity)} and l.entity_id = ${entityId}
    and l.action in (${sql.join(actions.map((action) => sql.lit(action)))}) order by l.id desc limit 1)`;

/** A month without a row is open since its first day. */
const payPeriods = (startOf: (day: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`
  select to_char(m.month, 'YYYY-MM') as id, coalesce(p.state, 'open') as state, m.cents,
    case coalesce(p.state, 'open') when 'closed' then p.closed_at when 'open' then ${startOf(sql`m.month`)}
      else coalesce(${auditedAt('pay_period', sql`to_char(m.month, 'YYYY-MM')`, ['period.review', 'period.reopen'])}, ${startOf(sql`m.month`)}) end as since,
    to_char(m.month, 'FMMon YYYY') as label
  from (
    select month, sum(cents)::int8 as cents from (
      select first_day as month, amount_cents as cents from company_sums where span = 'month' and records <> 0
      union all select date_trunc('month', effective_date)::date, amount_cents from company_adjustments where amount_cents <> 0
      union all select start_date, 0 from pay_periods
    ) parts group by month
  ) m left join pay_periods p on p.start_date = m.month`;

const invoices = (startOf: (day: RawBuilder<unknown>) => RawBuilder<unknown>): FlowSource => {
  const unsent = sql`select i.id, i.state, i.gross_cents as cents, case i.state when 'draft' then i.created_at else i.updated_at end as since,
    i.invoice_number as label from invoices i where i.state <> 'sent'`;
  const sent = sql`select i.id, i.state, b.open_cents as cents, coalesce(i.sent_at, ${startOf(sql`i.booking_date`)}) as since, i.invoice_number as label
    from invoice_balances b join invoices i on i.id = b.invoice_id where b.is_sent`;
  return { counted: sql`${unsent} union all ${sent} and b.open_cents > 0`, any: sql`${unsent} union all ${sent}` };
};

/** Completed ones, nearly all, are counted no longer. */
const receipts = sql`select r.id, r.state, r.amount_cents as cents, case r.state when 'pending' then r.created_at else r.updated_at end as since,
  coalesce(c.name, r.reference, r.id::text) as label from receipts r left join customers c on c.id = r.customer_id`;

/** A record is counted until its earned amount is paid: one of $0 never waits. It has had its status since the last of its earlier rows with another one. */
const commissions = (startOf: (day: RawBuilder<unknown>) => RawBuilder<unknown>): FlowSource => {
  const any = sql`select r.id, r.status as state, r.amount_cents + r.adjustments_cents - r.paid_cents as cents,
    coalesce((select max(p.superseded_at) from commission_records_past p where p.id = r.id and p.status <> r.status), ${startOf(sql`r.booking_date`)}) as since,
    ${nameOf('u')} || ', ' || r.invoice_number as label from commission_records r join users u on u.id = r.user_id`;
  return { counted: sql`${any} where r.status <> 'paid' and r.amount_cents + r.adjustments_cents <> r.paid_cents`, any };
};

/** The newest hold of each record, under the id of the record. */
const holds = (today: Day, startOf: (day: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`
  select r.id, case when h.released_by is not null then 'released' when h.released_at is not null or h.release_on <= ${today}::date then 'ended'
      else 'held' end as state,
    r.amount_cents + r.adjustments_cents - r.released_cents as cents,
    case when h.released_by is not null then h.released_at when h.release_on <= ${today}::date then ${startOf(sql`h.release_on`)}
      else coalesce(h.released_at, h.held_at) end as since,
    ${nameOf('u')} || ', ' || r.invoice_number as label
  from (select distinct on (commission_id) * from record_holds order by commission_id, id desc) h
  join commission_records r on r.id = h.commission_id join users u on u.id = r.user_id`;

export type CompanyDay = Readonly<{ zone: string; today: Day }>;

/** @param zone the company's time zone, in which days begin */
export const flowSources = ({ zone, today }: CompanyDay): Readonly<Record<FlowName, FlowSource>> => {
  const startOf = (day: RawBuilder<unknown>) => sql`(${day}::timestamp at time zone ${zone}::text)`;
  return {
    commission: commissions(startOf),
    hold: { any: holds(today, startOf) },
    adjustment: {
      any: sql`select a.id, a.state, a.amount_cents as cents, case when a.state in ('approved', 'rejected') then coalesce(a.decided_at, a.created_at)
        when a.state = 'void' then a.updated_at else a.created_at end as since, ${nameOf('u')} as label from adjustments a join users u on u.id = a.user_id`,
    },
    dispute: {
      any: sql`select d.id, d.state, r.amount_cents + r.adjustments_cents as cents, case d.state when 'open' then d.created_at
        when 'in_review' then coalesce(${auditedAt('dispute', sql`d.id::text`, ['dispute.taken'])}, d.updated_at) else d.updated_at end as since,
        ${nameOf('u')} || ', ' || r.invoice_number as label
        from disputes d join commission_records r on r.id = d.commission_id join users u on u.id = r.user_id`,
    },
    payout: {
      any: sql`select p.id, p.state, p.amount_cents as cents, case p.state when 'pending' then p.created_at
        when 'processing' then coalesce(p.approved_at, p.updated_at) else p.updated_at end as since, ${nameOf('u')} as label
        from payouts p join users u on u.id = p.user_id`,
    },
    payoutRun: {
      any: sql`select r.id, r.state, (select coalesce(sum(p.amount_cents), 0) from payout_run_people p where p.run_id = r.id)::int8 as cents,
        case r.state when 'proposed' then r.created_at when 'approved' then coalesce(r.approved_at, r.updated_at) else r.updated_at end as since,
        to_char(r.month, 'FMMon YYYY') || ', ' || r.reference as label from payout_runs r`,
    },
    payPeriod: { any: payPeriods(startOf) },
    invoice: invoices(startOf),
    receipt: { counted: sql`${receipts} where r.state <> 'completed'`, any: receipts },
    bankTransaction: {
      any: sql`select t.id, t.state, abs(t.amount_cents) as cents, case when t.state in ('matched', 'ignored')
        then coalesce(t.decided_at, t.updated_at) else t.created_at end as since, t.counterparty as label from bank_transactions t`,
    },
    deal: {
      any: sql`select d.id, d.state, coalesce(d.amount_cents, 0) as cents, case when d.state = 'open' then d.created_at
        else coalesce(${startOf(sql`d.closed_on`)}, d.updated_at) end as since, d.name as label from deals d`,
    },
  };
};
