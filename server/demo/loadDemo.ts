import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { auditRepository } from '../db/repositories/audit/audit.ts';
import type { Schema } from '../db/schema/index.ts';
import { StartRefused } from '../db/startRefused.ts';
import { createBulk } from './bulk.ts';
import { demoDayText } from './calendar.ts';
import { addSeller, addUnassigned } from './company.ts';
import { saveConfigs } from './configs.ts';
import { createCustomerNumbers } from './customers/customers.ts';
import { eventSalesOf } from './events/eventSales.ts';
import { eventRows } from './events/events.ts';
import { highlightsOf } from './highlights.ts';
import type { HistoryRow } from './history.ts';
import { backdateHistory } from './money/backdateHistory.ts';
import { bookingsOf, unassignedBookings } from './money/bookings.ts';
import { closeMonths } from './money/closings.ts';
import { createLedger } from './money/ledger.ts';
import { assignNumbers } from './money/numbering.ts';
import { fillMonths } from './money/rollup.ts';
import { issueDemoStatements, recordDemoBookings } from './money/statements.ts';
import { notificationRows } from './notifications.ts';
import { goalRows } from './people/goals.ts';
import { allDemoPeople, pastRows, peopleOf, userRow } from './people/people.ts';
import { addReports } from './reports.ts';
import { spanOf } from './span.ts';

export const demoCompanyName = 'Brightpath Coding';
export type DemoOptions = Readonly<{
  /** The last day of the company's history, YYYY-MM-DD. */
  today: string;
  /** The company's current time on that day; the end of the day by default. */
  now?: Date;
  /** 1: about 12,000 invoices by 40 salespeople; 83: a million. */
  scale?: number;
  passwordHash: string;
  progress?: (text: string) => void;
}>;

const EVENTS = 3000;
const MAX_EVENTS = 30_000;
const FLUSH_ROWS = 12_000;
/** Referenced tables come first. */
const insertOrder = [
  'users',
  'user_past',
  'customers',
  'deals',
  'deal_moves',
  'invoices',
  'receipts',
  'customer_payments',
  'commission_records',
  'payouts',
  'payout_lines',
  'adjustments',
  'events',
  'notifications',
  'goals',
];
const identityTables = insertOrder.filter((table) => table !== 'payout_lines' && table !== 'user_past');

/** True if there are no users yet. */
export const isEmpty = async (db: Database): Promise<boolean> => {
  const row = await db.query.selectFrom('users').select('id').limit(1).executeTakeFirst();
  return row === undefined;
};

/** Without statistics, the database reads whole tables for each statement. */
const analyze = async (trx: Kysely<Schema>): Promise<void> => {
  await sql.raw(`analyze ${[...insertOrder, 'commission_months', 'pay_periods'].join(', ')}`).execute(trx);
};

const insertCompany = async (db: Database, trx: Kysely<Schema>, options: DemoOptions): Promise<void> => {
  const { today, scale = 1, passwordHash, progress = () => {}, now = new Date(`${today}T23:59:59.999Z`) } = options;
  const span = spanOf(today, scale);
  const people = peopleOf(span);
  const bulk = createBulk(trx, insertOrder, now);
  bulk.add(
    'users',
    allDemoPeople(people).map((person) => userRow(person, passwordHash)),
  );
  bulk.add('user_past', people.sellers.flatMap(pastRows));

  const bookingsBySeller = function* () {
    for (const seller of people.sellers) yield bookingsOf(seller, span);
    yield unassignedBookings(span);
  };
  const { numbers, total } = assignNumbers(bookingsBySeller());
  const sales = eventSalesOf(span);
  const collector = highlightsOf(span);
  const highlights: typeof collector = {
    ...collector,
    collect: (facts) => {
      collector.collect(facts);
      sales.addSeller(facts.seller.id, facts.accounts);
    },
  };
  const history: HistoryRow[] = [];
  const customerOf = createCustomerNumbers((rows) => bulk.add('customers', rows));
  const tools = { span, numbers, rows: createLedger(people, span.today), bulk, customerOf, highlights, history };
  const count = (invoices: number): string => invoices.toLocaleString('en-US');
  let invoiceCount = 0;
  let nextId = 0;
  for (const [index, seller] of people.sellers.entries()) {
    invoiceCount += addSeller(seller, index, tools);
    await bulk.flush(FLUSH_ROWS);
    if (invoiceCount - nextId < total / 10) continue;
    nextId = invoiceCount;
    progress(`Demo company: ${count(invoiceCount)} of ${count(total)} invoices`);
  }
  addUnassigned(tools);
  const events = eventRows(people, span, Math.min(MAX_EVENTS, Math.round(EVENTS * Math.max(1, people.sellers.length / 40))), sales);
  bulk.add(
    'events',
    events.map((event) => ({ ...event, customer_id: customerOf(event) })),
  );
  bulk.add('goals', goalRows(people, span));
  bulk.add('notifications', notificationRows(people, tools.highlights.highlights, events, span.today));
  await bulk.flush();
  await fillMonths(trx);
  await addReports(trx, people.vp.id, demoDayText(span.today));
  // A load-test company has too many rows per month to store snapshots of them all.
  const [, bookkeeper] = people.finance;
  if (scale <= 1 && bookkeeper) {
    const versionAt = await saveConfigs(trx, { admin: people.admin.id, sellers: people.sellers }, today, now);
    history.push(...(await closeMonths(trx, bookkeeper.id, demoDayText(span.start), today, versionAt)));
    await recordDemoBookings(trx, bookkeeper.id);
    await backdateHistory(trx, now);
    await analyze(trx);
    history.push(...(await issueDemoStatements(db, trx, now)));
  }
  history.sort((a, b) => a.at.getTime() - b.at.getTime());
  const historyRows = history.map((row) => (row.at > now ? { ...row, at: now } : row));
  await auditRepository(trx).writeAll(historyRows, { network: 'demo', requestId: 'demo' }, now);
  const settings = { company_name: demoCompanyName, updated_at: `${today}T00:00:00.000Z`, live_at: `${today}T00:00:00.000Z` };
  await trx.updateTable('general_settings').set(settings).execute();
  // Its books begin with its first invoice (decisions 2.12).
  await sql`update general_settings set set_up_on = (select min(booking_date) from invoices)`.execute(trx);
  for (const table of identityTables) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select coalesce(max(id), 1) from ${sql.table(table)}))`.execute(trx);
  }
};

/**
 * Loads the demo company in one transaction; the result depends only on the instant and the scale.
 * @throws StartRefused if the database already has users
 */
export const loadDemo = async (db: Database, options: DemoOptions): Promise<void> => {
  await db.query.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    // The second of two concurrent loads waits here and then finds users.
    await sql`lock table users in share row exclusive mode`.execute(trx);
    const existingUser = await trx.selectFrom('users').select('id').limit(1).executeTakeFirst();
    if (existingUser) throw new StartRefused('The demo company loads only into an empty database, and this one has users.');
    await insertCompany(db, trx, options);
  });
  await db.script(
    `vacuum analyze ${[...insertOrder, 'commission_months', 'company_sums', 'event_days', 'invoice_balances', 'clause_sums'].join(', ')}`,
  );
};
