import { describe, expect, it } from 'vitest';
import { adjustmentForm, optionalAmount } from '../../contract/forms/adjustment.ts';
import { toAmountText } from '../../contract/forms/amount.ts';

const text = 'Amount must be a valid number';
const pasted = (value: string, before = ''): string => toAmountText({ before, after: value, pasted: true });
const input = (value: string, before = ''): string => toAmountText({ before, after: value, pasted: false });
const refusal = async (amount: string): Promise<string | null> => {
  try {
    await adjustmentForm.validateAt('adjustment_amount', { adjustment_amount: amount });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

describe('spec 2.38: typing an amount', () => {
  it.each([
    ['a-1e4.567', '14.56'],
    ['-12.505', '-12.50'],
    ['1.2.3', '1.23'],
    ['--5', '-5'],
    ['5-', '5'],
    ['', ''],
  ])('%s becomes %s', (value, cleaned) => expect(input(value)).toBe(cleaned));

  it.each([
    ['\u2212500', '-500'],
    ['\u2013500', '-500'],
    ['$-500', '-500'],
    ['-$500', '-500'],
    ['(500', '-500'],
    ['(500.00)', '-500.00'],
  ])('keeps every form of minus: %s', (value, cleaned) => expect(input(value)).toBe(cleaned));
});

describe('spec 2.38, 5.02: pasting an amount', () => {
  it.each([
    ['\u2212500', '-500'],
    ['(500.00)', '-500.00'],
    ['$(1,250.00)', '-1250.00'],
    ['($500)', '-500'],
    ['$-500', '-500'],
    ['-$500', '-500'],
    [' 1,234.56 ', '1234.56'],
    ['1,234,567.5', '1234567.5'],
    ['+20', '20'],
    ['.5', '.5'],
    ['12.500', '12.50'],
  ])('%s is read as %s', (value, read) => expect(pasted(value)).toBe(read));

  it.each([
    '1.234,56',
    '1.234,50',
    '1\u00a0234.5',
    '1 234',
    '1e400',
    '1,5',
    '12,34',
    '500-',
    '-(500)',
    '200.00-500',
    'five',
    '--5',
    '12.505',
    '.005',
  ])('keeps %s as pasted and refuses it', async (value) => {
    expect(pasted(value)).toBe(value);
    expect(await refusal(value)).toBe(text);
  });

  it('keeps unreadable text until it is readable again, and then filters it', () => {
    expect(input('1.234,567', '1.234,56')).toBe('1.234,567');
    expect(input('1,234.5', '1,234,.5')).toBe('1234.5');
  });
});

describe('decisions 2.13: the amount entered with a resolution', () => {
  it.each([
    ['', null],
    ['-12.50', null],
    ['1.234,56', text],
    ['0', 'Amount cannot be zero'],
  ])('"%s": %s', async (amount, message) => {
    const refusal = await optionalAmount.validate(amount).then(
      () => null,
      (error: Error) => error.message,
    );
    expect(refusal).toBe(message);
  });
});
