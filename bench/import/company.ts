import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { csvOf } from '../../contract/rules/csv.ts';
import type { Database } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open.ts';

const PEOPLE = 40;
export const BOSS = 'boss@import.test';
const DAY_MS = 86_400_000;
/** 24 months, ending with the clock's current month. */
const [FIRST, DAYS] = [Date.parse('2024-12-01T00:00:00Z'), 720];
/** A credit memo reverses an invoice up to this many days old. */
const MEMO_DAYS = 150;

/** `url` is '' for the embedded database. */
export type Company = Readonly<{ db: Database; url: string; boss: number; sellers: readonly number[]; drop: () => Promise<void> }>;
export type Random = Readonly<{ below: (limit: number) => number; next: () => number }>;

/** A random number generator that repeats its sequence for the same seed. */
export const randomOf = (seed: number): Random => {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return { next, below: (limit) => Math.floor(next() * limit) };
};

export const dayAt = (n: number): string => new Date(FIRST + n * DAY_MS).toISOString().slice(0, 10);
export const anyDay = ({ below }: Random): string => dayAt(below(DAYS));

/** Adds the administrator and 40 sellers. @returns their ids */
export const addPeople = async (db: Database, passwordHash: string | null = null): Promise<Pick<Company, 'boss' | 'sellers'>> => {
  await db.script(`insert into users (email, first_name, last_name, role, joined_on) values ('${BOSS}', 'The', 'Boss', 'admin', '2024-01-01');
    insert into users (email, first_name, last_name, role, joined_on)
      select 'seller' || i || '@import.test', 'Sales', 'Person ' || i, 'salesperson', '2024-01-01' from generate_series(1, ${PEOPLE}) i`);
  await sql`update users set password_hash = ${passwordHash} where email = ${BOSS}`.execute(db.query);
  const { rows } = await sql<{ id: number }>`select id from users order by id`.execute(db.query);
  const [boss = 0, ...sellers] = rows.map(({ id }) => id);
  return { boss, sellers };
};

/** A company of 40 people without invoices in its own database; embedded if no server is given. */
export const emptyCompany = async (serverUrl: string | null): Promise<Company> => {
  const name = `quotaboard_import_${process.pid}_${randomBytes(3).toString('hex')}`;
  const inServer = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: serverUrl ?? '' });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  const dataDir = serverUrl ? '' : mkdtempSync(join(tmpdir(), 'quotaboard-import-'));
  if (serverUrl) await inServer(`create database "${name}"`);
  const databaseUrl = serverUrl ? Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href : undefined;
  const db = await openDatabase({ dataDir, ...(databaseUrl ? { databaseUrl } : {}) });
  await migrate(db);
  const people = await addPeople(db);
  const drop = async (): Promise<void> => {
    await db.close();
    if (serverUrl) await inServer(`drop database if exists "${name}" with (force)`);
    else rmSync(dataDir, { recursive: true, force: true });
  };
  return { db, url: databaseUrl ?? '', ...people, drop };
};

/** A row of the file. `day` counts from the start of the 24 months; `of` is the invoice that a credit memo reverses. */
type Row = Readonly<{ number: string; seller: number; day: number; cents: number; of: string }>;

/**
 * Invoices on random days, so that a batch touches nearly every period of every person; one in twenty is a credit memo for an earlier one.
 */
export const invoicesOf = (count: number, random: Random, prefix = 'I'): Row[] => {
  const made: Row[] = [];
  return Array.from({ length: count }, (_, index) => {
    const number = `${prefix}-${String(index).padStart(7, '0')}`;
    const original = made.length > 400 && random.next() < 0.05 ? made[random.below(made.length - 300)] : undefined;
    const seller = original?.seller ?? 1 + random.below(PEOPLE);
    const day = original ? Math.min(DAYS - 1, original.day + random.below(MEMO_DAYS)) : random.below(DAYS);
    const row = { number, seller, day, cents: original ? -original.cents : 20_000 + random.below(400_000), of: original?.number ?? '' };
    if (!original) made.push(row);
    return row;
  });
};

/** The rows as a CSV file, as another system would export it. */
export const fileOf = (rows: readonly Row[], dayOf = (row: Row): string => dayAt(row.day)): Buffer => {
  const lines = rows.map((row) => [
    ...[row.number, 'Acme School', dayOf(row)],
    ...[(row.cents / 100).toFixed(2), `seller${row.seller}@import.test`, row.of],
  ]);
  return Buffer.from(csvOf([['Invoice No', 'Customer', 'Invoice Date', 'Total', 'Sales Rep', 'Credit of'], ...lines]));
};
