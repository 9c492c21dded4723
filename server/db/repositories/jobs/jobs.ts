import { type Kysely, type Selectable, sql } from 'kysely';
import type { JobsTable, Schema } from '../../schema/index.ts';

export type JobRow = Selectable<JobsTable>;
export type JobState = JobRow['state'];
export type JobFile = Readonly<{ name: string; mediaType: string; sha256: string; content: Uint8Array }>;
export type JobChange = Partial<Pick<JobRow, 'state' | 'attempts' | 'lease_until' | 'run_at' | 'error' | 'finished_at' | 'taken_at'>>;
/** A job with the name of the file it wrote. */
export type JobWithFile = JobRow & Readonly<{ file_name: string | null }>;

const withFile = (query: Kysely<Schema>) =>
  query.selectFrom('jobs as j').leftJoin('job_files as f', 'f.job_id', 'j.id').selectAll('j').select('f.name as file_name');

/** The first of a person's places that no unfinished job of theirs has; null where all are taken. */
const freePlace = (kind: string, createdBy: number | null, places: number) => sql`(
  select min(p) from generate_series(1, ${places}::int) as p where not exists (select 1 from jobs
    where created_by = ${createdBy} and kind = ${kind} and place = p and state in ('queued', 'processing')))`;

/** Work that outlives a request, on one table for all instances. Which step is legal, server/jobs/queue.ts asks the lifecycle. */
export const jobsRepository = (query: Kysely<Schema>) => ({
  add: async (kind: string, payload: object, createdBy: number, at: Date): Promise<JobRow> =>
    query
      .insertInto('jobs')
      .values({ kind, payload: JSON.stringify(payload), created_by: createdBy, run_at: at.toISOString(), created_at: at.toISOString() })
      .returningAll()
      .executeTakeFirstOrThrow(),

  /**
   * Adds a job in one of the person's `places` for unfinished ones of its kind.
   * @returns undefined where all are taken, and where another request took this one first
   */
  addInPlace: async (kind: string, payload: object, createdBy: number, at: Date, places: number): Promise<JobRow | undefined> => {
    const made = at.toISOString();
    const { rows } = await sql<JobRow>`
      insert into jobs (kind, payload, created_by, run_at, created_at, place)
      select ${kind}, ${JSON.stringify(payload)}::jsonb, ${createdBy}, ${made}, ${made}, ${freePlace(kind, createdBy, places)}
      where ${freePlace(kind, createdBy, places)} is not null
      on conflict (created_by, kind, place) where state in ('queued', 'processing') do nothing returning *`.execute(query);
    return rows[0];
  },

  /** Gives a job that is to be done again such a place. @returns false where all are taken */
  takePlace: async (id: number, { kind, created_by }: Pick<JobRow, 'kind' | 'created_by'>, places: number): Promise<boolean> => {
    const { rows } = await sql<{ place: number | null }>`
      update jobs set place = ${freePlace(kind, created_by, places)} where id = ${id} returning place`.execute(query);
    return rows[0]?.place != null;
  },

  /** A job that is put down once, whoever asks. */
  addSlot: async (kind: string, slot: string, at: Date): Promise<void> => {
    const made = at.toISOString();
    await query
      .insertInto('jobs')
      .values({ kind, slot, payload: '{}', run_at: made, created_at: made })
      .onConflict((conflict) => conflict.columns(['kind', 'slot']).doNothing())
      .execute();
  },

  /** The newest slot before this one whose job was done. */
  lastSlot: async (kind: string, before: string): Promise<string | null> => {
    const done = query.selectFrom('jobs').where('kind', '=', kind).where('state', '=', 'completed').where('slot', '<', before);
    const row = await done.select((eb) => eb.fn.max('slot').as('slot')).executeTakeFirst();
    return row?.slot ?? null;
  },

  /**
   * The next job that can run: queued and due, or left by a worker whose lease ended. People take turns: it is the oldest job of who was
   * served longest ago. Others that look now get the next one.
   */
  lockNext: async (kinds: readonly string[], at: Date): Promise<JobRow | undefined> => {
    const now = at.toISOString();
    const { rows } = await sql<JobRow>`
      select j.* from jobs j
      where kind = any(${[...kinds]}::text[])
        and ((state = 'queued' and run_at <= ${now}) or (state = 'processing' and lease_until < ${now}))
      order by (select max(o.taken_at) from jobs o where o.created_by = j.created_by) nulls first, run_at, id
      limit 1 for update skip locked`.execute(query);
    return rows[0];
  },

  lock: (id: number): Promise<JobRow | undefined> =>
    query.selectFrom('jobs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

  change: (id: number, change: JobChange): Promise<JobRow> =>
    query.updateTable('jobs').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),

  /** @returns false where the job is not this worker's any more */
  extendLease: async (id: number, attempt: number, until: Date): Promise<boolean> => {
    const row = await query
      .updateTable('jobs')
      .set({ lease_until: until.toISOString() })
      .where('id', '=', id)
      .where('state', '=', 'processing')
      .where('attempts', '=', attempt)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },

  keepFile: async (id: number, { name, mediaType, sha256, content }: JobFile): Promise<void> => {
    await query
      .insertInto('job_files')
      .values({ job_id: id, name, media_type: mediaType, sha256, content })
      .onConflict((conflict) => conflict.column('job_id').doUpdateSet({ name, media_type: mediaType, sha256, content }))
      .execute();
  },

  /** One's own of a kind, newest first. */
  mine: (kind: string, userId: number, limit: number): Promise<JobWithFile[]> =>
    withFile(query).where('j.created_by', '=', userId).where('j.kind', '=', kind).orderBy('j.id', 'desc').limit(limit).execute(),

  mineById: (kind: string, userId: number, id: number): Promise<JobWithFile | undefined> =>
    withFile(query).where('j.id', '=', id).where('j.created_by', '=', userId).where('j.kind', '=', kind).executeTakeFirst(),

  /** Files of jobs that ended long ago; the jobs stay. */
  dropFilesBefore: async (at: Date): Promise<void> => {
    await sql`delete from job_files f using jobs j where j.id = f.job_id and j.finished_at < ${at.toISOString()}`.execute(query);
  },

  fileOf: async (id: number): Promise<JobFile | undefined> => {
    const row = await query.selectFrom('job_files').selectAll().where('job_id', '=', id).executeTakeFirst();
    return row && { name: row.name, mediaType: row.media_type, sha256: row.sha256, content: row.content };
  },
});
