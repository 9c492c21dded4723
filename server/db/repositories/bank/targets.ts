import { type Kysely, sql } from 'kysely';
import type { BankTarget } from '../../../../contract/rules/bank/propose.ts';
import { creditMethod } from '../../../../contract/rules/invoices.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { openCents } from '../payments/openCents.ts';

/** A transaction to match: `words` and `numbers` are lower case; `party` is the customer or person named by a rule. */
export type BankSearch = Readonly<{
  id: number;
  amount: number;
  day: Day;
  words: readonly string[];
  numbers: readonly string[];
  party: number | null;
}>;
export type FoundTarget = BankTarget & Readonly<{ transaction_id: number }>;

/** Days around a transaction to search for payments of the same amount, and days before it to search for invoices. */
const NEARBY_DAYS = 10;
const BOOKED_WITHIN_DAYS = 400;
/** Candidates per amount or customer: enough to see that several fit equally well. */
const MAX_TARGETS = 60;

const searchRows = (amounts: readonly BankSearch[]) =>
  sql`json_to_recordset(${JSON.stringify(amounts)}::json) as v(id int8, amount int8, day date, words text[], numbers text[], party int8)`;
const openInvoiceCents = openCents(sql`p.state in ('completed', 'pending')`);
const invoiceColumns = sql`'invoice' as kind, i.id, i.invoice_number as label, i.customer_name as name, i.customer_id as party,
  coalesce(i.due_date, i.booking_date) as day`;
const isOpenReceipt = sql`r.state in ('pending', 'completed') and r.amount_cents > 0 and r.method <> ${creditMethod} and r.reversal_of_id is null
  and not exists (select 1 from receipts b where b.reversal_of_id = r.id)
  and not exists (select 1 from bank_matches m where m.receipt_id = r.id and m.undone_at is null)`;
const receiptColumns = sql`'receipt' as kind, r.id, 'cp-' || r.id as label, coalesce(c.name, '') as name, coalesce(r.customer_id, 0) as party, r.received_on as day,
  r.amount_cents as open`;
const isOpenPayout = sql`p.state in ('processing', 'completed') and p.amount_cents > 0 and p.reversal_of_id is null
  and not exists (select 1 from payouts b where b.reversal_of_id = p.id)
  and not exists (select 1 from bank_matches m where m.payout_id = p.id and m.undone_at is null)`;
const payoutColumns = sql`'payout' as kind, p.id, 'po-' || p.id as label, u.first_name || ' ' || u.last_name as name, p.user_id as party, p.paid_on as day,
  p.amount_cents as open`;
/** Approved runs with payments in progress: the total of those not matched yet. */
const openRuns = sql`(
  select g.id, g.reference, g.pay_on, sum(p.amount_cents)::int8 as open, count(*)::int as people from payout_runs g
  join payouts p on p.run_id = g.id and p.state = 'processing' and p.reversal_of_id is null
    and not exists (select 1 from bank_matches m where m.payout_id = p.id and m.undone_at is null)
  where g.state = 'approved' group by g.id)`;
