import { territories } from '../../../entities/user.ts';
import { fill, messages } from '../../../messages.ts';
import { type Bonus, bonusMetrics, type Draw, type MatchField, matchFields, type Plan, type RateClause } from '../plan.ts';
import {
  attainmentAt,
  type ConfigPlace,
  configFieldsOf,
  configListOf,
  flagAt,
  idPattern,
  moneyAt,
  needed,
  numberAt,
  oneOfAt,
  orNone,
  quotaPeriods,
  refuse,
  textAt,
} from './reader.ts';
import { tiersAt } from './tiers.ts';

const t = messages.planErrors;

/** Reads one value, or a list of which any one matches. */
const valuesAt = (place: ConfigPlace, field: MatchField): readonly string[] => {
  const read = (value: ConfigPlace): string => (field === 'territory' ? oneOfAt(value, territories, 'Global') : textAt(value, ''));
  if (typeof place.value === 'string') return [read(place)];
  const values = configListOf(place, 500, (value) => read(needed(value)));
  return Array.isArray(place.value) && values.length === 0 ? refuse(place, t.noValue, values) : values;
};

const matchAt = (place: ConfigPlace): RateClause['match'] => {
  const field = configFieldsOf(place, matchFields);
  const named = matchFields.filter((name) => field(name).value !== undefined);
  if (place.value !== undefined && named.length === 0) refuse(place, fill(t.noMatch, { fields: matchFields.join(', ') }), null);
  return Object.fromEntries(named.map((name) => [name, valuesAt(field(name), name)]));
};

/** An omitted second rate equals the first: most such rules pay one rate regardless of earlier sales. */
const rateClauseAt = (place: ConfigPlace): RateClause => {
  const field = configFieldsOf(needed(place), ['match', 'base_commission_rate', 'over_quota_commission_rate', 'tiers']);
  const [base, over] = [field('base_commission_rate'), field('over_quota_commission_rate')];
  const match = matchAt(needed(field('match')));
  if (field('tiers').value === undefined) needed(base);
  return { match, ...tiersAt(field('tiers'), base, over, null) };
};

export const ratesAt = (place: ConfigPlace): Plan['rates'] => configListOf(place, 50, rateClauseAt);

const months = { month: 1, quarter: 3, year: 12 } as const;

const bonusAt = (place: ConfigPlace, period: Plan['quota']['period']): Bonus => {
  const field = configFieldsOf(needed(place), ['id', 'name', 'metric', 'level', 'within', 'amount']);
  const id = textAt(needed(field('id')), '', idPattern, t.planId);
  const metric = oneOfAt(needed(field('metric')), bonusMetrics, 'net_revenue');
  const within = oneOfAt(needed(field('within')), quotaPeriods, 'month');
  const level = needed(field('level'));
  if (metric === 'attainment' && months[within] < months[period]) refuse(field('within'), fill(t.bonusWithin, { period }), null);
  const bonus = {
    id,
    name: textAt(field('name'), id),
    metric,
    within,
    level: {
      net_revenue: () => moneyAt(level, 0),
      attainment: () => attainmentAt(level, 0),
      won_deals: () => numberAt(level, { min: 0, max: 1_000_000, decimals: 0 }, 0),
    }[metric](),
    amount: moneyAt(needed(field('amount')), 0),
  };
  if (level.value === 0) refuse(level, t.aboveZero, null);
  if (field('amount').value === 0) refuse(field('amount'), t.aboveZero, null);
  return bonus;
};

export const bonusesAt = (place: ConfigPlace, period: Plan['quota']['period']): Plan['bonuses'] => {
  const seen = new Map<string, number>();
  let index = 0;
  return configListOf(place, 50, (item) => {
    const bonus = bonusAt(item, period);
    const twin = seen.get(bonus.id);
    if (twin !== undefined) refuse({ ...item, path: `${item.path}.id` }, fill(t.sameBonus, { id: bonus.id, index: twin }), null);
    else seen.set(bonus.id, index);
    index += 1;
    return bonus;
  });
};

export const drawAt = (place: ConfigPlace): Draw | null =>
  orNone(place, (given) => {
    const field = configFieldsOf(given, ['amount', 'recoverable']);
    if (field('amount').value === 0) refuse(field('amount'), t.aboveZero, null);
    return { amount: moneyAt(needed(field('amount')), 0), recoverable: flagAt(needed(field('recoverable')), true) };
  });
