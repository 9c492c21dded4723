import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computePeriod } from '../../../contract/rules/commission/engine.ts';
import { dueTriggersOf } from '../../../contract/rules/commission/explain/dueTriggers.ts';
import { standingOf } from '../../../contract/rules/commission/explain/facts.ts';
import { explainRecord, type Facts } from '../../../contract/rules/commission/explain.ts';
import { defaultPlan, nextTier, type ReleaseRule } from '../../../contract/rules/commission/plan.ts';
import { PPM, roundRatio, toPpm } from '../../../contract/rules/money.ts';
import { addDays } from '../../../contract/rules/time/period.ts';
import { booked, plans, sales } from '../support/bookings.ts';
import { facts, paid, paidInFull, received, refunded, withOriginal, withRelease } from '../support/facts.ts';

const sentences = (given: Partial<Facts>) => explainRecord({ ...facts, ...given }).takes?.map(({ sentence }) => sentence);

describe('decisions 2.04: the smallest change that makes a record due', () => {
  it('is the rest of the invoice if the plan releases on full payment', () =>
    expect(sentences(received(['2026-02-01', 240_000]))).toEqual(['$3,600.00 more on 1042-A makes it due.']));

  it('is a partial payment in proportional release, and the full payment makes all of it due', () =>
    expect(
      sentences({ ...withRelease('proportional_to_payments'), ...paid(['2026-03-01', 140_000]), ...received(['2026-02-01', 240_000]) }),
    ).toEqual(['$0.01 more on 1042-A makes it due.', '$3,600.00 more on 1042-A makes all of it due.']));

  it('is nothing for a wait, and a payment starts one', () => {
    const waits = withRelease('invoice_paid_in_full', 30);
    expect(sentences({ ...waits, ...received(['2026-05-20', 600_000]) })).toEqual(['It becomes due automatically on Jun 19, 2026.']);
    expect(sentences({ ...waits, ...received(['2026-05-20', 600_000]), payDays: { rule: 15, last: null } })).toEqual([
      'It becomes due automatically on Jun 19, 2026. The next pay day after that is Jul 15, 2026.',
    ]);
    expect(sentences({ ...waits, ...received(['2026-05-31', 600_000]), payDays: { rule: 'last_day', last: null } })).toEqual([
      'It becomes due automatically on Jun 30, 2026. The same day is a pay day: a payout run proposed then can pay it.',
    ]);
    expect(sentences(waits)).toEqual(['$6,000.00 more on 1042-A makes it due. The plan waits 30 days after that.']);
  });

  it('is nothing for a record that is due, paid or earns nothing', () => {
    expect(sentences(paidInFull)).toEqual([]);
    expect(sentences({ ...paidInFull, ...paid(['2026-03-01', 350_000]) })).toEqual([]);
    expect(sentences({ computed: { ...facts.computed, parts: [], amount: 0 } })).toEqual([]);
  });

  it('is a refund for a credit memo', () => {
    const memo = { ...refunded(['2026-02-01', -240_000]), computed: { ...facts.computed, amount: -350_000 } };
    expect(sentences(memo)).toEqual(['$3,600.00 more refunded on 1042-A makes it due to be taken back.']);
  });

  it('decisions 2.03: is a payment of the original for a credit memo with a known original', () => {
    const memo = { ...refunded(['2026-02-01', -240_000]), ...withOriginal(['2026-02-01', 240_000]) };
    expect(sentences({ ...memo, computed: { ...facts.computed, amount: -350_000 } })).toEqual(['$3,600.00 more on 1042-A makes it due.']);
  });

  const money = fc.integer({ min: -700_000, max: 700_000 });
  const day = fc.integer({ min: 20, max: 140 }).map((days) => addDays('2026-01-01', days));
  const rows = fc.array(fc.tuple(day, money), { maxLength: 4 });
  it('property: makes more of the record due, and one cent less does not', () =>
    fc.assert(
      fc.property(
        fc.record({
          when: fc.constantFrom<ReleaseRule[]>('invoice_paid_in_full', 'proportional_to_payments', 'on_booking'),
          waitDays: fc.constantFrom(0, 0, 1, 30),
          gross: money,
          amount: money,
          receipts: rows,
          payouts: rows,
        }),
        ({ when, waitDays, gross, amount, receipts, payouts }) => {
          const all: Facts = {
            ...facts,
            ...withRelease(when, waitDays),
            computed: { ...facts.computed, amount },
            invoice: { gross, receipts: receipts.map(([on, cents]) => ({ on, amount: cents })), expected: [] },
            payouts: payouts.map(([on, cents]) => ({ on, amount: cents, state: 'completed' as const })),
          };
          const sign = gross < 0 ? -1 : 1;
          const now = standingOf(all);
          for (const need of dueTriggersOf(all)) {
            if (need.kind === 'day') {
              expect(Math.abs(standingOf({ ...all, asOf: addDays(need.on, -1) }).due)).toBeLessThanOrEqual(Math.abs(now.due));
              continue;
            }
            const dueWith = (cents: number): number => {
              const extra = { on: all.asOf, amount: sign * cents };
              const after = { ...all.invoice, receipts: [...all.invoice.receipts, extra] };
              return Math.abs(standingOf({ ...all, invoice: after, asOf: addDays(all.asOf, waitDays) }).due);
            };
            expect(dueWith(need.amount)).toBeGreaterThan(Math.abs(now.due));
            if (need.all)
              expect(
                standingOf({
                  ...all,
                  invoice: { ...all.invoice, receipts: [...all.invoice.receipts, { on: all.asOf, amount: sign * need.amount }] },
                }).releasedWithoutWait,
              ).toBe(now.earned);
            else expect(dueWith(need.amount - 1)).toBe(0);
          }
        },
      ),
      { numRuns: 2000 },
    ));
});

describe('decisions 2.06: the distance to the next rate', () => {
  it('is $8,000.00, and the rest pays 7.5%', () =>
    expect(nextTier(defaultPlan, 10_000_000, 9_200_000)).toEqual({ missing: 800_000, rate: 0.075 }));

  it('property: every cent beyond it is paid at that rate, and with one cent less the first is not', () =>
    fc.assert(
      fc.property(plans('marginal'), fc.integer({ min: 1, max: 30_000_000 }), sales(6), (plan, quota, before) => {
        const reached = before.reduce((sum, { net }) => sum + net, 0);
        const next = nextTier(plan, quota, reached);
        fc.pre(next !== null);
        if (!next) return;
        const rateAfter = (more: number) =>
          computePeriod(plan, quota, [
            ...before,
            ...(more === 0 ? [] : [booked(98, more, { bookingDate: '2026-03-30' })]),
            booked(99, 1, { bookingDate: '2026-03-31' }),
          ]).find(({ id }) => id === 99)?.parts[0]?.rate;
        expect(rateAfter(next.missing)).toBe(next.rate);
        const tierBefore = plan.tiers.findLast(
          ({ from }) => roundRatio(BigInt(quota) * BigInt(toPpm(from)), BigInt(PPM)) <= reached + next.missing - 1,
        );
        expect(rateAfter(next.missing - 1)).toBe(tierBefore?.rate ?? plan.tiers[0]?.rate);
      }),
      { numRuns: 500 },
    ));
});
