import { type Kysely, type Selectable, sql } from 'kysely';
import type { JobsTable, Schema } from '../../schema/index.ts';
import { heldJobsOf } from './heldJobs.ts';

export type JobRow = Selectable<JobsTable>;
export type JobState = JobRow['state'];
export type JobFile = Readonly<{ name: string; mediaType: string; sha256: string; content: Uint8Array }>;
export type JobChange = Partial<
  Pick<JobRow, 'state' | 'attempts' | 'crashes' | 'takes' | 'lease_until' | 'run_at' | 'error' | 'finished_at' | 'taken_at' | 'asked_at'>
> &
  Readonly<{ result?: string | null; checkpoint?: string | null; progress_done?: number | null }>;
/** `fresh` false: one that lives already is answered. */
export type KeyedJob = Readonly<{ job: JobRow; fresh: boolean }>;
export type NewJob = Readonly<{ kind: string; key: string; payload?: object; createdBy?: number | null; runAt?: Date; again?: boolean }>;
/** A job with the name of the file it wrote. */
export type JobWithFile = JobRow & Readonly<{ file_name: string | null }>;

const withFile = (query: Kysely<Schema>) =>
  query.selectFrom('jobs as j').leftJoin('job_files as f', 'f.job_id', 'j.id').selectAll('j').select('f.name as file_name');

const UNFINISHED = sql`state in ('queued', 'processing', 'cancelling')`;

/** The first of a person's places that no unfinished job of theirs has; null where all are taken. */
const freePlace = (kind: string, createdBy: number | null, places: number) => sql`(
  select min(p) from generate_series(1, ${places}::int) as p where not exists (select 1 from jobs
    where created_by = ${createdBy} and kind = ${kind} and place = p and ${UNFINISHED}))`;

/** Work that outlives a request, on one table for all instances. Which step is legal, server/jobs/queue.ts asks the lifecycle. */
export const jobsRepository = (query: Kysely<Schema>) => ({
  ...heldJobsOf(query),

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
      on conflict (created_by, kind, place) where ${UNFINISHED} do nothing returning *`.execute(query);
    return rows[0];
  },

  /** Gives a job that is to be done again such a place. @returns false where all are taken */
  takePlace: async (id: number, { kind, created_by }: Pick<JobRow, 'kind' | 'created_by'>, places: number): Promise<boolean> => {
    const { rows } = await sql<{ place: number | null }>`
      update jobs set place = ${freePlace(kind, created_by, places)} where id = ${id} returning place`.execute(query);
    return rows[0]?.place != null;
  },

  /**
   * Adds a job of which one lives at a time under its key. `again`: one that lives already is told that it was asked for, and where it is
   * under way it is done once more, so that nothing written before the asking is missed; its row is held until the caller's transaction ends.
   */
  addKeyed: async ({ kind, key, payload = {}, createdBy = null, runAt, again = false }: NewJob, at: Date): Promise<KeyedJob> => {
    const made = at.toISOString();
    for (;;) {
      const values = { kind, key, payload: JSON.stringify(payload), created_by: createdBy, created_at: made };
      const job = await query
        .insertInto('jobs')
        .values({ ...values, run_at: (runAt ?? at).toISOString() })
        .onConflict((conflict) =>
          conflict
            .columns(['kind', 'key'])
            .where(UNFINISHED as never)
            .doNothing(),
        )
        .returningAll()
        .executeTakeFirst();
      if (job) return { job, fresh: true };
      const living = sql`kind = ${kind} and key = ${key} and ${UNFINISHED}`;
      const { rows } = await (again
        ? sql<JobRow>`update jobs set asked_at = ${made} where ${living} returning *`
        : sql<JobRow>`select * from jobs where ${living}`
      ).execute(query);
      if (rows[0]) return { job: rows[0], fresh: false };
    }
  },

  /** The one that lives under a key. */
  liveUnder: async (kind: string, key: string): Promise<JobRow | undefined> => {
    const { rows } = await sql<JobRow>`select * from jobs where kind = ${kind} and key = ${key} and ${UNFINISHED}`.execute(query);
    return rows[0];
  },

  /** A job that is put down once, whoever asks. */
  addSlot: async (kind: string, slot: string, at: Date, payload: object = {}, createdBy: number | null = null): Promise<void> => {
    const made = at.toISOString();
    await query
      .insertInto('jobs')
      .values({ kind, slot, payload: JSON.stringify(payload), created_by: createdBy, run_at: made, created_at: made })
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
        and ${UNFINISHED} and ((state = 'queued' and run_at <= ${now}) or (state <> 'queued' and lease_until < ${now}))
      order by (select max(o.taken_at) from jobs o where o.created_by = j.created_by) nulls first, run_at, id
      limit 1 for update skip locked`.execute(query);
    return rows[0];
  },

  lock: (id: number): Promise<JobRow | undefined> =>
    query.selectFrom('jobs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

  change: (id: number, change: JobChange): Promise<JobRow> =>
    query.updateTable('jobs').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),

  /** One's own of a kind, newest first. */
  mine: (kind: string, userId: number, limit: number): Promise<JobWithFile[]> =>
    withFile(query).where('j.created_by', '=', userId).where('j.kind', '=', kind).orderBy('j.id', 'desc').limit(limit).execute(),

  mineById: (kind: string, userId: number, id: number): Promise<JobWithFile | undefined> =>
    withFile(query).where('j.id', '=', id).where('j.created_by', '=', userId).where('j.kind', '=', kind).executeTakeFirst(),

  /** Files of jobs that ended long ago; the jobs stay. */
  dropFilesBefore: async (at: Date): Promise<void> => {
    await sql`delete from job_files f using jobs j where j.id = f.job_id and j.finished_at < ${at.toISOString()}`.execute(query);
  },

  /**
   * Jobs that ended long ago, except for what a person has in a list of theirs, the impact that a waiting proposal confirms, and the newest
   * done of each kind that has slots: from it the next one goes on.
   * @returns how many
   */
  dropEndedBefore: async (at: Date): Promise<number> => {
    const { numAffectedRows } = await sql`
      delete from jobs j where state in ('completed', 'failed', 'cancelled') and finished_at < ${at.toISOString()} and place is null
        and not exists (
          select from proposals p where p.state = 'pending' and p.command = 'settings.confirm' and p.input -> 0 = to_jsonb(j.id))
        and not (slot is not null and state = 'completed' and slot = (
          select max(o.slot) from jobs o where o.kind = j.kind and o.state = 'completed'))`.execute(query);
    return Number(numAffectedRows ?? 0);
  },

  fileOf: async (id: number): Promise<JobFile | undefined> => {
    const row = await query.selectFrom('job_files').selectAll().where('job_id', '=', id).executeTakeFirst();
    return row && { name: row.name, mediaType: row.media_type, sha256: row.sha256, content: row.content };
  },
});
