import { type Kysely, type SqlBool, sql } from 'kysely';
import type {
  FileColumn,
  ImportChoices,
  ImportDetail,
  ImportMapping,
  ImportPersonChange,
  ImportQuestion as OpenQuestion,
} from '../../../../contract/entities/import.ts';
import type { ImportState } from '../../../../contract/lifecycles/importRun.ts';
import type { ImportKind } from '../../../../contract/rules/imports/fields.ts';
import type { LayoutId } from '../../../../contract/rules/imports/layouts/layout.ts';
import type { Schema } from '../../schema/index.ts';

/** A file import run with its upload, columns and preview. */
export type ImportRunRow = Readonly<{
  id: number;
  connection_id: number;
  title: string;
  state: ImportState;
  counts: Readonly<Record<string, number>>;
  error: string | null;
  job_id: number | null;
  created_by: number | null;
  author: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  kind: ImportKind;
  size_bytes: number;
  uploaded_bytes: number;
  header_row: number;
  columns: readonly FileColumn[];
  warnings: readonly string[];
  shape: string | null;
  layout: LayoutId;
  mapping: ImportMapping;
  choices: ImportChoices;
  questions: readonly OpenQuestion[];
  notes: ImportDetail['notes'];
  remembered: boolean;
  people: readonly ImportPersonChange[];
  more_people: number;
  dropped_at: string | null;
  waiting: number;
  /** Changes that are not undone. */
  written: number;
  /** True if some changes are undone. */
  taken_back: boolean;
}>;
export type ImportChange = Partial<{
  state: ImportState;
  counts: Readonly<Record<string, number>>;
  error: string | null;
  job_id: number | null;
  content_hash: string | null;
  started_at: string | null;
  finished_at: string | null;
}>;
export type ReadingChange = Partial<
  Pick<
    ImportRunRow,
    | 'uploaded_bytes'
    | 'header_row'
    | 'columns'
    | 'warnings'
    | 'shape'
    | 'layout'
    | 'mapping'
    | 'choices'
    | 'questions'
    | 'notes'
    | 'remembered'
    | 'people'
    | 'more_people'
  >
>;
export type ImportRunsFilter = Readonly<{ kind?: string; state?: string; search?: string; before?: number; limit: number }>;

export type RememberedMapping = Readonly<{ mapping: ImportMapping; layout: LayoutId | null }>;

