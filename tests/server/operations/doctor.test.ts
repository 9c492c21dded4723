import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runDoctor } from '../../../server/cli/doctor/index.ts';
import { runRecountBalances } from '../../../server/cli/recountBalances.ts';
import type { Database } from '../../../server/db/database.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { type RunningServer, startServer } from '../../../server/server.ts';
import { readEnvironment } from '../../../server/start/environment.ts';
import { issuerEnv, startIssuer } from '../support/issuer.ts';
import { addPerson } from '../support/testApp.ts';
import { freshPlace, type TestPlace, testDatabaseKind } from '../support/testDatabase.ts';

const key = randomBytes(32).toString('base64');
let place: TestPlace;
let remove: () => Promise<void>;
const env = (overrides: Record<string, string> = {}): Record<string, string | undefined> => ({
  PORT: '1',
  DATA_DIR: place.dataDir,
  DATABASE_URL: place.databaseUrl,
  ENCRYPTION_KEY: key,
  LOG_LEVEL: 'silent',
  PUBLIC_URL: 'https://sales.example.test',
  TRUST_PROXY: '127.0.0.1',
  ...overrides,
});
const serve = (port = '0'): Promise<RunningServer> =>
  startServer({ config: readEnvironment(env({ PORT: port }), []), webRoot: undefined, print: () => {} });
const withDatabase = async (work: (db: Database) => Promise<unknown>): Promise<void> => {
  const db = await openDatabase(place);
  await work(db).finally(() => db.close());
};
const examine = async (overrides: Record<string, string> = {}) => {
  const lines: string[] = [];
  const passes = await runDoctor(env(overrides), ['doctor'], (line) => void lines.push(line));
  const finding = (subject: string): string | undefined => lines.find((line) => line.split(/\s+/)[1] === subject);
  return { lines, passes, finding };
};

beforeAll(async () => {
  ({ place, remove } = await freshPlace());
  await (await serve()).close();
}, 90_000);
afterAll(() => remove());
afterEach(() => withDatabase((db) => sql`delete from connections where name like 'Doctor%'`.execute(db.query)));

