import type { Pagination } from '../../../contract/entities/common.ts';

/**
 * Reads one field of a provider's response, which is external data (decisions 1.05). A missing, null or mistyped field gets its empty
 * value: '' for text, NaN for an amount (figures computed from it are NaN too, and shown as —), null if the contract allows null, otherwise undefined.
 */
export type Reader<T> = (value: unknown) => T;
type Fields<T> = { readonly [Key in keyof T]-?: Reader<T[Key] | undefined> };
type ResponseFields = Readonly<Record<string, unknown>>;

/** Above this, cents are no longer exact. */
const MAX_DOLLARS = Number.MAX_SAFE_INTEGER / 100;

export const isFields = (value: unknown): value is ResponseFields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Accepts numbers, because some providers send numeric ids. */
export const textOrNull: Reader<string | null> = (value) => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : null;
};
export const text: Reader<string> = (value) => textOrNull(value) ?? '';

/** A URL that the browser may open: only http or https, because a `javascript:` URL would run code here. */
export const webUrlOrNull: Reader<string | null> = (value) => {
  const address = text(value);
  return /^https?:\/\//.test(address) ? address : null;
};

/** A plain date. A date with a time keeps its day as written, because no time zone may shift it (spec 9.05). */
export const day: Reader<string> = (value) => text(value).replace(/^(\d{4}-\d{2}-\d{2})[T ].*$/s, '$1');
export const dayOrNull: Reader<string | null> = (value) => day(value) || null;

/** A value of an extensible list; unknown values are returned unchanged. */
export const textAs = <Value extends string>(): Reader<Value> => text as Reader<Value>;
/** An empty text becomes null. */
export const nonEmptyTextOrNull =
  <Value extends string>(): Reader<Value | null> =>
  (value) =>
    (textOrNull(value) as Value | null) || null;
/** A value that code branches on; undefined if unknown. */
export const readOneOf =
  <Value extends string>(allowedValues: readonly Value[]): Reader<Value | undefined> =>
  (value) =>
    allowedValues.find((candidate) => candidate === value);

/** A decimal, as a number or text. */
export const readMoney: Reader<number> = (value) => {
  const number = typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  return Math.abs(number) <= MAX_DOLLARS ? number : Number.NaN;
};
export const amountOrNull: Reader<number | null> = (value) => {
  const number = readMoney(value);
  return Number.isNaN(number) ? null : number;
};
export const flag: Reader<boolean> = (value) => value === true;
/** A flag that defaults to true. */
export const flagUnlessDenied: Reader<boolean> = (value) => value !== false;

/** A field that only our server sends; null and missing become undefined. */
export const optional =
  <T>(readValue: Reader<T>): Reader<T | undefined> =>
  (value) =>
    value === undefined || value === null ? undefined : readValue(value);
export const orNull =
  <T>(readValue: Reader<T>): Reader<T | null> =>
  (value) =>
    isFields(value) ? readValue(value) : null;

export const shape =
  <T extends object>(fields: Fields<T>): Reader<T> =>
  (value) => {
    const from = isFields(value) ? value : {};
    const result: Record<string, unknown> = {};
    for (const [key, field] of Object.entries<Reader<unknown>>(fields)) {
      const fieldValue = field(from[key]);
      if (fieldValue !== undefined) result[key] = fieldValue;
    }
    return result as T;
  };

export const readListOf =
  <T>(readItem: Reader<T>): Reader<T[]> =>
  (value) =>
    Array.isArray(value) ? value.map(readItem) : [];

/** A list of rows with ids. A row without an id gets its position as its id; items that are not objects are dropped. */
const rowsOf = <T extends { id: string }>(readRow: Reader<T>, value: unknown): T[] =>
  Array.isArray(value)
    ? value.filter(isFields).map((item, index) => {
        const row = readRow(item);
        return row.id === '' ? { ...row, id: `?${index + 1}` } : row;
      })
    : [];

const pagination = shape<Pagination>({ cursor: nonEmptyTextOrNull(), limit: readMoney, total: amountOrNull });

/** Parses a list as `{ data, pagination?, summary? }` or a bare array. @param summaryOf omit it for a list without a summary */
export const readPageOf =
  <T extends { id: string }, Summary = null>(readRow: Reader<T>, summaryOf: Reader<Summary> = () => null as Summary) =>
  (value: unknown): { data: T[]; pagination: Pagination; summary: Summary } => {
    const from: ResponseFields = isFields(value) ? value : { data: value };
    return { data: rowsOf(readRow, from.data), pagination: pagination(from.pagination), summary: summaryOf(from.summary) };
  };
