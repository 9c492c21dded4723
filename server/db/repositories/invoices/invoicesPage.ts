import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { InvoiceSort, InvoiceStatus } from '../../../../contract/entities/invoice.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';

/** Filters of the invoice list; null: no filter. */
export type InvoicesFilter = Readonly<{
  /** The sellers whose invoices the requester may see; null: everybody. */
  owners: readonly number[] | null;
  status: InvoiceStatus | null;
  search: string | null;
  /** `none`: invoices without a salesperson. */
  person: number | 'none' | null;
  from: Day | null;
  to: Day | null;
  /** Only invoices of these customers. */
  customers?: readonly number[];
}>;
export type InvoicesListFilter = InvoicesFilter & Readonly<{ sort: InvoiceSort; direction: 'asc' | 'desc' }>;
/** The last row of the previous page: its sort value, as text, and its id. */
export type InvoiceKey = Readonly<{ value: string; id: number }>;
/** In cents. */
export type InvoiceSums = Readonly<{
  count: number;
  invoiced_cents: number;
  paid_cents: number;
  overdue_cents: number;
  /** Not settled yet, overdue or not. */
  open_cents: number;
  commission_cents: number;
  unassigned: number;
}>;

/** Names sort by their first 100 characters. */
const sorts = {
  booking_date: { sortColumn: sql`i.booking_date`, type: sql`date` },
  due_date: { sortColumn: sql`coalesce(i.due_date, date '9999-12-31')`, type: sql`date` },
  invoice_number: { sortColumn: sql`i.invoice_number`, type: sql`text` },
  customer_name: { sortColumn: sql`lower(left(i.customer_name, 100))`, type: sql`text` },
  gross_amount: { sortColumn: sql`i.gross_cents`, type: sql`bigint` },
} as const;

const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** As in contract/rules/invoices.ts, for invoice `i` and its balance `b`. */
const isSettled = sql`(b.gross_cents > 0 and b.settled_cents >= b.gross_cents or b.gross_cents < 0 and b.settled_cents <= b.gross_cents)`;
/** An unsettled invoice has an open amount, unless its amount is zero or it is a credit memo. */
const isUnsettledWithoutOpen = sql`(b.is_sent and b.gross_cents <= 0 and (b.gross_cents = 0 or b.settled_cents > b.gross_cents))`;

const hasStatus = (status: InvoiceStatus, today: Day): RawBuilder<unknown> => {
  if (status === 'draft' || status === 'cancelled') return sql`i.state = ${status}`;
  if (status === 'paid') return sql`b.is_sent and ${isSettled} and b.paid_cents <> 0`;
  if (status === 'settled') return sql`b.is_sent and ${isSettled} and b.paid_cents = 0 and b.settled_cents <> 0`;
  if (status === 'overdue') return sql`b.open_cents > 0 and b.due_date < ${today}::date`;
  return sql`(b.open_cents > 0 and (b.due_date >= ${today}::date or b.due_date is null) or ${isUnsettledWithoutOpen})`;
};

