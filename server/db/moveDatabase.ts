import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { auditRepository } from './repositories/audit/audit.ts';
import type { Schema } from './schema/index.ts';
import { StartRefused } from './startRefused.ts';

type Query = Kysely<Schema>;
type Table = Readonly<{ name: string; columns: readonly string[]; isLarge: boolean }>;
type Print = (line: string) => void;

/** Rows per batch; fewer if they hold files. */
const BATCH_ROWS = 500;
const LARGE_BATCH_ROWS = 5;
/** Not copied: each database records its own migrations. */
const MIGRATIONS_TABLE = 'schema_migrations';

/** Our tables with their writable columns; `isLarge`: the table holds files. */
const listTables = async (query: Query): Promise<Table[]> => {
  const { rows } = await sql<Table>`
    select t.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) filter (where c.is_generated = 'NEVER') as columns,
      bool_or(c.data_type = 'bytea') as "isLarge"
    from information_schema.tables t join information_schema.columns c on c.table_schema = t.table_schema and c.table_name = t.table_name
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and t.table_name <> ${MIGRATIONS_TABLE}
    group by t.table_name order by t.table_name`.execute(query);
  return rows;
};

/** Signs that a database is in use: rows, a stored key, saved settings. */
const signsOfUse = [
  ['users', 'true'],
  ['audit_log', 'true'],
  ['invoices', 'true'],
  ['start_checks', 'sealed is not null'],
  ['config_versions', '(select count(*) from config_versions) > 1'],
  ['general_settings', "to_jsonb(general_settings)->>'version' <> '1' or company_name <> 'Company'"],
] as const;

/** @throws StartRefused unless the target is a new, empty database */
const assertEmpty = async (target: Database): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    target.query,
  );
  const names = rows.map(({ name }) => name);
  if (names.length > 0 && !names.includes(MIGRATIONS_TABLE))
    throw new StartRefused('The database of DATABASE_URL already has other tables: move into a new, empty database.');
  if (!names.includes('users')) return;
  // Another version may have created it: a missing table is empty.
  const hasRows = async (table: string, condition: string): Promise<boolean> =>
    names.includes(table) &&
    (await sql`select 1 from ${sql.table(table)} where ${sql.raw(condition)} limit 1`.execute(target.query)).rows.length > 0;
  const filledTables = [];
  for (const [table, condition] of signsOfUse) if (await hasRows(table, condition)) filledTables.push(table);
  if (filledTables.length > 0) throw new StartRefused('The database of DATABASE_URL is not empty: move into a new, empty one.');
};

/** Defers foreign keys, so that table order does not matter, and disables triggers, so that no row is counted twice. */
const setChecksSuspended = async (trx: Query, tables: readonly Table[], isSuspended: boolean): Promise<void> => {
  const { rows: keys } = await sql<{ table: string; name: string }>`
    select r.relname as table, c.conname as name from pg_constraint c join pg_class r on r.oid = c.conrelid
    join pg_namespace n on n.oid = r.relnamespace where n.nspname = 'public' and c.contype = 'f'`.execute(trx);
  if (!isSuspended) await sql`set constraints all immediate`.execute(trx);
  for (const { table, name } of keys)
    await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)} ${sql.raw(isSuspended ? 'deferrable initially deferred' : 'not deferrable')}`.execute(
      trx,
    );
  for (const { name } of tables)
    await sql`alter table ${sql.table(name)} ${sql.raw(isSuspended ? 'disable' : 'enable')} trigger user`.execute(trx);
};

/** Copies as JSON text, so that no value passes through a JavaScript number. */
const copyRows = async (from: Query, to: Query, { name, columns, isLarge }: Table): Promise<void> => {
  const table = sql.table(name);
  const list = sql.join(columns.map((column) => sql.ref(column)));
  await sql`delete from ${table}`.execute(to);
  await sql`declare moved no scroll cursor for select to_jsonb(t)::text as row from ${table} t`.execute(from);
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(isLarge ? LARGE_BATCH_ROWS : BATCH_ROWS)} from moved`.execute(from);
    if (rows.length === 0) break;
    const json = `[${rows.map(({ row }) => row).join(',')}]`;
    await sql`insert into ${table} (${list}) overriding system value
      select ${list} from jsonb_populate_recordset(null::${table}, ${json}::jsonb)`.execute(to);
  }
  await sql`close moved`.execute(from);
};

/** Continues the id sequences, so that a deleted id is not reused. */
const copySequences = async (from: Query, to: Query): Promise<void> => {
  const { rows } = await sql<{ name: string; last: number | null }>`
    select sequencename as name, last_value as last from pg_sequences where schemaname = 'public'`.execute(from);
  for (const { name, last } of rows) if (last !== null) await sql`select setval(${sql.lit(name)}::regclass, ${last})`.execute(to);
};

/** Row count and a hash over all rows, independent of their order. */
const readContent = async (query: Query, { name }: Table): Promise<string> => {
  const { rows } = await sql<{ count: number; hash: string }>`
    select count(*)::int as count, coalesce(md5(string_agg(hash, '' order by hash collate "C")), '') as hash
    from (select md5(to_jsonb(t)::text) as hash from ${sql.table(name)} t) as hashes`.execute(query);
  return `${rows[0]?.count} rows ${rows[0]?.hash}`;
};

/**
 * Copies a whole company into a new PostgreSQL database: all tables in one transaction, then compared with the source row by row, and the
 * audit chain verified. The source is not changed.
 * @throws StartRefused if the target is not empty or differs at the end; it is then left empty
 */
export const moveDatabase = async (source: Database, target: Database, print: Print): Promise<void> => {
  await assertEmpty(target);
  await migrate(source);
  await migrate(target);
  await source.query.transaction().execute((from) =>
    target.query.transaction().execute(async (to) => {
      await sql`set local statement_timeout = 0`.execute(to);
      const tables = await listTables(from);
      await setChecksSuspended(to, tables, true);
      for (const table of tables) {
        await copyRows(from, to, table);
        const [contentBefore, contentAfter] = [await readContent(from, table), await readContent(to, table)];
        if (contentBefore !== contentAfter)
          throw new StartRefused(`${table.name} did not arrive as it is: ${contentBefore} there, ${contentAfter} here.`);
        print(`${table.name}: ${contentBefore.split(' ')[0]} rows`);
      }
      await copySequences(from, to);
      await setChecksSuspended(to, tables, false);
      const [chain, movedChain] = [await auditRepository(from).verifyChain(), await auditRepository(to).verifyChain()];
      if (chain.rows !== movedChain.rows || chain.broken !== movedChain.broken)
        throw new StartRefused('The audit log did not arrive as it is.');
      print(
        movedChain.broken === null
          ? `Audit log: ${movedChain.rows} rows, proved.`
          : `Audit log: broken at ${movedChain.broken}, as in the source.`,
      );
    }),
  );
};
