import { fill, messages } from '../../../messages.ts';
import { type DateRange, daysIn } from '../../time/period.ts';
import { type Contest, contestMetrics } from '../contest.ts';
import type { Objective } from '../objective.ts';
import { type Bonus, bonusMetrics, type Plan } from '../plan.ts';
import { matchAt } from './match.ts';
import {
  attainmentAt,
  type ConfigPlace,
  configFieldsOf,
  configListOf,
  dayAt,
  idPattern,
  moneyAt,
  numberAt,
  oneOfAt,
  quotaPeriods,
  refuse,
  requireValue,
  textAt,
} from './reader.ts';

const t = messages.planErrors;
const months = { month: 1, quarter: 3, year: 12 } as const;
const MAX_WINDOW_DAYS = 366;
const periodKeys = ['id', 'name', 'metric', 'within', 'from', 'to'] as const;
type Field = (key: (typeof periodKeys)[number]) => ConfigPlace;
type DaysField = (key: 'within' | 'from' | 'to') => ConfigPlace;

/** Reads the first and last day of a bonus or contest that has its own days. */
const windowAt = (field: DaysField): DateRange | null => {
  const [from, to] = [field('from'), field('to')];
  if (from.value === undefined && to.value === undefined) return null;
  if (field('within').value !== undefined) refuse(field('within'), t.withinAndDays, null);
  const [start, end] = [dayAt(requireValue(from)), dayAt(requireValue(to))];
  if (start === null || end === null) return null;
  const window = { start_date: start, end_date: end };
  if (end < start || daysIn(window) > MAX_WINDOW_DAYS) refuse(to, fill(t.windowDays, { from: start, days: MAX_WINDOW_DAYS }), null);
  return window;
};

type AwardFields<Metric> = Pick<Bonus, 'id' | 'name' | 'within' | 'window'> & Readonly<{ metric: Metric }>;

/** Reads the fields that bonuses and contests share: name, measure and days. @param period of the plan's quota */
const awardedAt = <Metric extends Contest['metric']>(
  field: Field,
  period: Plan['quota']['period'],
  metrics: readonly [Metric, ...Metric[]],
): AwardFields<Metric> => {
  const id = textAt(requireValue(field('id')), '', idPattern, t.planId);
  const metric = oneOfAt(requireValue(field('metric')), metrics, metrics[0]);
  const window = windowAt(field);
  const within = window ? 'year' : oneOfAt(requireValue(field('within')), quotaPeriods, 'month');
  if (metric === 'attainment' && months[within] < months[period]) refuse(field('within'), fill(t.bonusWithin, { period }), null);
  return { id, name: textAt(field('name'), id), metric, within, ...(window && { window }) };
};

const bonusAt = (place: ConfigPlace, period: Plan['quota']['period']): Bonus => {
  const field = configFieldsOf(requireValue(place), [...periodKeys, 'level', 'amount']);
  const awarded = awardedAt(field, period, bonusMetrics);
  const level = requireValue(field('level'));
  const bonus = {
    ...awarded,
    level: {
      net_revenue: () => moneyAt(level, 0),
      attainment: () => attainmentAt(level, 0),
      won_deals: () => numberAt(level, { min: 0, max: 1_000_000, decimals: 0 }, 0),
    }[awarded.metric](),
    amount: moneyAt(requireValue(field('amount')), 0),
  };
  if (level.value === 0) refuse(level, t.aboveZero, null);
  if (field('amount').value === 0) refuse(field('amount'), t.aboveZero, null);
  return bonus;
};

const contestAt = (place: ConfigPlace, period: Plan['quota']['period']): Contest => {
  const field = configFieldsOf(requireValue(place), [...periodKeys, 'match', 'prizes']);
  let before: number | null = null;
  const prizes = configListOf(requireValue(field('prizes')), 20, (item) => {
    const prize = moneyAt(requireValue(item), 0);
    if (item.value === 0) refuse(item, t.aboveZero, null);
    else if (before !== null && prize > before) refuse(item, t.prizeOrder, null);
    before = prize;
    return prize;
  });
  if (Array.isArray(field('prizes').value) && prizes.length === 0) refuse(field('prizes'), t.noValue, null);
  const awarded = awardedAt(field, period, contestMetrics);
  const match = field('match');
  if (match.value === undefined) return { ...awarded, prizes };
  if (awarded.metric !== 'first_sale') refuse(match, t.matchOfFirstSale, null);
  return { ...awarded, match: matchAt(match), prizes };
};

const objectiveAt = (place: ConfigPlace): Objective => {
  const field = configFieldsOf(requireValue(place), ['id', 'name', 'within', 'from', 'to', 'amount']);
  const id = textAt(requireValue(field('id')), '', idPattern, t.planId);
  const window = windowAt(field);
  const amount = moneyAt(requireValue(field('amount')), 0);
  if (field('amount').value === 0) refuse(field('amount'), t.aboveZero, null);
  return {
    id,
    name: textAt(field('name'), id),
    within: window ? 'year' : oneOfAt(requireValue(field('within')), quotaPeriods, 'quarter'),
    ...(window && { window }),
    amount,
  };
};

/** Reads a list whose entries have unique ids. */
const namedList = <T extends Readonly<{ id: string }>>(
  place: ConfigPlace,
  maxItems: number,
  read: (item: ConfigPlace) => T,
  list: string,
) => {
  const indexById = new Map<string, number>();
  return configListOf(place, maxItems, (item, index) => {
    const award = read(item);
    const duplicateIndex = indexById.get(award.id);
    if (duplicateIndex !== undefined)
      refuse({ ...item, path: `${item.path}.id` }, fill(t.sameBonus, { id: award.id, list, index: duplicateIndex }), null);
    else indexById.set(award.id, index);
    return award;
  });
};

export const bonusesAt = (place: ConfigPlace, period: Plan['quota']['period']): Plan['bonuses'] =>
  namedList(place, 50, (item) => bonusAt(item, period), 'bonuses');
export const contestsAt = (place: ConfigPlace, period: Plan['quota']['period']): Plan['contests'] =>
  namedList(place, 20, (item) => contestAt(item, period), 'contests');
export const objectivesAt = (place: ConfigPlace): Plan['objectives'] => namedList(place, 20, objectiveAt, 'objectives');
