import { roleLabels, roles } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { conditionMetrics } from '../../../contract/rules/commission/conditions.ts';
import { valueAt } from '../../../contract/rules/commission/config/draft.ts';
import { contestMetrics } from '../../../contract/rules/commission/contest.ts';
import { bonusMetrics, type MatchField, matchFields, rangeFields } from '../../../contract/rules/commission/plan.ts';
import { rangeBounds } from '../../../contract/rules/commission/ranges.ts';

const planFields = messages.planFields;
const planChoices = messages.planChoices;
const planHints = messages.planHints;

/** Percentages and attainments are fractions in the JSON and percentages in their fields. */
export type LeafKind = 'money' | 'percent' | 'attainment' | 'number' | 'text' | 'day' | 'flag' | 'values' | 'percents' | 'amounts';
export type ChoiceName = keyof typeof planChoices;
export type ListShape = Readonly<{ kind: 'list'; item: Shape; start: unknown }>;
export type ObjectShape = Readonly<{ kind: 'object'; fields: readonly FieldShape[] }>;
export type Shape =
  | Readonly<{ kind: LeafKind }>
  | Readonly<{ kind: 'people' | 'person' | 'roles' | 'role' | 'territories' }>
  /** A level of the object's `metric`, in its unit. */
  | Readonly<{ kind: 'level' }>
  /** `words` replaces some labels of the choices. */
  | Readonly<{ kind: 'choice'; values: readonly ChoiceName[]; words?: Readonly<Partial<Record<ChoiceName, string>>> }>
  /** Steps of attainment; `modes`: each step may set its own mode. */
  | Readonly<{ kind: 'tiers'; modes: boolean }>
  /** Two rates or a staircase, and the revenue from which a higher rate applies; uses several keys of the enclosing object. */
  | Readonly<{ kind: 'pay' }>
  /** One entry or a list of entries; `first` turns one entry into a list. */
  | Readonly<{ kind: 'either'; one: ObjectShape; many: ListShape; first: (one: unknown) => readonly unknown[] }>
  | ListShape
  | ObjectShape;
/** A key of an object. `keys`: the keys of the enclosing object that the field uses instead. `start`: the value it gets when added. */
export type FieldShape = Readonly<{
  key: string;
  label: string;
  hint?: string;
  shape: Shape;
  keys?: readonly string[];
  optional?: boolean;
  start?: unknown;
}>;

type Key = keyof typeof planFields;
type Extra = Partial<Omit<FieldShape, 'key' | 'shape'>>;
const units: Partial<Record<Shape['kind'], string>> = { money: ', $', amounts: ', $', percent: ', %', attainment: ', %', percents: ', %' };
const hints: Partial<Record<Shape['kind'], string>> = {
  ...planHints,
  percents: planHints.ramp,
  amounts: planHints.prizes,
  values: messages.planBuilder.values,
};

const field = (key: Key, shape: Shape, extra: Extra = {}): FieldShape => {
  const hint = hints[shape.kind];
  return { key, label: `${planFields[key]}${units[shape.kind] ?? ''}`, ...(hint ? { hint } : {}), shape, ...extra };
};
const optional = (key: Key, shape: Shape, start?: unknown, extra: Extra = {}): FieldShape =>
  field(key, shape, { optional: true, start, ...extra });
const object = (...fields: readonly FieldShape[]): ObjectShape => ({ kind: 'object', fields });
const list = (item: Shape, start: unknown): ListShape => ({ kind: 'list', item, start });
const choice = (...values: readonly ChoiceName[]) => ({ kind: 'choice', values }) as const;

const money = { kind: 'money' } as const;
const percent = { kind: 'percent' } as const;
const number = { kind: 'number' } as const;
const text = { kind: 'text' } as const;
const day = { kind: 'day' } as const;
const flag = { kind: 'flag' } as const;
const values = { kind: 'values' } as const;
const person = { kind: 'person' } as const;
const role = { kind: 'role' } as const;
const period = choice('month', 'quarter', 'year');

