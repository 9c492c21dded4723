import { type Kysely, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import type { NewEvent } from '../events/events.ts';

export type KnownRow = Readonly<{ id: number; external_id: string; payload_hash: string | null }>;
type DayRange = Readonly<{ from: Day; until: Day }>;

/** Events by their source row. */
export const sourceEventsRepository = (query: Kysely<Schema>) => {
  const isBetween = ({ from, until }: DayRange) => sql`(e.day is null or e.day between ${from} and ${until})`;
  // Forces a hash table, whatever the planner's statistics say about a freshly filled table.
  const isNotIn = (keys: readonly string[]) =>
    sql`e.external_id not in (select k.key from json_array_elements_text(${JSON.stringify(keys)}::json) k(key))`;
  const missingRows = (connectionId: number, keys: readonly string[], range: DayRange) => sql`
    e.connection_id = ${connectionId} and e.external_id is not null and ${isBetween(range)}
    and ${isNotIn(keys)}`;
  return {
    known: async (connectionId: number, keys: readonly string[]): Promise<KnownRow[]> => {
      const { rows } = await sql<KnownRow>`
        select id, external_id, payload_hash from events
        where connection_id = ${connectionId} and external_id = any(${[...keys]}::text[])`.execute(query);
      return rows;
    },
    /** In id order, so that concurrent writers cannot deadlock. */
    lock: async (ids: readonly number[]): Promise<void> => {
      if (ids.length > 0) await sql`select 1 from events where id = any(${[...ids]}::int8[]) order by id for update`.execute(query);
    },
    add: async (events: readonly NewEvent[]): Promise<number[]> => {
      if (events.length === 0) return [];
      const rows = await query
        .insertInto('events')
        .values([...events])
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    },
    keepHash: async (id: number, hash: string): Promise<void> => {
      await query.updateTable('events').set({ payload_hash: hash }).where('id', '=', id).execute();
    },
    /** The number of known rows in the span, and of those missing from `keys`. */
    countMissing: async (connectionId: number, keys: readonly string[], range: DayRange): Promise<{ known: number; missing: number }> => {
      const { rows } = await sql<{ known: number; missing: number }>`
        select count(*)::int as known, count(*) filter (where ${isNotIn(keys)})::int as missing from events e
        where e.connection_id = ${connectionId} and e.external_id is not null and ${isBetween(range)}`.execute(query);
      return rows[0] ?? { known: 0, missing: 0 };
    },
    /** Marks rows as present again. */
    clearMissing: async (connectionId: number, keys: readonly string[]): Promise<void> => {
      await sql`
        update events set missing_since = null, missing_runs = 0
        where connection_id = ${connectionId} and missing_runs > 0 and external_id = any(${[...keys]}::text[])`.execute(query);
    },
    /** Counts one more complete read without these rows. @returns those also missing from the previous one */
    markMissing: async (connectionId: number, keys: readonly string[], range: DayRange, now: Date): Promise<number[]> => {
      const { rows } = await sql<{ id: number; missing_runs: number }>`
        update events e set missing_since = coalesce(missing_since, ${now.toISOString()}), missing_runs = missing_runs + 1
        where ${missingRows(connectionId, keys, range)} returning id, missing_runs`.execute(query);
      return rows.filter(({ missing_runs }) => missing_runs > 1).map(({ id }) => id);
    },
    /** Removes events but stores them with their edits and links. */
    archive: async (ids: readonly number[], now: Date): Promise<void> => {
      if (ids.length === 0) return;
      const chosenEvents = sql`any(${[...ids]}::int8[])`;
      await sql`
        insert into events_gone (connection_id, external_id, event, edits, links, gone_at)
        select e.connection_id, e.external_id, to_jsonb(e),
          coalesce((select jsonb_agg(to_jsonb(x)) from event_edits x where x.event_id = e.id), '[]'),
          coalesce((select jsonb_agg(to_jsonb(l)) from links l where l.event_id = e.id), '[]'), ${now.toISOString()}
        from events e where e.id = ${chosenEvents}
        on conflict (connection_id, external_id) do update
        set event = excluded.event, edits = excluded.edits, links = excluded.links, gone_at = excluded.gone_at`.execute(query);
      await sql`delete from links where event_id = ${chosenEvents}`.execute(query);
      await sql`delete from events where id = ${chosenEvents}`.execute(query);
    },
    /** Restores removed events among `keys` as they were. */
    restore: async (connectionId: number, keys: readonly string[]): Promise<void> => {
      const chosenEvents = sql`g.connection_id = ${connectionId} and g.external_id = any(${[...keys]}::text[])`;
      await sql`select restore_event(g) from events_gone g where ${chosenEvents}`.execute(query);
      await sql`delete from events_gone g where ${chosenEvents}`.execute(query);
    },
  };
};
