import { limits } from '../../../limits.ts';
import { fill, messages } from '../../../messages.ts';
import { type Cents, fromCents, PPM, toCents } from '../../money.ts';
import { type Day, isDay } from '../../time/period.ts';
import type { QuotaPeriod } from '../plan.ts';

const words = messages.planErrors;

export const quotaPeriods: readonly QuotaPeriod[] = ['month', 'quarter', 'year'];
export const idPattern = /^[\w.-]{1,64}$/;

/**
 * `path` as in code, with the JSON's own keys: plans[0].tiers[1].from; `$` is the whole text. A message continues its path; for `$` it is a
 * full sentence.
 */
export type ConfigError = Readonly<{ path: string; message: string }>;
/** A place in the JSON. Readers record errors there and continue with `instead`, so that one save shows every error. */
export type At = Readonly<{ value: unknown; path: string; errors: ConfigError[] }>;

export const errorAt = (path: string, message: string): ConfigError =>
  path === '' ? { path: '$', message: fill(words.allOfIt, { message }) } : { path, message };

export const refuse = <T>({ path, errors }: At, message: string, instead: T): T => {
  errors.push(errorAt(path, message));
  return instead;
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of an object; an unknown key is an error, and so is a value that is no object. An absent object reads as empty. */
export const fieldsOf = <Key extends string>(at: At, keys: readonly Key[]): ((key: Key) => At) => {
  const { value, path, errors } = at;
  const place = (key: string): string => (path === '' ? key : `${path}.${key}`);
  const object = isObject(value) ? value : value === undefined ? {} : refuse(at, words.object, {});
  for (const key of Object.keys(object)) {
    if (!keys.some((known) => known === key)) {
      refuse({ value, path: place(key), errors }, fill(words.unknown, { keys: keys.join(', ') }), null);
    }
  }
  return (key) => ({ value: Object.hasOwn(object, key) ? object[key] : undefined, path: place(key), errors });
};

export const listOf = <T>(at: At, most: number, read: (item: At, index: number) => T, instead: readonly T[] = []): readonly T[] => {
  const { value, path, errors } = at;
  if (value === undefined) return instead;
  if (!Array.isArray(value)) return refuse(at, words.list, instead);
  if (value.length > most) return refuse(at, fill(words.tooMany, { most }), instead);
  return value.map((item: unknown, index) => read({ value: item, path: `${path}[${index}]`, errors }, index));
};

/** Treats `null` and an absent value alike, as null. */
export const orNone = <T>(at: At, read: (at: At) => T): T | null => (at.value === undefined || at.value === null ? null : read(at));

type Bounds = Readonly<{ min: number; max: number; decimals: number }>;

export const numberAt = (at: At, { min, max, decimals }: Bounds, instead: number): number => {
  const { value } = at;
  if (value === undefined) return instead;
  if (typeof value !== 'number' || !Number.isFinite(value)) return refuse(at, words.number, instead);
  if (value < min || value > max) return refuse(at, fill(words.range, { min, max, value }), instead);
  const scaled = value * 10 ** decimals;
  if (Math.abs(scaled - Math.round(scaled)) > 1e-4)
    return refuse(at, decimals === 0 ? words.whole : fill(words.decimals, { decimals }), instead);
  return value === 0 ? 0 : value;
};

const rateDecimals = Math.log10(PPM);
/** A fraction from 0 to 1, with at most six decimals. */
export const rateAt = (at: At, instead: number): number => numberAt(at, { min: 0, max: 1, decimals: rateDecimals }, instead);
/** A fraction of a quota. */
export const attainmentAt = (at: At, instead: number): number => numberAt(at, { min: 0, max: 1000, decimals: rateDecimals }, instead);

/** Reads dollars and returns cents. */
export const moneyAt = (at: At, instead: Cents, min = 0): Cents =>
  toCents(numberAt(at, { min, max: limits.config.maxAmount, decimals: 2 }, fromCents(instead)));

export const textAt = (at: At, instead: string, pattern = /^.{1,200}$/su, wanted: string = words.text): string => {
  if (at.value === undefined) return instead;
  return typeof at.value === 'string' && pattern.test(at.value) ? at.value : refuse(at, wanted, instead);
};

export const oneOfAt = <T extends string>(at: At, values: readonly T[], instead: T): T => {
  if (at.value === undefined) return instead;
  return values.find((value) => value === at.value) ?? refuse(at, fill(words.oneOf, { values: values.join(', ') }), instead);
};

export const flagAt = (at: At, instead: boolean): boolean => {
  if (at.value === undefined) return instead;
  return typeof at.value === 'boolean' ? at.value : refuse(at, words.flag, instead);
};

export const dayAt = (at: At): Day | null => orNone(at, (day) => (isDay(day.value) ? day.value : refuse(day, words.date, null)));

/** Adds an error if the value is missing. */
export const needed = (at: At): At => (at.value === undefined ? refuse(at, words.missing, at) : at);

/** Path of the first value nested too deeply, or null; does not descend any further itself. */
export const tooDeep = (value: unknown, path = '', depth = 1): string | null => {
  if (typeof value !== 'object' || value === null) return null;
  if (depth > limits.config.maxDepth) return path;
  for (const [key, inner] of Object.entries(value)) {
    const found = tooDeep(inner, Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`, depth + 1);
    if (found !== null) return found;
  }
  return null;
};
