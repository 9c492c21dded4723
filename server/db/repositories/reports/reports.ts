import { type Insertable, type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { ReportFormat, ReportSort, ReportState, ReportType } from '../../../../contract/entities/report.ts';
import type { ReportsTable, Schema } from '../../schema/index.ts';
import type { JobState } from '../jobs/jobs.ts';

/** A report with its job's progress, its owner, and the people its filter names. */
export type ReportRow = Selectable<ReportsTable> &
  Readonly<{
    job_state: JobState;
    job_error: string | null;
    progress_done: number | null;
    progress_total: number | null;
    takes: number;
    first_name: string;
    last_name: string;
    people: readonly string[];
  }>;
export type NewReport = Insertable<ReportsTable>;
/** Filters of the list; null: no filter. `authorId` null: anybody's. */
export type ReportFilter = Readonly<{
  authorId: number | null;
  type: ReportType | null;
  state: ReportState | null;
  format: ReportFormat | null;
  search: string | null;
  sort: ReportSort;
  direction: 'asc' | 'desc';
}>;
/** The last row of the previous page: its sort value, as text, and its id. */
export type ReportKey = Readonly<{ value: string; id: number }>;
/** A written file. `read_ids`: the people whose figures it contains; null: everybody's. */
export type WrittenFile = Readonly<{
  file_name: string;
  media_type: string;
  sha256: string;
  size_bytes: number;
  row_count: number;
  read_ids: number[] | null;
}>;

const sorts = {
  created_at: { sortColumn: sql`r.created_at`, type: sql`timestamptz` },
  name: { sortColumn: sql`lower(r.name)`, type: sql`text` },
  size: { sortColumn: sql`coalesce(r.size_bytes, -1)`, type: sql`bigint` },
} as const;
/** The displayed state: a job being canceled is still processing, and a canceled one counts as failed. */
const state = sql`(case j.state when 'cancelling' then 'processing' when 'cancelled' then 'failed' else j.state end)`;
const from = sql`reports r join jobs j on j.id = r.job_id join users u on u.id = r.created_by`;
const columns = sql`r.*, j.state as job_state, j.error as job_error, j.progress_done, j.progress_total, j.takes, u.first_name, u.last_name,
  coalesce((select jsonb_agg(p.first_name || ' ' || p.last_name order by p.first_name, p.last_name, p.id)
    from users p where p.id = any(r.user_ids)), '[]') as people`;

const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
const conditionsOf = ({ authorId, type, state: requestedState, format, search }: ReportFilter): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...(authorId === null ? [] : [sql`r.created_by = ${authorId}`]),
      ...(type === null ? [] : [sql`r.type = ${type}`]),
      ...(requestedState === null ? [] : [sql`${state} = ${requestedState}`]),
      ...(format === null ? [] : [sql`r.format = ${format}`]),
      ...(search === null
        ? []
        : [sql`(r.name ilike ${toLikePattern(search)} or u.first_name || ' ' || u.last_name ilike ${toLikePattern(search)})`]),
    ],
    sql` and `,
  );

/** Requested reports; reportFigures.ts reads their data, reportParts.ts stores their files. */
export const reportsRepository = (query: Kysely<Schema>) => {
  const firstRow = async (condition: RawBuilder<unknown>): Promise<ReportRow | undefined> =>
    (await sql<ReportRow>`select ${columns} from ${from} where ${condition}`.execute(query)).rows[0];
  return {
    add: async (report: NewReport): Promise<number> => {
      const row = await query.insertInto('reports').values(report).returning('id').executeTakeFirstOrThrow();
      return row.id;
    },

    byId: (id: number): Promise<ReportRow | undefined> => firstRow(sql`r.id = ${id}`),
    byJob: (jobId: number): Promise<ReportRow | undefined> => firstRow(sql`r.job_id = ${jobId}`),

    page: async (filter: ReportFilter, after: ReportKey | null, limit: number): Promise<(ReportRow & { sort_value: string })[]> => {
      const { sortColumn, type } = sorts[filter.sort];
      const order = sql.raw(filter.direction);
      const afterCursor = after
        ? sql`(${sortColumn}, r.id) ${filter.direction === 'asc' ? sql`>` : sql`<`} (${after.value}::${type}, ${after.id}::bigint)`
        : sql`true`;
      const { rows } = await sql<ReportRow & { sort_value: string }>`
        select ${columns}, (${sortColumn})::text as sort_value from ${from} where ${conditionsOf(filter)} and ${afterCursor}
        order by ${sortColumn} ${order}, r.id ${order} limit ${limit}`.execute(query);
      return rows;
    },

    count: async (filter: ReportFilter): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ${from} where ${conditionsOf(filter)}`.execute(query);
      return rows[0]?.count ?? 0;
    },

    keepFile: async (id: number, file: WrittenFile, now: Date): Promise<void> => {
      await query
        .updateTable('reports')
        .set({ ...file, written_at: now.toISOString() })
        .where('id', '=', id)
        .execute();
    },

    /** Deletes the report, its file and its job. */
    remove: async ({ id, job_id }: Pick<ReportRow, 'id' | 'job_id'>): Promise<void> => {
      await query.deleteFrom('reports').where('id', '=', id).execute();
      await query.deleteFrom('jobs').where('id', '=', job_id).execute();
    },

    /** Deletes files written long ago; the reports stay and are marked. */
    dropFilesBefore: async (now: Date): Promise<void> => {
      await sql`
        with old as (update reports set size_bytes = null where written_at < ${now.toISOString()} and size_bytes is not null returning id)
        delete from report_parts p using old where p.report_id = old.id`.execute(query);
    },
  };
};
