import { fill, messages } from '../../../messages.ts';
import { type Cents, fromCents } from '../../money.ts';
import { type Booking, computePeriod } from '../engine.ts';
import type { Plan } from '../plan.ts';
import { type At, fieldsOf, listOf, moneyAt, needed, refuse, textAt } from './reader.ts';

const words = messages.planErrors;
const lowest = -1e9;
type Example = Readonly<{ plan: Plan | undefined; quota: Cents | null; rows: readonly Cents[]; expect: readonly Cents[]; at: At }>;

const bookingOf = (net: Cents, index: number): Booking => ({
  id: index + 1,
  invoiceNumber: String(index).padStart(4, '0'),
  bookingDate: '2026-01-01',
  net,
  gross: net,
  credit: 'sale',
  creditOf: null,
  original: null,
  rateOverride: null,
  excluded: false,
});

const exampleAt = (at: At, plans: readonly Plan[]): Example => {
  const field = fieldsOf(needed(at), ['plan', 'quota', 'rows', 'expect']);
  const id = textAt(field('plan'), plans[0]?.id ?? '');
  const plan = plans.find((one) => one.id === id);
  if (!plan) refuse(field('plan'), fill(words.examplePlan, { ids: plans.map((one) => one.id).join(', ') }), null);
  const rows = listOf(needed(field('rows')), 200, (row) => moneyAt(needed(row), 0, lowest));
  const expect = listOf(needed(field('expect')), 200, (amount) => moneyAt(needed(amount), 0, lowest));
  if (rows.length !== expect.length) refuse(field('expect'), fill(words.exampleRows, { rows: rows.length, amounts: expect.length }), null);
  return { plan, quota: field('quota').value === undefined ? null : moneyAt(field('quota'), 0), rows, expect, at: field('expect') };
};

const text = (cents: Cents): string => fromCents(cents).toFixed(2);

/** Reads `examples` and, where everything else is right, works each out: an amount that comes out otherwise is an error at that amount. */
export const refuseWrongExamples = (list: At, plans: readonly Plan[]): void => {
  const examples = listOf(list, 50, (at) => exampleAt(at, plans));
  if (list.errors.length > 0) return;
  for (const { plan, quota, rows, expect, at } of examples) {
    if (!plan) continue;
    const computed = computePeriod(plan, quota ?? plan.quota.amount, rows.map(bookingOf));
    computed.forEach(({ amount }, index) => {
      const wanted = expect[index];
      if (wanted === undefined || wanted === amount) return;
      const place = { ...at, path: `${at.path}[${index}]` };
      refuse(place, fill(words.example, { wanted: text(wanted), plan: plan.id, amount: text(amount), net: text(rows[index] ?? 0) }), null);
    });
  }
};
