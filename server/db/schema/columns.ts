import type { ColumnType } from 'kysely';

/** Both drivers answer plain dates as YYYY-MM-DD, instants as ISO text in UTC and int8 as number (see embedded/values.mjs). */
export type Day = string;
export type Instant = string;
export type WithDefault<T> = ColumnType<T, T | undefined, T>;
/** Null unless given. */
export type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** Read as a value, written as JSON text. */
export type Json<T> = ColumnType<T, string | undefined, string>;

/** Of a row that came from outside: by which connection, under which id and version there, and what became of it there. */
export type Arrived = Readonly<{
  connection_id: Maybe<number>;
  external_id: Maybe<string>;
  external_version: Maybe<string>;
  external_updated_at: Maybe<Instant>;
  payload_hash: Maybe<string>;
  /** `merged`: of deals, whose figures are another deal's now. */
  external_state: Maybe<'deleted' | 'voided' | 'merged'>;
}>;
/** Since when a fact holds (null: since its own day) and since when we know it so; what was known before is in facts_past. */
export type Known = Readonly<{ valid_from: Maybe<Day>; recorded_at: WithDefault<Instant> }>;
export type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
