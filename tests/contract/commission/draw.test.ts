import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReached } from '../../../contract/rules/commission/bonus.ts';
import { commissionStatusFor, dueOf } from '../../../contract/rules/commission/commission.ts';
import { drawOfPayment, settleDraw } from '../../../contract/rules/commission/draw.ts';
import { isHeldOn, releasedDuringHold } from '../../../contract/rules/commission/hold.ts';
import type { Bonus } from '../../../contract/rules/commission/plan.ts';

const draw = { amount: 200_000, recoverable: true };
const pays = (...months: ReturnType<typeof settleDraw>) => months.map((month) => [month.pays, month.balance]);

describe('decisions 2.08: a draw', () => {
  it('recoverable, 2,000: due 1,500, then 3,000, pays 2,000, then 2,500', () =>
    expect(settleDraw(draw, [150_000, 300_000])).toEqual([
      { due: 150_000, recovered: 0, drawn: 50_000, pays: 200_000, balance: 50_000, carried: 0 },
      { due: 300_000, recovered: 50_000, drawn: 0, pays: 250_000, balance: 0, carried: 0 },
    ]));
  it('not recoverable: pays the same without a balance', () =>
    expect(pays(...settleDraw({ ...draw, recoverable: false }, [150_000, 300_000]))).toEqual([
      [200_000, 0],
      [300_000, 0],
    ]));
  it('takes the balance first, then raises the rest of the due amount to the draw', () =>
    expect(pays(...settleDraw(draw, [0, 180_000, 500_000]))).toEqual([
      [200_000, 200_000],
      [200_000, 220_000],
      [280_000, 0],
    ]));
  it('settles a negative due amount with the next month, without a draw', () =>
    expect(settleDraw(draw, [-30_000, 250_000])).toMatchObject([
      { pays: 200_000, balance: 200_000, carried: -30_000 },
      { due: 220_000, recovered: 200_000, drawn: 180_000, pays: 200_000, balance: 180_000, carried: 0 },
    ]));
  it('continues from the balance of earlier months', () =>
    expect(settleDraw(null, [30_000], { balance: 50_000, carried: -10_000 })).toMatchObject([
      { recovered: 20_000, pays: 0, balance: 30_000 },
    ]));

  it('never loses a cent: the amount paid is the due amount plus the balance or grant', () =>
    fc.assert(
      fc.property(
        fc.record({ amount: fc.integer({ min: 0, max: 500_000 }), recoverable: fc.boolean() }),
        fc.array(fc.integer({ min: -300_000, max: 600_000 }), { maxLength: 24 }),
        (clause, dues) => {
          const months = settleDraw(clause, dues);
          const sum = (key: 'pays' | 'drawn' | 'recovered') => months.reduce((total, month) => total + month[key], 0);
          const last = months.at(-1) ?? { balance: 0, carried: 0 };
          const due = dues.reduce((total, one) => total + one, 0);
          expect(sum('pays') + last.carried).toBe(due + sum('drawn') - sum('recovered'));
          expect(clause.recoverable ? sum('drawn') - sum('recovered') : 0).toBe(last.balance);
          for (const month of months) expect(month.pays >= clause.amount && month.balance >= 0 && month.carried <= 0).toBe(true);
        },
      ),
      { numRuns: 1000 },
    ));

  it('ends an advance after its months, and takes back at most its share each month', () =>
    fc.assert(
      fc.property(
        fc.record({
          amount: fc.integer({ min: 1, max: 500_000 }),
          months: fc.integer({ min: 1, max: 6 }),
          share: fc.integer({ min: 1, max: 100 }),
        }),
        fc.array(fc.integer({ min: 0, max: 600_000 }), { minLength: 1, maxLength: 12 }),
        ({ amount, months, share }, dues) => {
          const clause = { amount, recoverable: true, months, maxShare: share / 100 };
          for (const [index, month] of settleDraw(clause, dues).entries()) {
            expect(month.recovered * 100).toBeLessThanOrEqual(month.due * share);
            if (index >= months) expect(month.drawn).toBe(0);
            else expect(month.pays).toBeGreaterThanOrEqual(amount);
          }
        },
      ),
      { numRuns: 500 },
    ));
});

