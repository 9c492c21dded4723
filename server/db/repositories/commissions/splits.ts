import { type Kysely, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';

export type SplitInvoiceRow = Readonly<{
  id: number;
  invoice_number: string;
  customer_name: string;
  state: 'draft' | 'sent' | 'cancelled';
  booking_date: Day;
  net_cents: number;
  salesperson_id: number | null;
  sales_lead_id: number | null;
  manager_id: number | null;
  credit_of_id: number | null;
  /** The invoice's rate override, a fraction as text. */
  rate_override: string | null;
}>;
/** One person's share; `reason`, `by` and `since` describe a manual split. */
export type ShareRow = Readonly<{
  id: number;
  user_id: number;
  manager_id: number | null;
  first_name: string;
  last_name: string;
  share_ppm: number;
  reason: string | null;
  by_first_name: string | null;
  by_last_name: string | null;
  since: string | null;
}>;
export type SplitPerson = Readonly<{ id: number; manager_id: number | null; first_name: string; last_name: string; active: boolean }>;

/** Manual splits of invoices, and the plan settings they override. */
export const splitsRepository = (query: Kysely<Schema>) => ({
  invoice: async (id: number): Promise<SplitInvoiceRow | undefined> => {
    const { rows } = await sql<SplitInvoiceRow>`
      select i.id, i.invoice_number, i.customer_name, i.state, i.booking_date, i.net_cents, i.salesperson_id, i.sales_lead_id, u.manager_id, i.credit_of_id, i.rate_override
      from invoices i left join users u on u.id = i.salesperson_id where i.id = ${id}`.execute(query);
    return rows[0];
  },

  /** The invoice's current manual split, in the order written. */
  current: async (invoiceId: number): Promise<ShareRow[]> => {
    const { rows } = await sql<ShareRow>`
      select x.id, x.user_id, u.manager_id, u.first_name, u.last_name, x.share_ppm, x.reason, b.first_name as by_first_name,
        b.last_name as by_last_name, x.recorded_at as since
      from invoice_splits x join users u on u.id = x.user_id left join users b on b.id = x.created_by
      where x.invoice_id = ${invoiceId} and x.superseded_at is null order by x.id`.execute(query);
    return rows;
  },

  /** The shares as recorded, sellers first. */
  recorded: async (invoiceId: number): Promise<ShareRow[]> => {
    const { rows } = await sql<ShareRow>`
      select r.id, r.user_id, u.manager_id, u.first_name, u.last_name, r.share_ppm, null as reason, null as by_first_name, null as by_last_name,
        null as since
      from commission_records r join users u on u.id = r.user_id
      where r.invoice_id = ${invoiceId} and r.credit <> 'override' and r.plan_id <> '' order by r.credit desc, r.id`.execute(query);
    return rows;
  },

  /** Number of manual split changes, including removals. */
  version: async (invoiceId: number): Promise<number> => {
    const { rows } = await sql<{ version: number }>`
      select coalesce(max(id) filter (where superseded_at is null), -max(id), 0)::int8 as version from invoice_splits
      where invoice_id = ${invoiceId}`.execute(query);
    return rows[0]?.version ?? 0;
  },

  /** The invoice and its credit memos with their booking days: everything that a change of the split affects. */
  affectedInvoices: async (invoiceId: number): Promise<{ id: number; booking_date: Day }[]> => {
    const { rows } = await sql<{ id: number; booking_date: Day }>`
      select id, booking_date from invoices i where i.state = 'sent' and ${invoiceId} in (i.id, i.credit_of_id) order by id`.execute(query);
    return rows;
  },

  people: async (ids: readonly number[]): Promise<SplitPerson[]> => {
    const { rows } = await sql<SplitPerson>`
      select id, manager_id, first_name, last_name, active from users where id = any(${[...ids]}::int8[])`.execute(query);
    return rows;
  },

  /** Replaces the current shares; an empty list restores the plan's split. */
  replace: async (
    invoiceId: number,
    shares: readonly Readonly<{ userId: number; sharePpm: number }>[],
    { reason, actorId, day, at }: Readonly<{ reason: string; actorId: number; day: Day; at: Date }>,
  ): Promise<void> => {
    await sql`update invoice_splits set superseded_at = ${at.toISOString()} where invoice_id = ${invoiceId} and superseded_at is null`.execute(
      query,
    );
    if (shares.length === 0) return;
    await query
      .insertInto('invoice_splits')
      .values(
        shares.map(({ userId, sharePpm }) => ({
          invoice_id: invoiceId,
          user_id: userId,
          share_ppm: sharePpm,
          reason,
          created_by: actorId,
          valid_from: day,
          recorded_at: at.toISOString(),
        })),
      )
      .execute();
  },
});
