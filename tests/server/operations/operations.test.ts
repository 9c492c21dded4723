import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBackup, runRestore } from '../../../server/cli/backup.ts';
import { runMigrate } from '../../../server/cli/migrations.ts';
import { runMove } from '../../../server/cli/moveDatabase.ts';
import type { Database } from '../../../server/db/database.ts';
import { claimDirectory, pauseDirectory } from '../../../server/db/embedded/owner.ts';
import { migrate, tryMigrations } from '../../../server/db/migrate.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { auditRepository } from '../../../server/db/repositories/audit/audit.ts';
import { startServer } from '../../../server/server.ts';
import { type Config, readEnvironment } from '../../../server/start/environment.ts';
import { createFactWriter } from '../support/facts.ts';
import { addPerson } from '../support/testApp.ts';
import { freshPlace, type TestDatabase, type TestPlace, testDatabaseKind } from '../support/testDatabase.ts';

const key = randomBytes(32).toString('base64');
const removals: (() => Promise<void>)[] = [];
const scratch = mkdtempSync(join(tmpdir(), 'quotaboard operations '));
afterAll(async () => {
  for (const remove of removals) await remove();
  rmSync(scratch, { recursive: true, force: true });
});

const createPlace = async (): Promise<TestPlace> => {
  const { place, remove } = await freshPlace();
  removals.push(remove);
  return place;
};
const configOf = ({ databaseUrl, dataDir }: TestPlace, argv: string[] = []): Config =>
  readEnvironment({ PORT: '0', DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ENCRYPTION_KEY: key, LOG_LEVEL: 'silent' }, argv);
const lines: string[] = [];
const print = (line: string): void => void lines.push(line);
const withDatabase = async <T>(place: TestPlace, work: (db: Database) => Promise<T>): Promise<T> => {
  const db = await openDatabase(place);
  return work(db).finally(() => db.close());
};
const starts = async (place: TestPlace): Promise<void> => {
  const server = await startServer({ config: configOf(place), webRoot: undefined, print: () => {} });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await server.close();
};

/** A small company: people, money with its audit rows, a file, an event, and an id that was assigned and deleted. */
const fill = async (db: Database): Promise<void> => {
  const clock = () => new Date('2026-11-21T12:00:00.123Z');
  const boss = await addPerson(db as TestDatabase, { email: 'boss@example.test', role: 'admin', first_name: 'Zoë', last_name: 'O’Neil' });
  const sam = await addPerson(db as TestDatabase, { email: 'sam@example.test', role: 'salesperson', manager_id: boss });
  // A manager whose id is higher than the report's, so that a row refers to a later one.
  const late = await addPerson(db as TestDatabase, { email: 'late@example.test', role: 'sales_manager' });
  await db.query.updateTable('users').set({ manager_id: late }).where('id', '=', sam).execute();
  const facts = createFactWriter(db as TestDatabase, boss, clock);
  const invoice = await facts.addInvoice({ salesperson_id: sam, booking_date: '2026-11-03', net_cents: 123_456_78 });
  await facts.pay(invoice, 123_456_78, '2026-11-10');
  await facts.adjust(invoice, -12_34, '2026-11-12');
  await auditRepository(db.query).write(
    { actorId: boss, action: 'thing.changed', entity: 'thing', entityId: '1', after: { text: 'ß "q" \\ é\n', list: [1, null, 0.1] } },
    { network: '10.0.0.0/24', requestId: 'r' },
    clock(),
  );
  await db.script(`
    insert into jobs (kind, payload, created_by) values ('statement', '{}', ${boss});
    insert into job_files values (1, 'a.pdf', 'application/pdf', 'x', decode('00ff10', 'hex'));
    insert into run_amounts (run_id, user_id, at, commission_ids, booking_dates, before_cents, after_cents)
      values (1, ${sam}, '2026-11-20 17:30:00+00', '{1,2}', '{2026-11-03,2026-11-04}', '{100,-200}', '{150,-250}');
    insert into events (customer_name, starts_at) values ('Acme', '2026-11-20 17:30:00.123456+00');
    insert into deals (name, customer_name, stage, amount_cents, probability, state, expected_close_date)
      select 'D' || n, 'Acme', 'new', n, 0.5, 'open', '2026-12-01' from generate_series(1, 7) n;
    delete from deals where id = 7;`);
};

