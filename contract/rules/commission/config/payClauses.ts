import { fill, messages } from '../../../messages.ts';
import { type Bonus, bonusMetrics, type Draw, drawEndings, type Plan } from '../plan.ts';
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
  rateAt,
  refuse,
  textAt,
} from './reader.ts';

const t = messages.planErrors;

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
    const field = configFieldsOf(given, ['amount', 'recoverable', 'months', 'max_share', 'at_leaving']);
    if (field('amount').value === 0) refuse(field('amount'), t.aboveZero, null);
    const recoverable = flagAt(needed(field('recoverable')), true);
    for (const name of ['max_share', 'at_leaving'] as const)
      if (!recoverable && field(name).value !== undefined) refuse(field(name), t.drawNotRecovered, null);
    if (field('max_share').value === 0) refuse(field('max_share'), t.aboveZero, null);
    return {
      amount: moneyAt(needed(field('amount')), 0),
      recoverable,
      ...(field('months').value === undefined ? {} : { months: numberAt(field('months'), { min: 1, max: 120, decimals: 0 }, 1) }),
      ...(field('max_share').value === undefined ? {} : { maxShare: rateAt(field('max_share'), 1) }),
      ...(field('at_leaving').value === undefined ? {} : { atLeaving: oneOfAt(field('at_leaving'), drawEndings, 'recover') }),
    };
  });
