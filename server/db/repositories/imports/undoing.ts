import { type Kysely, sql } from 'kysely';
import { creditMethod } from '../../../../contract/rules/invoices.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { leadersBy, type TeamReach } from '../commissions/teamReach.ts';
import type { ArrivingRow } from './arrivingInvoices.ts';
import { creditsPerson, type ImportChangeRow } from './importedFacts.ts';

/** Previous payments and receipts are restored as complete rows. */
const tables = { payment: 'customer_payments', receipt: 'receipts' } as const;
const receiptColumns = ['customer_id', 'amount_cents', 'received_on', 'method', 'reference', 'notes', 'payload_hash', 'state'] as const;

/** `matched`: with a bank transaction, otherwise changed. `memo`: the credit memo it settles. */
type ReceiptSince = Readonly<{ day: Day; cents: number; matched: boolean; memo: string | null }>;
/** All changes of a run, or only those with `ids`. */
type UndoScope = Readonly<{ runId: number; ids?: readonly number[] }>;
const isInScope = ({ ids }: UndoScope) => (ids ? sql`and c.id = any(${[...ids]}::int8[])` : sql``);

/** Undoes the changes of a run, last first. */
export const undoingRepository = (query: Kysely<Schema>) => ({
  /** The last changes, together with all others of their receipts: a receipt and its allocations are only consistent together. */
  next: async (runId: number, limit: number): Promise<ImportChangeRow[]> => {
    const isUndoable = sql`c.run_id + 0 = ${runId} and c.undone_at is null`;
    const { rows } = await sql<ImportChangeRow>`
      with last as (select * from run_changes where run_id = ${runId} and undone_at is null order by id desc limit ${limit}),
      whole as (
        select entity_id as id from last where entity = 'receipt'
        union select (before->>'receipt_id')::int8 from last where entity = 'payment' and before is not null
        union select p.receipt_id from last join customer_payments p on p.id = last.entity_id where last.entity = 'payment'),
      parts as (
        select p.id from customer_payments p join whole on whole.id = p.receipt_id
        union select c.entity_id from run_changes c join whole on whole.id = (c.before->>'receipt_id')::int8
          where c.entity = 'payment' and c.before is not null and ${isUndoable}),
      ids as (
        select id from last
        union select c.id from run_changes c join whole on whole.id = c.entity_id where c.entity = 'receipt' and ${isUndoable}
        union select c.id from run_changes c join parts on parts.id = c.entity_id where c.entity = 'payment' and ${isUndoable})
      select c.id, c.entity, c.entity_id, c.before, c.after_version from run_changes c join ids on ids.id = c.id order by c.id desc`.execute(
      query,
    );
    return rows;
  },
  /**
   * Changes of a run, not yet undone, that involve invoices crediting a person now or before: the invoices, and their receipts
   * with all payments; last first.
   * @param reach includes the sales in which the person shares
   */
  ownChanges: async (runId: number, userId: number, reach: TeamReach, limit: number): Promise<ImportChangeRow[]> => {
    const seller = sql`(c.before->>'salesperson_id')::int8`;
    const { rows } = await sql<ImportChangeRow>`
      with changes as (select * from run_changes where run_id = ${runId} and undone_at is null),
      paid as (
        select c.id, coalesce(p.invoice_id, (c.before->>'invoice_id')::int8) as invoice_id, coalesce(p.receipt_id, (c.before->>'receipt_id')::int8) as receipt_id
        from changes c left join customer_payments p on c.before is null and p.id = c.entity_id where c.entity = 'payment'),
      named as (select entity_id as id from changes where entity = 'invoice' union select invoice_id from paid),
      own as (
        select i.id from invoices i join named on named.id = i.id where ${creditsPerson(userId, reach)}
        union select c.entity_id from changes c where c.entity = 'invoice' and (${userId} in (${seller}, (c.before->>'sales_lead_id')::int8)
          or exists (select 1 from ${leadersBy(reach)} t where t.user_id = ${seller} and t.leader_id = ${userId}))),
      received as (select distinct receipt_id as id from paid where invoice_id in (select id from own) and receipt_id is not null)
      select c.id, c.entity, c.entity_id, c.before, c.after_version from changes c
      where (c.entity = 'invoice' and c.entity_id in (select id from own)) or (c.entity = 'receipt' and c.entity_id in (select id from received))
        or (c.entity = 'payment' and c.id in (select id from paid where invoice_id in (select id from own) or receipt_id in (select id from received)))
      order by c.id desc limit ${limit}`.execute(query);
    return rows;
  },
  mark: async (ids: readonly number[], now: Date): Promise<void> => {
    await sql`update run_changes set undone_at = ${now.toISOString()} where id = any(${[...ids]}::int8[])`.execute(query);
  },

  /** The first closed month that the run's changes touch, by old or new day. */
  closedMonth: async (scope: UndoScope): Promise<Day | null> => {
    const { rows } = await sql<{ month: Day }>`
      with days as (
        select i.booking_date as day from run_changes c join invoices i on i.id = c.entity_id
          where c.run_id = ${scope.runId} ${isInScope(scope)} and c.entity = 'invoice' and c.undone_at is null
        union select (c.before->>'booking_date')::date from run_changes c
          where c.run_id = ${scope.runId} ${isInScope(scope)} and c.entity = 'invoice' and c.before is not null and c.undone_at is null
        union select r.received_on from run_changes c join receipts r on r.id = c.entity_id
          where c.run_id = ${scope.runId} ${isInScope(scope)} and c.entity = 'receipt' and c.undone_at is null)
      select p.start_date as month from pay_periods p join days d on d.day between p.start_date and p.end_date
      where p.state = 'closed' order by 1 limit 1`.execute(query);
    return rows[0]?.month ?? null;
  },
  /** The title of a later run that wrote the same rows. */
  laterRun: async (scope: UndoScope): Promise<string | null> => {
    const { rows } = await sql<{ title: string }>`
      select r.title from run_changes c join run_changes o on o.entity = c.entity and o.entity_id = c.entity_id and o.id > c.id
        and o.run_id <> c.run_id and o.undone_at is null join sync_runs r on r.id = o.run_id
      where c.run_id = ${scope.runId} ${isInScope(scope)} and c.undone_at is null limit 1`.execute(query);
    return rows[0]?.title ?? null;
  },
  /** The number of one of the run's invoices that has changed since. */
  changedSince: async (scope: UndoScope): Promise<string | null> => {
    const { rows } = await sql<{ number: string }>`
      select i.invoice_number as number from run_changes c join invoices i on i.id = c.entity_id
      where c.run_id = ${scope.runId} ${isInScope(scope)} and c.entity = 'invoice' and c.undone_at is null and c.after_version is not null and i.version <> c.after_version
        and not exists (select 1 from run_changes o where o.entity = 'invoice' and o.entity_id = i.id and o.id > c.id and o.run_id = c.run_id)
      limit 1`.execute(query);
    return rows[0]?.number ?? null;
  },
  /**
   * One of the run's receipts that has changed since, or a new one that was ever matched with a bank transaction, because the match refers
   * to it.
   */
  receiptSince: async (scope: UndoScope): Promise<ReceiptSince | null> => {
    const { rows } = await sql<ReceiptSince>`
      select r.received_on as day, r.amount_cents as cents, r.version = c.after_version as matched,
        case when r.method = ${creditMethod} then r.reference end as memo from run_changes c join receipts r on r.id = c.entity_id
      where c.run_id = ${scope.runId} ${isInScope(scope)} and c.entity = 'receipt' and c.undone_at is null
        and not exists (select 1 from run_changes o where o.entity = 'receipt' and o.entity_id = r.id and o.id > c.id and o.run_id = c.run_id)
        and (r.version <> c.after_version or c.before is null and r.id in (select receipt_id from bank_matches where receipt_id is not null))
      limit 1`.execute(query);
    return rows[0] ?? null;
  },
  /** One of the run's new invoices that has since been paid, by a payment or by credit from another invoice's memo. */
  paidSince: async (scope: UndoScope): Promise<string | null> => {
    const { rows } = await sql<{ number: string }>`
      select i.invoice_number as number from run_changes c join invoices i on i.id = c.entity_id
      join customer_payments p on p.invoice_id = i.id and p.state <> 'failed' and (p.method <> ${creditMethod} or p.amount_cents > 0 and not exists (
        select 1 from customer_payments x join invoices m on m.id = x.invoice_id where x.receipt_id = p.receipt_id and m.credit_of_id = i.id))
        and not exists (select 1 from run_changes o where o.run_id = c.run_id and o.entity = 'payment' and o.entity_id = p.id and o.before is null
          and o.undone_at is null)
      where c.run_id = ${scope.runId} ${isInScope(scope)} and c.entity = 'invoice' and c.before is null and c.undone_at is null limit 1`.execute(
      query,
    );
    return rows[0]?.number ?? null;
  },
  /** A changed invoice that has since received more than its previous amount through payments outside the run. */
  paidAbove: async (scope: UndoScope): Promise<string | null> => {
    const { rows } = await sql<{ number: string }>`
      select i.invoice_number as number from run_changes c join invoices i on i.id = c.entity_id
      where c.run_id = ${scope.runId} ${isInScope(scope)} and c.entity = 'invoice' and c.before is not null and c.undone_at is null
        and (c.before->>'gross_cents')::int8 between 1 and i.gross_cents - 1
        and (c.before->>'gross_cents')::int8 < (select coalesce(sum(p.amount_cents), 0) from customer_payments p where p.invoice_id = i.id and p.state = 'completed'
          and not exists (select 1 from run_changes o where o.run_id = c.run_id and o.entity = 'payment' and o.entity_id = p.id and o.before is null and o.undone_at is null))
      order by i.id limit 1`.execute(query);
    return rows[0]?.number ?? null;
  },
  /** One of these invoices that received more than its amount. */
  overpaid: async (ids: readonly number[]): Promise<string | null> => {
    const { rows } = await sql<{ number: string }>`
      select i.invoice_number as number from invoices i join customer_payments p on p.invoice_id = i.id and p.state = 'completed'
      where i.id = any(${[...ids]}::int8[]) and i.gross_cents > 0 group by i.id having sum(p.amount_cents) > i.gross_cents
      order by i.id limit 1`.execute(query);
    return rows[0]?.number ?? null;
  },
  /**
   * One of the run's new invoices that a credit memo from outside the run reverses. With `ids` it starts from their invoices; for a whole
   * run it starts from the memos and looks each up in the run. `+ 0`: with statistics from before the run the planner would scan the run's
   * own index for every memo.
   */
  creditedSince: async (scope: UndoScope): Promise<{ number: string; memo: string } | null> => {
    const createdInvoices = sql`run_changes c where c.run_id + 0 = ${scope.runId} and c.entity = 'invoice' and c.before is null and c.undone_at is null`;
    const isInScopeCondition = scope.ids
      ? sql`m.credit_of_id in (select c.entity_id from ${createdInvoices} ${isInScope(scope)})`
      : sql`exists (select 1 from ${createdInvoices} and c.entity_id = m.credit_of_id offset 0)`;
    const { rows } = await sql<{ number: string; memo: string }>`
      select i.invoice_number as number, m.invoice_number as memo from invoices m join invoices i on i.id = m.credit_of_id
      where m.credit_of_id is not null and m.state = 'sent' and ${isInScopeCondition}
        and not exists (select 1 from ${createdInvoices} and c.entity_id = m.id offset 0)
      limit 1`.execute(query);
    return rows[0] ?? null;
  },

  /** New invoices no longer count; their rows stay, because records and the audit log refer to them (decisions 2.20). */
  cancelInvoices: async (ids: readonly number[], now: Date): Promise<void> => {
    await sql`
      update invoices set state = 'cancelled', version = version + 1, updated_at = ${now.toISOString()} where id = any(${[...ids]}::int8[])`.execute(
      query,
    );
  },
  /** Restores an earlier run's changes under their new versions, so that this run can be undone next. */
  restoreChanges: async (ids: readonly number[]): Promise<void> => {
    await sql`
      update run_changes o set after_version = coalesce(i.version, r.version) from run_changes c
        left join invoices i on c.entity = 'invoice' and i.id = c.entity_id left join receipts r on c.entity = 'receipt' and r.id = c.entity_id
      where c.id = any(${[...ids]}::int8[]) and o.entity = c.entity and o.entity_id = c.entity_id and o.run_id <> c.run_id and o.id < c.id
        and o.undone_at is null and o.after_version = (c.before->>'version')::int8`.execute(query);
  },
  invoicesBefore: (rows: readonly ImportChangeRow[]): ArrivingRow[] => rows.map(({ before }) => before as ArrivingRow),
  receiptsBefore: async (rows: readonly ImportChangeRow[]): Promise<void> => {
    const assignments = sql.raw(receiptColumns.map((column) => `${column} = b.${column}`).join(', '));
    for (const { entity_id, before } of rows)
      await sql`
        update receipts r set ${assignments}, version = r.version + 1, updated_at = now()
        from jsonb_populate_record(null::receipts, ${JSON.stringify(before)}::jsonb) b where r.id = ${entity_id}`.execute(query);
  },
  paymentsBefore: async (rows: readonly ImportChangeRow[]): Promise<void> => {
    await sql`
      insert into customer_payments overriding system value
      select b.* from jsonb_array_elements(${JSON.stringify(rows.map(({ before }) => before))}::jsonb) as e,
        jsonb_populate_record(null::customer_payments, e) b on conflict (id) do nothing`.execute(query);
  },
  remove: async (entity: 'payment' | 'receipt', ids: readonly number[]): Promise<void> => {
    if (ids.length > 0) await sql`delete from ${sql.table(tables[entity])} where id = any(${[...ids]}::int8[])`.execute(query);
  },
  /** Removes customers created by the run, unless they are referenced by now. */
  removeCustomers: async (ids: readonly number[]): Promise<void> => {
    if (ids.length === 0) return;
    await sql`
      delete from customers c where id = any(${[...ids]}::int8[])
        and not exists (select 1 from invoices where customer_id = c.id) and not exists (select 1 from receipts where customer_id = c.id)
        and not exists (select 1 from deals where customer_id = c.id) and not exists (select 1 from events where customer_id = c.id)`.execute(
      query,
    );
  },
  receiptsOfPayments: async (ids: readonly number[]): Promise<number[]> => {
    if (ids.length === 0) return [];
    const { rows } = await sql<{ id: number }>`
      select distinct receipt_id as id from customer_payments where id = any(${[...ids]}::int8[]) and receipt_id is not null`.execute(
      query,
    );
    return rows.map(({ id }) => id);
  },
  invoicesOfPayments: async (ids: readonly number[]): Promise<number[]> => {
    if (ids.length === 0) return [];
    const { rows } = await sql<{ id: number }>`
      select distinct invoice_id as id from customer_payments where id = any(${[...ids]}::int8[])`.execute(query);
    return rows.map(({ id }) => id);
  },
});
