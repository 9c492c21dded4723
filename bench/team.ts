import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../server/db/database.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import { openStore } from '../server/db/repositories/store.ts';
import { fillMonths } from '../server/demo/money/rollup.ts';
import { readTeamPerformance } from '../server/domain/performance/teamPerformance.ts';
import { TODAY } from './recomputing.ts';
import type { Result } from './result.ts';

const [WARM, ROUNDS, PEOPLE] = [10, 101, 200];
const ADMIN = { id: '1', role: 'admin' } as const;
const HEADS = { config: 1, periods: 1, people: 1, moment: '1' };
const RANGES = {
  month: { start_date: '2026-10-01', end_date: '2026-10-31' },
  'month to date': { start_date: '2026-11-01', end_date: TODAY },
  year: { start_date: '2026-01-01', end_date: '2026-12-31' },
};

type Company = Readonly<{ db: Database; drop: () => Promise<void> }>;

const medianOf = async (work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < WARM + ROUNDS; round += 1) {
    const from = performance.now();
    await work();
    if (round >= WARM) times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
};

type Raw = Readonly<{ id: number; sales: number; commission: number; deals: number }>;
/** Adds up every record, adjustment and deal individually. */
const rawSums = async (db: Database, { start_date, end_date }: Readonly<{ start_date: string; end_date: string }>): Promise<Raw[]> => {
  const { rows } = await sql<Raw>`
    select u.id,
      (select coalesce(sum(case credit when 'override' then 0 else net_cents end), 0)::int8 from commission_records
        where user_id = u.id and booking_date between ${start_date} and ${end_date}) as sales,
      (select coalesce(sum(amount_cents), 0)::int8 from commission_records
        where user_id = u.id and booking_date between ${start_date} and ${end_date})
      + (select coalesce(sum(amount_cents), 0)::int8 from adjustments
        where user_id = u.id and state = 'approved' and effective_date between ${start_date} and ${end_date}) as commission,
      (select count(*) from deals where owner_id = u.id and state = 'won' and closed_on between ${start_date} and ${end_date}) as deals
    from users u where role = 'salesperson'`.execute(db.query);
  return rows;
};

const cents = (dollars: number | null): number => Math.round((dollars ?? 0) * 100);

/** @throws if a row of the team differs from the sum of its records */
const assertSame = async (db: Database, range: (typeof RANGES)['month']): Promise<void> => {
  const services = { store: openStore(db), clock: () => new Date(`${TODAY}T18:00:00Z`) };
  const { data } = await readTeamPerformance(services, ADMIN, range);
  const raw = new Map((await rawSums(db, range)).map((row) => [String(row.id), row]));
  for (const { id, total_sales, total_commission, deals_closed } of data) {
    const own = raw.get(id);
    if (own?.sales !== cents(total_sales) || own.commission !== cents(total_commission) || own.deals !== deals_closed)
      throw new Error(`the team's figures of ${id} are not the sums of their records: ${JSON.stringify(own)}`);
  }
};

const databaseName = (index: number): string => `quotaboard_team_${process.pid}_${index}`;

/** 200 people with `records` records over three years, adjustments, and deals won and lost, written by the database itself. */
const createTeam = async (serverUrl: string, records: number): Promise<Company> => {
  const inServer = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await inServer(`create database "${databaseName(records)}"`);
  const drop = () => inServer(`drop database if exists "${databaseName(records)}" with (force)`);
  try {
    const db = await openDatabase({
      databaseUrl: Object.assign(new URL(serverUrl), { pathname: `/${databaseName(records)}` }).href,
      dataDir: '',
    });
    await migrate(db);
    await db.query.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      await sql`insert into users (id, email, first_name, last_name, role, joined_on)
        select n, 'p' || n || '@example.test', 'Person', n::text, case when n = 1 then 'admin' else 'salesperson' end, '2023-01-01'
        from generate_series(1, ${PEOPLE + 1}) n`.execute(trx);
      await sql`insert into invoices (id, invoice_number, customer_name, salesperson_id, gross_cents, net_cents, booking_date, state)
        select n, 'B-' || n, 'Acme School', 2 + n % ${PEOPLE}, 1000 + n % 90000, n % 90000 - 2000, date '2023-12-01' + (n * 7919 % 1086)::int, 'sent'
        from generate_series(1, ${records}::int8) n`.execute(trx);
      await sql`insert into commission_records (invoice_id, invoice_number, user_id, booking_date, gross_cents, net_cents, base_cents, over_cents,
          amount_cents, commissionable_cents, credit, status)
        select id, invoice_number, salesperson_id, booking_date, gross_cents, net_cents, net_cents, 0, net_cents / 20,
          case when id % 11 = 0 then 0 else net_cents end, case when id % 11 = 0 then 'override' else 'sale' end,
          (array['due', 'not_due', 'paid', 'partially_paid'])[1 + id % 4]
        from invoices`.execute(trx);
      await sql`insert into adjustments (commission_id, related_invoice_id, user_id, amount_cents, reason, state, effective_date, created_by)
        select id, invoice_id, user_id, 100 + id % 900, 'For the benchmark', 'approved', booking_date, 1 from commission_records where id % 50 = 0`.execute(
        trx,
      );
      await sql`insert into deals (name, customer_name, owner_id, stage, state, closed_on)
        select 'Deal', 'Acme School', 2 + n % ${PEOPLE}, 'Won', case when n % 3 = 0 then 'lost' else 'won' end, date '2023-12-01' + (n % 1086)::int
        from generate_series(1, 20000) n`.execute(trx);
      await fillMonths(trx);
    });
    await db.script('vacuum analyze');
    return { db, drop: () => db.close().then(drop) };
  } catch (error) {
    await drop();
    throw error;
  }
};

/** The Team Dashboard's single call for 200 people on PostgreSQL; each row is first compared with the raw sums. */
export const benchTeam = async (serverUrl: string, records: number): Promise<Result[]> => {
  const company = await createTeam(serverUrl, records);
  try {
    const { db } = company;
    const store = openStore(db);
    const services = { store, clock: () => new Date(`${TODAY}T18:00:00Z`) };
    const results: Result[] = [];
    for (const [name, range] of Object.entries(RANGES)) {
      await assertSame(db, range);
      // Quotas are cached with `HEADS` until a plan, a month or a person changes.
      const ms = await medianOf(() => readTeamPerformance(services, ADMIN, range, HEADS));
      const limit = name === 'month' ? { limit: 10 } : {};
      results.push({ what: `team of ${PEOPLE}, ${name}, ${records / 1000}k records, ms`, value: ms, ...limit });
    }
    return results;
  } finally {
    await company.drop();
  }
};
