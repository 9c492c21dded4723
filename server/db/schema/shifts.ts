import type { Generated } from 'kysely';
import type { DayColumn, InstantColumn, Maybe, WithDefault } from './columns.ts';

/** A shift from its source, and the event it belongs to. */
export interface ShiftsTable {
  id: Generated<number>;
  connection_id: number;
  external_id: string;
  payload_hash: string;
  starts_at: InstantColumn;
  ends_at: InstantColumn;
  day: DayColumn;
  clock_offset: number;
  first_name: string | null;
  last_name: string | null;
  status: string | null;
  type: string;
  location: string | null;
  position: string | null;
  summary: string | null;
  event_id: Maybe<number>;
  matched_by: Maybe<'rule' | 'person'>;
  created_at: WithDefault<InstantColumn>;
  updated_at: WithDefault<InstantColumn>;
}

export interface ShiftsTables {
  shifts: ShiftsTable;
}
