import type { Pagination } from '../../../contract/entities/common.ts';

/**
 * A provider's responses are external data (decisions 1.05): each field is parsed separately, and a missing, null or mistyped one becomes
 * its empty value: '' for text, NaN for an amount (everything computed from it is unknown too, and shows as —), null if the contract allows
 * it, otherwise undefined.
 */
export type Read<T> = (value: unknown) => T;
type Fields<T> = { readonly [Key in keyof T]-?: Read<T[Key] | undefined> };
type Answer = Readonly<Record<string, unknown>>;

/** Above this, cents are no longer exact. */
const MAX_DOLLARS = Number.MAX_SAFE_INTEGER / 100;

export const isObject = (value: unknown): value is Answer => typeof value === 'object' && value !== null && !Array.isArray(value);

/** An id may be sent as a number. */
export const textOrNull: Read<string | null> = (value) => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : null;
};
export const text: Read<string> = (value) => textOrNull(value) ?? '';

/** A plain date; from a date with a time, the day as written, because no time zone may shift it (spec 9.05). */
export const day: Read<string> = (value) => text(value).replace(/^(\d{4}-\d{2}-\d{2})[T ].*$/s, '$1');
export const dayOrNull: Read<string | null> = (value) => day(value) || null;

/** A word of an extensible list: unknown words are returned unchanged. */
export const word = <Word extends string>(): Read<Word> => text as Read<Word>;
export const wordOrNull =
  <Word extends string>(): Read<Word | null> =>
  (value) =>
    (textOrNull(value) as Word | null) || null;
/** A word that code branches on: undefined if unknown. */
export const readOneOf =
  <Word extends string>(words: readonly Word[]): Read<Word | undefined> =>
  (value) =>
    words.find((candidate) => candidate === value);

/** A decimal, as a number or text. */
export const readMoney: Read<number> = (value) => {
  const read = typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  return Math.abs(read) <= MAX_DOLLARS ? read : Number.NaN;
};
export const amountOrNull: Read<number | null> = (value) => {
  const read = readMoney(value);
  return Number.isNaN(read) ? null : read;
};
export const flag: Read<boolean> = (value) => value === true;
/** A flag that defaults to true. */
export const flagUnlessDenied: Read<boolean> = (value) => value !== false;

/** A field only our server sends: null and missing become undefined. */
export const optional =
  <T>(read: Read<T>): Read<T | undefined> =>
  (value) =>
    value === undefined || value === null ? undefined : read(value);
export const orNull =
  <T>(read: Read<T>): Read<T | null> =>
  (value) =>
    isObject(value) ? read(value) : null;

export const shape =
  <T extends object>(fields: Fields<T>): Read<T> =>
  (value) => {
    const from = isObject(value) ? value : {};
    const read: Record<string, unknown> = {};
    for (const [key, field] of Object.entries<Read<unknown>>(fields)) {
      const parsed = field(from[key]);
      if (parsed !== undefined) read[key] = parsed;
    }
    return read as T;
  };

export const readListOf =
  <T>(read: Read<T>): Read<T[]> =>
  (value) =>
    Array.isArray(value) ? value.map(read) : [];

/** A list with identifiable rows: a row without an id gets its position as id; anything but objects is dropped. */
const rowsOf = <T extends { id: string }>(read: Read<T>, value: unknown): T[] =>
  Array.isArray(value)
    ? value.filter(isObject).map((item, index) => {
        const row = read(item);
        return row.id === '' ? { ...row, id: `?${index + 1}` } : row;
      })
    : [];

const pagination = shape<Pagination>({ cursor: wordOrNull(), limit: readMoney, total: amountOrNull });

/** Parses a list as `{ data, pagination?, summary? }` or a bare array. @param summaryOf omit it for a list without a summary */
export const readPageOf =
  <T extends { id: string }, Summary = null>(read: Read<T>, summaryOf: Read<Summary> = () => null as Summary) =>
  (value: unknown): { data: T[]; pagination: Pagination; summary: Summary } => {
    const from: Answer = isObject(value) ? value : { data: value };
    return { data: rowsOf(read, from.data), pagination: pagination(from.pagination), summary: summaryOf(from.summary) };
  };
