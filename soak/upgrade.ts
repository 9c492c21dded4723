/**
 * Creates the demo company with each earlier version of the product and upgrades it to the current one: `npm run soak -- upgrade [NAME]`.
 * Compares each table with its earlier state by a hash over its original columns; also checks the audit chain, the totals against their
 * rows, and that the current engine would change nothing. The earlier versions come from the repository's history.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Database } from '../server/db/database.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import { auditRepository } from '../server/db/repositories/audit/audit.ts';
import { openStore } from '../server/db/repositories/store.ts';
import { computeMarks } from '../server/domain/commissions/recompute/index.ts';
import { previewConfig } from '../server/domain/settings/configPreview.ts';
import { checkOutCommit } from './support/earlierVersion.ts';
import { privatePostgres } from './support/postgres.ts';
import { wrongSums } from './support/sums.ts';

/** The last commit of each schema version, named by its last migration. A new migration adds the commit before its own. */
const versions = [
  { last: '001_start', commit: 'aa4f687944a8' },
  { last: '002_money', commit: '29d9232c4824' },
  { last: '003_company_sums', commit: 'c25408290e3b' },
  { last: '004_events', commit: 'e4769a69a7b1' },
  { last: '005_event_days', commit: 'd1d9344e2074' },
  { last: '006_people', commit: 'e8d1e921645b' },
  { last: '008_fewer_indexes', commit: '3c7a022b35d3' },
  { last: '011_snapshots', commit: 'd45baf3289b0' },
  { last: '012_past', commit: '1f3a6e5a9838' },
  { last: '013_turns', commit: 'f7e3f9147fe6' },
  { last: '014_programless', commit: 'd7671f76e807' },
  { last: '015_open_days', commit: '487ffcbb8400' },
  { last: '016_structured_causes', commit: '94d4a8afeab8' },
  { last: '017_arrivals', commit: 'e4200127a434' },
  { last: '018_jobs', commit: '46734426a91a' },
  { last: '020_marks', commit: '7aaf7eaf7633' },
  { last: '019_mail', commit: '4c9fc31549e3' },
  { last: '024_heads', commit: 'ec8806f7a76f' },
  { last: '022_imports', commit: '0d3d477f015e' },
  { last: '021_books', commit: '933384c0ec31' },
  { last: '019_secrets', commit: 'db9ddbb8d492' },
  { last: '019_vendor_calls', commit: '5cf396f102da' },
  { last: '030_search', commit: 'c4212d6b98d3' },
  { last: '034_invoices', commit: '518d67f31c21' },
  { last: '036_payments', commit: '91f03c729af3' },
  { last: '037_payout_runs', commit: '3c878ae5c89c' },
  { last: '047_bank', commit: '213508fe0a09' },
  { last: '039_closing', commit: '7bfa5c31634a' },
  { last: '051_crm_stages', commit: 'b9dfd5e75b9b' },
  { last: '046_outside_money', commit: '1a244768277f' },
  { last: '052_adjustment_sums', commit: 'e701c0c4df37' },
  { last: '055_story', commit: '87c6fe58f492' },
  { last: '057_deal_moves', commit: '91ee17687ebc' },
  { last: '058_undone_changes', commit: '016ea93a56ca' },
  { last: '060_bonus_levels', commit: '9f337a4a4311' },
  { last: '062_merged_deals', commit: 'a27077e6b2a9' },
  { last: '063_left_out_and_leads', commit: '14675624f657' },
  { last: '064_runs_amounts', commit: '84f6e79b5553' },
  { last: '065_run_amounts', commit: 'cf7be8151469' },
  { last: '066_status_not_indexed', commit: '2f1229bd7aa5' },
  { last: '067_rows_people', commit: '26aac9622b36' },
  { last: '069_job_crashes', commit: '94845ccf1ad2' },
  { last: '070_rights', commit: '51eb9499ec7d' },
  { last: '079_upgrade_told', commit: '1a409ae2217b' },
  { last: '100_employee_number', commit: '80759cb8fcc8' },
  { last: '138_connection_names', commit: '58a31e3ba556' },
  { last: '150_reasons', commit: '99739e194821' },
  { last: '180_sign_in_links', commit: 'b36ef2b5c34d' },
  { last: '201_set_up', commit: 'a0f7d6654824' },
  { last: '245_customer_indexes', commit: 'cbd11553279d' },
  { last: '372_balance_statuses', commit: '894d25717495' },
  { last: '380_statement_roots', commit: '573bea429' },
] as const;
const TODAY = '2026-11-21';
const root = fileURLToPath(new URL('..', import.meta.url));
const chosen = process.argv[2];

const LOADER = `
const [url, today] = process.argv.slice(2);
const { openDatabase } = await import('./server/db/open.ts');
const { migrate } = await import('./server/db/migrate.ts');
const { loadDemo } = await import('./server/demo/loadDemo.ts');
const db = await openDatabase({ databaseUrl: url, dataDir: '' });
await migrate(db);
await loadDemo(db, { today, passwordHash: 'none' });
await db.close();
`;

