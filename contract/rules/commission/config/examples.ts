import { fill, messages } from '../../../messages.ts';
import { type Cents, fromCents, PPM, toPpm } from '../../money.ts';
import { isReached } from '../bonus.ts';
import { dueOf } from '../commission.ts';
import { figuresOf, quotaCreditsOf } from '../conditions.ts';
import { settleDraw } from '../draw.ts';
import { type Booking, computePeriod } from '../engine.ts';
import { heldReleased } from '../hold.ts';
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
  orNone,
  rateAt,
  refuse,
  requireValue,
  textAt,
} from './reader.ts';

const t = messages.planErrors;
const lowest = -1e9;
const day = '2026-01-01';

/**
 * One sale of an example: its net revenue and cost, the person's `part` of any amount, the fields that clauses match, and the amounts
 * received and paid.
 */
type Row = Readonly<{
  net: Cents;
  cost: Cents | null;
  part: (cents: Cents) => Cents;
  sale: Sale;
  received: Cents;
  paid: Cents;
  held: boolean;
  creditOf: number | null;
  plan: Plan | null;
}>;
/** Expected amounts with their JSON places. `made` computes the actual ones. */
type Expected = Readonly<{
  plan: string;
  at: ConfigPlace;
  wanted: readonly Cents[];
  made: () => readonly Cents[];
  of: (index: number) => string;
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
const cents = (place: ConfigPlace, instead: Cents = 0): Cents => moneyAt(place, instead, lowest);

/** @returns the plan with this id; if none has it, adds an error and returns the first plan */
const planNamed = (place: ConfigPlace, id: string, plans: readonly Plan[]): Plan | null =>
  plans.find((one) => one.id === id) ?? refuse(place, fill(t.examplePlan, { ids: plans.map((one) => one.id).join(', ') }), null);

const simpleRow = (net: Cents): Row => ({
  net,
  cost: null,
  part: (cents) => cents,
  sale: { ...plainSale, deal_size: net },
  received: 0,
  paid: 0,
  held: false,
  creditOf: null,
  plan: null,
});

/** Reads a net revenue, or an object with more details of the sale. */
const rowAt = (place: ConfigPlace, index: number, plans: readonly Plan[]): Row => {
  if (typeof place.value === 'number' || place.value === undefined) return simpleRow(cents(requireValue(place)));
  const field = configFieldsOf(place, rowFields);
  const text = (name: (typeof rowFields)[number]): string | null => orNone(field(name), (given) => textAt(given, ''));
  const net = cents(requireValue(field('net')));
  const cost = orNone(field('cost'), (given) => moneyAt(given, 0));
  const share = toPpm(rateAt(field('share'), 1));
  const activity = text('activity_type');
  const part = (amount: Cents): Cents => splitNet(amount, [share / PPM, (PPM - share) / PPM])[0] ?? amount;
  return {
    net,
    part,
    sale: {
      customer_name: text('customer'),
      customer_type: text('customer_type'),
      activity_types: activity === null ? [] : [activity],
      territory: text('territory'),
      sale_kind: orNone(field('sale_kind'), (given) => oneOfAt(given, saleKinds, 'new')),
      term_months: orNone(field('term_months'), (given) => numberAt(given, { min: 1, max: MAX_TERM_MONTHS, decimals: 0 }, 1)),
      customer_months: orNone(field('customer_months'), (given) => numberAt(given, { min: 0, max: 1200, decimals: 0 }, 0)),
      units: orNone(field('units'), (given) => numberAt(given, { min: 0, max: 1_000_000_000, decimals: 0 }, 0)),
      discount: discountOf({ net_cents: net, list_cents: orNone(field('list_price'), (given) => moneyAt(given, 0)) }),
      deal_size: net,
      margin: marginOf({ net_cents: net, cost_cents: cost }),
    },
    cost,
    received: cents(field('received')),
    paid: cents(field('paid')),
    held: flagAt(field('held'), false),
    creditOf: orNone(field('credit_of'), (given) =>
      Number.isInteger(given.value) && Number(given.value) >= 1 && Number(given.value) <= index
        ? Number(given.value)
        : refuse(given, t.exampleCredit, null),
    ),
    plan: orNone(field('plan'), (given) => planNamed(given, textAt(given, ''), plans)),
  };
};

const bookingOf = (usual: Plan, row: Row, index: number, rows: readonly Row[]): Booking => {
  const { part, sale, creditOf, plan: version } = row;
  const plan = version ?? usual;
  const original = creditOf === null ? undefined : rows[creditOf - 1];
  const soldOf = ({ net, cost, sale: { units = null } }: Row) => ({ net_cents: net, cost_cents: cost, units });
  const sold = { invoice: soldOf(row), original: original ? soldOf(original) : null };
  const net = part(measureOf(plan.measure, sold.invoice, sold.original));
  const rateClause = rateClauseOf(plan, sale);
  const dealAmount = dealAmountOf(plan, rateClause, sale.units ?? null);
  return {
    id: index + 1,
    invoiceNumber: String(index).padStart(4, '0'),
    bookingDate: day,
    net,
    gross: part(row.net),
    credit: 'sale',
    plan,
    creditOf,
    original: null,
    rateOverride: null,
    rateClause,
    ...quotaCreditsOf(plan, sale, net, figuresOf(sold.invoice, sold.original, part)),
    ...(dealAmount === null ? {} : { dealAmount: part(dealAmount) }),
    excluded: false,
  };
};

const text = (amount: Cents): string => fromCents(amount).toFixed(2);

const dueIn = (plan: Plan, { net: whole, part, received, paid, held }: Row, earned: Cents): Cents => {
  const net = part(whole);
  const receipts = [{ on: day, amount: received }];
  const released = releasableIgnoringWait(plan.release, { earned, gross: net, bookingDate: day, receipts }, day);
  return dueOf(earned, held ? heldReleased(earned, released, paid) : released, paid);
};

const exampleAt = (place: ConfigPlace, plans: readonly Plan[]): readonly Expected[] => {
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
  const plan = plans.find((one) => one.id === id);
  if (!plan) return refuse(field('plan'), fill(t.examplePlan, { ids: plans.map((one) => one.id).join(', ') }), []);
  const isDraw = field('due').value !== undefined && field('rows').value === undefined;
  const rows = configListOf(isDraw ? field('rows') : requireValue(field('rows')), 200, (row, index) => rowAt(row, index, plans));
  const quota = field('quota').value === undefined ? plan.quota.amount : moneyAt(field('quota'), 0);
  const won = numberAt(field('won_deals'), { min: 0, max: 1_000_000, decimals: 0 }, 0);
  const dues = configListOf(field('due'), 200, (one) => cents(requireValue(one)));
  const computed = () =>
    computePeriod(
      plan,
      quota,
      rows.map((row, index) => bookingOf(plan, row, index, rows)),
    );
  const amounts = (name: 'expect' | 'expect_due' | 'expect_bonuses' | 'expect_pays', most: number): Expected['wanted'] => {
    const expectedCents = configListOf(field(name), 200, (one) => cents(requireValue(one)));
    if (field(name).value !== undefined && expectedCents.length !== most)
      refuse(field(name), fill(t.exampleRows, { rows: most, amounts: expectedCents.length }), null);
    return expectedCents;
  };
  if (!isDraw) requireValue(field('expect'));
  const netOf = (row: Row): Cents => row.part(row.net);
  const ofRow = (index: number): string => text(rows[index] ? netOf(rows[index]) : 0);
  const net = rows.reduce((sum, row) => sum + netOf(row), 0);
  return [
    { at: field('expect'), wanted: amounts('expect', rows.length), made: () => computed().map(({ amount }) => amount), of: ofRow },
    {
      at: field('expect_due'),
      wanted: amounts('expect_due', rows.length),
      made: () => computed().flatMap(({ amount }, index) => (rows[index] ? [dueIn(plan, rows[index], amount)] : [])),
      of: ofRow,
    },
    {
      at: field('expect_bonuses'),
      wanted: amounts('expect_bonuses', plan.bonuses.length),
      made: () => plan.bonuses.map((bonus) => (isReached(bonus, { net, quota, won }) ? bonus.amount : 0)),
      of: (index: number) => plan.bonuses[index]?.id ?? '',
    },
    {
      at: field('expect_pays'),
      wanted: amounts('expect_pays', dues.length),
      made: () => settleDraw(plan.draw, dues).map(({ pays }) => pays),
      of: (index: number) => text(dues[index] ?? 0),
    },
  ].map((expected) => ({ ...expected, plan: plan.id }));
};

/** The amounts that sales of one quota period earn, in their order. */
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
  for (const { at: location, plan, wanted, made, of: amountOf } of examples.flat()) {
    if (wanted.length === 0) continue;
    made().forEach((amount, index) => {
      const expected = wanted[index];
      if (expected === undefined || expected === amount) return;
      const place = { ...location, path: `${location.path}[${index}]` };
      refuse(place, fill(t.example, { wanted: text(expected), plan, amount: text(amount), net: amountOf(index) }), null);
    });
  }
};
