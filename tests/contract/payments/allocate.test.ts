import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocatedSum, allocationFault, proposeAllocation } from '../../../contract/rules/payments/allocate.ts';

const items = [
  { key: 'a', open: 100 },
  { key: 'b', open: -40 },
  { key: 'c', open: 250 },
];

describe('decisions 2.15: oldest due first', () => {
  it.each([
    [0, []],
    [60, [['a', 60]]],
    [
      130,
      [
        ['a', 100],
        ['c', 30],
      ],
    ],
    [
      900,
      [
        ['a', 100],
        ['c', 250],
      ],
    ],
  ])('%i', (amount, expected) => expect(proposeAllocation(amount, items).map(({ key, amount: part }) => [key, part])).toEqual(expected));

  it.each([
    [[['a', 100]], false, null],
    [[['b', -40]], false, null],
    [[['a', 99]], true, { fault: 'not_all', key: null }],
    [[['a', 101]], false, { fault: 'above_open', key: 'a' }],
    [[['a', -1]], false, { fault: 'below_zero', key: 'a' }],
    [[['b', 10]], false, { fault: 'above_zero', key: 'b' }],
    [[['b', -41]], false, { fault: 'above_open', key: 'b' }],
    [[['c', 101]], false, { fault: 'above_amount', key: null }],
    [[['x', 1]], false, { fault: 'gone', key: 'x' }],
    [[['a', 0]], false, { fault: 'zero', key: 'a' }],
    [
      [
        ['a', 1],
        ['a', 1],
      ],
      false,
      { fault: 'twice', key: 'a' },
    ],
  ] as const)('%j of 100', (lines, all, fault) =>
    expect(
      allocationFault(
        100,
        lines.map(([key, amount]) => ({ key, amount })),
        items,
        all,
      ),
    ).toEqual(fault),
  );

  it('decisions 2.15: a proposal is valid, and pays as much as possible', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000 }),
        fc.array(fc.integer({ min: -5000, max: 5000 }), { maxLength: 12 }),
        (amount, opens) => {
          const all = opens.map((open, index) => ({ key: String(index), open }));
          const lines = proposeAllocation(amount, all);
          const peak = opens.reduce((sum, open) => sum + Math.max(0, open), 0);
          expect(allocationFault(amount, lines, all, false)).toBeNull();
          expect(allocatedSum(lines)).toBe(Math.min(amount, peak));
        },
      ),
    ));
});