/** Creates the demo company with that commit's code. */
const loadAsOf = async (commit: string, url: string): Promise<void> => {
  const { home, remove } = checkOutCommit(commit, 'server', 'contract', 'package.json', 'tsconfig.json');
  try {
    writeFileSync(join(home, 'load.mts'), LOADER);
    const child = spawn(join(root, 'node_modules/.bin/tsx'), ['load.mts', url, TODAY], {
      cwd: home,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`the version ${commit} could not load its demo company (${code})`);
  } finally {
    remove();
  }
};

type Columns = ReadonlyMap<string, readonly string[]>;
const columnsOf = async (db: Database): Promise<Columns> => {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.table_name as name, array_agg(c.column_name::text order by c.column_name) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'schema_migrations' group by 1 order by 1`.execute(
    db.query,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
};

/** Migration 071 dates past facts of people: it adds boundaries, and the lens keeps what was known before. */
const datedBy071: readonly string[] = ['user_past', 'facts_past', 'heads'];
/**
 * The rows that an upgrade leaves as they are. Migration 014 clears the program fields of events without a program and updates the day
 * counts.
 */
const comparable = (last: string, table: string): string => {
  if (last < '071' && datedBy071.includes(table)) return 'false';
  if (last >= '014') return 'true';
  return table === 'event_days' ? 'false' : table === 'events' ? 'has_program' : 'true';
};

/** Migrations that change figures mark records, which a started server computes; so does this script before it checks the sums. */
const queues: ReadonlySet<string> = new Set(['marks', 'recompute_runs']);

const NO_ROWS = '0 rows ';
/** One hash per table, over these columns of all rows in any order. */
const hashesOf = async (db: Database, columns: Columns, last: string): Promise<Map<string, string>> => {
  const hashes = new Map<string, string>();
  for (const [name, mine] of columns) {
    // A function call takes at most 100 arguments.
    const pieces = Array.from({ length: Math.ceil(mine.length / 50) }, (_, index) => mine.slice(50 * index, 50 * (index + 1)));
    const objects = pieces.map((piece) => {
      const picked = sql.join(piece.flatMap((column) => [sql.lit(column), sql`to_jsonb(t.${sql.ref(column)})`]));
      return sql`jsonb_build_object(${picked})`;
    });
    const { rows } = await sql<{ hash: string; count: number }>`
      select count(*)::int as count, coalesce(md5(string_agg(one, '' order by one collate "C")), '') as hash
      from (select md5((${sql.join(objects, sql` || `)})::text) as one from ${sql.table(name)} t where ${sql.raw(comparable(last, name))}) as every_row`.execute(
      db.query,
    );
    hashes.set(name, `${rows[0]?.count} rows ${rows[0]?.hash}`);
  }
  return hashes;
};

const wrong: string[] = [];
let tried = 0;
const from = performance.now();
for (const { last, commit } of versions) {
  if (chosen && chosen !== last) continue;
  const postgres = await privatePostgres();
  try {
    await loadAsOf(commit, postgres.url);
    const db = await openDatabase({ databaseUrl: postgres.url, dataDir: '' });
    const columns = await columnsOf(db);
    const before = await hashesOf(db, columns, last);
    const start = performance.now();
    const { applied } = await migrate(db);
    const seconds = (performance.now() - start) / 1000;
    const now = await columnsOf(db);
    const comparedColumns = new Map(
      [...columns].filter(([name]) => now.has(name)).map(([name, mine]) => [name, mine.filter((item) => now.get(name)?.includes(item))]),
    );
    const after = await hashesOf(db, comparedColumns, last);
    // A table that no longer exists was empty.
    for (const name of before.keys()) if (!now.has(name)) after.set(name, NO_ROWS);
    for (const [name, was] of before)
      if (!queues.has(name) && after.get(name) !== was) wrong.push(`${last}: ${name}: ${was}, now ${after.get(name)}`);
    const chain = await auditRepository(db.query).verifyChain();
    if (chain.broken !== null) wrong.push(`${last}: the audit log is broken at ${chain.broken}`);
    const [store, clock] = [openStore(db), () => new Date(`${TODAY}T18:00:00Z`)];
    await computeMarks(store, clock);
    const sums = await wrongSums(db);
    if (sums > 0) wrong.push(`${last}: ${sums} sums of months differ from their records`);
    const balances = await store.invoiceBalances.faults();
    if (balances.invoices.length > 0 || balances.sums)
      wrong.push(`${last}: balances of ${balances.invoices.length} invoices, or their sums, differ`);
    const clauses = await store.clauseSums.faults();
    if (clauses > 0) wrong.push(`${last}: ${clauses} sums of clauses differ from their records`);
    const { config } = await store.config.newest();
    const preview = await previewConfig({ store, clock }, config);
    if (preview.changed_records > 0) wrong.push(`${last}: the engine of today would change ${preview.changed_records} records`);
    console.log(
      `${last}: ${applied.length} migrations in ${seconds.toFixed(1)} s, ${columns.size} tables as before, ${chain.rows} audit rows proved`,
    );
    tried += 1;
    await db.close();
  } finally {
    await postgres.remove();
  }
}
for (const line of wrong) console.log(line);
console.log(`upgrade: ${tried} versions, ${wrong.length} differences, ${((performance.now() - from) / 1000).toFixed(0)} s`);
process.exitCode = wrong.length === 0 && tried > 0 ? 0 : 1;
