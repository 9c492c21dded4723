/**
 * Parsers of database text, by type OID: one table for both drivers, so that a row reads the same on each.
 * Plain JavaScript because the database thread loads it unbundled.
 * @typedef {(text: string) => unknown} Parse
 */

/** @type {Parse} Refuses an int8 beyond 2^53, which would silently lose precision. */
const parseInt8 = (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`an integer of the database exceeds what a number holds exactly: ${text}`);
  return value;
};

/** PostgreSQL's format of an instant, '2026-11-21 09:00:00.123456+00'; keeps microseconds because cursors compare by them. */
const INSTANT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?([+-]\d\d(?::?\d\d)?(?::?\d\d)?)$/;

/** @type {Parse} ISO 8601 in UTC with three or six fractional digits. */
const parseInstant = (text) => {
  const match = INSTANT.exec(text);
  if (!match) return text;
  const [, day, time, fraction = '', offset] = match;
  if (offset !== '+00')
    return new Date(`${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}${offset.length === 3 ? `${offset}:00` : offset}`).toISOString();
  return `${day}T${time}.${fraction.length > 3 ? fraction.padEnd(6, '0') : fraction.padEnd(3, '0')}Z`;
};

/** @type {Parse} */
const keepText = (text) => text;

/** @type {Readonly<Record<number, Parse>>} */
export const parsers = {
  16: (text) => text === 't', // bool
  20: parseInt8,
  21: Number, // int2
  23: Number, // int4
  26: Number, // oid
  114: JSON.parse,
  3802: JSON.parse, // jsonb
  700: Number, // float4
  701: Number, // float8
  1700: keepText, // numeric
  1082: keepText, // date
  1083: keepText, // time
  1114: keepText, // timestamp
  1184: parseInstant,
  1186: keepText, // interval
  25: keepText,
  1043: keepText,
};

/** PGlite converts byte by byte, which blocked the thread for half a second per megabyte. pg sends and reads bytes as they are. */
export const bytes = {
  oid: 17,
  /** @type {Parse} */
  parse: (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex')),
  /** @param {Uint8Array} value */
  serialize: ({ buffer, byteOffset, byteLength }) => `\\x${Buffer.from(buffer, byteOffset, byteLength).toString('hex')}`,
};

/** Array type OIDs mapped to their element types. @type {Readonly<Record<number, number>>} */
export const arrayElements = {
  1000: 16,
  1005: 21,
  1007: 23,
  1016: 20,
  1009: 25,
  1022: 701,
  1015: 1043,
  1182: 1082,
  1185: 1184,
  1231: 1700,
  199: 114,
  3807: 3802,
};
