import { type Kysely, sql } from 'kysely';
import type { CommissionStatus } from '../../../../contract/entities/commission.ts';
import type { Role } from '../../../../contract/entities/user.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { holdInForce } from './holds.ts';
import { idsWithMemos, type ReleaseFacts, releaseColumns } from './releasing.ts';

/** A record that may be released as days pass; `gross_cents` is the invoice's. */
export type ReleaseRow = Readonly<{
  id: number;
  user_id: number;
  role: Role;
  booking_date: Day;
  plan_id: string;
  gross_cents: number;
  amount_cents: number;
  adjustments_cents: number;
  released_cents: number;
  paid_cents: number;
  held: boolean;
  held_until: Day | null;
  status: CommissionStatus;
  reason: string;
}> &
  ReleaseFacts;
/**
 * Days after `after` up to and including `to`; `waits`: the plans' waiting times in days after a payment or booking; `yearEnds`: a plan
 * releases on the last day of a year.
 */
export type NewDays = Readonly<{ after: Day; to: Day; waitDays: readonly number[]; yearEnds: boolean }>;

/** Records whose amounts change as days pass, and failed daily jobs. */
export const releasesRepository = (query: Kysely<Schema>) => ({
  /** Invoices with a payment, a booking, a waiting time after either, or a hold that ends on one of the days, and their credit memos. */
  changedByTime: async ({ after, to, waitDays, yearEnds }: NewDays): Promise<number[]> => {
    const days = sql`unnest(${[...waitDays]}::int4[]) as w(days)`;
    const changedRecords = sql`
      select p.invoice_id as id from customer_payments p, ${days}
        where p.state = 'completed' and p.payment_date > ${after}::date - w.days and p.payment_date <= ${to}::date - w.days
      union select coalesce(b.credit_of_id, b.id) from invoices b, ${days}
        where b.booking_date > ${after}::date - w.days and b.booking_date <= ${to}::date - w.days
      union select coalesce(b.credit_of_id, b.id) from invoices b where ${yearEnds} and b.booking_date <= ${to}::date
        and (date_trunc('year', b.booking_date) + interval '1 year - 1 day')::date between ${after}::date + 1 and ${to}::date
      union select r.invoice_id from record_holds h join commission_records r on r.id = h.commission_id
        where h.released_at is null and h.release_on > ${after}::date and h.release_on <= ${to}::date`;
    const { rows } = await sql<{ id: number }>`select id from ${idsWithMemos(changedRecords)} c order by id`.execute(query);
    return rows.map(({ id }) => id);
  },

  ofInvoices: async (invoiceIds: readonly number[]): Promise<ReleaseRow[]> => {
    const { rows } = await sql<ReleaseRow>`
      select r.id, r.user_id, u.role, r.booking_date, r.plan_id, i.gross_cents, r.amount_cents, r.adjustments_cents, r.released_cents, r.status, r.reason,
        r.paid_cents, h.id is not null as held, h.release_on as held_until,
        ${releaseColumns(sql`r.user_id`)}
      from commission_records r join invoices i on i.id = r.invoice_id join users u on u.id = r.user_id
      ${holdInForce}
      where r.invoice_id = any(${[...invoiceIds]}::int8[]) order by r.id`.execute(query);
    return rows;
  },

  /** The failed job of this day: when it was first queued, and when it ended. */
  failedDay: async (kind: string, day: Day): Promise<{ id: number; created_at: string; finished_at: string } | undefined> => {
    const { rows } = await sql<{ id: number; created_at: string; finished_at: string }>`
      select id, created_at, finished_at from jobs
      where kind = ${kind} and slot = ${day} and state = 'failed' and finished_at is not null`.execute(query);
    return rows[0];
  },
});
