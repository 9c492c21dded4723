import { type Kysely, sql } from 'kysely';
import type { AdjustmentState } from '../../../../contract/entities/adjustment.ts';
import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { roleAt } from '../people/roleAt.ts';
import { type FactOrigin, factOriginColumns, userNameSql } from './arrival.ts';
import type { PersonRow } from './facts.ts';
import type { RecordRow } from './records.ts';
import { hasPay, idsWithMemos, isOwnCredit, originalJoin } from './releasing.ts';

/** A record with its invoice and its person. */
export type RecordWithInvoice = RecordRow &
  Readonly<{
    manager_id: number | null;
    invoice_gross_cents: number;
    credit_of_id: number | null;
    takes_back: string | null;
    invoice_created_at: string;
  }> &
  FactOrigin &
  Readonly<{
    rate_override: string | null;
    customer_name: string;
    customer_type: string | null;
  }> &
  Pick<PersonRow, 'role' | 'joined_on' | 'first_name' | 'last_name'>;
export type PaymentRow = Readonly<{ id: number; on: Day; amount: number; state: 'pending' | 'completed' | 'failed'; created_at: string }> &
  FactOrigin;
/** The invoice that a credit memo reverses, with the plan that credited it to the person. */
export type OriginalRow = Readonly<{
  id: number;
  invoice_number: string;
  gross_cents: number;
  booking_date: Day;
  plan_id: string | null;
  config_version: number | null;
}>;
export type MemoOfRecordRow = Readonly<{ id: number; invoiceNumber: string; on: Day; net: number; created_at: string }> & FactOrigin;
/** An adjustment's earlier state from the audit log. */
type PastAdjustment = Readonly<{ state: AdjustmentState; amount_cents: number; reason: string; commission_id: number | null }>;
/**
 * An adjustment in three states: now, after its last change before an instant (`was`), and before its first change since (`before`). The
 * last two come from the audit log.
 */
