import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { PaymentSort, PaymentState, PaymentType } from '../../../../contract/entities/payment.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { type PayoutRow, payoutJoins, payoutRowColumns } from '../payouts/payouts.ts';
import { displayedCents, isListed, isUnapplied, type ReceiptRow, receiptColumns, receiptJoins } from './receipts.ts';

/** Filters shared by the list and its summary; null: no filter. */
export type PaymentsFilter = Readonly<{ from: Day | null; to: Day | null; person: number | null; search: string | null }>;
export type PaymentsListFilter = PaymentsFilter &
  Readonly<{ type: PaymentType | null; unapplied: boolean; state: PaymentState | null; sort: PaymentSort; direction: 'asc' | 'desc' }>;
/** The last row of the previous page: its sort value, type and id. With equal values, receipts precede payouts. */
export type PaymentKey = Readonly<{ value: string; type: PaymentType; id: number }>;
export type ListedPayment =
  | Readonly<{ type: 'customer_payment'; row: ReceiptRow }>
  | Readonly<{ type: 'commission_payment'; row: PayoutRow }>;
export type PaymentSums = Readonly<{ customer_cents: number; commission_cents: number; pending: number; transactions: number }>;

type PageEntry = Readonly<{ type: PaymentType; id: number; sort_value: string }>;
/** `amount`: as displayed. */
type Source = Readonly<{ type: PaymentType; alias: string } & Record<'from' | 'day' | 'amount', RawBuilder<unknown>>>;

const receipts: Source = {
  type: 'customer_payment',
  from: sql`receipts r`,
  day: sql`r.received_on`,
  amount: displayedCents,
  alias: 'r',
};
const payouts: Source = {
  type: 'commission_payment',
  from: sql`payouts p`,
  day: sql`p.paid_on`,
  amount: sql`p.amount_cents`,
  alias: 'p',
};

const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** An array, because it is computed once: with `or` between the conditions, invoice numbers would be looked up per payment. */
const matchesSearch = ({ type }: Source, text: string): RawBuilder<unknown> => {
  const pattern = toLikePattern(text);
  return type === 'customer_payment'
    ? sql`r.id = any(array(
        select id from receipts where reference ilike ${pattern}
        union select o.id from receipts o join customers n on n.id = o.customer_id where n.name ilike ${pattern}
        union select x.receipt_id from customer_payments x join invoices i on i.id = x.invoice_id where i.invoice_number ilike ${pattern}))`
    : sql`p.id = any(array(
        select id from payouts where reference ilike ${pattern}
        union select o.id from payouts o join users n on n.id = o.user_id where n.first_name || ' ' || n.last_name ilike ${pattern}
        union select x.payout_id from invoices i join commission_records o on o.invoice_id = i.id join payout_lines x on x.commission_id = o.id
          where i.invoice_number ilike ${pattern}))`;
};

/** With a person selected, customer payments are left out, because people only receive payouts. */
const conditionsOf = (source: Source, { from, to, person, search }: PaymentsFilter): RawBuilder<unknown>[] => [
  source.type === 'customer_payment' ? isListed : sql`true`,
  ...(from === null ? [] : [sql`${source.day} >= ${from}::date`]),
  ...(to === null ? [] : [sql`${source.day} <= ${to}::date`]),
  ...(person === null ? [] : [source.type === 'customer_payment' ? sql`false` : sql`p.user_id = ${person}`]),
  ...(search === null ? [] : [matchesSearch(source, search)]),
];
const conditionsIn = (source: Source, filter: PaymentsListFilter): RawBuilder<unknown> =>
  sql.join(
    [
      ...conditionsOf(source, filter),
      ...(filter.type === null || filter.type === source.type ? [] : [sql`false`]),
      ...(filter.unapplied ? [source.type === 'customer_payment' ? isUnapplied : sql`false`] : []),
      ...(filter.state === null ? [] : [sql`${sql.ref(`${source.alias}.state`)} = ${filter.state}`]),
    ],
    sql` and `,
  );

/** The shared sort value; with equal values, receipts precede payouts in either direction. */
const sortColumnOf = ({ amount, day }: Source, sort: PaymentSort): RawBuilder<unknown> => (sort === 'amount' ? amount : day);
const valueType = { payment_date: sql`date`, amount: sql`bigint` } as const;

