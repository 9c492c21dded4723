import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { EditableField } from '../../../../contract/entities/event.ts';
import type { EventEditsTable, EventsTable, Schema } from '../../schema/index.ts';

/** An event with the source's values of the fields that staff edited. */
export type EventRow = Selectable<EventsTable> &
  Readonly<{
    sources: Readonly<Partial<Record<EditableField, string | null>>>;
    /** The customer with the event's name, which staff may have changed. */
    named_customer_id?: number | null;
  }>;
export type EventEdit = Selectable<EventEditsTable>;
/** An edit with its author's name. */
export type NamedEdit = EventEdit & Readonly<{ first_name: string | null; last_name: string | null }>;
export type NewEvent = Insertable<EventsTable>;
export type EventChange = Omit<Updateable<EventsTable>, 'id' | 'src_id' | 'version' | 'created_at' | 'updated_at'>;

/** Selected in addition to the columns of event `e`. */
export const sourcesOf = sql<EventRow['sources']>`coalesce((
  select jsonb_object_agg(x.field, x.source_value) from event_edits x
  where x.event_id = e.id and x.value is distinct from x.source_value), '{}')`;
export const namedCustomerOf = sql<number | null>`(
  select min(c.id) from customers c where c.name_key = lower(btrim(e.customer_name)))`;

/** Reads, locks and changes single events, and staff edits over the source's values. The list is in eventsPage.ts. */
export const eventsRepository = (query: Kysely<Schema>) => ({
  byId: (id: number): Promise<EventRow | undefined> =>
    query
      .selectFrom('events as e')
      .selectAll('e')
      .select([sourcesOf.as('sources'), namedCustomerOf.as('named_customer_id')])
      .where('e.id', '=', id)
      .executeTakeFirst(),

  /** Ordered by day. */
  byIds: (ids: readonly number[]): Promise<EventRow[]> =>
    query
      .selectFrom('events as e')
      .selectAll('e')
      .select([sourcesOf.as('sources'), namedCustomerOf.as('named_customer_id')])
      .where(sql<boolean>`e.id = any(${[...ids]}::int8[])`)
      .orderBy('e.day')
      .orderBy('e.id')
      .execute(),

  lock: async (id: number): Promise<EventRow | undefined> => {
    await sql`select 1 from events where id = ${id} for update`.execute(query);
    return eventsRepository(query).byId(id);
  },

  /** By the source's id, locked. */
  lockSource: async (srcId: string): Promise<EventRow | undefined> => {
    const { rows } = await sql<{ id: number }>`select id from events where src_id = ${srcId} for update`.execute(query);
    return rows[0] && eventsRepository(query).byId(rows[0].id);
  },

  add: async (event: NewEvent): Promise<void> => {
    await query.insertInto('events').values(event).execute();
  },

  change: async (id: number, change: EventChange, now: Date): Promise<void> => {
    await query
      .updateTable('events')
      .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: now.toISOString() }))
      .where('id', '=', id)
      .execute();
  },

  editsOf: (id: number): Promise<NamedEdit[]> =>
    query
      .selectFrom('event_edits as x')
      .leftJoin('users as u', 'u.id', 'x.edited_by')
      .selectAll('x')
      .select(['u.first_name', 'u.last_name'])
      .where('x.event_id', '=', id)
      .execute(),

  /** Stores an edit; a field that was edited before keeps its original source value. */
  keepEdit: async (edit: EventEdit): Promise<void> => {
    const { value, edited_by, edited_at, version } = edit;
    await query
      .insertInto('event_edits')
      .values(edit)
      .onConflict((conflict) => conflict.columns(['event_id', 'field']).doUpdateSet({ value, edited_by, edited_at, version }))
      .execute();
  },

  /** Updates the source value underneath an edit. */
  setSourceValue: async (id: number, field: EditableField, sourceValue: string | null): Promise<void> => {
    await query
      .updateTable('event_edits')
      .set({ source_value: sourceValue })
      .where('event_id', '=', id)
      .where('field', '=', field)
      .execute();
  },
});
