import type { ColumnType, Generated } from 'kysely';
import type { EditableField, staffFields } from '../../../contract/entities/event.ts';
import type { DayColumn, ExternalOrigin, InstantColumn, Maybe, WithDefault } from './columns.ts';

/** A shift as sent by its source; any part may be missing. */
export type StoredShift = Readonly<{
  user?: Readonly<{ first_name?: string | null; last_name?: string | null }> | null;
  summary?: string | null;
  status?: string | null;
  type?: string | null;
  location?: Readonly<{ name?: string | null }> | null;
  start_time?: string | null;
  end_time?: string | null;
}>;
/** Computed by the database from other columns. */
type Derived<T> = ColumnType<T, never, never>;

/** The values in use: staff edits from event_edits, else the source's values. */
export interface EventsTable extends Record<(typeof staffFields)[number], string | null>, ExternalOrigin {
  id: Generated<number>;
  customer_id: Maybe<number>;
  src_id: string | null;
  customer_name: string;
  customer_type: string | null;
  state: string | null;
  has_program: WithDefault<boolean>;
  tbd: WithDefault<boolean>;
  starts_at: InstantColumn | null;
  ends_at: InstantColumn | null;
  timezone: string | null;
  has_time: WithDefault<boolean>;
  has_day: WithDefault<boolean>;
  activity: string | null;
  activity_type: string | null;
  age: string | null;
  devices: string | null;
  format: string | null;
  contact_name: string | null;
  contact_email: string | null;
  contact_phone: string | null;
  price: string | null;
  program_notes: string | null;
  host_anchor: string | null;
  host_url: string | null;
  shift: ColumnType<StoredShift | null, string | null, string | null>;
  created_at: WithDefault<InstantColumn>;
  updated_at: WithDefault<InstantColumn>;
  version: WithDefault<number>;
  /** The local day of the start; null: not scheduled yet. */
  day: DayColumn | null;
  /** When the row was first missing from the source, and the number of consecutive complete reads without it. */
  missing_since: Maybe<InstantColumn>;
  missing_runs: WithDefault<number>;
  until_day: Derived<DayColumn | 'infinity'>;
  /** The day; if only the month is known, an hour before the month's end (asc) or start (desc), so that it lists after the month's days. */
  sort_day_asc: Derived<string | null>;
  sort_day_desc: Derived<string | null>;
  open_review: Derived<boolean>;
  open_tech_setup: Derived<boolean>;
  open_pre_program_email: Derived<boolean>;
  open_reminder_email: Derived<boolean>;
}

export interface EventEditsTable {
  event_id: number;
  field: EditableField;
  value: string | null;
  /** The source's value underneath the edit. */
  source_value: string | null;
  edited_by: number | null;
  edited_at: InstantColumn;
  /** The event version created by this edit. */
  version: number;
}

export interface EventsTables {
  events: EventsTable;
  event_edits: EventEditsTable;
}
