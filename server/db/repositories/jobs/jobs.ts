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
/** `isNew` false: an unfinished job already existed. */
export type KeyedJob = Readonly<{ job: JobRow; isNew: boolean }>;
export type NewJob = Readonly<{ kind: string; key: string; payload?: object; createdBy?: number | null; runAt?: Date; again?: boolean }>;
/** A job with the name of the file it wrote. */
export type JobWithFile = JobRow & Readonly<{ file_name: string | null }>;

const selectWithFile = (query: Kysely<Schema>) =>
  query.selectFrom('jobs as j').leftJoin('job_files as f', 'f.job_id', 'j.id').selectAll('j').select('f.name as file_name');

const IS_UNFINISHED = sql`state in ('queued', 'processing', 'cancelling')`;

/** The person's first place without an unfinished job; null if all are taken. */
const freePlace = (kind: string, createdBy: number | null, maxPlaces: number) => sql`(
  select min(p) from generate_series(1, ${maxPlaces}::int) as p where not exists (select 1 from jobs
    where created_by = ${createdBy} and kind = ${kind} and place = p and ${IS_UNFINISHED}))`;

/** Work that outlives a request, in one table for all instances. server/jobs/queue.ts checks each step against the lifecycle. */
export const jobsRepository = (query: Kysely<Schema>) => ({
  ...heldJobsOf(query),

  add: async (kind: string, payload: object, createdBy: number, at: Date): Promise<JobRow> =>
    query
      .insertInto('jobs')
      .values({ kind, payload: JSON.stringify(payload), created_by: createdBy, run_at: at.toISOString(), created_at: at.toISOString() })
      .returningAll()
      .executeTakeFirstOrThrow(),

  /**
   * Adds a job in one of the person's `places` for unfinished jobs of its kind.
   * @returns undefined if all are taken, or another request took the place first
   */
  addInPlace: async (kind: string, payload: object, createdBy: number, at: Date, maxPlaces: number): Promise<JobRow | undefined> => {
    const createdAt = at.toISOString();
    const { rows } = await sql<JobRow>`
      insert into jobs (kind, payload, created_by, run_at, created_at, place)
      select ${kind}, ${JSON.stringify(payload)}::jsonb, ${createdBy}, ${createdAt}, ${createdAt}, ${freePlace(kind, createdBy, maxPlaces)}
      where ${freePlace(kind, createdBy, maxPlaces)} is not null
      on conflict (created_by, kind, place) where ${IS_UNFINISHED} do nothing returning *`.execute(query);
    return rows[0];
  },

  /** Gives a job that will be retried a place. @returns false if all are taken */
  takePlace: async (id: number, { kind, created_by }: Pick<JobRow, 'kind' | 'created_by'>, maxPlaces: number): Promise<boolean> => {
    const { rows } = await sql<{ place: number | null }>`
      update jobs set place = ${freePlace(kind, created_by, maxPlaces)} where id = ${id} returning place`.execute(query);
    return rows[0]?.place != null;
  },

  /**
   * Adds a job unless an unfinished one has the same key. `again`: the existing job records the request and its payload and, if it is
   * already running, runs once more, so that nothing written before the request is missed; its row is locked until the caller's transaction
   * ends.
   */
  addKeyed: async ({ kind, key, payload = {}, createdBy = null, runAt, again = false }: NewJob, at: Date): Promise<KeyedJob> => {
    const createdAt = at.toISOString();
    for (;;) {
      const values = { kind, key, payload: JSON.stringify(payload), created_by: createdBy, created_at: createdAt };
      const job = await query
        .insertInto('jobs')
        .values({ ...values, run_at: (runAt ?? at).toISOString() })
        .onConflict((conflict) =>
          conflict
            .columns(['kind', 'key'])
            .where(IS_UNFINISHED as never)
            .doNothing(),
        )
        .returningAll()
        .executeTakeFirst();
      if (job) return { job, isNew: true };
      const isUnfinishedWithKey = sql`kind = ${kind} and key = ${key} and ${IS_UNFINISHED}`;
      const { rows } = await (again
        ? sql<JobRow>`update jobs set asked_at = ${createdAt}, payload = ${JSON.stringify(payload)}::jsonb where ${isUnfinishedWithKey} returning *`
        : sql<JobRow>`select * from jobs where ${isUnfinishedWithKey}`
      ).execute(query);
      if (rows[0]) return { job: rows[0], isNew: false };
    }
  },

  /** The unfinished job under a key. */
  liveUnder: async (kind: string, key: string): Promise<JobRow | undefined> => {
    const { rows } = await sql<JobRow>`select * from jobs where kind = ${kind} and key = ${key} and ${IS_UNFINISHED}`.execute(query);
    return rows[0];
  },

  /** The states of the newest job under each of these keys. */
  statesUnder: async (kind: string, keys: readonly string[]): Promise<ReadonlyMap<string, JobState>> => {
    const { rows } = await sql<{ key: string; state: JobState }>`
      select distinct on (key) key, state from jobs where kind = ${kind} and key = any(${[...keys]}::text[]) order by key, id desc`.execute(
      query,
    );
    return new Map(rows.map(({ key, state }) => [key, state]));
  },

  /** Adds a job once per slot, regardless of how many callers try. */
  addSlot: async (kind: string, slot: string, at: Date, payload: object = {}, createdBy: number | null = null): Promise<void> => {
    const createdAt = at.toISOString();
    await query
      .insertInto('jobs')
      .values({ kind, slot, payload: JSON.stringify(payload), created_by: createdBy, run_at: createdAt, created_at: createdAt })
      .onConflict((conflict) => conflict.columns(['kind', 'slot']).doNothing())
      .execute();
  },

  /** The newest earlier slot whose job completed. */
  lastSlot: async (kind: string, before: string): Promise<string | null> => {
    const completedSlots = query.selectFrom('jobs').where('kind', '=', kind).where('state', '=', 'completed').where('slot', '<', before);
    const row = await completedSlots.select((eb) => eb.fn.max('slot').as('slot')).executeTakeFirst();
    return row?.slot ?? null;
  },

  /** Due jobs that no worker has taken, by kind; `seconds`: how long the oldest waits. */
  backlog: async (now: Date): Promise<Readonly<{ kind: string; jobs: number; seconds: number }>[]> => {
    const { rows } = await sql<{ kind: string; jobs: number; seconds: number }>`
      select kind, count(*)::int4 as jobs, extract(epoch from ${now.toISOString()}::timestamptz - min(run_at))::float8 as seconds
      from jobs where state = 'queued' and run_at <= ${now.toISOString()} group by kind order by kind`.execute(query);
    return rows;
  },

  /**
   * Locks the next job that can run: queued and due, or abandoned by a worker whose lease ended. People take turns: the person served
   * longest ago comes first, with their oldest job. Concurrent callers get the next one.
   */
  lockNext: async (kinds: readonly string[], at: Date): Promise<JobRow | undefined> => {
    const now = at.toISOString();
    const { rows } = await sql<JobRow>`
      select j.* from jobs j
      where kind = any(${[...kinds]}::text[])
        and ${IS_UNFINISHED} and ((state = 'queued' and run_at <= ${now}) or (state <> 'queued' and lease_until < ${now}))
      order by (select max(o.taken_at) from jobs o where o.created_by = j.created_by) nulls first, run_at, id
      limit 1 for update skip locked`.execute(query);
    return rows[0];
  },

  lock: (id: number): Promise<JobRow | undefined> =>
    query.selectFrom('jobs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

  change: (id: number, change: JobChange): Promise<JobRow> =>
    query.updateTable('jobs').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),

  /** The user's jobs of this kind, newest first. */
  listOwn: (kind: string, userId: number, limit: number): Promise<JobWithFile[]> =>
    selectWithFile(query).where('j.created_by', '=', userId).where('j.kind', '=', kind).orderBy('j.id', 'desc').limit(limit).execute(),

  ownById: (kind: string, userId: number, id: number): Promise<JobWithFile | undefined> =>
    selectWithFile(query).where('j.id', '=', id).where('j.created_by', '=', userId).where('j.kind', '=', kind).executeTakeFirst(),

  /** Deletes files of jobs that ended long ago; the jobs stay. */
  dropFilesBefore: async (at: Date): Promise<void> => {
    await sql`delete from job_files f using jobs j where j.id = f.job_id and j.finished_at < ${at.toISOString()}`.execute(query);
  },

  /**
   * Deletes jobs that ended long ago, except those listed for a person, impact previews behind a pending proposal, and the newest completed
   * job of each kind with slots, from which the next one continues.
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
