import { type Kysely, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';

/** The newest closing of a month that is closed. `hash`: of its snapshot. `root`: null until it is published. */
export type LastClosingRow = Readonly<{ id: number; hash: string; root: string | null }>;
export type LeafHashRow = Readonly<{ user_id: number; hash: string }>;
export type RootRow = Readonly<{ month: Day; root: string; statements: number; published_at: string; newest: boolean }>;
export type ProvedRow = Readonly<{ leaf: string; position: number; path: readonly string[]; root: string; statements: number }>;

/** Roots over the statements of closings, and the statements they cover (decisions 2.38). */
export const statementRootsRepository = (query: Kysely<Schema>) => ({
  /** @returns undefined for a month that is not closed */
  closingOf: async (month: Day): Promise<LastClosingRow | undefined> => {
    const { rows } = await sql<LastClosingRow>`
      select s.id, s.hash, r.root from pay_periods p join pay_period_snapshots s on s.period_id = p.id
      left join statement_roots r on r.snapshot_id = s.id
      where p.start_date = ${month} and p.state = 'closed' order by s.id desc limit 1`.execute(query);
    return rows[0];
  },

  /**
   * First days of the closed months whose closing still lacks its root, newest first: it issued statements, no job is working on them, and
   * it is not older than published roots. Months after a reopened one are left out, because their opening balances may have changed.
   */
  missing: async (): Promise<Day[]> => {
    const { rows } = await sql<{ month: Day }>`
      select p.start_date as month from pay_periods p
      join lateral (select id, taken_at from pay_period_snapshots where period_id = p.id order by id desc limit 1) s on true
      where p.state = 'closed' and not exists (select 1 from statement_roots r where r.snapshot_id = s.id)
        and s.taken_at >= (select applied_at from schema_migrations where name = '380_statement_roots')
        and exists (select 1 from issued_statements i where i.month = p.start_date and i.run_id is null and i.superseded_at is null)
        and not exists (select 1 from issued_statements i join jobs j on j.id = i.job_id where i.month = p.start_date and i.run_id is null
          and i.superseded_at is null and j.state in ('queued', 'processing', 'cancelling'))
        and not exists (select 1 from pay_periods earlier where earlier.start_date < p.start_date and (earlier.state <> 'closed'
          or exists (select 1 from pay_period_snapshots newer where newer.period_id = earlier.id and newer.id > s.id)))
      order by p.start_date desc`.execute(query);
    return rows.map(({ month }) => month);
  },

  /** The statements of a closing that are hashed already, by person. */
  leaves: async (closingId: number): Promise<LeafHashRow[]> => {
    const { rows } = await sql<LeafHashRow>`
      select user_id, hash from statement_leaves where snapshot_id = ${closingId} order by user_id`.execute(query);
    return rows;
  },

  addLeaf: async (closingId: number, userId: number, leaf: string, hash: string): Promise<void> => {
    await sql`insert into statement_leaves (snapshot_id, user_id, leaf, hash) values (${closingId}, ${userId}, ${leaf}, ${hash})
      on conflict do nothing`.execute(query);
  },

  /** @param paths by person, in the order of `leaves` */
  publish: async (closingId: number, root: string, paths: readonly (readonly string[])[], now: Date): Promise<void> => {
    await sql`with placed as (select user_id, row_number() over (order by user_id) - 1 as position from statement_leaves where snapshot_id = ${closingId})
      update statement_leaves l set position = p.position, path = ${JSON.stringify(paths)}::jsonb -> p.position::int
      from placed p where p.user_id = l.user_id and l.snapshot_id = ${closingId}`.execute(query);
    await sql`insert into statement_roots (snapshot_id, root, statements, published_at)
      values (${closingId}, ${root}, ${paths.length}, ${now.toISOString()})`.execute(query);
  },

  /** Every published root, newest first; `newest`: of the month's last closing. */
  all: async (): Promise<RootRow[]> => {
    const { rows } = await sql<RootRow>`
      select p.start_date as month, r.root, r.statements, r.published_at,
        not exists (select 1 from pay_period_snapshots later where later.period_id = p.id and later.id > s.id) as newest
      from statement_roots r join pay_period_snapshots s on s.id = r.snapshot_id join pay_periods p on p.id = s.period_id
      order by r.published_at desc, s.id desc`.execute(query);
    return rows;
  },

  proved: async (closingId: number, userId: number): Promise<ProvedRow | undefined> => {
    const { rows } = await sql<ProvedRow>`
      select l.leaf, l.position, l.path, r.root, r.statements from statement_leaves l join statement_roots r on r.snapshot_id = l.snapshot_id
      where l.snapshot_id = ${closingId} and l.user_id = ${userId} and l.path is not null`.execute(query);
    return rows[0];
  },
});
