import type { ColumnType } from 'kysely';

/** Both drivers answer plain dates as YYYY-MM-DD, instants as ISO text in UTC and int8 as number (see embedded/values.mjs). */
export type Day = string;
export type Instant = string;
export type WithDefault<T> = ColumnType<T, T | undefined, T>;
/** Null unless given. */
export type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** Read as a value, written as JSON text. */
export type Json<T> = ColumnType<T, string | undefined, string>;
