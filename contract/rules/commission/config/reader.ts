import { limits } from '../../../limits.ts';
import { fill, messages } from '../../../messages.ts';
import { type Cents, fromCents, PPM, toCents } from '../../money.ts';
import { type Day, isDay } from '../../time/period.ts';
import type { QuotaPeriod } from '../plan.ts';

const t = messages.planErrors;

export const quotaPeriods: readonly QuotaPeriod[] = ['month', 'quarter', 'year'];
export const idPattern = /^[\w.-]{1,64}$/;

/**
 * `path` uses the JSON's keys: plans[0].tiers[1].from; `$` is the whole text. The message reads on from its path; for `$` it is a full
 * sentence.
 */
export type ConfigError = Readonly<{ path: string; message: string }>;
/**
 * A place in the JSON. Readers record errors there and continue with `fallback`, so that one save shows every error.
 * `people`: names by id of those whom the configuration may name; undefined: anybody, by their id.
 */
export type ConfigPlace = Readonly<{
  value: unknown;
  path: string;
  errors: ConfigError[];
  people?: ReadonlyMap<string, string> | undefined;
}>;

export const configErrorAt = (path: string, message: string): ConfigError =>
  path === '' ? { path: '$', message: fill(t.allOfIt, { message }) } : { path, message };

export const refuse = <T>({ path, errors }: ConfigPlace, message: string, fallback: T): T => {
  errors.push(configErrorAt(path, message));
  return fallback;
};

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of an object; an unknown key is an error, and so is a value that isn't an object. An absent object reads as empty. */
export const configFieldsOf = <Key extends string>(location: ConfigPlace, keys: readonly Key[]): ((key: Key) => ConfigPlace) => {
  const { value, path } = location;
  const place = (key: string): string => (path === '' ? key : `${path}.${key}`);
  const object = isObject(value) ? value : value === undefined ? {} : refuse(location, t.object, {});
  for (const key of Object.keys(object)) {
    if (!keys.some((allowed) => allowed === key)) {
      refuse({ ...location, path: place(key) }, fill(t.unknown, { keys: keys.join(', ') }), null);
    }
  }
  return (key) => ({ ...location, value: Object.hasOwn(object, key) ? object[key] : undefined, path: place(key) });
};

export const configListOf = <T>(
  place: ConfigPlace,
  maxItems: number,
  read: (item: ConfigPlace, index: number) => T,
  fallback: readonly T[] = [],
): readonly T[] => {
  const { value, path } = place;
  if (value === undefined) return fallback;
  if (!Array.isArray(value)) return refuse(place, t.list, fallback);
  if (value.length > maxItems) return refuse(place, fill(t.tooMany, { most: maxItems }), fallback);
  return value.map((item: unknown, index) => read({ ...place, value: item, path: `${path}[${index}]` }, index));
};

/** Treats `null` and an absent value alike, as null. */
export const optionalAt = <T>(place: ConfigPlace, read: (place: ConfigPlace) => T): T | null =>
  place.value === undefined || place.value === null ? null : read(place);

type Bounds = Readonly<{ min: number; max: number; decimals: number }>;

export const numberAt = (place: ConfigPlace, { min, max, decimals }: Bounds, fallback: number): number => {
  const { value } = place;
  if (value === undefined) return fallback;
  if (typeof value !== 'number' || !Number.isFinite(value)) return refuse(place, t.number, fallback);
  if (value < min || value > max) return refuse(place, fill(t.range, { min, max, value }), fallback);
  const scaled = value * 10 ** decimals;
  if (Math.abs(scaled - Math.round(scaled)) > 1e-4)
    return refuse(place, decimals === 0 ? t.whole : fill(t.decimals, { decimals }), fallback);
  return value === 0 ? 0 : value;
};

const rateDecimals = Math.log10(PPM);
/** A fraction from 0 to 1, with at most six decimals. */
export const rateAt = (place: ConfigPlace, fallback: number): number =>
  numberAt(place, { min: 0, max: 1, decimals: rateDecimals }, fallback);
/** A fraction of a quota. */
export const attainmentAt = (place: ConfigPlace, fallback: number): number =>
  numberAt(place, { min: 0, max: 1000, decimals: rateDecimals }, fallback);

/** Reads dollars and returns cents. */
export const moneyAt = (place: ConfigPlace, fallback: Cents, min = 0): Cents =>
  toCents(numberAt(place, { min, max: limits.config.maxAmount, decimals: 2 }, fromCents(fallback)));

export const textAt = (place: ConfigPlace, fallback: string, pattern = /^.{1,200}$/su, expectation: string = t.text): string => {
  if (place.value === undefined) return fallback;
  return typeof place.value === 'string' && pattern.test(place.value) ? place.value : refuse(place, expectation, fallback);
};

/** Reads the id of a person. */
export const userIdAt = (place: ConfigPlace): string => {
  const id = textAt(requireValue(place), '', idPattern, t.userId);
  return id === '' || !place.people || place.people.has(id) ? id : refuse(place, fill(t.unknownUser, { id }), id);
};
export const nameOf = ({ people }: ConfigPlace, userId: string): string => people?.get(userId) ?? userId;

export const oneOfAt = <T extends string>(place: ConfigPlace, values: readonly T[], fallback: T): T => {
  if (place.value === undefined) return fallback;
  return values.find((value) => value === place.value) ?? refuse(place, fill(t.oneOf, { values: values.join(', ') }), fallback);
};

export const flagAt = (place: ConfigPlace, fallback: boolean): boolean => {
  if (place.value === undefined) return fallback;
  return typeof place.value === 'boolean' ? place.value : refuse(place, t.flag, fallback);
};

export const dayAt = (place: ConfigPlace): Day | null =>
  optionalAt(place, (day) => (isDay(day.value) ? day.value : refuse(day, t.date, null)));

/** Adds an error if the value is missing. */
export const requireValue = (place: ConfigPlace): ConfigPlace => (place.value === undefined ? refuse(place, t.missing, place) : place);

/** Path of the first value nested too deeply, or null; stops descending there. */
export const findTooDeepPath = (value: unknown, path = '', depth = 1): string | null => {
  if (typeof value !== 'object' || value === null) return null;
  if (depth > limits.config.maxDepth) return path;
  for (const [key, inner] of Object.entries(value)) {
    const deepPath = findTooDeepPath(inner, Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`, depth + 1);
    if (deepPath !== null) return deepPath;
  }
  return null;
};
