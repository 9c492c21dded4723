import { type Kysely, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import type { JobFile } from '../jobs/jobs.ts';

/** An issued statement; `name` null: not written yet, or never if its job failed. */
export type IssuedRow = Readonly<{
  id: number;
  month: Day;
  run_id: number | null;
  user_id: number;
  first_name: string;
  last_name: string;
  name: string | null;
  job_state: string | null;
  issued_at: string;
  confirmed_at: string | null;
  /** Its month was reopened. */
  reopened: boolean;
}>;
/** `months`: first days of the unconfirmed months, oldest first. `reminded_on`: of the person's last reminder of any statement. */
export type UnconfirmedRow = Readonly<{ user_id: number; first_name: string; last_name: string; months: Day[]; reminded_on: Day | null }>;
export type UnwrittenStatement = Readonly<{ id: number; month: Day; user_id: number; first_name: string; last_name: string }>;
/** `runId` null: issued when the month was closed. */
export type StatementIssue = Readonly<{ month: Day; runId: number | null; jobId: number }>;

const columns = sql`i.id, i.month, i.run_id, i.user_id, u.first_name, u.last_name, i.name, i.issued_at, i.confirmed_at, j.state as job_state,
  exists (select 1 from pay_periods p where p.start_date = i.month and p.state <> 'closed') as reopened
  from issued_statements i join users u on u.id = i.user_id left join jobs j on j.id = i.job_id`;

const isUnconfirmed = sql`i.run_id is null and i.superseded_at is null and i.written_at is not null and i.confirmed_at is null
  and not exists (select 1 from pay_periods p where p.start_date = i.month and p.state <> 'closed')`;
const unconfirmedColumns = sql`i.user_id, u.first_name, u.last_name, array_agg(i.month::text order by i.month) as months,
  (select max(other.reminded_on) from issued_statements other where other.user_id = i.user_id) as reminded_on from issued_statements i join users u on u.id = i.user_id`;

/** Statements issued when closing a month and with a payout run, with their files (decisions 2.11, 2.16). */
export const issuedRepository = (query: Kysely<Schema>) => ({
  /** Issues statements to these people; those of an earlier closing of the month stay but are superseded. */
  issue: async ({ month, runId, jobId }: StatementIssue, userIds: readonly number[], now: Date): Promise<void> => {
    const createdAt = now.toISOString();
    if (runId === null)
      await sql`update issued_statements set superseded_at = ${createdAt} where month = ${month} and run_id is null and superseded_at is null`.execute(
        query,
      );
    await sql`insert into issued_statements (month, run_id, user_id, job_id, issued_at)
      select ${month}, ${runId}, id, ${jobId}, ${createdAt} from unnest(${[...userIds]}::int8[]) as p(id)`.execute(query);
  },

  /** Everybody with records, adjustments or payments in a month. */
  peopleOf: async (from: Day, to: Day): Promise<number[]> => {
    const { rows } = await sql<{ user_id: number }>`
      select user_id from commission_months where month = ${from} group by 1 having sum(records) > 0
      union select user_id from adjustments where state = 'approved' and effective_date between ${from} and ${to}
      union select user_id from payouts where state = 'completed' and paid_on between ${from} and ${to} order by 1`.execute(query);
    return rows.map(({ user_id }) => user_id);
  },

  unwritten: async (jobId: number): Promise<UnwrittenStatement[]> => {
    const { rows } = await sql<UnwrittenStatement>`
      select i.id, i.month, i.user_id, u.first_name, u.last_name from issued_statements i join users u on u.id = i.user_id
      where i.job_id = ${jobId} and i.written_at is null order by i.id`.execute(query);
    return rows;
  },

  keepFile: async (id: number, { name, mediaType, sha256, content }: JobFile, now: Date): Promise<void> => {
    await sql`update issued_statements set name = ${name}, media_type = ${mediaType}, sha256 = ${sha256}, content = ${content},
      written_at = ${now.toISOString()} where id = ${id}`.execute(query);
  },

  /** Statements issued when a month was closed, by name. */
  ofMonth: async (month: Day): Promise<IssuedRow[]> => {
    const { rows } = await sql<IssuedRow>`select ${columns} where i.month = ${month} and i.run_id is null and i.superseded_at is null
      order by u.last_name, u.first_name, u.id`.execute(query);
    return rows;
  },

  /** One person's statements from closings, newest month first. */
  ofPerson: async (userId: number, maxRows: number): Promise<IssuedRow[]> => {
    const { rows } = await sql<IssuedRow>`select ${columns} where i.user_id = ${userId} and i.run_id is null and i.superseded_at is null
      order by i.month desc limit ${maxRows}`.execute(query);
    return rows;
  },

  byId: async (id: number): Promise<IssuedRow | undefined> => {
    const { rows } = await sql<IssuedRow>`select ${columns} where i.id = ${id} and i.superseded_at is null`.execute(query);
    return rows[0];
  },

  /** @returns undefined until the file is written */
  fileOf: async (id: number): Promise<JobFile | undefined> => {
    const { rows } = await sql<JobFile>`select name, media_type as "mediaType", sha256, content from issued_statements
      where id = ${id} and written_at is not null`.execute(query);
    return rows[0];
  },

  fileOfRun: async (runId: number, userId: number): Promise<JobFile | undefined> => {
    const { rows } = await sql<JobFile>`select name, media_type as "mediaType", sha256, content from issued_statements
      where run_id = ${runId} and user_id = ${userId} and written_at is not null`.execute(query);
    return rows[0];
  },

  /** Active people with written and unconfirmed statements of closed months, by name. @param managerId null for everyone */
  unconfirmed: async (managerId: number | null): Promise<UnconfirmedRow[]> => {
    const { rows } = await sql<UnconfirmedRow>`select ${unconfirmedColumns}
      where ${isUnconfirmed} and u.active and (${managerId}::int8 is null or u.manager_id = ${managerId})
      group by i.user_id, u.first_name, u.last_name order by u.last_name, u.first_name, i.user_id`.execute(query);
    return rows;
  },

  /** Marks the unconfirmed statements of these people as reminded. @returns the people who had no reminder on that day yet */
  remind: async (userIds: readonly number[], day: Day): Promise<number[]> => {
    const { rows } = await sql<{ user_id: number }>`update issued_statements i set reminded_on = ${day}
      where i.user_id = any(${[...userIds]}::int8[]) and ${isUnconfirmed} and i.reminded_on is distinct from ${day}
      and not exists (select 1 from issued_statements other where other.user_id = i.user_id and other.reminded_on = ${day})
      returning i.user_id`.execute(query);
    return [...new Set(rows.map(({ user_id }) => user_id))];
  },

  /** @returns false if it was already confirmed */
  confirm: async (id: number, now: Date): Promise<boolean> => {
    const { rows } = await sql<{ id: number }>`
      update issued_statements set confirmed_at = ${now.toISOString()} where id = ${id} and confirmed_at is null returning id`.execute(
      query,
    );
    return rows.length > 0;
  },
});
