import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import type { ShiftsTable } from '../../schema/shifts.ts';

export type ShiftRow = Selectable<ShiftsTable>;
export type NewShift = Omit<Insertable<ShiftsTable>, 'id' | 'event_id' | 'matched_by' | 'created_at' | 'updated_at'>;
/** An event that a shift can belong to: it has a day and a time. */
export type StaffableEvent = Readonly<{
  id: number;
  day: Day;
  starts_at: string;
  ends_at: string | null;
  timezone: string | null;
  customer_name: string;
  activity: string | null;
}>;

/** Shifts of connected schedules, and the events of the same days. */
export const shiftsRepository = (query: Kysely<Schema>) => ({
  byId: (id: number): Promise<ShiftRow | undefined> =>
    query.selectFrom('shifts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

  /** @returns the number of new and changed shifts; unchanged ones are not written */
  put: async (rows: readonly NewShift[], now: Date): Promise<{ created: number; changed: number }> => {
    if (rows.length === 0) return { created: 0, changed: 0 };
    const writtenRows = await query
      .insertInto('shifts')
      .values(rows.map((row) => ({ ...row, created_at: now.toISOString(), updated_at: now.toISOString() })))
      .onConflict((conflict) =>
        conflict
          .columns(['connection_id', 'external_id'])
          .doUpdateSet((eb) => ({
            payload_hash: eb.ref('excluded.payload_hash'),
            starts_at: eb.ref('excluded.starts_at'),
            ends_at: eb.ref('excluded.ends_at'),
            day: eb.ref('excluded.day'),
            clock_offset: eb.ref('excluded.clock_offset'),
            first_name: eb.ref('excluded.first_name'),
            last_name: eb.ref('excluded.last_name'),
            status: eb.ref('excluded.status'),
            location: eb.ref('excluded.location'),
            position: eb.ref('excluded.position'),
            summary: eb.ref('excluded.summary'),
            updated_at: eb.ref('excluded.updated_at'),
          }))
          .whereRef('shifts.payload_hash', '<>', 'excluded.payload_hash'),
      )
      .returning(sql<boolean>`xmax = 0`.as('fresh'))
      .execute();
    const createdCount = writtenRows.filter(({ fresh }) => fresh).length;
    return { created: createdCount, changed: writtenRows.length - createdCount };
  },

  /** Removes shifts in a completely read window that the source no longer has. @returns the events they belonged to */
  removeUnseen: async (connectionId: number, from: Day, until: Day, ids: readonly string[]): Promise<number[]> => {
    const { rows } = await sql<{ event_id: number | null }>`
      delete from shifts where connection_id = ${connectionId} and day between ${from} and ${until}
        and not external_id = any(${[...ids]}::text[]) returning event_id`.execute(query);
    return rows.flatMap(({ event_id }) => event_id ?? []);
  },

  ofDays: (from: Day, until: Day): Promise<ShiftRow[]> =>
    query.selectFrom('shifts').selectAll().where('day', '>=', from).where('day', '<=', until).orderBy('id').forUpdate().execute(),

  eventsOfDays: async (from: Day, until: Day): Promise<StaffableEvent[]> => {
    const { rows } = await sql<StaffableEvent>`
      select id, day, starts_at, ends_at, timezone, customer_name, activity from events
      where day between ${from}::date - 1 and ${until}::date + 1 and has_day and has_time and starts_at is not null
        and activity_type is distinct from 'Canceled' order by id`.execute(query);
    return rows;
  },

  settle: async (id: number, eventId: number | null, settledBy: 'rule' | 'person' | null): Promise<void> => {
    await query.updateTable('shifts').set({ event_id: eventId, matched_by: settledBy }).where('id', '=', id).execute();
  },
});
