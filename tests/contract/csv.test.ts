import { describe, expect, it } from 'vitest';
import { csvOf } from '../../contract/rules/csv.ts';

const written = (text: string): string => csvOf([[text]]).slice(1, -2);

describe('decisions 8.02: a table as a CSV file', () => {
  it('begins with a byte order mark, and has commas between fields and a line end after each row', () =>
    expect(
      csvOf([
        ['Invoice', 'Amount'],
        ['1042', '12.50'],
      ]),
    ).toBe('\uFEFFInvoice,Amount\r\n1042,12.50\r\n'));

  it.each([
    ['Spring, Ltd', '"Spring, Ltd"'],
    ['the "old" one', '"the ""old"" one"'],
    ['a;b', '"a;b"'],
    ['two\nlines', '"two\nlines"'],
    [' padded', '" padded"'],
    ['padded ', '"padded "'],
    ['plain words', 'plain words'],
    ['', ''],
  ])('quotes only fields that would break: %j', (text, expected) => expect(written(text)).toBe(expected));

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1+1', "'-1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    [' =1', "' =1"],
    ['\t1', '"\'\t1"'],
    ['＝1', "'＝1"],
    ['-12.50', '-12.50'],
    ['-$1,200.00', '"-$1,200.00"'],
    ['-5%', '-5%'],
    ['a=b', 'a=b'],
  ])('escapes formulas, but leaves a negative number: %j', (text, expected) => expect(written(text)).toBe(expected));
});
