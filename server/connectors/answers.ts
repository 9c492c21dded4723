import { type Cents, toCents } from '../../contract/rules/money.ts';
import type { Fact } from '../domain/connections/facts.ts';

/** An object from a vendor's response. */
export type Answer = Readonly<Record<string, unknown>>;

/** @throws if the value is not an object */
export const recordOf = (value: unknown): Answer => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('not an object');
  return value as Answer;
};

/** @throws if the value is not a list of objects */
export const answerRowsOf = (value: unknown): Answer[] => {
  if (!Array.isArray(value)) throw new Error('not a list');
  return value.map(recordOf);
};

/** A list that may be missing if it is empty. */
export const rowsIn = (list: unknown): Answer[] => answerRowsOf(list ?? []);

/** Trimmed; null for an empty text and for any other type. */
export const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);

/** @throws if the value is not text */
export const idOf = (value: unknown): string => {
  const id = textOf(value);
  if (id === null) throw new Error('no id');
  return id;
};

/** The first of these values that is text. */
export const firstText = (...values: readonly unknown[]): string | null => values.map(textOf).find((text) => text !== null) ?? null;

/** Null if the amount is not a number or too large: a deal without an amount is listed as needing data (decisions 2.17). */
export const centsOrNull = (amount: number | string): Cents | null => {
  try {
    return toCents(amount);
  } catch {
    return null;
  }
};

/** The id of an object, expanded or not; null if it has none. */
export const refOf = (value: unknown): string | null =>
  typeof value === 'object' && value !== null ? idOf(recordOf(value).id) : textOf(value);

/** True for a field whose value is a salesperson (decisions 7.03), such as "Sales Rep". */
export const namesSalesperson = (name: unknown): boolean => /^sales[\s_-]*(rep|person|representative)\.?$/i.test(String(name).trim());

/** The values of the fields that name a salesperson. */
export const salespeopleIn = (fields: readonly (readonly [name: unknown, value: unknown])[]): string[] =>
  fields.flatMap(([name, value]) => (namesSalesperson(name) ? (textOf(value) ?? []) : []));

const kinds: readonly Fact['kind'][] = ['customer', 'invoice', 'payment', 'credit_memo', 'deal', 'dealGone'];
/** Sorts facts by kind, because the facts of a kind are imported together. */
export const sortByKind = (facts: readonly Fact[]): Fact[] => facts.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