export type AdjustmentHistoryRow = Readonly<{
  id: number;
  entered_by: string;
  created_at: string;
  decided_at: string | null;
  updated_at: string;
  now: PastAdjustment;
  was: PastAdjustment | null;
  was_at: string | null;
  before: PastAdjustment | null;
}>;
/** One change of a record's amount; `before_cents` null: the record is new. */
export type AmountChangeRow = Readonly<{ at: string; before_cents: number | null; after_cents: number | null }>;
export type PaidRow = Readonly<{
  id: number;
  entered_by: string | null;
  on: Day;
  created_at: string;
  amount: number;
  state: 'pending' | 'processing' | 'completed' | 'failed';
  reversal: boolean;
}>;
export type HoldRow = Readonly<{ reason: string; by: string; held_at: string; release_on: Day | null; released_at: string | null }>;
/** Includes replaced splits. */
export type SplitRow = Readonly<{ reason: string; by: string | null; recorded_at: string; superseded_at: string | null }>;
type EarlierRow = Readonly<{ count: number; earned: number }>;
/** The facts a record was computed from, row by row, for its explanation, and changes since an instant. */
export const factsOfRecordRepository = (query: Kysely<Schema>) => ({
  record: async (id: number): Promise<RecordWithInvoice | undefined> => {
    const { rows } = await sql<RecordWithInvoice>`
      select r.*, coalesce((${roleAt(sql`r.user_id`, sql`r.booking_date`)}), s.role, u.role) as role, u.manager_id, coalesce(s.joined, u.joined_on) as joined_on, u.first_name, u.last_name,
        i.gross_cents as invoice_gross_cents, i.credit_of_id, i.rate_override, i.customer_name, i.customer_type, o.invoice_number as takes_back,
        i.created_at as invoice_created_at, ${factOriginColumns('invoice', sql`i.id`, sql`null::bigint`, sql`i.connection_id`, sql`i.external_id`)}
      from commission_records r join users u on u.id = r.user_id join invoices i on i.id = r.invoice_id
      left join people_over_time s on s.user_id = r.user_id and r.booking_date between s.from_day and s.to_day
      left join invoices o on o.id = i.credit_of_id where r.id = ${id}`.execute(query);
    return rows[0];
  },

  /** The person's records since `from` that sort before this one and already existed: cents earned, and how many count toward the quota. */
  earlier: async ({ user_id, booking_date, invoice_number, id }: RecordRow, from: Day, before: string): Promise<EarlierRow> => {
    const { rows } = await sql<EarlierRow>`
      select count(*) filter (where credit <> 'override' and reason <> 'excluded') as count, coalesce(sum(amount_cents), 0)::int8 as earned from commission_records where user_id = ${user_id} and booking_date >= ${from}
        and (booking_date, invoice_number, id) < (${booking_date}, ${invoice_number}, ${id})
        and id not in (select commission_id from amount_changes where at >= ${before} and user_id = ${user_id} and before_cents is null)`.execute(
      query,
    );
    return rows[0] ?? { count: 0, earned: 0 };
  },

  /** The invoice whose payments release a credit memo (decisions 2.03). */
  original: async ({ invoice_id, user_id }: Pick<RecordRow, 'invoice_id' | 'user_id'>): Promise<OriginalRow | undefined> => {
    const { rows } = await sql<OriginalRow>`
      select o.id, o.invoice_number, o.gross_cents, o.booking_date, r.plan_id, r.config_version
      from invoices i join ${originalJoin} on true left join commission_records r on r.invoice_id = o.id and r.user_id = ${user_id}
      where i.id = ${invoice_id}`.execute(query);
    return rows[0];
  },

  payments: async (invoiceId: number): Promise<PaymentRow[]> => {
    const { rows } = await sql<PaymentRow>`
      select p.id, p.payment_date as on, p.amount_cents as amount, p.state, p.created_at,
        ${factOriginColumns('payment', sql`p.id`, sql`coalesce(p.created_by, r.created_by)`, sql`r.connection_id`, sql`coalesce(p.external_id, r.external_id)`)}
      from customer_payments p join receipts r on r.id = p.receipt_id where p.invoice_id = ${invoiceId} and not (${isOwnCredit}) order by p.payment_date, p.id`.execute(
      query,
    );
    return rows;
  },

  /** Gross amounts of an invoice's credit memos, including memos of memos. */
  credits: async (invoiceId: number): Promise<{ on: Day; amount: number }[]> => {
    const { rows } = await sql<{ on: Day; amount: number }>`
      select booking_date as on, gross_cents as amount from invoices
      where id <> ${invoiceId} and state = 'sent' and id in ${idsWithMemos(sql`select ${invoiceId}::int8`)} order by booking_date, id`.execute(
      query,
    );
    return rows;
  },

  /** True if something was paid out or adjusted on the person's records of the invoice and its credit memos. */
  hasPay: async ({ invoice_id, user_id }: Pick<RecordRow, 'invoice_id' | 'user_id'>): Promise<boolean> => {
    const { rows } = await sql<{ has_pay: boolean }>`
      select ${hasPay(sql`${user_id}::int8`)} as has_pay from invoices i where i.id = ${invoice_id}`.execute(query);
    return rows[0]?.has_pay ?? true;
  },

  memos: async (invoiceId: number): Promise<MemoOfRecordRow[]> => {
    const { rows } = await sql<MemoOfRecordRow>`
      select i.id, i.invoice_number as "invoiceNumber", i.booking_date as on, i.net_cents as net, i.created_at,
        ${factOriginColumns('invoice', sql`i.id`, sql`null::bigint`, sql`i.connection_id`, sql`i.external_id`)}
      from invoices i where i.credit_of_id = ${invoiceId} and i.state = 'sent' order by i.booking_date, i.id`.execute(query);
    return rows;
  },

  /** The record's adjustments created before an instant. */
  adjustments: async (commissionId: number, before: string): Promise<AdjustmentHistoryRow[]> => {
    const { rows } = await sql<AdjustmentHistoryRow>`
      select a.id, ${userNameSql(sql`a.created_by`)} as entered_by, a.created_at, a.decided_at, a.updated_at, was.at as was_at, was.after as was, since.before as before, jsonb_build_object(
          'state', a.state, 'amount_cents', a.amount_cents, 'reason', a.reason, 'commission_id', a.commission_id) as now
      from adjustments a
      left join lateral (select at, after from audit_log where entity = 'adjustment' and entity_id = a.id::text and at < ${before}
        order by id desc limit 1) was on true
      left join lateral (select before from audit_log where entity = 'adjustment' and entity_id = a.id::text and at >= ${before}
        order by id limit 1) since on true
      where a.commission_id = ${commissionId} and a.created_at < ${before} order by a.id`.execute(query);
    return rows;
  },

  /** The record's holds, newest first; a credit memo has those of the sale it reverses (decisions 2.23). */
  holds: async ({ id, credit_of_id, user_id }: Pick<RecordWithInvoice, 'id' | 'credit_of_id' | 'user_id'>): Promise<HoldRow[]> => {
    const { rows } = await sql<HoldRow>`
      select reason, ${userNameSql(sql`held_by`)} as by, held_at, release_on, released_at from record_holds
      where commission_id in (${id}, (select id from commission_records where invoice_id = ${credit_of_id} and user_id = ${user_id}))
      order by id desc`.execute(query);
    return rows;
  },

  /** The person's manual shares in the invoice or, for a credit memo, in the one it reverses; newest first. */
  splits: async ({
    invoice_id,
    credit_of_id,
    user_id,
  }: Pick<RecordWithInvoice, 'invoice_id' | 'credit_of_id' | 'user_id'>): Promise<SplitRow[]> => {
    const { rows } = await sql<SplitRow>`
      select reason, ${userNameSql(sql`created_by`)} as by, recorded_at, superseded_at from invoice_splits
      where user_id = ${user_id} and invoice_id in (${invoice_id}, ${credit_of_id}) order by invoice_id <> ${invoice_id}, id desc`.execute(
      query,
    );
    return rows;
  },

  /** The first two changes of the record's amount since an instant, oldest first. */
  amountsFrom: async ({ id, user_id }: Pick<RecordRow, 'id' | 'user_id'>, at: string): Promise<AmountChangeRow[]> => {
    const { rows } = await sql<AmountChangeRow>`
      select at, before_cents, after_cents from amount_history
      where at >= ${at} and user_id = ${user_id} and commission_id = ${id} order by at, id limit 2`.execute(query);
    return rows;
  },

  /** Invoices of the person's records that were first recorded at or after an instant. */
  recordedFrom: async (userId: number, { start_date, end_date }: DateRange, at: string): Promise<number[]> => {
    const { rows } = await sql<{ invoice_id: number }>`
      select r.invoice_id from commission_records r where r.user_id = ${userId} and r.booking_date between ${start_date} and ${end_date}
        and r.id in (select commission_id from amount_changes where at >= ${at} and user_id = ${userId} and before_cents is null)`.execute(
      query,
    );
    return rows.map(({ invoice_id }) => invoice_id);
  },

  /** The configuration in force before an instant, or the oldest one. */
  versionBefore: async (at: string): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      select id from config_versions order by (created_at < ${at}) desc, case when created_at < ${at} then -id else id end limit 1`.execute(
      query,
    );
    return rows[0]?.id ?? 0;
  },

  payouts: async (commissionId: number): Promise<PaidRow[]> => {
    const { rows } = await sql<PaidRow>`
      select p.id, ${userNameSql(sql`p.created_by`)} as entered_by, p.paid_on as on, p.created_at, l.amount_cents as amount, p.state, p.reversal_of_id is not null as reversal from payout_lines l join payouts p on p.id = l.payout_id
      where l.commission_id = ${commissionId} order by p.paid_on, p.id`.execute(query);
    return rows;
  },

  /** When the person's newest statement that covers any of the days was requested or, for a closed month up to them, issued. */
  lastStatement: async (userId: number, { start_date, end_date }: DateRange): Promise<string | null> => {
    const { rows } = await sql<{ created_at: string }>`
      select max(created_at) as created_at from (
        select created_at from jobs where kind = 'commission_statement' and state = 'completed' and payload->>'user_id' = ${String(userId)}
          and payload->>'start_date' <= ${end_date} and payload->>'end_date' >= ${start_date}
        union all select issued_at from issued_statements where user_id = ${userId} and run_id is null and written_at is not null
          and month <= ${end_date}
      ) s having count(*) > 0`.execute(query);
    return rows[0]?.created_at ?? null;
  },
});
