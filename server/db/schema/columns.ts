import type { ColumnType } from 'kysely';

/** Both drivers return dates as YYYY-MM-DD, instants as ISO text in UTC and int8 as number (see embedded/values.mjs). */
export type DayColumn = string;
export type InstantColumn = string;
export type WithDefault<T> = ColumnType<T, T | undefined, T>;
/** Null unless set. */
export type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** Read as a value, written as JSON text. */
export type Json<T> = ColumnType<T, string | undefined, string>;

/** External origin of a row: connection, id, version and state there. */
export type ExternalOrigin = Readonly<{
  connection_id: Maybe<number>;
  external_id: Maybe<string>;
  external_version: Maybe<string>;
  external_updated_at: Maybe<InstantColumn>;
  payload_hash: Maybe<string>;
  /** `merged`: only for deals, whose figures now belong to another deal. */
  external_state: Maybe<'deleted' | 'voided' | 'merged'>;
}>;
/** When a fact begins to apply (null: on its own day), and since when it is known; earlier versions are in facts_past. */
export type ValidTime = Readonly<{ valid_from: Maybe<DayColumn>; recorded_at: WithDefault<InstantColumn> }>;
export type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
