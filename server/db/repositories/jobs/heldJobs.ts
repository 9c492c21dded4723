import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';
import type { JobFile, JobState } from './jobs.ts';

/** `take` proves ownership of a job: each worker that takes over increments it. */
export type JobHold = Readonly<{ id: number; take: number }>;
/** `total` null: unknown. */
export type JobProgress = Readonly<{ done: number; total: number | null; text: string | null }>;

/** Resets tries and crashes if the job made progress. */
const resetTriesIf = (isFurther: ReturnType<typeof sql>) => sql`
  attempts = case when ${isFurther} then 0 else attempts end, crashes = case when ${isFurther} then 0 else crashes end`;

const IS_RUNNING = sql`state in ('processing', 'cancelling')`;

/** Writes by the worker that owns a job; each returns the job's state, or null if another worker took it over. */
export const heldJobsOf = (query: Kysely<Schema>) => {
  const write = async ({ id, take }: JobHold, assignments: ReturnType<typeof sql>): Promise<JobState | null> => {
    const { rows } = await sql<{ state: JobState }>`
      update jobs set ${assignments} where id = ${id} and takes = ${take} and ${IS_RUNNING} returning state`.execute(query);
    return rows[0]?.state ?? null;
  };
  return {
    extendLease: (job: JobHold, until: Date): Promise<JobState | null> => write(job, sql`lease_until = ${until.toISOString()}`),

    /** Progress never decreases; new progress resets tries and crashes. */
    keepProgress: (job: JobHold, { done, total, text }: JobProgress): Promise<JobState | null> =>
      write(
        job,
        sql`${resetTriesIf(sql`${done}::int8 > coalesce(progress_done, 0)`)},
          progress_done = greatest(${done}::int8, progress_done), progress_total = ${total}::int8, progress_text = ${text}::text`,
      ),

    /** The point to continue from if the worker is lost. */
    keepCheckpoint: (job: JobHold, value: unknown): Promise<JobState | null> => {
      const json = JSON.stringify(value);
      return write(job, sql`${resetTriesIf(sql`checkpoint is distinct from ${json}::jsonb`)}, checkpoint = ${json}::jsonb`);
    },

    keepFile: async (id: number, { name, mediaType, sha256, content }: JobFile): Promise<void> => {
      await query
        .insertInto('job_files')
        .values({ job_id: id, name, media_type: mediaType, sha256, content })
        .onConflict((conflict) => conflict.column('job_id').doUpdateSet({ name, media_type: mediaType, sha256, content }))
        .execute();
    },
  };
};