/** Each kind is read by its own index, only as far as the page needs. */
const selectPage = (source: Source, filter: PaymentsListFilter, after: PaymentKey | null, limit: number): RawBuilder<PageEntry> => {
  const sortColumns = sortColumnOf(source, filter.sort);
  const id = sql.ref(`${source.alias}.id`);
  const [beyond, orBeyond] = filter.direction === 'asc' ? [sql`>`, sql`>=`] : [sql`<`, sql`<=`];
  const value = after && sql`${after.value}::${valueType[filter.sort]}`;
  const afterCursor = !after
    ? sql`true`
    : after.type === source.type
      ? sql`(${sortColumns}, ${id}) ${beyond} (${value}, ${after.id}::bigint)`
      : sql`${sortColumns} ${source.type === 'commission_payment' ? orBeyond : beyond} ${value}`;
  const order = sql.raw(filter.direction);
  return sql<PageEntry>`
    (select ${sql.lit(source.type)} as type, ${id} as id, ${sortColumns} as sorted, (${sortColumns})::text as sort_value from ${source.from}
      where ${conditionsIn(source, filter)} and ${afterCursor} order by ${sortColumns} ${order}, ${id} ${order} limit ${limit})`;
};

const selectSums = (source: Source, filter: PaymentsFilter): RawBuilder<unknown> => {
  const [state, cents] = [sql.ref(`${source.alias}.state`), sql.ref(`${source.alias}.amount_cents`)];
  return sql`
    select ${sql.lit(source.type)} as type, count(*) as transactions, count(*) filter (where ${state} = 'pending') as pending,
      coalesce(sum(${cents}) filter (where ${state} = 'completed'), 0) as cents
    from ${source.from} where ${sql.join(conditionsOf(source, filter), sql` and `)}`;
};

/** Receipts and payouts in one list, in pages: keyset on (sort value, type, id). */
export const paymentsPageRepository = (query: Kysely<Schema>) => ({
  page: async (
    filter: PaymentsListFilter,
    after: PaymentKey | null,
    limit: number,
  ): Promise<(ListedPayment & { sort_value: string })[]> => {
    const order = sql.raw(filter.direction);
    const { rows: pageEntries } = await sql<PageEntry>`
      select type, id, sort_value from (${selectPage(receipts, filter, after, limit)} union all ${selectPage(payouts, filter, after, limit)}) as both_kinds
      order by sorted ${order}, type desc, id ${order} limit ${limit}`.execute(query);
    const idsOf = (type: PaymentType): number[] => pageEntries.filter((row) => row.type === type).map(({ id }) => id);
    const receiptRows = await sql<ReceiptRow>`
      select ${receiptColumns} from receipts r ${receiptJoins} where r.id = any(${idsOf('customer_payment')}::int8[])`.execute(query);
    const payoutRows = await sql<PayoutRow>`
      select ${payoutRowColumns} from payouts p ${payoutJoins} where p.id = any(${idsOf('commission_payment')}::int8[])`.execute(query);
    const receiptById = new Map(receiptRows.rows.map((row) => [row.id, row]));
    const payoutById = new Map(payoutRows.rows.map((row) => [row.id, row]));
    return pageEntries.flatMap(({ type, id, sort_value }): (ListedPayment & { sort_value: string })[] => {
      const receipt = type === 'customer_payment' ? receiptById.get(id) : undefined;
      const payout = type === 'commission_payment' ? payoutById.get(id) : undefined;
      if (receipt) return [{ type: 'customer_payment', row: receipt, sort_value }];
      return payout ? [{ type: 'commission_payment', row: payout, sort_value }] : [];
    });
  },

  count: async (filter: PaymentsListFilter): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select ((select count(*) from ${receipts.from} where ${conditionsIn(receipts, filter)}) + (select count(*) from ${payouts.from} where ${conditionsIn(payouts, filter)}))::int as count`.execute(
      query,
    );
    return rows[0]?.count ?? 0;
  },

  sums: async (filter: PaymentsFilter): Promise<PaymentSums> => {
    const { rows } = await sql<PaymentSums>`
      select coalesce(sum(cents) filter (where type = 'customer_payment'), 0)::int8 as customer_cents,
        coalesce(sum(cents) filter (where type = 'commission_payment'), 0)::int8 as commission_cents,
        sum(pending)::int as pending, sum(transactions)::int as transactions
      from (${selectSums(receipts, filter)} union all ${selectSums(payouts, filter)}) as both_kinds`.execute(query);
    return rows[0] ?? { customer_cents: 0, commission_cents: 0, pending: 0, transactions: 0 };
  },
});
