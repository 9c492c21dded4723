import { repeatedKeys } from '../../jsonLines.ts';
import { isObject } from './reader.ts';

/** A configuration being edited: any JSON object, valid or not. */
export type DraftObject = Readonly<Record<string, unknown>>;
/** Keys and indexes from the top: ['plans', 0, 'quota', 'amount']. */
export type DraftPath = readonly (string | number)[];

/** Parses a text as a JSON object; null if it isn't one, or if it repeats a key, because an edit would lose the first value. */
export const parseDraft = (text: string): DraftObject | null => {
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
    return isObject(value) && repeatedKeys(text).length === 0 ? value : null;
  } catch {
    return null;
  }
};

export const writeDraft = (draft: DraftObject): string => JSON.stringify(draft, null, 2);

/** The path as error messages show it: plans[0].quota.amount. */
export const pathText = (path: DraftPath): string =>
  path.reduce<string>((text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`), '');

const stepInto = (value: unknown, step: string | number): unknown => {
  if (typeof step === 'number') return Array.isArray(value) ? value[step] : undefined;
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
};

/** The value at a path; undefined if it is absent. */
export const valueAt = (value: unknown, path: DraftPath): unknown => path.reduce(stepInto, value);

const omitStep = (value: unknown, step: string | number): unknown => {
  if (Array.isArray(value)) return value.filter((_, index) => index !== step);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== step));
};

const replaced = (value: unknown, step: string | number, newValue: unknown): unknown => {
  if (typeof step === 'string') return { ...(isObject(value) ? value : {}), [step]: newValue };
  const list: unknown[] = Array.isArray(value) ? [...value] : [];
  list[step] = newValue;
  return list;
};

/**
 * A copy with another value at the path; everything else keeps its value and its place. Undefined removes the key or the list entry. Objects
 * and lists on the way are created where they are absent.
 */
export const withValueAt = <T>(value: T, path: DraftPath, next: unknown): T => {
  const [step, ...rest] = path;
  if (step === undefined) return next as T;
  if (rest.length > 0)
    return replaced(value, step, withValueAt(stepInto(value, step) ?? (typeof rest[0] === 'number' ? [] : {}), rest, next)) as T;
  return (next === undefined ? omitStep(value, step) : replaced(value, step, next)) as T;
};
