import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAmountOnly } from '../../../../contract/rules/commission/clauses/shares.ts';
import type { Gate, Kicker } from '../../../../contract/rules/commission/conditions.ts';
import { type Booking, computePeriod } from '../../../../contract/rules/commission/engine.ts';
import { type Plan, tierModes } from '../../../../contract/rules/commission/plan.ts';
import { fractionOf } from '../../../../contract/rules/money.ts';
import { histories, plans, quotas, sales, withMatchedRules, withRates } from '../../support/bookings.ts';

const runs = { numRuns: process.env.TZ === 'America/Phoenix' ? 1000 : 50 };
const modes = fc.constantFrom(...tierModes);
const when = fc.integer({ min: 1, max: 6 }).map((level) => [{ metric: 'deals', level }] as const);
const gates = fc.array(fc.record<Gate>({ when, from: fc.constantFrom(0, 0.3, 0.5, 1) }), { maxLength: 2 });
const kickers = fc.array(fc.record<Kicker>({ when, times: fc.constantFrom(1.1, 2, 0.333333), otherwise: fc.constantFrom(1, 0, 0.5) }), {
  maxLength: 2,
});
const anyPlan: fc.Arbitrary<Plan> = modes
  .chain(plans)
  .chain(withRates)
  .chain((plan) => fc.record({ gates, kickers, gateMode: modes }).map((conditional) => ({ ...plan, ...conditional })));

const withDeals = (rows: readonly Booking[]): Booking[] =>
  rows.map((row) => (row.creditOf === null && row.net !== 0 ? { ...row, adds: { deals: 1 } } : row));
const totalOf = (plan: Plan, quota: number, rows: readonly Booking[]): number =>
  computePeriod(plan, quota, rows).reduce((sum, { amount }) => sum + amount, 0);

describe('issue 49: gates and kickers', () => {
  it('parts add up to amount and net, and each part with a rate is its net at its rate', () =>
    fc.assert(
      fc.property(anyPlan, quotas, histories.chain(withMatchedRules).map(withDeals), (plan, quota, rows) => {
        const nets = new Map(rows.map(({ id, net }) => [id, net]));
        for (const { id, parts, amount } of computePeriod(plan, quota, rows)) {
          expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(amount);
          expect(parts.reduce((sum, part) => sum + part.net, 0)).toBe(parts.length === 0 ? 0 : nets.get(id));
          for (const part of parts.filter((one) => !isAmountOnly(one)))
            expect(Math.abs(part.amount - fractionOf(part.net, part.rate))).toBeLessThanOrEqual(1);
        }
      }),
      runs,
    ));

  it('a plan whose gates are open from the start pays the same as without them', () =>
    fc.assert(
      fc.property(anyPlan, quotas, sales().map(withDeals), (plan, quota, rows) => {
        const open = {
          ...plan,
          gates: plan.gates?.map((gate) => ({ ...gate, when: [{ metric: 'deals', level: 1 } as const] })) ?? [],
          kickers: [],
        };
        const { gates: _gates, gateMode: _mode, kickers: _kickers, ...plain } = plan;
        expect(Math.abs(totalOf(open, quota, rows) - totalOf(plain, quota, rows))).toBeLessThanOrEqual(rows.length);
      }),
      runs,
    ));

  it('a retroactive gate or kicker pays the whole period by its final state', () =>
    fc.assert(
      fc.property(
        anyPlan,
        quotas,
        histories.map((rows) => withDeals(rows.filter(({ credit }) => credit === 'sale'))),
        (plan, quota, rows) => {
          const whole: Plan = { ...plan, gateMode: 'retroactive' };
          const memos = new Map(rows.filter(({ creditOf }) => creditOf !== null).map(({ creditOf, net }) => [creditOf, net]));
          const deals = rows.filter(
            ({ id, creditOf, excluded, net }) => creditOf === null && !excluded && net + (memos.get(id) ?? 0) !== 0,
          ).length;
          const level = (isOpen: boolean) => [{ metric: 'deals', level: isOpen ? -1 : 1000 } as const];
          const isOpen = ({ when: [condition] }: Gate | Kicker): boolean => deals >= (condition?.level ?? 0);
          const last: Plan = {
            ...whole,
            gates: whole.gates?.map((gate) => ({ ...gate, when: level(isOpen(gate)) })) ?? [],
            kickers: whole.kickers?.map((kicker) => ({ ...kicker, when: level(isOpen(kicker)) })) ?? [],
          };
          expect(Math.abs(totalOf(whole, quota, rows) - totalOf(last, quota, rows))).toBeLessThanOrEqual(2 * rows.length);
        },
      ),
      runs,
    ));
});