const figureKinds = {
  deal_size: money,
  margin: percent,
  discount: percent,
  term_months: number,
  customer_months: number,
  units: number,
} as const;
const matchShapes: Readonly<Partial<Record<MatchField, Shape>>> = {
  sale_kind: choice('new', 'renewal'),
  territory: { kind: 'territories' },
};
const match = object(
  ...matchFields.map((name) => optional(name, matchShapes[name] ?? values)),
  ...rangeFields.map((name) =>
    optional(name, object(...rangeBounds.map((bound) => optional(bound, figureKinds[name]))), { from: name === 'deal_size' ? 50_000 : 0 }),
  ),
);
const payKeys = ['base_commission_rate', 'over_quota_commission_rate', 'tiers', 'tier_mode'] as const;
const pay = { key: 'pay', label: messages.planCards.pay, shape: { kind: 'pay' }, keys: payKeys } as const;
const quotaPart = optional('quota', text, '', { label: planFields.part });
const rateRule = object(
  optional('match', match, { customer_type: [] }),
  quotaPart,
  { ...pay, optional: true, start: { base_commission_rate: 0.05 } },
  optional('amount', money, 250),
  optional('per', choice('deal', 'unit'), 'unit'),
);
const metric = choice(...bonusMetrics);
const days = [
  optional('within', period, 'quarter'),
  optional('from', day, undefined, { label: planFields.effective_from }),
  optional('to', day),
];
const named = [field('id', text), optional('name', text, '')];
const sums = { amount: { hint: planHints.money } } as const;

const level = { key: 'level', label: planFields.metric_level, shape: { kind: 'level' } } as const;
const condition = object(field('metric', choice(...conditionMetrics)), level, optional('match', match, { customer_type: [] }), quotaPart);
const firstCondition = { metric: 'deals', level: 3 };
const when = field(
  'when',
  { kind: 'either', one: condition, many: list(condition, firstCondition), first: (one) => [one, firstCondition] },
  { label: planFields.condition },
);
const gate = object(when, optional('from', { kind: 'attainment' }, 1, { label: `${planFields.gate_from}${units.attainment}` }));
const kicker = object(when, optional('times', number, 1.1, { label: planFields.kicker_times }), optional('otherwise', number, 0));

const bonus = object(...named, field('metric', metric), level, ...days, field('amount', money));
const contest = object(
  ...named,
  field('metric', choice(...contestMetrics)),
  optional('match', match, { customer_type: [] }),
  ...days,
  field('prizes', { kind: 'amounts' }),
);
const objective = object(...named, ...days, field('amount', money));

const term = [
  field('when', choice('invoice_paid_in_full', 'proportional_to_payments', 'on_booking', 'year_end')),
  optional('wait_days', number, 30),
  optional('lapse', object(field('after_days', number), optional('returns_within_days', number, 120)), { after_days: 90 }),
];
const override = [
  field('role', role),
  optional('rate', percent, 0.01),
  optional('quota', money, 400_000),
  optional('tiers', { kind: 'tiers', modes: false }, [
    { from: 0, rate: 0.01 },
    { from: 1, rate: 0.02 },
  ]),
];
const overrides: Shape = {
  kind: 'either',
  one: object(...override),
  many: list(object(...override, optional('level', number, 1)), { role: 'vp_sales', rate: 0.005 }),
  first: (one) => [one, { role: 'vp_sales', rate: 0.005 }],
};
const release: Shape = {
  kind: 'either',
  one: object(...term),
  many: list(object(field('share', percent), ...term), { share: 0, when: 'invoice_paid_in_full' }),
  first: (one) => [
    { share: 0.5, when: 'on_booking' },
    { share: 0.5, when: 'invoice_paid_in_full', ...(one as object) },
  ],
};

const quota = object(
  field('period', period),
  field('amount', money, sums.amount),
  optional(
    'parts',
    list(
      object(field('id', text), field('amount', money), optional('match', match, { customer_type: [] }), optional('weight', percent, 0.5)),
      {
        id: 'part',
        amount: 100_000,
      },
    ),
    [{ id: 'part', amount: 100_000 }],
  ),
  optional('ramp', { kind: 'percents' }, [0.25, 0.5, 0.75]),
  optional(
    'by_role',
    object(
      ...roles.map((name): FieldShape => ({ key: name, label: `${roleLabels[name]}, $`, shape: money, optional: true, start: 100_000 })),
    ),
    {},
  ),
  optional(
    'overrides',
    list(
      object(field('user_id', person), field('period', text, { hint: planHints.period }), field('amount', money), field('reason', text)),
      {},
    ),
    [{}],
  ),
);

type CardKey = keyof typeof messages.planCards;
const card = (key: CardKey, shape: Shape, start: unknown, extra: Extra = {}): FieldShape => ({
  key,
  label: messages.planCards[key],
  shape,
  optional: true,
  start,
  ...extra,
});

