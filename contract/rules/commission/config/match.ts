import { fill, messages } from '../../../messages.ts';
import { type Match, type MatchField, matchFields, type RangeField, rangeFields } from '../plan.ts';
import { doRangesOverlap, isEmptyRange, type Range, rangeBounds } from '../ranges.ts';
import { MAX_TERM_MONTHS, saleKinds } from '../saleFacts.ts';
import { type ConfigPlace, configFieldsOf, configListOf, moneyAt, numberAt, oneOfAt, refuse, requireValue, textAt } from './reader.ts';

const t = messages.planErrors;

/** Reads one value, or a list of alternatives. */
const valuesAt = (place: ConfigPlace, field: MatchField): readonly string[] => {
  const read = (value: ConfigPlace): string => {
    return field === 'sale_kind' ? oneOfAt(value, saleKinds, 'new') : textAt(value, '');
  };
  if (typeof place.value === 'string') return [read(place)];
  const values = configListOf(place, 500, (value) => read(requireValue(value)));
  return Array.isArray(place.value) && values.length === 0 ? refuse(place, t.noValue, values) : values;
};

const readFigure: Readonly<Record<RangeField, (place: ConfigPlace) => number>> = {
  deal_size: (place) => moneyAt(place, 0),
  margin: (place) => numberAt(place, { min: -1000, max: 1, decimals: 6 }, 0),
  term_months: (place) => numberAt(place, { min: 1, max: MAX_TERM_MONTHS, decimals: 0 }, 1),
  discount: (place) => numberAt(place, { min: -1000, max: 1, decimals: 6 }, 0),
  units: (place) => numberAt(place, { min: 0, max: 1_000_000_000, decimals: 0 }, 0),
  customer_months: (place) => numberAt(place, { min: 0, max: 1200, decimals: 0 }, 0),
};

const rangeAt = (place: ConfigPlace, read: (place: ConfigPlace) => number): Range => {
  const field = configFieldsOf(place, rangeBounds);
  const bounds = rangeBounds.filter((bound) => field(bound).value !== undefined);
  const range: Range = Object.fromEntries(bounds.map((bound) => [bound, read(field(bound))]));
  if (bounds.includes('from') && bounds.includes('over')) refuse(field('over'), fill(t.secondBound, { other: 'from' }), null);
  if (bounds.includes('below') && bounds.includes('up_to')) refuse(field('up_to'), fill(t.secondBound, { other: 'below' }), null);
  if (bounds.length === 0) refuse(place, fill(t.noBound, { bounds: rangeBounds.join(', ') }), null);
  if (isEmptyRange(range)) refuse(place, t.emptyRange, null);
  return range;
};

const fields = [...matchFields, ...rangeFields];

export const matchAt = (place: ConfigPlace): Match => {
  const field = configFieldsOf(place, fields);
  const values = matchFields.filter((name) => field(name).value !== undefined);
  const ranges = rangeFields.filter((name) => field(name).value !== undefined);
  if (place.value !== undefined && values.length + ranges.length === 0) refuse(place, fill(t.noMatch, { fields: fields.join(', ') }), null);
  return Object.fromEntries([
    ...values.map((name) => [name, valuesAt(field(name), name)]),
    ...ranges.map((name) => [name, rangeAt(field(name), readFigure[name])]),
  ]);
};

const normalize = (value: string): string => value.trim().toLowerCase();

/** True if `first` would also match sales meant for `second`: it has no condition on any other field, and their ranges overlap. */
const takesFrom = (first: Match, second: Match): boolean => {
  const hasRange = rangeFields.some((field) => second[field] !== undefined);
  const values = matchFields.every((field) => {
    const [allowed, secondValues] = [first[field]?.map(normalize), second[field]];
    return allowed === undefined || secondValues?.some((value) => allowed.includes(normalize(value)));
  });
  const ranges = rangeFields.every((field) => {
    const [range, other] = [first[field], second[field]];
    return range === undefined || (other !== undefined && doRangesOverlap(range, other));
  });
  return hasRange && values && ranges;
};

/** True if `first` matches every sale of `part`, or some of them by overlapping ranges. */
export const takesSalesOf = (first: Match, part: Match): boolean => {
  const values = matchFields.every((field) => {
    const [allowed, ownMatch] = [first[field]?.map(normalize), part[field]];
    return allowed === undefined || (ownMatch?.every((value) => allowed.includes(normalize(value))) ?? false);
  });
  return takesFrom(first, part) || (values && rangeFields.every((field) => first[field] === undefined));
};

/**
 * No two entries with ranges may match the same sale, so that steps by size or margin cannot overlap.
 * @param matches null for an entry that selects its sales in another way
 */
export const refuseOverlappingMatches = (matches: readonly (Match | null)[], list: ConfigPlace): void => {
  for (const [index, match] of matches.entries()) {
    const earlier = match === null ? -1 : matches.slice(0, index).findIndex((other) => other !== null && takesFrom(other, match));
    if (earlier !== -1)
      refuse({ ...list, path: `${list.path}[${index}].match` }, fill(t.overlappingMatch, { path: list.path, index: earlier }), null);
  }
};
