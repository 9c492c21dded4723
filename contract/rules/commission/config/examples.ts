import { fill, messages } from '../../../messages.ts';
import { type Cents, fromCents, PPM, toPpm } from '../../money.ts';
import { isReached } from '../bonus.ts';
import { dueOf } from '../commission.ts';
import { figuresOf, quotaCreditsOf } from '../conditions.ts';
import { settleDraw } from '../draw.ts';
import { type Booking, computePeriod } from '../engine.ts';
import { releasedDuringHold } from '../hold.ts';
import { dealAmountOf, plainSale, rateClauseOf, type Sale } from '../matching.ts';
import { discountOf, marginOf, measureOf } from '../measure.ts';
import type { Plan } from '../plan.ts';
import { releasableIgnoringWait } from '../release.ts';
import { MAX_TERM_MONTHS, saleKinds } from '../saleFacts.ts';
import { splitNet } from '../split.ts';
import {
  type ConfigPlace,
  configFieldsOf,
  configListOf,
  flagAt,
  moneyAt,
  numberAt,
  oneOfAt,
  optionalAt,
  rateAt,
  refuse,
  requireValue,
  textAt,
} from './reader.ts';

const t = messages.planErrors;
const MIN_DOLLARS = -1e9;
const day = '2026-01-01';

/**
 * One sale of an example: its net revenue and cost, the person's share of any amount (`shareOf`), the fields that clauses match, and the amounts
 * received and paid.
 */
type Row = Readonly<{
  net: Cents;
  cost: Cents | null;
  shareOf: (cents: Cents) => Cents;
  sale: Sale;
  received: Cents;
  paid: Cents;
  isHeld: boolean;
  creditOf: number | null;
  plan: Plan | null;
}>;
/** Expected amounts with their JSON places. `compute` returns the actual ones. */
type Expectation = Readonly<{
  plan: string;
  place: ConfigPlace;
  expected: readonly Cents[];
  compute: () => readonly Cents[];
  labelOf: (index: number) => string;
}>;

const rowFields = [
  'net',
  'credit_of',
  'plan',
  'customer',
  'customer_type',
  'activity_type',
  'territory',
  'sale_kind',
  'term_months',
  'customer_months',
  'cost',
  'list_price',
  'units',
  'share',
  'received',
  'paid',
  'held',
] as const;
const cents = (place: ConfigPlace, fallback: Cents = 0): Cents => moneyAt(place, fallback, MIN_DOLLARS);

/** @returns the plan with this id; if none has it, adds an error and returns the first plan */
const planNamed = (place: ConfigPlace, id: string, plans: readonly Plan[]): Plan | null =>
  plans.find((plan) => plan.id === id) ?? refuse(place, fill(t.examplePlan, { ids: plans.map((plan) => plan.id).join(', ') }), null);

const simpleRow = (net: Cents): Row => ({
  net,
  cost: null,
  shareOf: (cents) => cents,
  sale: { ...plainSale, deal_size: net },
  received: 0,
  paid: 0,
  isHeld: false,
  creditOf: null,
  plan: null,
});

