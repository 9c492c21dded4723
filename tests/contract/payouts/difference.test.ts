import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceOf, type PaidContent, type PaidLine, payoutPartsOf, sharesOf } from '../../../contract/rules/payouts/difference.ts';

const line = (id: number, amount: number, overrides: Partial<PaidLine> = {}): PaidLine => ({
  kind: 'record',
  id,
  amount,
  day: '2026-11-05',
  dueOn: '2026-11-20',
  receivedOn: '2026-11-18',
  holdEndedOn: null,
  adjusted: 0,
  isMemo: false,
  isBonus: false,
  ...overrides,
});
const payout = (lines: readonly PaidLine[], overrides: Partial<PaidContent> = {}): PaidContent => ({
  since: '2026-10-31',
  lines,
  late: [],
  drawn: 0,
  recovered: 0,
  other: 0,
  ...overrides,
});
const causes = (content: PaidContent) => payoutPartsOf(content).map(({ cause, amount }) => [cause, amount]);
const steps = (before: PaidContent, after: PaidContent) =>
  differenceOf(before, after).map(({ cause, amount, count }) => [cause, amount, count]);

describe('the causes of money in a payout', () => {
  it.each<[string, PaidLine, string]>([
    ['a sale booked since the last payout', line(1, 5000), 'new_sales'],
    ['an earlier sale that the customer has now paid on time', line(1, 5000, { day: '2026-10-31' }), 'released'],
    ['a sale whose customer paid after the due date', line(1, 5000, { receivedOn: '2026-11-21' }), 'paid_late'],
    ['a sale paid on the due date', line(1, 5000, { receivedOn: '2026-11-20' }), 'new_sales'],
    ['a sale of a plan that pays on booking', line(1, 5000, { receivedOn: null }), 'new_sales'],
    ['a record whose hold ended since', line(1, 5000, { holdEndedOn: '2026-11-01', receivedOn: '2026-11-21' }), 'holds_released'],
    ['a record whose hold ended before', line(1, 5000, { holdEndedOn: '2026-10-31' }), 'new_sales'],
    ['a credit memo', line(1, -5000, { isMemo: true }), 'memos'],
    ['an overpayment taken back', line(1, -5000), 'clawed_back'],
    ['an adjustment without a record', line(1, -5000, { kind: 'adjustment' }), 'adjustments'],
    ['a bonus', line(1, 5000, { kind: 'adjustment', isBonus: true }), 'bonuses'],
  ])('%s', (_, one, cause) => expect(causes(payout([one]))).toEqual([[cause, one.amount]]));

  it('counts only new sales in the first payout', () =>
    expect(causes(payout([line(1, 5000, { day: '2025-01-01' })], { since: null }))).toEqual([['new_sales', 5000]]));

  it.each([
    [
      'adds to a sale',
      6000,
      1000,
      [
        ['new_sales', 5000],
        ['adjustments', 1000],
      ],
    ],
    [
      'lowers a sale',
      4000,
      -1000,
      [
        ['new_sales', 5000],
        ['adjustments', -1000],
      ],
    ],
    ['is all that was paid', 1000, 1000, [['adjustments', 1000]]],
    ['was paid in part', 600, 1000, [['adjustments', 600]]],
    ['lowers a paid record', -1000, -1000, [['adjustments', -1000]]],
    [
      'is part of what was taken back',
      -1500,
      -1000,
      [
        ['adjustments', -1000],
        ['clawed_back', -500],
      ],
    ],
    ['does not explain what was taken back', -1500, 1000, [['clawed_back', -1500]]],
  ])('an adjustment of a record %s', (_, amount, adjusted, expected) =>
    expect(causes(payout([line(1, amount, { adjusted })]))).toEqual(expected),
  );

  it('counts a late invoice as sold and as missing', () =>
    expect(causes(payout([line(1, 5000)], { late: [line(2, 3000, { receivedOn: null })] }))).toEqual([
      ['new_sales', 8000],
      ['paid_late', -3000],
    ]));

  it('advances and recovers a draw', () =>
    expect(causes(payout([line(1, 5000)], { drawn: 2000, recovered: 500 }))).toEqual([
      ['new_sales', 5000],
      ['draw_advanced', 2000],
      ['draw_recovered', -500],
    ]));
});

describe('the difference between two payouts', () => {
  it('is $312.40 less: two invoices paid late, a credit memo, draw recovered', () => {
    const before = payout([line(1, 100_000)]);
    const after = payout([line(2, 80_000), line(3, -4240, { isMemo: true })], {
      late: [line(4, 12_000, { receivedOn: null }), line(5, 8000, { receivedOn: null })],
      recovered: 7000,
    });
    expect(steps(before, after)).toEqual([
      ['paid_late', -20_000, 2],
      ['memos', -4240, 1],
      ['draw_recovered', -7000, 1],
    ]);
    expect(steps(before, after).reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(-31_240);
  });

  it('counts late money of the last payout as missing in this one', () =>
    expect(steps(payout([line(1, 3000, { receivedOn: '2026-11-21' }), line(2, 500)]), payout([line(3, 900)]))).toEqual([
      ['new_sales', 400, 1],
      ['paid_late', -3000, 1],
    ]));

  it('is empty for two equal payouts', () => expect(steps(payout([line(1, 700)]), payout([line(2, 700)]))).toEqual([]));

  it('has causes even if the totals are equal', () =>
    expect(steps(payout([line(1, 700)]), payout([line(2, 700, { kind: 'adjustment', isBonus: true })]))).toEqual([
      ['new_sales', -700, 1],
      ['bonuses', 700, 1],
    ]));
});

const days = fc.integer({ min: 1, max: 28 }).map((day) => `2026-11-${String(day).padStart(2, '0')}`);
const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
const lines = fc.array(
  fc.record({
    kind: fc.constantFrom('record' as const, 'adjustment' as const),
    id: fc.integer({ min: 1, max: 20 }),
    amount: cents,
    day: days,
    dueOn: fc.option(days),
    receivedOn: fc.option(days),
    holdEndedOn: fc.option(days),
    adjusted: cents,
    isMemo: fc.boolean(),
    isBonus: fc.boolean(),
  }),
  { maxLength: 12 },
);
const content = fc.record({
  since: fc.option(days),
  lines,
  late: lines,
  drawn: fc.nat(1_000_000),
  recovered: fc.nat(1_000_000),
  other: cents,
});
const amountOf = ({ lines: paid, drawn, recovered, other }: PaidContent): number =>
  paid.reduce((sum, { amount }) => sum + amount, 0) + drawn - recovered + other;

const sumOf = (parts: readonly { amount: number }[]): number => parts.reduce((sum, { amount }) => sum + amount, 0);

describe('to the cent', () => {
  it('the shares of a payout add up to it', () => fc.assert(fc.property(content, (one) => sumOf(sharesOf(one)) === amountOf(one))));

  it('the steps between two payouts add up to the difference', () =>
    fc.assert(fc.property(content, content, (before, after) => sumOf(differenceOf(before, after)) === amountOf(after) - amountOf(before))));
});