describe('decisions 2.08: a draw in several payments of a month', () => {
  it('recovers the draw from later amounts of the month: one payment or many give the same total', () =>
    fc.assert(
      fc.property(
        fc.record({ amount: fc.integer({ min: 0, max: 300_000 }), recoverable: fc.boolean() }),
        fc.integer({ min: 0, max: 400_000 }),
        fc.array(fc.integer({ min: 0, max: 250_000 }), { minLength: 1, maxLength: 5 }),
        (clause, owed, dues) => {
          const before = { paid: 0, kept: 0, balance: owed };
          for (const due of dues) {
            const { drawn, recovered, balance } = drawOfPayment(clause, due, before);
            expect(recovered <= due && drawn >= 0 && before.balance + balance >= 0).toBe(true);
            before.paid += due - recovered + drawn;
            before.kept += drawn - recovered - balance;
            before.balance += balance;
          }
          const [settled] = settleDraw(clause, [dues.reduce((sum, due) => sum + due, 0)], { balance: owed, carried: 0 });
          expect([before.paid, before.balance]).toEqual([settled?.pays, settled?.balance]);
        },
      ),
      { numRuns: 2000 },
    ));
});

describe('decisions 2.08: a hold', () => {
  it.each([
    ['nothing paid: nothing released', 10_000, 10_000, 0, 0, 'not_due'],
    ['partly paid: that part is released', 10_000, 10_000, 4_000, 4_000, 'partially_paid'],
    ['all paid: all released', 10_000, 10_000, 10_000, 10_000, 'paid'],
    ['overpaid before the hold: no more than was released', 10_000, 3_000, 4_000, 3_000, 'over_paid'],
    ['more taken back than was paid: not below zero', 10_000, 10_000, -500, 0, 'due'],
    ['the same for a negative record', -10_000, -10_000, -4_000, -4_000, 'partially_paid'],
    ['a negative record that nothing was deducted for', -10_000, -10_000, 0, 0, 'not_due'],
  ] as const)('%s', (_what, earned, released, paid, held, status) => {
    expect(releasedDuringHold(earned, released, paid)).toBe(held);
    expect(commissionStatusFor(earned, held, paid)).toBe(status);
  });

  it('never makes a record overpaid or anything due', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: -9999, max: 9999 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: -9999, max: 9999 }),
        (earned, part, paid) => {
          const released = Math.round(earned * part) || 0;
          const held = releasedDuringHold(earned, released, paid);
          if (commissionStatusFor(earned, held, paid) === 'over_paid')
            expect(commissionStatusFor(earned, released, paid)).toBe('over_paid');
          expect(Math.abs(dueOf(earned, held, paid)) <= Math.abs(dueOf(earned, released, paid))).toBe(true);
          if (earned >= 0) {
            const over = Math.max(0, paid - held);
            expect(paid + Math.max(0, held - paid) + (earned - held) - over).toBe(earned);
          }
        },
      ),
      { numRuns: 2000 },
    ));

  it('lasts from its first day until the day it ends', () => {
    const hold = { from: '2026-05-02', until: '2026-05-10' };
    expect(['2026-05-01', '2026-05-02', '2026-05-09', '2026-05-10'].map((day) => isHeldOn(hold, day))).toEqual([false, true, true, false]);
    expect(isHeldOn({ from: '2026-05-02', until: null }, '2099-01-01')).toBe(true);
  });
});

describe('decisions 2.08: a bonus', () => {
  const bonus = (overrides: Partial<Bonus>): Bonus => ({
    id: 'b',
    name: 'b',
    metric: 'net_revenue',
    level: 1_000_000,
    within: 'quarter',
    amount: 50_000,
    ...overrides,
  });
  it.each([
    ['net revenue of exactly the level', bonus({}), { net: 1_000_000 }, true],
    ['a cent below it', bonus({}), { net: 999_999 }, false],
    ['attainment of exactly the level', bonus({ metric: 'attainment', level: 1.2 }), { net: 12_000_000, quota: 10_000_000 }, true],
    ['attainment a cent below it', bonus({ metric: 'attainment', level: 1.2 }), { net: 11_999_999, quota: 10_000_000 }, false],
    ['attainment without a quota', bonus({ metric: 'attainment', level: 1 }), { net: 1, quota: 0 }, false],
    ['enough won deals', bonus({ metric: 'won_deals', level: 3 }), { won: 3 }, true],
    ['too few won deals', bonus({ metric: 'won_deals', level: 3 }), { won: 2 }, false],
  ])('%s', (_what, item, figures, reached) => {
    const all = { net: 0, quota: 0, won: 0, ...figures };
    expect(isReached(item, all)).toBe(reached);
  });
});