/** Reads a net revenue, or an object with more details about the sale. */
const rowAt = (place: ConfigPlace, index: number, plans: readonly Plan[]): Row => {
  if (typeof place.value === 'number' || place.value === undefined) return simpleRow(cents(requireValue(place)));
  const field = configFieldsOf(place, rowFields);
  const text = (name: (typeof rowFields)[number]): string | null => optionalAt(field(name), (valuePlace) => textAt(valuePlace, ''));
  const net = cents(requireValue(field('net')));
  const cost = optionalAt(field('cost'), (valuePlace) => moneyAt(valuePlace, 0));
  const share = toPpm(rateAt(field('share'), 1));
  const activity = text('activity_type');
  const shareOf = (amount: Cents): Cents => splitNet(amount, [share / PPM, (PPM - share) / PPM])[0] ?? amount;
  return {
    net,
    shareOf,
    sale: {
      customer_name: text('customer'),
      customer_type: text('customer_type'),
      activity_types: activity === null ? [] : [activity],
      territory: text('territory'),
      sale_kind: optionalAt(field('sale_kind'), (valuePlace) => oneOfAt(valuePlace, saleKinds, 'new')),
      term_months: optionalAt(field('term_months'), (valuePlace) => numberAt(valuePlace, { min: 1, max: MAX_TERM_MONTHS, decimals: 0 }, 1)),
      customer_months: optionalAt(field('customer_months'), (valuePlace) => numberAt(valuePlace, { min: 0, max: 1200, decimals: 0 }, 0)),
      units: optionalAt(field('units'), (valuePlace) => numberAt(valuePlace, { min: 0, max: 1_000_000_000, decimals: 0 }, 0)),
      discount: discountOf({ net_cents: net, list_cents: optionalAt(field('list_price'), (valuePlace) => moneyAt(valuePlace, 0)) }),
      deal_size: net,
      margin: marginOf({ net_cents: net, cost_cents: cost }),
    },
    cost,
    received: cents(field('received')),
    paid: cents(field('paid')),
    isHeld: flagAt(field('held'), false),
    creditOf: optionalAt(field('credit_of'), (valuePlace) =>
      Number.isInteger(valuePlace.value) && Number(valuePlace.value) >= 1 && Number(valuePlace.value) <= index
        ? Number(valuePlace.value)
        : refuse(valuePlace, t.exampleCredit, null),
    ),
    plan: optionalAt(field('plan'), (valuePlace) => planNamed(valuePlace, textAt(valuePlace, ''), plans)),
  };
};

const bookingOf = (examplePlan: Plan, row: Row, index: number, rows: readonly Row[]): Booking => {
  const { shareOf, sale, creditOf, plan: version } = row;
  const plan = version ?? examplePlan;
  const original = creditOf === null ? undefined : rows[creditOf - 1];
  const soldOf = ({ net, cost, sale: { units = null } }: Row) => ({ net_cents: net, cost_cents: cost, units });
  const sold = { invoice: soldOf(row), original: original ? soldOf(original) : null };
  const net = shareOf(measureOf(plan.measure, sold.invoice, sold.original));
  const rateClause = rateClauseOf(plan, sale);
  const dealAmount = dealAmountOf(plan, rateClause, sale.units ?? null);
  return {
    id: index + 1,
    invoiceNumber: String(index).padStart(4, '0'),
    bookingDate: day,
    net,
    gross: shareOf(row.net),
    credit: 'sale',
    plan,
    creditOf,
    original: null,
    rateOverride: null,
    rateClause,
    ...quotaCreditsOf(plan, sale, net, figuresOf(sold.invoice, sold.original, shareOf)),
    ...(dealAmount === null ? {} : { dealAmount: shareOf(dealAmount) }),
    excluded: false,
  };
};

const text = (amount: Cents): string => fromCents(amount).toFixed(2);

const dueOfRow = (plan: Plan, { net: whole, shareOf, received, paid, isHeld }: Row, earned: Cents): Cents => {
  const net = shareOf(whole);
  const receipts = [{ on: day, amount: received }];
  const released = releasableIgnoringWait(plan.release, { earned, gross: net, bookingDate: day, receipts }, day);
  return dueOf(earned, isHeld ? releasedDuringHold(earned, released, paid) : released, paid);
};