describe('npm run doctor', { timeout: 90_000 }, () => {
  it('passes a healthy server, and lists warnings', async () => {
    const { lines, passes, finding } = await examine();
    // The test PostgreSQL trades durability for speed (fsync off), which doctor reports.
    const failed = lines.filter((line) => line.startsWith('fail') && !line.includes('fsync'));
    expect(failed).toEqual([]);
    expect(passes).toBe(!lines.some((line) => line.startsWith('fail')));
    for (const subject of [
      'configuration',
      'address',
      'disk',
      'database',
      'clock',
      'migrations',
      'key',
      'locks',
      'connections',
      'balances',
      'audit',
    ])
      expect(finding(subject), lines.join('\n')).toMatch(/^(ok|warn) /);
    expect(finding('mail')).toMatch(/^warn .*no mail server/);
    expect(finding('server')).toMatch(/^warn .*none answers on port 1/);
    expect(lines.filter((line) => /^\s+→ /.test(line)).length).toBe(
      lines.filter((line) => !line.startsWith('ok') && /^\w{4} /.test(line)).length,
    );
    expect(lines.join('\n')).not.toContain(key);
  });

  it.each([
    ['configuration', { PORT: 'many' }, 'PORT must be a whole number'],
    ['configuration', { METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 20 characters'],
    ['address', { PUBLIC_URL: 'http://sales.example.test' }, 'cross the network unencrypted'],
    ['key', { ENCRYPTION_KEY: randomBytes(32).toString('base64') }, 'another key than at first'],
    ['mail', { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.test' }, ''],
    [
      'sign-in',
      { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'quotaboard', OIDC_CLIENT_SECRET: 'the secret of a client, long enough' },
      'does not answer as an OpenID Connect issuer',
    ],
  ] as const)('fails %s for %j', async (subject, overrides, text) => {
    const { finding, passes, lines } = await examine(overrides);
    expect(passes, lines.join('\n')).toBe(false);
    expect(finding(subject)).toMatch(/^fail /);
    expect(finding(subject)).toContain(text);
    for (const value of Object.values(overrides))
      if (value.length > 30) expect(lines.join('\n').replace(/http:\S+/g, '')).not.toContain(value);
  });

  it('asks the single sign-on issuer and compares its clock', async () => {
    const issuer = await startIssuer({ accounts: {}, appUrl: 'https://sales.example.test' });
    const passes = await examine(issuerEnv(issuer, 'https://sales.example.test'));
    expect(passes.finding('sign-in')).toBe('ok    sign-in       Acme ID answers; passwords: everyone');
    issuer.setClock(120_000);
    expect((await examine(issuerEnv(issuer, 'https://sales.example.test'))).finding('sign-in')).toMatch(
      /^warn .* differs by (119|120|121) s/,
    );
    issuer.setClock(-400_000);
    expect((await examine(issuerEnv(issuer, 'https://sales.example.test'))).finding('sign-in')).toMatch(
      /^fail .*so its answers are refused/,
    );
    await issuer.down();
  });

  it('fails on an altered audit log, a failed connection and a newer database, and names them', async () => {
    await withDatabase(async (db) => {
      const id = await addPerson(db as never, { email: 'doctor@example.test', role: 'salesperson' });
      expect(id).toBeGreaterThan(0);
      await sql`insert into connections (kind, name, state) values ('stripe', 'Doctor Stripe', 'error')`.execute(db.query);
      await sql`insert into schema_migrations (name) values ('999_later')`.execute(db.query);
      await sql`insert into audit_log (at, actor_id, action, entity, entity_id, hash) values (now(), null, 'a', 'b', '1', 'forged')`.execute(
        db.query,
      );
    });
    const { finding, passes } = await examine();
    expect(passes).toBe(false);
    expect(finding('connections')).toBe('fail  connections   “Doctor Stripe”: the last sync failed');
    expect(finding('migrations')).toContain('the database is newer: 999_later');
    expect(finding('audit')).toMatch(/^fail /);
    await withDatabase(async (db) => {
      await sql`delete from schema_migrations where name = '999_later'`.execute(db.query);
    });
  });

  it.skipIf(testDatabaseKind() === 'embedded')('checks the replica in DATABASE_READ_URL', async () => {
    const other = await freshPlace();
    const url = other.place.databaseUrl ?? '';
    expect((await examine()).finding('replica')).toBe('ok    replica       none');
    // Not a standby, although it has all of the database's rows; soak/failover.ts uses a real one.
    expect((await examine({ DATABASE_READ_URL: url })).finding('replica')).toBe('warn  replica       it takes writes, so it is no standby');
    const copy = await openDatabase(other.place);
    await sql`delete from schema_migrations where name = '358_known_devices'`.execute(copy.query).finally(() => copy.close());
    expect((await examine({ DATABASE_READ_URL: url })).finding('replica')).toBe(
      'fail  replica       its tables are of another version than those of DATABASE_URL',
    );
    await other.remove();
    expect((await examine({ DATABASE_READ_URL: url })).finding('replica')).toMatch(
      /^warn {2}replica .*\(DATABASE_READ_URL\) cannot be used: there is no such database; everything is read from DATABASE_URL$/,
    );
  });

  it('compares invoice balances with payments, and the command fixes them', async () => {
    await withDatabase(async (db) => {
      await sql`insert into invoices (invoice_number, customer_name, gross_cents, net_cents, booking_date, state)
        select 'D-' || n, 'Acme School', 100000, 100000, '2026-11-01', 'sent' from generate_series(1, 3) n`.execute(db.query);
      await db.script(`alter table invoice_balances disable trigger user; update invoice_balances set paid_cents = 5, settled_cents = 5
        where invoice_id = (select min(id) from invoices); alter table invoice_balances enable trigger user;
        insert into invoice_sums values (1, 0, 0, 0);
`);
      const id = await addPerson(db as never, { email: 'clauses@example.test', role: 'salesperson' });
      await sql`insert into clause_sums values ('default', '2026-11-01', ${id}, 1, 'tiers.0', 2, 5, 5)`.execute(db.query);
    });
    const recount = async (): Promise<string[]> => {
      const lines: string[] = [];
      await runRecountBalances(readEnvironment(env(), ['balances:recount']), (line) => void lines.push(line));
      return lines;
    };
    expect((await examine()).finding('balances')).toBe(
      'fail  balances      those of 1 invoice and the sums of all differ from the payments',
    );
    expect((await examine()).finding('clauses')).toBe('fail  clauses       1 sum differs from the records');
    expect(await recount()).toEqual(['Corrected the balances of 1 invoice, and the sums of all.', 'Corrected 1 sum of clauses.']);
    expect((await examine()).finding('clauses')).toBe('ok    clauses       their sums equal the records');
    expect((await examine()).finding('balances')).toBe('ok    balances      those of all invoices equal their payments');
    expect(await recount()).toEqual([
      'The balances of all invoices equal their payments, and the sums of clauses the records: nothing was changed.',
    ]);
    await withDatabase(async (db) => {
      const rows = await db.query
        .selectFrom('audit_log')
        .select(['cause', 'after'])
        .where('action', '=', 'invoice_balances.recounted')
        .execute();
      expect(rows).toEqual([{ cause: 'balances:recount', after: { invoices: 1, ids: [expect.any(Number)], sums: true, clauses: 1 } }]);
      const { rows: sums } = await sql`table invoice_sums`.execute(db.query);
      expect(sums).toEqual([{ invoices: 3, unassigned: 3, invoiced_cents: 300000, paid_cents: 0 }]);
    });
  });

  it('reports a missing or unreadable database', async () => {
    const gone: Record<string, string> = place.databaseUrl
      ? { DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none' }
      : { DATA_DIR: `${place.dataDir}-none` };
    const { finding } = await examine(gone);
    expect(finding('database')).toMatch(place.databaseUrl ? /^fail / : /^warn .*there is none/);
  });

  it('asks the running server if only that has access to the database', async () => {
    const port = '18181';
    const server = await serve(port);
    try {
      const { finding } = await examine({ PORT: port });
      if (place.databaseUrl) expect(finding('server')).toMatch(/^ok .*answers/);
      else expect(finding('database')).toMatch(/^warn .*the running server has the embedded database/);
    } finally {
      await server.close();
    }
  });
});