const runColumns = sql`'run' as kind, g.id, g.reference as label, g.people || ' people' as name, 0 as party, g.pay_on as day, g.open`;
const toLikePattern = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Candidates for matching bank transactions, one statement for all transactions (decisions 7.08). */
export const bankTargetsRepository = (query: Kysely<Schema>) => ({
  /** Open invoices with the same amount, named in the memo, or of a similarly named customer; receipts of the same amount near that day. */
  moneyIn: async (amounts: readonly BankSearch[]): Promise<FoundTarget[]> => {
    if (amounts.length === 0) return [];
    const { rows } = await sql<FoundTarget>`
      select * from (
        select v.id as transaction_id, x.* from ${searchRows(amounts)} cross join lateral (
          select ${invoiceColumns}, ${openInvoiceCents} as open from invoices i where i.customer_id is not null and i.gross_cents > 0 and i.state = 'sent' and i.id in (
            (select id from invoices where state = 'sent' and gross_cents = v.amount and booking_date between v.day - ${sql.lit(BOOKED_WITHIN_DAYS)} and v.day + 60
              order by booking_date desc limit ${sql.lit(MAX_TARGETS)})
            union (select id from invoices where lower(invoice_number) = any(v.numbers) limit ${sql.lit(MAX_TARGETS)})
            union (select y.id from customers c cross join lateral (select id from invoices where customer_id = c.id and state = 'sent'
                and booking_date between v.day - ${sql.lit(BOOKED_WITHIN_DAYS)} and v.day + 60 order by booking_date desc limit ${sql.lit(MAX_TARGETS)}) y
              where c.id = v.party or c.name_key like any(select w || '%' from unnest(v.words) w) limit 200))
        ) x where x.open > 0
        union all
        select v.id, ${receiptColumns} from ${searchRows(amounts)} join receipts r on r.amount_cents = v.amount
          and r.received_on between v.day - ${sql.lit(NEARBY_DAYS)} and v.day + ${sql.lit(NEARBY_DAYS)}
        left join customers c on c.id = r.customer_id where ${isOpenReceipt}
      ) found order by transaction_id, day, id`.execute(query);
    return rows;
  },

  /** Processing or completed payouts of the same amount on nearby days, and runs whose payments add up to it. */
  moneyOut: async (amounts: readonly BankSearch[]): Promise<FoundTarget[]> => {
    if (amounts.length === 0) return [];
    const { rows } = await sql<FoundTarget>`
      select * from (
        select v.id as transaction_id, ${payoutColumns} from ${searchRows(amounts)} join payouts p on p.amount_cents = v.amount
          and p.paid_on between v.day - ${sql.lit(NEARBY_DAYS)} and v.day + ${sql.lit(NEARBY_DAYS)}
        join users u on u.id = p.user_id where ${isOpenPayout}
        union all
        select v.id, ${runColumns} from ${searchRows(amounts)} join ${openRuns} g on g.open = v.amount and g.pay_on between v.day - 31 and v.day + ${sql.lit(NEARBY_DAYS)}
      ) found order by transaction_id, day, id`.execute(query);
    return rows;
  },

  /** Open items by part of a number or name, for splitting a transaction by hand. */
  search: async (direction: 'in' | 'out', text: string, maxRows: number): Promise<BankTarget[]> => {
    const pattern = toLikePattern(text);
    const limit = sql`order by day desc, id desc limit ${maxRows}`;
    const { rows } =
      direction === 'in'
        ? await sql<BankTarget>`
          (select * from (select ${invoiceColumns}, ${openInvoiceCents} as open from invoices i where i.state = 'sent' and i.gross_cents > 0 and i.customer_id is not null
            and (lower(i.invoice_number) like ${pattern} or lower(i.customer_name) like ${pattern})
            order by i.booking_date desc, i.id desc limit 300) x where open > 0 ${limit})
          union all (select ${receiptColumns} from receipts r left join customers c on c.id = r.customer_id
            where ${isOpenReceipt} and (lower(c.name) like ${pattern} or lower(r.reference) like ${pattern} or 'cp-' || r.id like ${pattern}) ${limit})`.execute(
            query,
          )
        : await sql<BankTarget>`
          (select ${payoutColumns} from payouts p join users u on u.id = p.user_id
            where ${isOpenPayout} and (lower(u.first_name || ' ' || u.last_name) like ${pattern} or 'po-' || p.id like ${pattern}) ${limit})
          union all (select ${runColumns} from ${openRuns} g where lower(g.reference) like ${pattern} order by g.pay_on desc limit ${maxRows})`.execute(
            query,
          );
    return rows.slice(0, maxRows);
  },

  /** The current state of these targets, without those no longer open. */
  named: async (ids: Readonly<Record<BankTarget['kind'], readonly number[]>>): Promise<BankTarget[]> => {
    const { rows } = await sql<BankTarget>`
      select * from (select ${invoiceColumns}, ${openInvoiceCents} as open from invoices i where i.id = any(${[...ids.invoice]}::int8[]) and i.state = 'sent'
        and i.customer_id is not null) x where open > 0
      union all select ${receiptColumns} from receipts r left join customers c on c.id = r.customer_id
        where r.id = any(${[...ids.receipt]}::int8[]) and ${isOpenReceipt}
      union all select ${payoutColumns} from payouts p join users u on u.id = p.user_id where p.id = any(${[...ids.payout]}::int8[]) and ${isOpenPayout}
      union all select ${runColumns} from ${openRuns} g where g.id = any(${[...ids.run]}::int8[])`.execute(query);
    return rows;
  },

  /** An unmatched receipt of the same customer, amount and day, which is the same money. */
  sameReceipt: async (customerId: number, cents: number, day: Day): Promise<number | null> => {
    const { rows } = await sql<{ id: number }>`
      select r.id from receipts r where r.customer_id = ${customerId} and r.amount_cents = ${cents} and r.received_on = ${day} and ${isOpenReceipt}
      order by r.id limit 1`.execute(query);
    return rows[0]?.id ?? null;
  },
});
