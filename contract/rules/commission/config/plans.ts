import { roles } from '../../../entities/user.ts';
import { fill, messages } from '../../../messages.ts';
import { type Cents, fromCents, toPpm } from '../../money.ts';
import {
  counters,
  defaultPlan,
  leaveRules,
  measures,
  type Plan,
  type QuotaOverride,
  type QuotaPeriod,
  ratesOf,
  tierModes,
} from '../plan.ts';
import { bonusesAt, contestsAt, objectivesAt } from './bonuses.ts';
import { conditionalAt, quotaPartsAt } from './conditions.ts';
import { drawAt } from './payClauses.ts';
import { quotaCreditsAt, ratesAt } from './rates.ts';
import {
  type ConfigPlace,
  configFieldsOf,
  configListOf,
  dayAt,
  flagAt,
  idPattern,
  moneyAt,
  nameOf,
  numberAt,
  oneOfAt,
  optionalAt,
  quotaPeriods,
  rateAt,
  refuse,
  requireValue,
  textAt,
  userIdAt,
} from './reader.ts';
import { releaseOfPlan } from './release.ts';
import { overlaysAt, teamOverridesAt } from './teams.ts';
import { tiersAt } from './tiers.ts';

const t = messages.planErrors;

const periodPatterns = { month: /^\d{4}-(0[1-9]|1[0-2])$/, quarter: /^\d{4}-Q[1-4]$/, year: /^\d{4}$/ } as const;
const periodExamples = { month: '2026-05', quarter: '2026-Q2', year: '2026' } as const;
const DAY_BOUNDS = { min: 0, max: 3650, decimals: 0 };

const appliesToAt = (place: ConfigPlace): Plan['appliesTo'] => {
  if (place.value === undefined) return defaultPlan.appliesTo;
  const field = configFieldsOf(place, ['roles', 'users']);
  const audience = {
    roles: configListOf(field('roles'), roles.length, (role) => oneOfAt(requireValue(role), roles, roles[0])),
    users: configListOf(field('users'), 1000, userIdAt),
  };
  return audience.roles.length + audience.users.length > 0 ? audience : refuse(place, t.nobody, audience);
};

const quotaOverridesAt = (place: ConfigPlace, period: QuotaPeriod): readonly QuotaOverride[] => {
  const seenKeys = new Set<string>();
  return configListOf(place, 1000, (item) => {
    const field = configFieldsOf(item, ['user_id', 'period', 'amount', 'reason']);
    const periodRefusal = fill(t.period, { period, example: periodExamples[period] });
    const override = {
      userId: userIdAt(field('user_id')),
      period: textAt(requireValue(field('period')), '', periodPatterns[period], periodRefusal),
      amount: moneyAt(requireValue(field('amount')), 0),
    };
    textAt(field('reason'), '');
    const key = `${override.userId} ${override.period}`;
    if (seenKeys.has(key)) refuse(item, fill(t.secondOverride, { user: nameOf(item, override.userId), period: override.period }), null);
    seenKeys.add(key);
    return override;
  });
};

const quotaAt = (place: ConfigPlace): Plan['quota'] => {
  const field = configFieldsOf(place, ['period', 'amount', 'by_role', 'overrides', 'ramp', 'parts']);
  const period = oneOfAt(field('period'), quotaPeriods, defaultPlan.quota.period);
  const roleField = configFieldsOf(field('by_role'), roles);
  const byRole = roles.flatMap((role) => (roleField(role).value === undefined ? [] : [[role, moneyAt(roleField(role), 0)] as const]));
  return {
    period,
    amount: moneyAt(field('amount'), defaultPlan.quota.amount),
    byRole: Object.fromEntries(byRole),
    overrides: quotaOverridesAt(field('overrides'), period),
    ramp: configListOf(field('ramp'), 36, (share) => rateAt(requireValue(share), 1)),
    ...quotaPartsAt(field('parts'), field('amount')),
  };
};

const splitsAt = (place: ConfigPlace): Plan['splits'] => {
  const field = configFieldsOf(place, ['sales_person', 'sales_lead']);
  const shares = {
    salesPerson: rateAt(field('sales_person'), defaultPlan.splits.salesPerson),
    salesLead: rateAt(field('sales_lead'), defaultPlan.splits.salesLead),
  };
  const sum = toPpm(shares.salesPerson) + toPpm(shares.salesLead);
  return sum === toPpm(1) ? shares : refuse(place, fill(t.shares, { sum: sum / toPpm(1) }), shares);
};

const capsAt = (place: ConfigPlace): Plan['caps'] => {
  const field = configFieldsOf(place, ['per_record', 'per_period']);
  return {
    perRecord: optionalAt(field('per_record'), (cap) => moneyAt(cap, 0)),
    perPeriod: optionalAt(field('per_period'), (cap) => moneyAt(cap, 0)),
  };
};