const toJsonText = (value: unknown): unknown => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value);
const toColumns = (values: object): object => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toJsonText(value)]));
const toLikePattern = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** File imports: each is a run of the files connection. */
export const importRunsRepository = (query: Kysely<Schema>) => {
  const selectRuns = (condition: ReturnType<typeof sql>, tail: ReturnType<typeof sql>) => sql<ImportRunRow>`
    select r.id, r.connection_id, r.title, r.state, r.counts, r.error, r.job_id, r.created_by, r.created_at, r.started_at, r.finished_at,
      u.first_name || ' ' || u.last_name as author, i.kind, i.size_bytes, i.uploaded_bytes, i.header_row, i.columns, i.warnings, i.shape,
      i.layout, i.mapping, i.choices, i.questions, i.notes, i.remembered, i.people, i.more_people, i.dropped_at,
      (select count(*)::int from quarantine q where q.run_id = r.id and q.state = 'waiting') as waiting,
      (select count(*)::int from (select 1 from run_changes c where c.run_id = r.id and c.undone_at is null order by c.id desc limit 1) as w) as written,
      exists (select 1 from run_changes c where c.run_id = r.id and c.undone_at is not null) as taken_back
    from sync_runs r join imports i on i.run_id = r.id left join users u on u.id = r.created_by ${condition} ${tail}`;

  return {
    /** The one connection for files, created with the first file. */
    connection: async (): Promise<number> => {
      const selectedRun = () =>
        query.selectFrom('connections').select('id').where('kind', '=', 'files').where('external_account', '=', 'files').executeTakeFirst();
      const run = await selectedRun();
      if (run) return run.id;
      await query
        .insertInto('connections')
        .values({ kind: 'files', name: 'Files', external_account: 'files' })
        .onConflict((conflict) => conflict.columns(['kind', 'external_account']).where('external_account', 'is not', null).doNothing())
        .execute();
      return (await selectedRun())?.id ?? 0;
    },

    add: async (run: {
      connection_id: number;
      kind: ImportKind;
      title: string;
      size_bytes: number;
      created_by: number;
      counts: Readonly<Record<string, number>>;
      created_at: string;
    }): Promise<number> => {
      const { connection_id, kind, title, created_by, created_at, size_bytes } = run;
      const { id } = await query
        .insertInto('sync_runs')
        .values({ connection_id, kind, title, created_by, created_at, counts: JSON.stringify(run.counts), state: 'uploading' })
        .returning('id')
        .executeTakeFirstOrThrow();
      await query.insertInto('imports').values({ run_id: id, kind, size_bytes }).execute();
      return id;
    },

    byId: async (id: number): Promise<ImportRunRow | undefined> =>
      (await selectRuns(sql`where r.id = ${id}`, sql``).execute(query)).rows[0],

    /** Like `byId`, locked until the transaction ends. */
    lock: async (id: number): Promise<ImportRunRow | undefined> => {
      await sql`select id from sync_runs where id = ${id} for update`.execute(query);
      return (await selectRuns(sql`where r.id = ${id}`, sql``).execute(query)).rows[0];
    },

    /** Newest first. */
    page: async ({ kind, state, search, before, limit }: ImportRunsFilter): Promise<ImportRunRow[]> => {
      const conditions = [
        ...(kind ? [sql<SqlBool>`i.kind = ${kind}`] : []),
        ...(state ? [sql<SqlBool>`r.state = ${state}`] : []),
        ...(search ? [sql<SqlBool>`lower(r.title) like ${toLikePattern(search)}`] : []),
        ...(before === undefined ? [] : [sql<SqlBool>`r.id < ${before}`]),
      ];
      const condition = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
      return (await selectRuns(condition, sql`order by r.id desc limit ${limit}`).execute(query)).rows;
    },

    change: async (id: number, change: ImportChange): Promise<void> => {
      await query.updateTable('sync_runs').set(toColumns(change)).where('id', '=', id).execute();
    },
    changeReading: async (id: number, change: ReadingChange): Promise<void> => {
      await query.updateTable('imports').set(toColumns(change)).where('run_id', '=', id).execute();
    },

    /** Ends runs whose job has failed for good; `readingError` is for runs whose file was not read yet. */
    endLost: async (error: string, readingError: string): Promise<void> => {
      await sql`
        update sync_runs r set error = case r.state when 'reading' then ${readingError}::text else ${error}::text end, finished_at = j.finished_at,
          state = case r.state when 'undoing' then case when exists (
              select 1 from run_changes c where c.run_id = r.id and c.undone_at is not null) then 'half_undone' else 'failed' end
            when 'previewing' then 'mapping' when 'reading' then 'unreadable' else 'failed' end
        from jobs j where j.id = r.job_id and j.state = 'failed'
          and r.state in ('queued','processing','undoing','reading','previewing')`.execute(query);
    },

    /** Deletes an import run that wrote nothing, with all its data. */
    remove: async (id: number): Promise<void> => {
      await sql`delete from quarantine where run_id = ${id}`.execute(query);
      await sql`delete from sync_runs where id = ${id}`.execute(query);
    },

    /** Deletes old uploads; the runs and what they wrote stay. */
    dropContentBefore: async (now: Date): Promise<void> => {
      const { rows } = await sql<{ run_id: number }>`
        update imports i set dropped_at = now() from sync_runs r where r.id = i.run_id and i.dropped_at is null
          and coalesce(r.finished_at, r.created_at) < ${now.toISOString()} and r.state not in ('queued','processing','undoing')
        returning i.run_id`.execute(query);
      const ids = rows.map(({ run_id }) => run_id);
      if (ids.length === 0) return;
      await sql`delete from import_parts where run_id = any(${ids}::int8[])`.execute(query);
      await sql`delete from import_rows where run_id = any(${ids}::int8[])`.execute(query);
    },

    /** `layout` null: stored before layouts existed. */
    rememberedMapping: (kind: ImportKind, shape: string): Promise<RememberedMapping | undefined> =>
      query
        .selectFrom('import_shapes')
        .select(['mapping', 'layout'])
        .where('kind', '=', kind)
        .where('shape', '=', shape)
        .executeTakeFirst() as Promise<RememberedMapping | undefined>,
    rememberMapping: async (
      kind: ImportKind,
      shape: string,
      { mapping, layout }: Readonly<{ mapping: ImportMapping; layout: LayoutId }>,
      actorId: number,
      now: Date,
    ): Promise<void> => {
      const values = { mapping: JSON.stringify(mapping), layout, updated_by: actorId, updated_at: now.toISOString() };
      await query
        .insertInto('import_shapes')
        .values({ kind, shape, ...values })
        .onConflict((conflict) => conflict.columns(['kind', 'shape']).doUpdateSet(values))
        .execute();
    },
  };
};
