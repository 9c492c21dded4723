import { type Kysely, sql } from 'kysely';
import { addDays, type Day } from '../../../contract/rules/time/period.ts';
import type { Database } from '../../db/database.ts';
import { openStore } from '../../db/repositories/store.ts';
import type { Schema } from '../../db/schema/index.ts';
import { type BankFact, importTransactions } from '../../domain/bank/importTransactions.ts';
import { capAt } from '../calendar.ts';

type OpenInvoice = Readonly<{ number: string; name: string; open: number }>;
type BankMovement = Readonly<{ id: number; name: string; cents: number; day: Day; reference: string | null }>;
/** Number of newest receipts that are not matched yet. */
const UNMATCHED_RECEIPTS = 3;
const noonOf = (day: Day): string => `${day}T18:00:00.000Z`;

const baseFact = {
  account_name: 'Operating',
  account_last4: '4417',
  kind: 'externalTransfer',
  internal: false,
  description: null,
  memo: null,
  note: null,
  dashboard_link: null,
  bank_status: 'settled',
  failure: null,
} as const;

/** Open invoices, recent receipts, and payouts in progress. */
const readDemo = async (query: Kysely<Schema>, today: Day) => {
  const { rows: openInvoices } = await sql<OpenInvoice>`
    select * from (select i.invoice_number as number, i.customer_name as name, i.gross_cents - coalesce((select sum(amount_cents) from customer_payments
        where invoice_id = i.id and state in ('completed', 'pending')), 0)::int8 as open, i.booking_date, i.id
      from invoices i where i.state = 'sent' and i.customer_id is not null and i.gross_cents > 0 and i.booking_date > ${addDays(today, -150)}::date) o
    where open > 50000 order by booking_date, id limit 12`.execute(query);
  const { rows: receivedPayments } = await sql<BankMovement>`
    select r.id, c.name, r.amount_cents as cents, r.received_on as day, r.reference from receipts r join customers c on c.id = r.customer_id
    where r.state = 'completed' and r.amount_cents > 0 and r.received_on between ${addDays(today, -21)}::date and ${today}::date
      and r.reversal_of_id is null order by r.received_on desc, r.id desc limit 18`.execute(query);
  const { rows: outgoingPayments } = await sql<BankMovement>`
    select p.id, u.first_name || ' ' || u.last_name as name, p.amount_cents as cents, p.paid_on as day, p.reference from payouts p
    join users u on u.id = p.user_id where p.state = 'processing' and p.amount_cents > 0 order by p.id limit 2`.execute(query);
  return { owed: openInvoices, received: receivedPayments, leaving: outgoingPayments };
};

/** Some weeks of bank transactions: deposits with and without an invoice number, transfers to sellers, a fee, and a pending one. */
const factsOf = (
  { owed: openInvoices, received: receivedPayments, leaving: outgoingPayments }: Awaited<ReturnType<typeof readDemo>>,
  today: Day,
  now: Date,
): BankFact[] => {
  const facts: BankFact[] = [];
  const add = (day: Day, amount_cents: number, counterparty: string, extraFields: Partial<BankFact> = {}): void =>
    void facts.push({
      ...baseFact,
      external_id: `demo-${facts.length + 1}`,
      occurred_at: capAt(now, noonOf(day)),
      amount_cents,
      counterparty,
      ...extraFields,
    });
  for (const { cents, name, day, reference } of receivedPayments) add(day, cents, name.toUpperCase(), { memo: reference });
  for (const [index, { number, name, open }] of openInvoices.entries()) {
    const day = addDays(today, -1 - (index % 6));
    if (index % 4 === 0) add(day, open, name.toUpperCase(), { memo: `Invoice ${number}` });
    if (index % 4 === 1) add(day, open, name, { kind: 'checkDeposit' });
    if (index % 4 === 2) add(day, Math.floor(open / 200) * 100, name, { memo: `Part payment ${number}` });
    if (index % 4 === 3) add(day, open, 'BILLPAY CLEARING 0091', { kind: 'incomingDomesticWire' });
  }
  for (const { cents, name, day } of outgoingPayments)
    add(day > today ? today : day, -cents, name.toUpperCase(), { kind: 'outgoingPayment', memo: 'Commission' });
  add(addDays(today, -3), 1_240_00, 'Stripe', { description: 'STRIPE TRANSFER' });
  add(addDays(today, -2), -25_00, 'Mercury Wire Fee', { kind: 'other' });
  add(addDays(today, -4), -5000_00, 'Brightpath Savings', { kind: 'internalTransfer', internal: true });
  add(today, 2_310_00, 'Scottsdale Makers Guild', { bank_status: 'pending' });
  return facts;
};

/** Bank transactions of a deleted connection, which stay (decisions 7.04). Some of them are already matched. */
export const addDemoBank = async (db: Database, today: Day, now: Date): Promise<void> => {
  const finance = await db.query.selectFrom('users').select('id').where('role', '=', 'finance').orderBy('id').executeTakeFirst();
  if (!finance) return;
  const demo = await readDemo(db.query, today);
  const oldConnection = {
    kind: 'mercury',
    name: 'Mercury (sample)',
    external_account: 'org-1',
    state: 'gone',
    created_by: finance.id,
  } as const;
  const { id: connection } = await db.query.insertInto('connections').values(oldConnection).returning('id').executeTakeFirstOrThrow();
  await openStore(db).transaction((tx) => importTransactions(tx, connection, factsOf(demo, today, now), now));
  const matchedFacts = demo.received
    .slice(UNMATCHED_RECEIPTS)
    .map(({ id }, receiptIndex) => ({ id, external_id: `demo-${receiptIndex + UNMATCHED_RECEIPTS + 1}` }));
  await sql`
    with m as (select t.id as transaction_id, v.id as receipt_id, t.amount_cents from bank_transactions t
      join json_to_recordset(${JSON.stringify(matchedFacts)}::json) as v(id int8, external_id text) on v.external_id = t.external_id
      where t.connection_id = ${connection}),
    linked as (insert into bank_matches (transaction_id, receipt_id, amount_cents, wrote, created_by)
      select transaction_id, receipt_id, amount_cents, 'linked', ${finance.id} from m)
    update bank_transactions t set state = 'matched', wait = null, equal_count = 0, score = null, proposal = null, decided_by = ${finance.id}, decided_at = ${now.toISOString()}
    from m where t.id = m.transaction_id`.execute(db.query);
  await sql`update bank_transactions set state = 'ignored', wait = null, ignored_reason = 'Bank fee', decided_by = ${finance.id}, decided_at = ${now.toISOString()}
    where connection_id = ${connection} and counterparty = 'Mercury Wire Fee'`.execute(db.query);
};
