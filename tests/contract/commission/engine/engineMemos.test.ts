import { describe, expect, it } from 'vitest';
import { type Booking, computePeriod } from '../../../../contract/rules/commission/engine.ts';
import { defaultPlan, type Plan } from '../../../../contract/rules/commission/plan.ts';
import { booked } from '../../support/bookings.ts';

const quota = 10_000_000;
const capped = (perRecord: number | null, perPeriod: number | null): Plan => ({ ...defaultPlan, caps: { perRecord, perPeriod } });
const amounts = (rows: readonly Booking[], plan = defaultPlan) => computePeriod(plan, quota, rows).map(({ amount }) => amount);
const order = (rows: readonly Booking[]) => computePeriod(defaultPlan, quota, rows).map(({ id }) => id);
const thirdMemos = (overrides: Partial<Booking>) => [-333, -333, -334].map((net, index) => booked(index + 2, net, overrides));

describe('decisions 2.02: credit memos take back the original commission', () => {
  it('three memos over thirds leave no cent, whether their record is of this period or an earlier one', () => {
    expect(amounts([booked(1, 1_000), ...thirdMemos({ creditOf: 1 })])).toEqual([50, -17, -16, -17]);
    const original = { parts: [{ net: 1_000, rate: 0.05 }], amount: 50, base: 1_000, over: 0, net: 1_000 };
    expect(amounts(thirdMemos({ creditOf: 77, original }))).toEqual([-17, -16, -17]);
  });

  it('the second half of a negative record is as large as the first', () => {
    const original = { parts: [{ net: -2, rate: 1 }], amount: -2, base: -2, over: 0, net: -2 };
    expect(amounts([booked(1, 1, { creditOf: 77, original }), booked(2, 1, { creditOf: 77, original })])).toEqual([1, 1]);
  });

  it('the memo of a record in two tiers takes back each part at its rate', () =>
    expect(
      computePeriod(defaultPlan, quota, [booked(1, 6_000_000), booked(2, 6_000_000), booked(3, -6_000_000, { creditOf: 2 })])[2],
    ).toEqual({
      id: 3,
      cum: 12_000_000,
      quota,
      parts: [
        { net: -4_000_000, rate: 0.05, amount: -200_000, clause: 'tiers.0' },
        { net: -2_000_000, rate: 0.075, amount: -150_000, clause: 'tiers.1' },
      ],
      base: -4_000_000,
      over: -2_000_000,
      amount: -350_000,
      capped: false,
    }));

  it('takes back the amount of a record without revenue, and treats one cent as revenue', () => {
    const none = { parts: [], amount: 50, base: 0, over: 0, net: 0 };
    expect(computePeriod(defaultPlan, quota, [booked(1, -100, { creditOf: 77, original: none })])[0]).toMatchObject({
      parts: [
        { net: -100, rate: 0, amount: 0, clause: 'memo' },
        { net: 0, rate: 0, amount: -50, clause: 'memo' },
      ],
      base: -100,
      over: 0,
      amount: -50,
    });
    const cent = { parts: [{ net: 1, rate: 0.05 }], amount: 0, base: 1, over: 0, net: 1 };
    expect(computePeriod(defaultPlan, quota, [booked(1, -1, { creditOf: 77, original: cent })])[0]?.parts).toEqual([
      { net: -1, rate: 0.05, amount: 0, clause: 'memo' },
    ]);
  });

  it('caps a memo without a known original, but not one that takes back more than its original', () => {
    expect(amounts([booked(1, -8_000_000, { creditOf: 77 })], capped(320_000, null))).toEqual([-320_000]);
    expect(amounts([booked(1, 6_000_000), booked(2, -12_000_000, { creditOf: 1 })], capped(320_000, null))).toEqual([300_000, -600_000]);
  });
});

describe('decisions 2.02: a memo never comes before its original', () => {
  it('two memos follow their record in booking order, before later bookings', () =>
    expect(order([booked(1, -100, { creditOf: 3 }), booked(2, -100, { creditOf: 3 }), booked(3, 1_000), booked(4, 1_000)])).toEqual([
      3, 1, 2, 4,
    ]));
  it('a memo of a memo comes after it, even if all are memos', () =>
    expect(order([booked(1, 100, { creditOf: 2 }), booked(2, -100, { creditOf: 77 })])).toEqual([2, 1]));
  it('a record that names itself keeps its place', () =>
    expect(order([booked(1, 100, { creditOf: 1 }), booked(2, 1_000)])).toEqual([1, 2]));
});
