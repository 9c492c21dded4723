import { type Kysely, type Selectable, sql } from 'kysely';
import type { SchedulesTable, Schema } from '../../schema/index.ts';

export type JobScheduleRow = Selectable<SchedulesTable>;
/** `zone` null: the company's. `userId`: its owner, in whose turn its jobs run. */
export type NewSchedule = Readonly<{
  name: string;
  kind: string;
  payload?: object;
  everySeconds?: number;
  calendar?: string;
  zone?: string | null;
  userId?: number | null;
}>;

/** Schedules that queue jobs; server/domain/jobs/occurrence.ts computes when they are due. */
export const schedulesRepository = (query: Kysely<Schema>) => ({
  /** Creates a schedule, due at once, or changes its timing; unchanged if nothing differs. */
  ensure: async (
    { name, kind, payload = {}, everySeconds, calendar, zone = null, userId = null }: NewSchedule,
    at: Date,
  ): Promise<void> => {
    const now = at.toISOString();
    await sql`
      insert into schedules as s (name, kind, payload, every_seconds, calendar, zone, user_id, next_at, created_at)
      values (${name}, ${kind}, ${JSON.stringify(payload)}::jsonb, ${everySeconds ?? null}, ${calendar ?? null}, ${zone}, ${userId}, ${now}, ${now})
      on conflict (name) do update set kind = excluded.kind, payload = excluded.payload, every_seconds = excluded.every_seconds,
        calendar = excluded.calendar, zone = excluded.zone, user_id = excluded.user_id, next_at = excluded.next_at
      where (s.kind, s.payload, s.every_seconds, s.calendar, s.zone, s.user_id)
        is distinct from (excluded.kind, excluded.payload, excluded.every_seconds, excluded.calendar, excluded.zone, excluded.user_id)`.execute(
      query,
    );
  },

  /** Makes a new schedule treat everything due before its creation as done. */
  startAfter: async (name: string, { slot, nextAt, zone }: Readonly<{ slot: string; nextAt: Date; zone: string }>): Promise<void> => {
    await query.updateTable('schedules').set({ slot, next_at: nextAt.toISOString(), zone_used: zone }).where('name', '=', name).execute();
  },

  remove: async (name: string): Promise<void> => {
    await query.deleteFrom('schedules').where('name', '=', name).execute();
  },

  /** The next due instants, by name. */
  nextOf: async (names: readonly string[]): Promise<Map<string, string>> => {
    if (names.length === 0) return new Map();
    const rows = await query.selectFrom('schedules').select(['name', 'next_at']).where('name', 'in', names).execute();
    return new Map(rows.map(({ name, next_at }) => [name, next_at]));
  },

  /** In a transaction: schedules now due, and those affected by a changed company time zone. Skips rows locked by other instances. */
  lockDue: async (companyZone: string, at: Date): Promise<JobScheduleRow[]> => {
    const { rows } = await sql<JobScheduleRow>`
      select * from schedules where next_at <= ${at.toISOString()} or (zone is null and calendar is not null and zone_used is distinct from ${companyZone})
      order by next_at, id limit 500 for update skip locked`.execute(query);
    return rows;
  },

  setNext: async (id: number, { slot, nextAt, zone }: Readonly<{ slot: string | null; nextAt: Date; zone: string }>): Promise<void> => {
    await query.updateTable('schedules').set({ slot, next_at: nextAt.toISOString(), zone_used: zone }).where('id', '=', id).execute();
  },
});