const conditionsOf = ({ owners, status, search, person, from, to, customers }: InvoicesFilter, today: Day): RawBuilder<boolean> => {
  const pattern = search === null ? '' : toLikePattern(search);
  const conditions = [
    sql`true`,
    ...(owners === null ? [] : [sql`i.salesperson_id = any(${[...owners]}::int8[])`]),
    ...(status === null ? [] : [hasStatus(status, today)]),
    ...(search === null ? [] : [sql`(i.invoice_number ilike ${pattern} or i.customer_name ilike ${pattern} or i.notes ilike ${pattern})`]),
    ...(person === null ? [] : [person === 'none' ? sql`i.salesperson_id is null` : sql`i.salesperson_id = ${person}`]),
    ...(customers === undefined ? [] : [sql`i.customer_id = any(${[...customers]}::int8[])`]),
    ...(from === null ? [] : [sql`i.booking_date >= ${from}::date`]),
    ...(to === null ? [] : [sql`i.booking_date <= ${to}::date`]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
};

const balanceJoin = sql`join invoice_balances b on b.invoice_id = i.id`;
/** Finds the few settled invoices first; otherwise the planner would look for them among all invoices. */
const balanceJoinFor = ({ status }: InvoicesFilter, today: Day): RawBuilder<unknown> => {
  if (status === null) return sql``;
  return status === 'settled'
    ? sql`join (select * from invoice_balances b where ${hasStatus(status, today)} offset 0) b on b.invoice_id = i.id`
    : balanceJoin;
};
const isUnfiltered = ({ owners, status, search, person, from, to, customers }: InvoicesFilter): boolean =>
  customers === undefined && [owners, status, search, person, from, to].every((part) => part === null);

/** The commission of all invoices. */
const allCommission = sql`coalesce((select sum(amount_cents) from company_sums where span = 'month'), 0)::int8`;

/** The sums of all invoices, from the stored sums and the index of open invoices. */
const allSums = (today: Day) => sql<InvoiceSums>`
  select s.*, o.*, ${allCommission} as commission_cents
  from (select coalesce(sum(invoices), 0)::int as count, coalesce(sum(unassigned), 0)::int as unassigned,
      coalesce(sum(invoiced_cents), 0)::int8 as invoiced_cents, coalesce(sum(paid_cents), 0)::int8 as paid_cents from invoice_sums) s,
    (select coalesce(sum(open_cents), 0)::int8 as open_cents,
      coalesce(sum(open_cents) filter (where due_date < ${today}::date), 0)::int8 as overdue_cents
    from invoice_balances where open_cents > 0) o`;

const sumColumns = (today: Day) => sql`
  count(*)::int as count, coalesce(sum(gross_cents) filter (where is_sent), 0)::int8 as invoiced_cents,
  coalesce(sum(paid_cents) filter (where is_sent), 0)::int8 as paid_cents,
  coalesce(sum(open_cents) filter (where due_date < ${today}::date), 0)::int8 as overdue_cents,
  coalesce(sum(open_cents), 0)::int8 as open_cents, count(*) filter (where is_unassigned)::int as unassigned`;

const sumsOf = (filter: InvoicesFilter, today: Day) => sql<InvoiceSums>`
  with found as materialized (select b.* from invoices i ${balanceJoin} where ${conditionsOf(filter, today)})
  select ${sumColumns(today)},
    coalesce((select sum(r.amount_cents) from commission_records r join found using (invoice_id)), 0)::int8 as commission_cents
  from found`;

/**
 * The sums of a status that the balances alone determine. Nearly all invoices are paid: the commission of the others is subtracted from the
 * total. An array, because the planner would read all records for a join.
 */
const statusSums = (status: InvoiceStatus, today: Day) => {
  const commissionOf = (condition: RawBuilder<unknown>) => sql`coalesce((
    select sum(amount_cents) from commission_records
    where invoice_id = any(array(select b.invoice_id from invoice_balances b where ${condition}))), 0)::int8`;
  const condition = hasStatus(status, today);
  return sql<InvoiceSums>`
    select ${sumColumns(today)},
      ${status === 'paid' ? sql`${allCommission} - ${commissionOf(sql`not (${condition})`)}` : commissionOf(condition)} as commission_cents
    from invoice_balances b where ${condition}`;
};

const sumsFor = (filter: InvoicesFilter, today: Day) => {
  if (isUnfiltered(filter)) return allSums(today);
  const { status } = filter;
  const isInBalances = isUnfiltered({ ...filter, status: null }) && status !== null && status !== 'draft' && status !== 'cancelled';
  return isInBalances ? statusSums(status, today) : sumsOf(filter, today);
};

/** The invoice list in pages: keyset on (sort value, id). */
export const invoicesPageRepository = (query: Kysely<Schema>) => ({
  page: async (
    filter: InvoicesListFilter,
    after: InvoiceKey | null,
    limit: number,
    today: Day,
  ): Promise<{ id: number; sort_value: string }[]> => {
    const { sortColumn, type } = sorts[filter.sort];
    const operator = filter.direction === 'asc' ? sql`>` : sql`<`;
    const direction = filter.direction === 'asc' ? sql`asc` : sql`desc`;
    const afterCursor = after === null ? sql`` : sql`and (${sortColumn}, i.id) ${operator} (${after.value}::${type}, ${after.id}::bigint)`;
    const { rows } = await sql<{ id: number; sort_value: string }>`
      select i.id, (${sortColumn})::text as sort_value from invoices i ${balanceJoinFor(filter, today)}
      where ${conditionsOf(filter, today)} ${afterCursor} order by ${sortColumn} ${direction}, i.id ${direction} limit ${limit}`.execute(
      query,
    );
    return rows;
  },

  sums: async (filter: InvoicesFilter, today: Day): Promise<InvoiceSums> => {
    const { rows } = await sumsFor(filter, today).execute(query);
    const [invoiceSums] = rows;
    if (!invoiceSums) throw new Error('sums of invoices came without a row');
    return invoiceSums;
  },

  count: async (filter: InvoicesFilter, today: Day): Promise<number> => {
    const counted = isUnfiltered(filter)
      ? sql<{ count: number }>`select coalesce(sum(invoices), 0)::int as count from invoice_sums`
      : sql<{ count: number }>`select count(*)::int as count from invoices i ${filter.status === null ? sql`` : balanceJoin}
          where ${conditionsOf(filter, today)}`;
    const { rows } = await counted.execute(query);
    return rows[0]?.count ?? 0;
  },
});
