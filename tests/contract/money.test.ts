import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AtRate, earnedOn, fromCents, roundHalfAway, toCents, toPpm } from '../../contract/rules/money.ts';

/** Cents that a decimal with two places represents exactly: up to nine trillion dollars, positive or negative. */
const anyCents = fc.integer({ min: -900_000_000_000_000, max: 900_000_000_000_000 });
const asText = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

describe('decisions 2.01: money is integer cents inside, decimals with two places on the wire', () => {
  it.each([
    [0, 0],
    [-0, 0],
    [1234.5, 123_450],
    [0.1 + 0.2, 30],
    [1.005, 101],
    [1.00499, 100],
    [8.325, 833],
    [-1.005, -101],
    [-8.325, -833],
    [0.004, 0],
    [0.004999999, 1],
    [0.00499999, 0],
    [-0.004, 0],
    [-0.005, -1],
    [999_999_999_999.99, 99_999_999_999_999],
  ])('the number %f is %i cents by its first eight decimals, with half a cent rounded away from zero', (amount, cents) =>
    expect(toCents(amount)).toBe(cents),
  );

  it.each([
    ['0', 0],
    ['-0.00', 0],
    ['1.005', 101],
    ['1.0049999', 100],
    ['8.325', 833],
    ['8.324999999999', 832],
    ['-1.005', -101],
    ['-8.325', -833],
    [' 42.1 ', 4210],
    ['90071992547409.91', 9_007_199_254_740_991],
    ['-90071992547409.91', -9_007_199_254_740_991],
  ])('the text %j is %i cents, with every digit counted', (amount, cents) => expect(toCents(amount)).toBe(cents));

  it.each(['', '.', '-', '1.', '.5', '1,000', '1e3', '0x10', '--1', '+1', '1.2.3', 'NaN', '١'])(
    'the text %j is not an amount of money',
    (text) => expect(() => toCents(text)).toThrow(RangeError),
  );

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e21, 9e15])(
    'refuses the number %d and never rounds silently',
    (n) => expect(() => toCents(n)).toThrow(RangeError),
  );

  it('also refuses text with more cents than an exact integer holds', () => expect(() => toCents('90071992547409.92')).toThrow(RangeError));

  it('converts cents to a wire amount and back', () => fc.assert(fc.property(anyCents, (cents) => toCents(fromCents(cents)) === cents)));

  it('converts cents to decimal text and back', () => fc.assert(fc.property(anyCents, (cents) => toCents(asText(cents)) === cents)));

  it('a number and its shortest text give the same cents', () =>
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (mills) => toCents(mills / 1000) === toCents(String(mills / 1000))),
    ));

  it('negative amounts mirror positive ones', () =>
    fc.assert(fc.property(fc.integer({ min: 1, max: 2 ** 40 }), (mills) => toCents(-mills / 1000) === -toCents(mills / 1000))));
});

describe('decisions 2.01: round half away from zero', () => {
  it.each([
    [2.5, 3],
    [-2.5, -3],
    [0.5, 1],
    [-0.5, -1],
    [0.4, 0],
    [-0.4, 0],
    [3, 3],
  ])('%f rounds to %i', (value, rounded) => expect(roundHalfAway(value)).toBe(rounded));

  it('rates are parts per million', () => {
    expect(toPpm(0.05)).toBe(50_000);
    expect(toPpm(0.075)).toBe(75_000);
    expect(toPpm(0.0583333)).toBe(58_333);
  });

  it.each([
    [10, 0.05, 1],
    [-10, 0.05, -1],
    [9, 0.05, 0],
    [100_000_000_000_00, 0.075, 7_500_000_000_00],
    [333, 0.075, 25],
  ])('%i cents at %f is %i cents', (cents, rate, amount) => expect(earnedOn([{ net: cents, rate }])).toBe(amount));

  it('is within half a cent of the exact sum, with ties away from zero, inside and outside the exact range', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            net: fc.oneof(anyCents, fc.integer({ min: -10_000_000_00, max: 10_000_000_00 })),
            ppm: fc.integer({ min: 0, max: 1_000_000 }),
          }),
          { maxLength: 5 },
        ),
        (parts) => {
          const earned = earnedOn(parts.map(({ net, ppm }): AtRate => ({ net, rate: ppm / 1_000_000 })));
          const exact = parts.reduce((sum, { net, ppm }) => sum + BigInt(net) * BigInt(ppm), 0n);
          const doubled = 2n * (BigInt(earned) * 1_000_000n - exact);
          expect(doubled <= 1_000_000n && doubled >= -1_000_000n).toBe(true);
          if (doubled === 1_000_000n) expect(exact).toBeGreaterThan(0n);
          if (doubled === -1_000_000n) expect(exact).toBeLessThan(0n);
          expect(Object.is(earned, -0)).toBe(false);
        },
      ),
      { numRuns: 2000 },
    ));

  it('rounds a tie at the edge of the exact range the same way', () => {
    const most = Number.MAX_SAFE_INTEGER;
    const near = Math.floor(most / 1_000_000);
    expect(earnedOn([{ net: near, rate: 1 }])).toBe(near);
    expect(earnedOn([{ net: near + 1, rate: 1 }])).toBe(near + 1);
    expect(earnedOn([{ net: -near, rate: 0.5 }])).toBe(-Math.round(near / 2));
    expect(
      earnedOn([
        { net: most, rate: 1 },
        { net: -most, rate: 1 },
      ]),
    ).toBe(0);
  });
});
