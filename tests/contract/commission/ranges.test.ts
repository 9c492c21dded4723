import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../contract/rules/commission/config.ts';
import { plainSale, rateClauseOf } from '../../../contract/rules/commission/matching.ts';
import { doRangesOverlap, isEmptyRange, isInRange, type Range } from '../../../contract/rules/commission/ranges.ts';

const errors = (plan: object) => parseConfig(JSON.stringify({ plans: [plan] })).errors.map(({ path, message }) => [path, message]);
const rates = (...matches: object[]) => ({ rates: matches.map((match) => ({ match, base_commission_rate: 0.1 })) });

describe('decisions 2.08: number ranges', () => {
  it.each<readonly [Range, number, boolean]>([
    [{ from: 5 }, 5, true],
    [{ over: 5 }, 5, false],
    [{ over: 5 }, 6, true],
    [{ below: 5 }, 5, false],
    [{ up_to: 5 }, 5, true],
    [{ from: 5, below: 7 }, 7, false],
    [{ over: 5, up_to: 7 }, 7, true],
  ])('%j has %d: %s', (range, value, isIn) => expect(isInRange(range, value)).toBe(isIn));

  it.each<readonly [Range, Range, boolean]>([
    [{ up_to: 5 }, { over: 5 }, false],
    [{ up_to: 5 }, { from: 5 }, true],
    [{ below: 5 }, { from: 5 }, false],
    [{ over: 1, up_to: 5 }, { over: 4, up_to: 9 }, true],
    [{ over: 9 }, { over: 5 }, true],
    [{ from: 1, below: 2 }, { from: 3 }, false],
  ])('%j and %j overlap: %s', (a, b, overlap) => {
    expect(doRangesOverlap(a, b)).toBe(overlap);
    expect(doRangesOverlap(b, a)).toBe(overlap);
  });

  it('two ranges overlap exactly if they share a number', () => {
    const bounds = [undefined, 0, 1, 2];
    const ranges = bounds.flatMap((low) =>
      bounds.flatMap((high): Range[] => [
        { ...(low === undefined ? {} : { from: low }), ...(high === undefined ? {} : { up_to: high }) },
        { ...(low === undefined ? {} : { over: low }), ...(high === undefined ? {} : { below: high }) },
      ]),
    );
    const numbers = Array.from({ length: 21 }, (_, index) => (index - 6) / 4);
    for (const a of ranges) {
      expect(isEmptyRange(a), JSON.stringify(a)).toBe(!numbers.some((number) => isInRange(a, number)));
      for (const b of ranges)
        expect(doRangesOverlap(a, b), `${JSON.stringify(a)} ${JSON.stringify(b)}`).toBe(
          numbers.some((number) => isInRange(a, number) && isInRange(b, number)),
        );
    }
  });

  it('an unknown number is in no range', () => {
    const [plan] = parseConfig(JSON.stringify({ plans: [rates({ deal_size: { from: 0 } })] })).config?.plans ?? [];
    expect(rateClauseOf(plan ?? { rates: [] }, plainSale)).toBeNull();
    expect(rateClauseOf(plan ?? { rates: [] }, { ...plainSale, deal_size: 0 })).toBe(0);
  });

  const place = 'plans[0].rates[0].match.deal_size';
  it.each<readonly [string, object, string, string]>([
    ['a range without bounds', rates({ deal_size: {} }), place, 'must have a bound: from, over, below, up_to'],
    [
      'two lower bounds',
      rates({ deal_size: { from: 1, over: 2 } }),
      `${place}.over`,
      'cannot be combined with from: a range has one lower and one upper bound',
    ],
    [
      'two upper bounds',
      rates({ deal_size: { below: 1, up_to: 2 } }),
      `${place}.up_to`,
      'cannot be combined with below: a range has one lower and one upper bound',
    ],
    ['an empty range', rates({ deal_size: { over: 5, up_to: 5 } }), place, 'contains no number: its lower bound is above its upper one'],
    ['an amount below 0', rates({ deal_size: { from: -1 } }), `${place}.from`, 'must be from 0 to 10000000000, not -1'],
    [
      'steps that overlap',
      rates({ deal_size: { over: 10_000, up_to: 60_000 } }, { deal_size: { over: 50_000 } }),
      'plans[0].rates[1].match',
      'overlaps with plans[0].rates[0]: a sale could match both, and only the first would apply',
    ],
    [
      'a step after a rule for all sizes',
      rates({ customer_type: 'Library' }, { customer_type: ' library', deal_size: { over: 50_000 } }),
      'plans[0].rates[1].match',
      'overlaps with plans[0].rates[0]: a sale could match both, and only the first would apply',
    ],
  ])('refuses %s', (_what, plan, path, message) => expect(errors(plan)).toEqual([[path, message]]));

  it('accepts a rule for all sizes after rules for some, and steps for other customers', () =>
    expect(
      errors(
        rates(
          { customer_type: 'Library', deal_size: { over: 50_000 } },
          { customer_type: 'Library' },
          { customer_type: 'School', deal_size: { over: 10_000 } },
          { deal_size: { over: 20_000 } },
        ),
      ),
    ).toEqual([]));
});