const tablesIn = async (db: Database): Promise<Record<string, string>> => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db.query);
  const result: Record<string, string> = {};
  for (const { name } of rows.filter((row) => row.name !== 'schema_migrations')) {
    const { rows: texts } = await sql<{ text: string }>`select to_jsonb(t)::text as text from ${sql.table(name)} t order by 1`.execute(
      db.query,
    );
    result[name] = texts.map(({ text }) => text).join('\n');
  }
  return result;
};
/** All content, and whether the audit chain is valid. */
const contentOf = (place: TestPlace) =>
  withDatabase(place, async (db) => ({ tables: await tablesIn(db), chain: await auditRepository(db.query).verifyChain() }));

describe.runIf(testDatabaseKind() === 'embedded')('backup and restore of the embedded database', { timeout: 120_000 }, () => {
  it('writes, backs up, destroys and restores rows, and the server starts with them', async () => {
    const place = await createPlace();
    await withDatabase(place, fill);
    const before = await contentOf(place);
    expect(before.chain).toMatchObject({ rows: expect.any(Number), broken: null });
    const backup = join(scratch, 'backup one');
    await runBackup(configOf(place, ['db:backup', backup]), print);

    rmSync(place.dataDir, { recursive: true });
    await runRestore(configOf(place, ['db:restore', backup]), print);
    expect(await contentOf(place)).toEqual(before);
    await starts(place);
  });

  it('works on a running server, which pauses without aborting a transaction, then continues', async () => {
    const place = await createPlace();
    await withDatabase(place, fill);
    const backup = join(scratch, 'backup under work');
    const pairs = await withDatabase(place, async (db) => {
      let isDone = false;
      let count = 0;
      const book = async (): Promise<void> => {
        while (!isDone) {
          count += 1;
          const own = count;
          await db.query.transaction().execute(async (tx) => {
            for (let half = 0; half < 2; half += 1)
              await sql`insert into events (customer_name, starts_at) values (${`pair ${own}`}, now())`.execute(tx);
          });
        }
      };
      const work = Promise.all(Array.from({ length: 8 }, book));
      await runBackup(configOf(place, ['db:backup', backup]), print);
      const atBackup = count;
      while (count < atBackup + 20) await new Promise((passed) => setTimeout(passed, 5));
      isDone = true;
      await work;
      return count;
    });
    const restored: TestPlace = { dataDir: join(scratch, 'restored') };
    await runRestore(configOf(restored, ['db:restore', backup]), print);
    const { chain, tables } = await contentOf(restored);
    expect(chain).toMatchObject({ broken: null });
    const names = [...(tables.events ?? '').matchAll(/pair \d+/g)].map(([name]) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(names.length).toBe(2 * new Set(names).size);
    expect(names.length).toBeLessThan(2 * pairs);
  });

  it('delays a stopping server until the copy is complete', async () => {
    const place = await createPlace();
    await withDatabase(place, async (db) => {
      const paused = await pauseDirectory(realpathSync(place.dataDir));
      let isClosed = false;
      const closing = db.close().then(() => {
        isClosed = true;
      });
      await new Promise((passed) => setTimeout(passed, 300));
      expect(isClosed).toBe(false);
      expect(await paused.end()).toBe(true);
      await closing;
    });
  });

  it('is refused if the server does not pause, over existing data, without a source, and from a damaged backup', async () => {
    const place = await createPlace();
    const backup = join(scratch, 'backup two');
    const toBackup = (target = backup) => runBackup(configOf(place, ['db:backup', target]), print);
    await withDatabase(place, async () => {});
    const claim = await claimDirectory(realpathSync(place.dataDir));
    await expect(toBackup()).rejects.toThrow('is already open in process');
    await claim.release();
    // An owner that resumes before the copy is complete.
    const misbehavingOwner = createServer((socket) =>
      socket.on('data', (chunk) => (`${chunk}` === 'pause\n' ? socket.write('paused\n') : socket.end())),
    );
    await new Promise<void>((listens) => misbehavingOwner.listen(join(place.dataDir, `owner-${process.pid}-ab.sock`), listens));
    await expect(toBackup()).rejects.toThrow('went on before the copy was complete');
    await new Promise((closed) => misbehavingOwner.close(closed));
    expect(existsSync(backup)).toBe(false);
    // A stuck owner that never responds.
    const silent = createServer((connection) => connection.resume());
    const socket = join(place.dataDir, `owner-${process.pid}-cd.sock`);
    await new Promise<void>((listens) => silent.listen(socket, listens));
    await expect(pauseDirectory(realpathSync(place.dataDir), 100)).rejects.toThrow('is already open in process');
    await new Promise((closed) => silent.close(closed));
    await toBackup();
    await expect(toBackup()).rejects.toThrow('exists already');
    const toRestore = (dataDir: string) => runRestore(configOf({ dataDir }, ['db:restore', backup]), print);
    await expect(toRestore(place.dataDir)).rejects.toThrow('There is a database in');
    await expect(runBackup(configOf({ dataDir: join(scratch, 'nothing') }, ['db:backup', 'x']), print)).rejects.toThrow(
      'no embedded database',
    );
    await expect(runRestore(configOf(place, ['db:restore', scratch]), print)).rejects.toThrow('is no backup');
    writeFileSync(join(backup, 'database', 'PG_VERSION'), '17\n');
    await expect(toRestore(join(scratch, 'new'))).rejects.toThrow('is damaged: PG_VERSION');
    expect(existsSync(join(scratch, 'new', 'database'))).toBe(false);
    await expect(runBackup(configOf(place, ['db:backup']), print)).rejects.toThrow('Say where');
    await expect(runBackup(configOf({ ...place, databaseUrl: 'postgres://x/y' }, ['db:backup', 'x']), print)).rejects.toThrow('pg_dump');
  });
});

describe.runIf(testDatabaseKind() === 'postgres')('PostgreSQL', { timeout: 120_000 }, () => {
  let embedded: TestPlace;
  beforeAll(async () => {
    embedded = { dataDir: join(scratch, 'embedded') };
    await withDatabase(embedded, async (db) => {
      await migrate(db);
      await fill(db);
    });
    await starts(embedded);
  }, 120_000);
  const move = (databaseUrl: string | undefined) =>
    runMove(configOf({ ...embedded, ...(databaseUrl ? { databaseUrl } : {}) }, ['db:move']), print);

  it('db:move copies the whole company from the embedded database, to the last byte and id', async () => {
    const target = await createPlace();
    await move(target.databaseUrl);
    expect(await contentOf(target)).toEqual(await contentOf(embedded));
    expect(lines).toContain('users: 3 rows');
    await withDatabase(target, async (db) => {
      const { rows } = await sql<{ id: number }>`
        insert into deals (name, customer_name, stage, amount_cents, probability, state, expected_close_date)
        values ('next', 'Acme', 'new', 1, 0.5, 'open', '2026-12-01') returning id`.execute(db.query);
      expect(rows[0]?.id).toBe(8);
      await expect(sql`update users set manager_id = 999 where email_key = 'sam@example.test'`.execute(db.query)).rejects.toThrow(
        'foreign key',
      );
      await expect(sql`delete from audit_log`.execute(db.query)).rejects.toThrow('append-only');
      const deferred = await sql`select 1 from pg_constraint where contype = 'f' and condeferrable`.execute(db.query);
      expect(deferred.rows).toEqual([]);
      // Triggers are active again: one more active person.
      const people = () => sql<{ n: number }>`select sum(people)::int as n from company_people`.execute(db.query);
      const before = (await people()).rows[0]?.n ?? 0;
      await addPerson(db as TestDatabase, { email: 'next@example.test', role: 'salesperson' });
      expect((await people()).rows[0]?.n).toBe(before + 1);
    });
    await starts(target);
    await expect(move(target.databaseUrl)).rejects.toThrow('is not empty');
  });

  it('refuses db:move without a target, without a source, and into a database with other tables', async () => {
    await expect(move(undefined)).rejects.toThrow('Set DATABASE_URL');
    const target = await createPlace();
    const missingSource = configOf({ ...target, dataDir: join(scratch, 'nowhere') }, ['db:move']);
    await expect(runMove(missingSource, print)).rejects.toThrow('There is no embedded database');
    await withDatabase(target, (db) => db.script('drop schema public cascade; create schema public; create table users (id int);'));
    await expect(move(target.databaseUrl)).rejects.toThrow('already has other tables');
  });

  it.each([
    ['that was started', "update start_checks set sealed = 'x'"],
    ['whose configuration was saved', "insert into config_versions (config) values ('{}')"],
    ['whose company has a name', "update general_settings set company_name = 'Acme'"],
    ['whose settings were saved', 'update general_settings set version = 2'],
  ])('refuses db:move into a database %s, even without users', async (_, script) => {
    const target = await createPlace();
    await withDatabase(target, async (db) => {
      await migrate(db);
      await db.script(script);
    });
    await expect(move(target.databaseUrl)).rejects.toThrow('is not empty');
  });

  it('db:move leaves nothing behind on failure', async () => {
    const target = await createPlace();
    await withDatabase(target, (db) =>
      db.script(`create function refuse() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger refuse before insert on deals for each row execute function refuse(); alter table deals enable always trigger refuse;
      create rule lost as on insert to deals do instead nothing;`),
    );
    await expect(move(target.databaseUrl)).rejects.toThrow('deals did not arrive as it is');
    await withDatabase(target, async (db) => {
      expect(await db.query.selectFrom('users').select('id').execute()).toEqual([]);
      expect((await sql`select 1 from pg_constraint where contype = 'f' and condeferrable`.execute(db.query)).rows).toEqual([]);
    });
  });

  it('is backed up and restored by pg_dump and pg_restore as docs/operations.md describes', async () => {
    const place = await createPlace();
    const url = place.databaseUrl ?? '';
    await move(url);
    const before = await contentOf(place);
    const file = join(scratch, 'company.dump');
    execFileSync('pg_dump', ['--format=custom', '--no-owner', `--file=${file}`, url]);
    await withDatabase(place, (db) => db.script('drop schema public, lens cascade; create schema public;'));
    execFileSync('pg_restore', ['--no-owner', '--exit-on-error', '--single-transaction', `--dbname=${url}`, file]);
    expect(await contentOf(place)).toEqual(before);
    await starts(place);
  });
});

describe('upgrade', { timeout: 120_000 }, () => {
  it('the dry run names and tries the pending migrations, and changes nothing', async () => {
    const place = await createPlace();
    const run = async (...argv: string[]): Promise<string[]> => {
      lines.length = 0;
      await runMigrate(configOf(place, ['db:migrate', ...argv]), print);
      return [...lines];
    };
    await withDatabase(place, async (db) => {
      expect(await tryMigrations(db)).toEqual([]);
      await db.script(`drop table start_checks; drop index audit_log_actor; delete from schema_migrations where name = '006_people'`);
      expect(await tryMigrations(db)).toEqual(['006_people']);
    });
    expect(await run('--dry-run')).toEqual(['006_people would be applied: it was tried and rolled back.']);
    expect(await run()).toEqual(['006_people was applied.']);
    expect(await run()).toEqual(['The database is up to date.']);
  });
});