/** A plan's clauses in the order of their cards. A missing clause follows the default plan. */
export const planShape = object(
  card('applies_to', object(field('roles', { kind: 'roles' }), field('users', { kind: 'people' })), { roles: [], users: [] }),
  card(
    'effective',
    object(field('effective_from', day), field('effective_to', day)),
    { effective_from: null },
    { keys: ['effective_from', 'effective_to'] },
  ),
  card('quota', quota, { period: 'quarter', amount: 100_000 }),
  card('pay', { kind: 'pay' }, { base_commission_rate: 0.05, over_quota_commission_rate: 0.075 }, { keys: payKeys }),
  card('rates', list(rateRule, { match: { customer_type: [] }, base_commission_rate: 0.05 }), [
    { match: { customer_type: [] }, base_commission_rate: 0.05 },
  ]),
  card('measure', choice('net_revenue', 'gross_profit'), 'gross_profit', { hint: planFields.measure }),
  card(
    'exclude',
    list(object(field('field', choice('customer_type', 'customer_name')), field('in', values)), { field: 'customer_type', in: [] }),
    [{ field: 'customer_type', in: [] }],
  ),
  card('quota_credit', list(object(field('match', match), field('times', number)), { match: { customer_type: [] }, times: 1.5 }), [
    { match: { customer_type: [] }, times: 1.5 },
  ]),
  card('counter', choice('continue', 'restart'), 'restart', { hint: planFields.counter }),
  card('leave', choice('ignore', 'prorate'), 'prorate', { hint: planFields.leave }),
  card('splits', object(field('sales_person', percent), field('sales_lead', percent)), { sales_person: 0.7, sales_lead: 0.3 }),
  card('team_override', overrides, { role: 'sales_manager', rate: 0.01 }),
  card(
    'overlays',
    list(object(field('user_id', person), field('sellers', { kind: 'people' }), field('rate', percent)), { sellers: [], rate: 0.02 }),
    [{ sellers: [], rate: 0.02 }],
  ),
  card('gates', list(gate, { when: firstCondition }), [{ when: firstCondition }]),
  card('gate_mode', { ...choice('marginal', 'retroactive'), words: messages.planGateModes }, 'retroactive', { hint: planFields.gate_mode }),
  card('kickers', list(kicker, { when: firstCondition, times: 1.1 }), [{ when: firstCondition, times: 1.1 }]),
  card('bonuses', list(bonus, { id: 'bonus', metric: 'attainment', level: 1.2, within: 'quarter', amount: 1500 }), [
    { id: 'bonus', metric: 'attainment', level: 1.2, within: 'quarter', amount: 1500 },
  ]),
  card('contests', list(contest, { id: 'contest', metric: 'net_revenue', within: 'quarter', prizes: [1000] }), [
    { id: 'contest', metric: 'net_revenue', within: 'quarter', prizes: [5000, 2500, 1000] },
  ]),
  card('objectives', list(objective, { id: 'objective', within: 'quarter', amount: 1000 }), [
    { id: 'objective', within: 'quarter', amount: 1000 },
  ]),
  card(
    'draw',
    object(
      field('amount', money),
      field('recoverable', flag),
      optional('months', number, 3),
      optional('max_share', percent, 0.5),
      optional('at_leaving', choice('recover', 'recover_all', 'forgive'), 'recover'),
    ),
    { amount: 3000, recoverable: true, months: 3 },
  ),
  card('caps', object(field('per_record', money), field('per_period', money)), { per_period: 50_000 }),
  card('minimum_per_record', money, 50),
  card('due', release, { when: 'invoice_paid_in_full' }),
  card('clawback', object(field('enabled', flag), field('window_days', number), field('max_share_of_payout', percent)), {
    enabled: true,
    window_days: 180,
    max_share_of_payout: 0.5,
  }),
);

/** Keys of a plan shown above its clauses. */
export const planHead = object(field('id', text), field('name', text));

/** Company-wide keys; those without a field here are edited as JSON. */
export const companyShape = object(
  optional('second_approval_over', money, 500),
  optional('books_begin_on', day, undefined),
  optional('timezone', text, undefined),
);

/** The keys of an object that a field shows. */
export const keysOf = ({ key, keys }: FieldShape): readonly string[] => keys ?? [key];

/** True if a plan has a clause of its own besides its id and name. */
export const hasClauses = (plan: unknown): boolean => planShape.fields.flatMap(keysOf).some((key) => valueAt(plan, [key]) !== undefined);
