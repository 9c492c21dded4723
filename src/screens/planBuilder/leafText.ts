import { isDay } from '../../../contract/rules/time/period.ts';
import type { LeafKind } from './shapes.ts';

/** Significant digits that survive a division by 100 and back. */
const SIGNIFICANT_DIGITS = 15;
const SEPARATOR = ';';
const PLAIN_NUMBER = /^-?(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?$/;

/** 0.075 → "7.5" */
export const toPercent = (fraction: number): string => String(Number((fraction * 100).toPrecision(SIGNIFICANT_DIGITS)));
const toFraction = (percent: number): number => Number((percent / 100).toPrecision(SIGNIFICANT_DIGITS));

/** A typed number, with or without $, % and thousands separators; null for anything else. */
const readNumber = (typed: string): number | null => {
  const plainText = typed
    .trim()
    .replace(/^\$|%$/g, '')
    .trim();
  return PLAIN_NUMBER.test(plainText) && /\d/.test(plainText) ? Number(plainText.replaceAll(',', '')) : null;
};
/** Text that is not a number stays as typed, and validation reports it on the field. */
const toNumber = (typed: string, percent: boolean): number | string => {
  const value = readNumber(typed);
  if (value === null) return typed;
  return percent ? toFraction(value) : value;
};
const numberText = (value: unknown, percent: boolean): string | null => {
  if (typeof value === 'string') return readNumber(value) === null ? value : null;
  return typeof value === 'number' ? (percent ? toPercent(value) : String(value)) : null;
};
/** Splits at separators; keeps a trailing one, so that it survives while the user types. */
const splitParts = (typed: string): readonly string[] => typed.split(SEPARATOR).map((part) => part.replace(/^ /, ''));
const joinParts = (texts: readonly (string | null)[]): string | null =>
  texts.every((text) => text !== null && !text.includes(SEPARATOR) && !text.startsWith(' ')) ? texts.join(`${SEPARATOR} `) : null;

const isPercentKind = (kind: LeafKind): boolean => kind === 'percent' || kind === 'attainment' || kind === 'percents';

/** A value as the text of its field, '' if it is absent; null if the field cannot show it completely. */
export const leafText = (kind: LeafKind, value: unknown): string | null => {
  if (value === undefined || value === null) return '';
  switch (kind) {
    case 'flag':
      return typeof value === 'boolean' ? String(value) : null;
    case 'day':
      return isDay(value) ? value : null;
    case 'text':
      return typeof value === 'string' ? value : null;
    case 'values':
      if (typeof value === 'string') return value === '' || value.includes(SEPARATOR) || value.startsWith(' ') ? null : value;
      return Array.isArray(value) ? joinParts(value.map((item) => (typeof item === 'string' ? item : null))) : null;
    case 'percents':
    case 'amounts':
      return Array.isArray(value) ? joinParts(value.map((item) => numberText(item, isPercentKind(kind)))) : null;
    default:
      return numberText(value, isPercentKind(kind));
  }
};

/** The value of typed text; undefined removes the key. @param before the replaced value: a single value stays single */
export const leafValue = (kind: LeafKind, typed: string, before: unknown): unknown => {
  if (kind === 'values') {
    if (typed === '') return Array.isArray(before) ? [] : undefined;
    return typeof before === 'string' && !typed.includes(SEPARATOR) ? typed : splitParts(typed);
  }
  if (typed === '') return undefined;
  switch (kind) {
    case 'flag':
      return typed === 'true';
    case 'day':
    case 'text':
      return typed;
    case 'percents':
    case 'amounts':
      return splitParts(typed).map((part) => toNumber(part, isPercentKind(kind)));
    default:
      return toNumber(typed, isPercentKind(kind));
  }
};
