import { fill, messages } from '../../../messages.ts';
import { type Cents, fromCents, toPpm } from '../../money.ts';
import { type Condition, type ConditionMetric, conditionMetrics, type Gate, type Kicker, type QuotaPart } from '../conditions.ts';
import { type Plan, tierModes } from '../plan.ts';
import { matchAt, refuseOverlappingMatches } from './match.ts';
import {
  attainmentAt,
  type ConfigPlace,
  configFieldsOf,
  configListOf,
  idPattern,
  moneyAt,
  numberAt,
  oneOfAt,
  rateAt,
  refuse,
  requireValue,
  textAt,
} from './reader.ts';

const t = messages.planErrors;
const MAX_COUNT = 1_000_000_000;
const MAX_TIMES = 10;

const aboveZero = (place: ConfigPlace, read: (place: ConfigPlace) => number): number => {
  if (place.value === 0) refuse(place, t.aboveZero, null);
  return read(place);
};

const partAt = (place: ConfigPlace): QuotaPart => {
  const field = configFieldsOf(requireValue(place), ['id', 'match', 'amount', 'weight']);
  return {
    id: textAt(requireValue(field('id')), '', idPattern, t.planId),
    ...(field('match').value === undefined ? {} : { match: matchAt(field('match')) }),
    amount: aboveZero(requireValue(field('amount')), (valuePlace) => moneyAt(valuePlace, 0)),
    weight: field('weight').value === undefined ? null : aboveZero(field('weight'), (valuePlace) => rateAt(valuePlace, 0)),
  };
};

/** Either every part has a weight and the weights add up to 1, or none has. */
const refuseWeights = (parts: readonly QuotaPart[], place: ConfigPlace): void => {
  const weights = parts.flatMap(({ weight }) => weight ?? []);
  const sum = weights.reduce((total, weight) => total + toPpm(weight), 0);
  if (weights.length > 0 && (weights.length < parts.length || sum !== toPpm(1)))
    refuse(place, fill(t.weights, { sum: sum / toPpm(1) }), null);
};

/**
 * Reads `quota.parts`, each with its own sales; without a match, a part has all other sales.
 * @param amount of the whole quota, which is their sum
 */
export const quotaPartsAt = (place: ConfigPlace, amount: ConfigPlace): Readonly<{ amount: Cents; parts: readonly QuotaPart[] }> | null => {
  if (place.value === undefined) return null;
  const parts = configListOf(place, 20, partAt);
  const sum = parts.reduce((total, part) => total + part.amount, 0);
  const entry = (index: number, key: string): ConfigPlace => ({ ...place, path: `${place.path}[${index}].${key}` });
  if (Array.isArray(place.value) && parts.length === 0) refuse(place, t.noValue, null);
  for (const [index, { id, match }] of parts.entries()) {
    const duplicateIndex = parts.slice(0, index).findIndex((part) => part.id === id);
    if (duplicateIndex !== -1) refuse(entry(index, 'id'), fill(t.sameBonus, { id, list: 'parts', index: duplicateIndex }), null);
    if (match === undefined && index < parts.length - 1) refuse(entry(index, 'match'), t.partWithoutMatch, null);
  }
  refuseOverlappingMatches(
    parts.map(({ match }) => match ?? null),
    place,
  );
  refuseWeights(parts, place);
  if (amount.value !== undefined && amount.value !== fromCents(sum)) refuse(amount, fill(t.sumOfParts, { sum: fromCents(sum) }), null);
  return { amount: sum, parts };
};

/** Reads the id of a part of the quota. */
export const partIdAt = (place: ConfigPlace, parts: readonly QuotaPart[]): string => {
  const id = textAt(place, '', idPattern, t.planId);
  if (parts.some((part) => part.id === id)) return id;
  return refuse(place, parts.length === 0 ? t.noParts : fill(t.oneOf, { values: parts.map((part) => part.id).join(', ') }), id);
};

const readLevel: Readonly<Record<ConditionMetric, (place: ConfigPlace) => number>> = {
  attainment: (place) => attainmentAt(place, 0),
  net_revenue: (place) => moneyAt(place, 0),
  margin: (place) => rateAt(place, 0),
  units: (place) => numberAt(place, { min: 0, max: MAX_COUNT, decimals: 0 }, 0),
  deals: (place) => numberAt(place, { min: 0, max: MAX_COUNT, decimals: 0 }, 0),
};

const conditionAt = (place: ConfigPlace, parts: readonly QuotaPart[]): Condition => {
  const field = configFieldsOf(requireValue(place), ['metric', 'match', 'quota', 'level']);
  const [match, quota] = [field('match'), field('quota')];
  const metric = oneOfAt(requireValue(field('metric')), conditionMetrics, 'deals');
  if (metric === 'attainment' && match.value !== undefined) refuse(match, t.attainmentMatch, null);
  if (metric !== 'attainment' && quota.value !== undefined) refuse(quota, t.quotaOfAttainment, null);
  return {
    metric,
    ...(match.value === undefined ? {} : { match: matchAt(match) }),
    ...(quota.value === undefined ? {} : { quota: partIdAt(quota, parts) }),
    level: aboveZero(requireValue(field('level')), readLevel[metric]),
  };
};

/** Reads one condition, or a list of which all must be true. */
const whenAt = (place: ConfigPlace, parts: readonly QuotaPart[]): readonly Condition[] => {
  if (!Array.isArray(requireValue(place).value)) return [conditionAt(place, parts)];
  const when = configListOf(place, 5, (item) => conditionAt(item, parts));
  return when.length === 0 ? refuse(place, t.noValue, when) : when;
};

type PlanRates = Pick<Plan, 'tiers' | 'rates' | 'quota'>;

const gateAt = (place: ConfigPlace, { tiers, rates, quota: { parts = [] } }: PlanRates): Gate => {
  const field = configFieldsOf(requireValue(place), ['when', 'from']);
  const from = attainmentAt(field('from'), 1);
  const allTiers = [tiers, ...rates.filter(({ amount }) => amount === undefined).map((clause) => clause.tiers)];
  if (allTiers.every((tierList) => tierList.every((tier) => tier.from < from))) refuse(field('from'), fill(t.gateFrom, { from }), null);
  return { when: whenAt(field('when'), parts), from };
};

const kickerAt = (place: ConfigPlace, { quota: { parts = [] } }: PlanRates): Kicker => {
  const field = configFieldsOf(requireValue(place), ['when', 'times', 'otherwise']);
  const bounds = { min: 0, max: MAX_TIMES, decimals: 6 };
  const [times, otherwise] = [numberAt(field('times'), bounds, 1), numberAt(field('otherwise'), bounds, 1)];
  if (times === otherwise) refuse(place, t.noKick, null);
  return { when: whenAt(field('when'), parts), times, otherwise };
};

type Conditional = Pick<Plan, 'gates' | 'gateMode' | 'kickers'>;

/** Reads a plan's gates and kickers; omits the fields if it has none. */
export const conditionalAt = (field: (key: 'gates' | 'gate_mode' | 'kickers') => ConfigPlace, planRates: PlanRates): Conditional => {
  const gates = configListOf(field('gates'), 10, (item) => gateAt(item, planRates));
  const kickers = configListOf(field('kickers'), 10, (item) => kickerAt(item, planRates));
  const mode = field('gate_mode');
  if (mode.value !== undefined && gates.length === 0) refuse(mode, t.gateModeAlone, null);
  return {
    ...(gates.length === 0 ? {} : { gates, gateMode: oneOfAt(mode, tierModes, 'marginal') }),
    ...(kickers.length === 0 ? {} : { kickers }),
  };
};
