import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { reportFormats } from '../contract/entities/report.ts';
import type { Database } from '../server/db/database.ts';
import { fillMonths } from '../server/demo/money/rollup.ts';
import { emptyCompany } from './import/company.ts';
import type { Written } from './reporting.ts';
import type { Result } from './result.ts';

/** decisions 2.18: each row of the report is one person's month. */
const MONTHS = 100;
const FIRST = '2018-01-01';
const GOALS = { PDF: {}, XLSX: { limit: 10 }, CSV: { limit: 3 } } as const;
const [MAX_MB, MAX_DELAY_MS] = [400, 50];

/** People with a record in each of 100 months, and those months' totals. */
const fill = async (db: Database, people: number): Promise<void> => {
  await db.query.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`insert into users (email, first_name, last_name, role, joined_on)
      select 'reported' || n || '@example.test', 'Sales', 'Person ' || n, 'salesperson', ${FIRST} from generate_series(1, ${people}::int) n`.execute(
      trx,
    );
    await sql`insert into invoices (invoice_number, customer_name, salesperson_id, gross_cents, net_cents, booking_date, state)
      select 'R-' || u.id || '-' || m, 'Acme School', u.id, 500000 + u.id % 90000, 500000 + u.id % 90000,
        ${FIRST}::date + make_interval(months => m, days => (u.id % 28)::int), 'sent'
      from users u cross join generate_series(0, ${MONTHS - 1}::int) m where u.email like 'reported%'`.execute(trx);
    await sql`insert into commission_records (invoice_id, invoice_number, user_id, booking_date, gross_cents, net_cents, base_cents, over_cents,
        amount_cents, commissionable_cents, credit, status)
      select id, invoice_number, salesperson_id, booking_date, gross_cents, net_cents, net_cents, 0, net_cents / 20, net_cents, 'sale', 'not_due'
      from invoices where invoice_number like 'R-%'`.execute(trx);
    await fillMonths(trx);
  });
  await db.script('vacuum analyze');
};

/** Runs in a separate process, so that the measured memory is the server's without the loader. */
const runReport = async (databaseUrl: string, format: string): Promise<Written> => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', 'bench/reporting.ts', databaseUrl, format], {
    maxBuffer: 1e7,
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Written;
};

/** A commission summary of `rows` rows in every format, by the product's own worker on PostgreSQL. */
export const benchReports = async (serverUrl: string, rows: number): Promise<Result[]> => {
  const company = await emptyCompany(serverUrl);
  try {
    await fill(company.db, Math.max(1, Math.ceil(rows / MONTHS) - company.sellers.length));
    const results: Result[] = [];
    for (const format of reportFormats) {
      const { seconds, megabytes, delayMs, looks, rows: count, size } = await runReport(company.url, format);
      const label = `report of ${Math.round(count / 1000)}k rows, ${format}`;
      results.push({ what: `${label}, s`, value: seconds, ...GOALS[format] });
      results.push({ what: `${label}, memory of the server with its threads, MB`, value: megabytes, limit: MAX_MB });
      results.push({ what: `${label}, event loop delay, p99, ms`, value: delayMs, limit: MAX_DELAY_MS });
      results.push({ what: `${label}, times its progress was seen to move`, value: looks });
      results.push({ what: `${label}, MB of the file`, value: size / 1e6 });
    }
    return results;
  } finally {
    await company.drop();
  }
};
