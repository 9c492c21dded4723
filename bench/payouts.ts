import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import type { Database } from '../server/db/database.ts';
import { openStore } from '../server/db/repositories/store.ts';
import { completeRun, createRun, stepRun } from '../server/domain/payouts/payoutRuns.ts';
import { emptyCompany } from './import/company.ts';
import { computeUnder, TODAY } from './recomputing.ts';
import type { Result } from './result.ts';

const clock = (): Date => new Date(`${TODAY}T19:00:00Z`);
const MAX_SECONDS = 3;
const origin = { network: 'bench', requestId: 'bench', device: '' };

/** October invoices, each paid in full by its customer, and the records that the engine creates from them. */
const fill = async (db: Database, records: number): Promise<void> => {
  await sql`update general_settings set set_up_on = '2026-10-01'`.execute(db.query);
  await sql`insert into invoices (invoice_number, customer_name, salesperson_id, gross_cents, net_cents, booking_date, state)
    select 'P-' || n, 'Acme School', (select id from users where role = 'salesperson' order by id offset n % 40 limit 1), 100000 + n, 100000 + n,
      date '2026-10-01' + (n % 31)::int, 'sent' from generate_series(1, ${records}::int) n`.execute(db.query);
  await sql`with money as (
      insert into receipts (amount_cents, received_on, method, reference, state) select gross_cents, date '2026-11-02', 'ACH', invoice_number, 'completed' from invoices
      returning id, amount_cents, reference)
    insert into customer_payments (invoice_id, receipt_id, amount_cents, payment_date, method, state)
      select i.id, m.id, m.amount_cents, date '2026-11-02', 'ACH', 'completed' from money m join invoices i on i.invoice_number = m.reference`.execute(
    db.query,
  );
  await computeUnder(db, '{}');
  await db.script('vacuum analyze');
};

/**
 * A month's payout run: proposed, approved by a second person, and paid, each step as in its API call; embedded if no server is given.
 */
export const benchPayouts = async (serverUrl: string | undefined, records: number): Promise<Result[]> => {
  const company = await emptyCompany(serverUrl ?? null);
  try {
    const { db, boss } = company;
    await fill(db, records);
    const { rows } = await sql<{ id: number }>`
      insert into users (email, first_name, last_name, role) values ('second@example.test', 'A', 'Second', 'admin') returning id`.execute(
      db.query,
    );
    const heads = { config: 0, periods: 0, people: 0, moment: '' };
    const asker = (id: number) =>
      ({ actor: { id: String(id), role: 'admin' }, userId: id, sessionId: 0, mustChangePassword: false, heads }) as const;
    const deps = { store: openStore(db), clock };
    const took = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
      const from = performance.now();
      const result = await work();
      return [result, (performance.now() - from) / 1000];
    };
    const [run, proposing] = await took(() => createRun(deps, asker(boss), { month: '2026-10', pay_on: TODAY }, origin));
    const known = { id: Number(run.id), version: run.version };
    const [, approving] = await took(() => stepRun(deps, asker(rows[0]?.id ?? 0), known, { kind: 'approve' }, origin));
    const [paid, paying] = await took(() => completeRun(deps, asker(boss), known.id, origin));
    if (paid.status !== 'completed') throw new Error(`the run of the benchmark is ${paid.status}`);
    const lines = await sql<{ count: number }>`select count(*)::int as count from payout_lines`.execute(db.query);
    const label = `payout run over ${lines.rows[0]?.count} records, ${db.kind}`;
    return [
      { what: `${label}, proposed, s`, value: proposing },
      { what: `${label}, approved, s`, value: approving },
      { what: `${label}, everybody paid, s`, value: paying },
      { what: `${label}, s`, value: proposing + approving + paying, limit: MAX_SECONDS },
    ];
  } finally {
    await company.drop();
  }
};
