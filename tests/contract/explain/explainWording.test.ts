import { describe, expect, it } from 'vitest';
import { blendedRate, percent, plainDollars, product, usd } from '../../../contract/rules/commission/explain/wording.ts';

describe('decisions 2.04: numbers in a sentence are the same in every locale', () => {
  it.each([
    [0, '0.00', '$0.00'],
    [1, '0.01', '$0.01'],
    [-1, '-0.01', '-$0.01'],
    [240_000, '2,400.00', '$2,400.00'],
    [-123_456_789, '-1,234,567.89', '-$1,234,567.89'],
  ])('%i cents are %s and %s', (cents, bare, dollars) => expect([plainDollars(cents), usd(cents)]).toEqual([bare, dollars]));

  it.each([
    [0, '0.0%'],
    [0.05, '5.0%'],
    [0.075, '7.5%'],
    [0.058333, '5.8333%'],
    [0.000001, '0.0001%'],
    [1.5, '150.0%'],
    [-0.05, '-5.0%'],
  ])('a rate of %f is %s', (rate, text) => expect(percent(rate)).toBe(text));

  it.each([
    [7, 0.05, '0.0035'],
    [0, 0.05, '0.00'],
    [-7, 0.05, '-0.0035'],
    [4_000_000, 0.05, '2,000.00'],
  ])('%i cents at %f make exactly %s', (cents, rate, text) => expect(product(cents, rate)).toBe(text));

  it.each([
    [350_000, 6_000_000, '5.8%'],
    [1, 1, '100.0%'],
    [0, 0, '0.0%'],
  ])('%i of %i is %s', (amount, net, text) => expect(blendedRate(amount, net)).toBe(text));
});