const exampleAt = (place: ConfigPlace, plans: readonly Plan[]): readonly Expectation[] => {
  const field = configFieldsOf(requireValue(place), [
    'plan',
    'quota',
    'rows',
    'expect',
    'expect_due',
    'won_deals',
    'expect_bonuses',
    'due',
    'expect_pays',
  ]);
  const id = textAt(field('plan'), plans[0]?.id ?? '');
  const plan = plans.find((candidate) => candidate.id === id);
  if (!plan) return refuse(field('plan'), fill(t.examplePlan, { ids: plans.map((candidate) => candidate.id).join(', ') }), []);
  const isDraw = field('due').value !== undefined && field('rows').value === undefined;
  const rows = configListOf(isDraw ? field('rows') : requireValue(field('rows')), 200, (row, index) => rowAt(row, index, plans));
  const quota = field('quota').value === undefined ? plan.quota.amount : moneyAt(field('quota'), 0);
  const won = numberAt(field('won_deals'), { min: 0, max: 1_000_000, decimals: 0 }, 0);
  const dues = configListOf(field('due'), 200, (duePlace) => cents(requireValue(duePlace)));
  const computeRows = () =>
    computePeriod(
      plan,
      quota,
      rows.map((row, index) => bookingOf(plan, row, index, rows)),
    );
  const readAmounts = (name: 'expect' | 'expect_due' | 'expect_bonuses' | 'expect_pays', maxAmounts: number): Expectation['expected'] => {
    const expectedCents = configListOf(field(name), 200, (amountPlace) => cents(requireValue(amountPlace)));
    if (field(name).value !== undefined && expectedCents.length !== maxAmounts)
      refuse(field(name), fill(t.exampleRows, { rows: maxAmounts, amounts: expectedCents.length }), null);
    return expectedCents;
  };
  if (!isDraw) requireValue(field('expect'));
  const netShareOf = (row: Row): Cents => row.shareOf(row.net);
  const labelOfRow = (index: number): string => text(rows[index] ? netShareOf(rows[index]) : 0);
  const net = rows.reduce((sum, row) => sum + netShareOf(row), 0);
  return [
    {
      place: field('expect'),
      expected: readAmounts('expect', rows.length),
      compute: () => computeRows().map(({ amount }) => amount),
      labelOf: labelOfRow,
    },
    {
      place: field('expect_due'),
      expected: readAmounts('expect_due', rows.length),
      compute: () => computeRows().flatMap(({ amount }, index) => (rows[index] ? [dueOfRow(plan, rows[index], amount)] : [])),
      labelOf: labelOfRow,
    },
    {
      place: field('expect_bonuses'),
      expected: readAmounts('expect_bonuses', plan.bonuses.length),
      compute: () => plan.bonuses.map((bonus) => (isReached(bonus, { net, quota, won }) ? bonus.amount : 0)),
      labelOf: (index: number) => plan.bonuses[index]?.id ?? '',
    },
    {
      place: field('expect_pays'),
      expected: readAmounts('expect_pays', dues.length),
      compute: () => settleDraw(plan.draw, dues).map(({ pays }) => pays),
      labelOf: (index: number) => text(dues[index] ?? 0),
    },
  ].map((expectation) => ({ ...expectation, plan: plan.id }));
};

/** The amounts that sales of one quota period earn, in the order of the sales. */
export const exampleEarnings = (plan: Plan, quota: Cents, nets: readonly Cents[]): readonly Cents[] => {
  const rows = nets.map(simpleRow);
  return computePeriod(
    plan,
    quota,
    rows.map((row, index) => bookingOf(plan, row, index, rows)),
  ).map(({ amount }) => amount);
};

/** Reads `examples` and, if everything else is valid, computes each one: an amount that differs is an error at that amount. */
export const refuseWrongExamples = (list: ConfigPlace, plans: readonly Plan[]): void => {
  const examples = configListOf(list, 50, (place) => exampleAt(place, plans));
  if (list.errors.length > 0) return;
  for (const { place: location, plan, expected, compute, labelOf } of examples.flat()) {
    if (expected.length === 0) continue;
    compute().forEach((amount, index) => {
      const expectedAmount = expected[index];
      if (expectedAmount === undefined || expectedAmount === amount) return;
      const place = { ...location, path: `${location.path}[${index}]` };
      refuse(place, fill(t.example, { wanted: text(expectedAmount), plan, amount: text(amount), net: labelOf(index) }), null);
    });
  }
};
