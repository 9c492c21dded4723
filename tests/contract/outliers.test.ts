import { describe, expect, it } from 'vitest';
import { outliersOf, type PersonMonth } from '../../contract/rules/payPeriods/outliers.ts';

const month = (overrides: Partial<PersonMonth>): PersonMonth => ({
  amount: 0,
  adjusted: 0,
  largest: 0,
  overpaid: 0,
  records: 0,
  last: [],
  ...overrides,
});
const jumpOf = (amount: number, last: readonly number[]): number | null =>
  outliersOf(month({ amount, last })).find(({ rule }) => rule === 'jump')?.percent ?? null;

describe('decisions 2.11: unusual facts of a month', () => {
  it.each([
    ['more than twice the usual amount, and more than ever', 2_500_00, [1_000_00, 1_200_00, 900_00], 150],
    ['nothing, after similar months', 0, [1_000_00, 1_200_00, 900_00], -100],
    ['far from the month before, but within the range of the last six', 2_500_00, [600_00, 2_600_00, 900_00], null],
    ['outside that range, but by less than half of the usual amount', 1_400_00, [1_000_00, 1_200_00, 1_300_00], null],
    ['twice a very small amount', 900_00, [450_00, 430_00], null],
    ['a first month', 9_000_00, [0, 0, 0], null],
    ['a second month', 3_000_00, [1_000_00, 0, 0], 200],
    ['a change of exactly $500.00', 800_00, [300_00], 167],
    ['a change a cent below that', 799_99, [300_00], null],
  ] as const)('%s', (_, amount, last, percent) => expect(jumpOf(amount, last)).toBe(percent));

  it('reports adjustments of a quarter of the commission (from $100.00), a record that is most of it, overpaid records, and a negative total', () => {
    const rules = (overrides: Partial<PersonMonth>) => outliersOf(month(overrides)).map(({ rule, percent }) => [rule, percent]);
    expect(rules({ amount: 1_000_00, adjusted: 250_00 })).toEqual([['adjusted', 25]]);
    expect(rules({ amount: 1_000_00, adjusted: 249_99 })).toEqual([]);
    expect(rules({ amount: 200_00, adjusted: -99_99 })).toEqual([]);
    expect(rules({ amount: 1_000_00, largest: 700_00, records: 3 })).toEqual([['single', 70]]);
    expect(rules({ amount: 1_000_00, overpaid: 1 })).toEqual([['overpaid', null]]);
    expect(rules({ amount: 100_00, adjusted: -300_00 })).toEqual([
      ['negative', null],
      ['adjusted', 300],
    ]);
  });
});
