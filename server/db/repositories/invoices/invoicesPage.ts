import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { InvoiceSort, InvoiceStatus } from '../../../../contract/entities/invoice.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { isCredit } from './isCredit.ts';

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

/** As in contract/rules/invoices.ts, for invoice `i` and its settlements `b`: `paid` is money, the rest credits and other means. */
const isSettled = sql`(i.gross_cents > 0 and b.settled >= i.gross_cents or i.gross_cents < 0 and b.settled <= i.gross_cents)`;
const isOverdue = (today: Day) =>
  sql`(i.state = 'sent' and i.gross_cents > 0 and b.settled < i.gross_cents and i.due_date < ${today}::date)`;

const hasStatus = (status: InvoiceStatus, today: Day): RawBuilder<unknown> => {
  if (status === 'draft' || status === 'cancelled') return sql`i.state = ${status}`;
  if (status === 'paid') return sql`i.state = 'sent' and ${isSettled} and b.paid <> 0`;
  if (status === 'settled') return sql`i.state = 'sent' and ${isSettled} and b.paid = 0`;
  if (status === 'overdue') return isOverdue(today);
  return sql`i.state = 'sent' and not ${isSettled} and ${isOverdue(today)} is not true`;
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

const settledSum = sql`coalesce(sum(p.amount_cents), 0)::int8`;
const paidSum = sql`coalesce(sum(p.amount_cents) filter (where not (${isCredit})), 0)::int8`;
/** Settlements looked up per invoice. */
const settlementsPerInvoice = sql`left join lateral (select ${settledSum} + settled_of(i.id) as settled, ${paidSum} as paid from customer_payments p
  where p.invoice_id = i.id and p.state = 'completed') b on true`;
/** Aggregates all payments once, for a query that reads most invoices. */
const paidTotalsJoin = sql`left join (select p.invoice_id, ${settledSum} as settled, ${paidSum} as paid from customer_payments p
  where p.state = 'completed' group by p.invoice_id) a
  on a.invoice_id = i.id left join (select invoice_id, sum(amount_cents)::int8 as cents from settled_otherwise group by invoice_id) o
  on o.invoice_id = i.id cross join lateral (select coalesce(a.settled, 0) + coalesce(o.cents, 0) as settled, coalesce(a.paid, 0) as paid) b`;
const isBroad = ({ owners, search, person, from, to, customers }: InvoicesFilter): boolean =>
  customers === undefined && [owners, search, person, from, to].every((part) => part === null);

/** The invoice list in pages: keyset on (sort value, id). */
export const invoicesPageRepository = (query: Kysely<Schema>) => ({
  page: async (
    filter: InvoicesListFilter,
    after: InvoiceKey | null,
    limit: number,
    today: Day,
  ): Promise<{ id: number; sort_value: string }[]> => {
    const { sortColumn, type } = sorts[filter.sort];
    // In index order few invoices are read; in any other order all of them.
    const settlementsJoin = filter.sort === 'booking_date' || !isBroad(filter) ? settlementsPerInvoice : paidTotalsJoin;
    const operator = filter.direction === 'asc' ? sql`>` : sql`<`;
    const direction = filter.direction === 'asc' ? sql`asc` : sql`desc`;
    const afterCursor = after === null ? sql`` : sql`and (${sortColumn}, i.id) ${operator} (${after.value}::${type}, ${after.id}::bigint)`;
    const { rows } = await sql<{ id: number; sort_value: string }>`
      select i.id, (${sortColumn})::text as sort_value from invoices i ${filter.status === null ? sql`` : settlementsJoin}
      where ${conditionsOf(filter, today)} ${afterCursor} order by ${sortColumn} ${direction}, i.id ${direction} limit ${limit}`.execute(
      query,
    );
    return rows;
  },

  sums: async (filter: InvoicesFilter, today: Day): Promise<InvoiceSums> => {
    const conditions = conditionsOf(filter, today);
    const settling = isBroad(filter) ? paidTotalsJoin : settlementsPerInvoice;
    const commissions =
      isBroad(filter) && filter.status === null
        ? sql`select sum(amount_cents) from company_sums where span = 'month'`
        : sql`select sum(r.amount_cents) from commission_records r join found i on i.id = r.invoice_id`;
    const { rows } = await sql<InvoiceSums>`
      with found as materialized (
        select i.id, i.state, i.gross_cents, i.due_date, i.salesperson_id, b.settled, b.paid from invoices i ${settling} where ${conditions}
      )
      select count(*)::int as count, coalesce(sum(i.gross_cents) filter (where i.state = 'sent'), 0)::int8 as invoiced_cents,
        coalesce(sum(i.paid) filter (where i.state = 'sent'), 0)::int8 as paid_cents,
        coalesce(sum(i.gross_cents - i.settled) filter (where i.state = 'sent' and i.gross_cents > 0 and i.settled < i.gross_cents
          and i.due_date < ${today}::date), 0)::int8 as overdue_cents,
        coalesce(sum(i.gross_cents - i.settled) filter (where i.state = 'sent' and i.gross_cents > 0 and i.settled < i.gross_cents), 0)::int8 as open_cents,
        count(*) filter (where i.salesperson_id is null and i.state = 'sent')::int as unassigned,
        coalesce((${commissions}), 0)::int8 as commission_cents
      from found i`.execute(query);
    const [invoiceSums] = rows;
    if (!invoiceSums) throw new Error('sums of invoices came without a row');
    return invoiceSums;
  },

  count: async (filter: InvoicesFilter, today: Day): Promise<number> => {
    const settling = filter.status === null ? sql`` : isBroad(filter) ? paidTotalsJoin : settlementsPerInvoice;
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from invoices i ${settling} where ${conditionsOf(filter, today)}`.execute(query);
    return rows[0]?.count ?? 0;
  },
});