/** Reads the minimum of a record, which must not exceed its cap. */
const minimumPerRecordAt = (place: ConfigPlace, { perRecord }: Plan['caps']): Cents | null =>
  optionalAt(place, (minimumPlace) => {
    const minimum = moneyAt(minimumPlace, 0);
    if (minimumPlace.value === 0) refuse(minimumPlace, t.aboveZero, null);
    if (perRecord !== null && minimum > perRecord) refuse(minimumPlace, fill(t.minimumAboveCap, { cap: fromCents(perRecord) }), null);
    return minimum;
  });

const exclusionsAt = (place: ConfigPlace): Plan['exclude'] =>
  configListOf(place, 50, (item) => {
    const field = configFieldsOf(item, ['field', 'in']);
    return {
      field: oneOfAt(requireValue(field('field')), ['customer_type', 'customer_name'], 'customer_type'),
      in: configListOf(requireValue(field('in')), 500, (value) => textAt(requireValue(value), '')),
    };
  });

const clawbackAt = (place: ConfigPlace): Plan['clawback'] => {
  const field = configFieldsOf(place, ['enabled', 'window_days', 'max_share_of_payout']);
  const { enabled, windowDays, maxShareOfPayout } = defaultPlan.clawback;
  return {
    enabled: flagAt(field('enabled'), enabled),
    windowDays: numberAt(field('window_days'), DAY_BOUNDS, windowDays),
    maxShareOfPayout: rateAt(field('max_share_of_payout'), maxShareOfPayout),
  };
};

const effectiveDaysAt = (from: ConfigPlace, to: ConfigPlace): Pick<Plan, 'effectiveFrom' | 'effectiveTo'> => {
  const [effectiveFrom, effectiveTo] = [dayAt(from), dayAt(to)];
  if (effectiveFrom !== null && effectiveTo !== null && effectiveTo < effectiveFrom)
    refuse(to, fill(t.beforeStart, { from: effectiveFrom }), null);
  return { effectiveFrom, effectiveTo };
};

/** Reads one entry of `plans`; omitted fields come from the default plan. */
export const planAt = (place: ConfigPlace): Plan => {
  const field = configFieldsOf(requireValue(place), [
    'id',
    'name',
    'effective_from',
    'effective_to',
    'applies_to',
    'quota',
    'counter',
    'leave',
    'measure',
    'base_commission_rate',
    'over_quota_commission_rate',
    'tiers',
    'tier_mode',
    'due',
    'splits',
    'team_override',
    'overlays',
    'caps',
    'minimum_per_record',
    'exclude',
    'gates',
    'gate_mode',
    'kickers',
    'clawback',
    'rates',
    'quota_credit',
    'bonuses',
    'contests',
    'objectives',
    'draw',
  ]);
  const id = textAt(field('id'), defaultPlan.id, idPattern, t.planId);
  const quota = quotaAt(field('quota'));
  const caps = capsAt(field('caps'));
  const rates = ratesAt(field('rates'), quota.parts);
  const tiers = tiersAt(field('tiers'), field('base_commission_rate'), field('over_quota_commission_rate'), ratesOf(defaultPlan));
  return {
    id,
    name: textAt(field('name'), id === defaultPlan.id ? defaultPlan.name : id),
    ...effectiveDaysAt(field('effective_from'), field('effective_to')),
    appliesTo: appliesToAt(field('applies_to')),
    quota,
    counter: oneOfAt(field('counter'), counters, defaultPlan.counter),
    leave: oneOfAt(field('leave'), leaveRules, defaultPlan.leave),
    measure: oneOfAt(field('measure'), measures, defaultPlan.measure),
    ...tiers,
    tierMode: oneOfAt(field('tier_mode'), tierModes, defaultPlan.tierMode),
    release: releaseOfPlan(field('due')),
    splits: splitsAt(field('splits')),
    ...teamOverridesAt(field('team_override')),
    overlays: overlaysAt(field('overlays')),
    caps,
    minimumPerRecord: minimumPerRecordAt(field('minimum_per_record'), caps),
    exclude: exclusionsAt(field('exclude')),
    ...conditionalAt(field, { tiers: tiers.tiers, rates, quota }),
    clawback: clawbackAt(field('clawback')),
    rates,
    quotaCredits: quotaCreditsAt(field('quota_credit')),
    bonuses: bonusesAt(field('bonuses'), quota.period),
    contests: contestsAt(field('contests'), quota.period),
    objectives: objectivesAt(field('objectives')),
    draw: drawAt(field('draw')),
  };
};
