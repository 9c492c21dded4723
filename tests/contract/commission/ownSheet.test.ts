import { describe, expect, it } from 'vitest';
import type { Commission } from '../../../contract/entities/commission.ts';
import { compareSheet, differenceRule } from '../../../contract/rules/commission/ownSheet/compareSheet.ts';
import { guessColumns, linesOf } from '../../../contract/rules/commission/ownSheet/readSheet.ts';

const record = (id: string, invoice_number: string, net: number, amount: number, overrides: Partial<Commission> = {}): Commission => ({
  id,
  invoice_id: id,
  invoice_number,
  customer_name: 'Acme School',
  user_id: '7',
  salesperson_name: 'Sam Sales',
  booking_date: '2026-10-05',
  gross_amount: net,
  net_revenue: net,
  commission_amount: amount,
  adjustments_amount: 0,
  commission_rate: amount / net,
  status: 'due',
  payment_date: null,
  notes: null,
  ...overrides,
});
const sheet = [
  ['My deals 2026', '', ''],
  ['Inv #', 'Customer', 'Commission'],
  ['10234-ABC', 'Acme School', '$50.00'],
  ['inv 10235', 'Lake Library', '1,040.00'],
  ['', '', ''],
  ['10236', 'Gone', '12'],
  ['', 'Nobody', '7'],
  ['10237', 'Paris', '€ 7'],
  ['10238', 'Words', 'soon'],
];

describe('a private sheet', () => {
  it('finds its columns by name under a title, and reports the problems of each line', () => {
    const columns = guessColumns(sheet);
    expect(columns).toEqual({ header: 1, invoice: 0, amount: 2, meaning: 'commission' });
    expect(linesOf(sheet, columns).map(({ line, invoice, amount, problem }) => [line, invoice, amount, problem])).toEqual([
      [3, '10234-ABC', 5_000, null],
      [4, 'inv 10235', 104_000, null],
      [6, '10236', 1_200, null],
      [7, '', null, 'no_invoice'],
      [8, '10237', null, 'currency'],
      [9, '10238', null, 'no_amount'],
    ]);
  });

  it.each([
    [['Paid', 'Invoice Number'], { invoice: 1, amount: 0, meaning: 'paid' }],
    [['doc no.', 'Net Revenue'], { invoice: 0, amount: 1, meaning: 'net_revenue' }],
    [['number', 'total'], { invoice: 0, amount: 1, meaning: 'commission' }],
  ])('guesses the columns %j', (names, expected) => {
    expect(guessColumns([names, ['a', '1']])).toEqual({ header: 0, ...expected });
  });

  it('leaves columns without names to the user', () => {
    expect(guessColumns([['1', '2']])).toEqual({ header: -1, invoice: null, amount: null, meaning: 'commission' });
  });
});

describe('a sheet compared with the records', () => {
  const lines = linesOf(sheet, guessColumns(sheet));
  const states = (records: readonly Commission[]) =>
    compareSheet(lines, records, 'commission').map(({ state, invoice, yours, ours }) => [state, invoice, yours, ours]);

  it('lists every line and record once: differences first, matches last', () => {
    const records = [record('1', '10234-ABC', 1_000, 50), record('2', '10235-ABC', 20_000, 1_000), record('3', '10239', 100, 5)];
    expect(states(records)).toEqual([
      ['differs', 'inv 10235', 104_000, 100_000],
      ['no_record', '10236', 1_200, null],
      ['unreadable', '', null, null],
      ['unreadable', '10237', null, null],
      ['unreadable', '10238', null, null],
      ['not_in_sheet', '10239', null, 500],
      ['agrees', '10234-ABC', 5_000, 5_000],
    ]);
  });

  it('matches a number without its suffix to the only such invoice, and to none if two companies have it', () => {
    const two = [record('2', '10235-ABC', 20_000, 1_040), record('3', '10235-XYZ', 100, 5)];
    expect(states(two)).toContainEqual(['no_record', 'inv 10235', 104_000, null]);
  });

  it('adds up an invoice on two lines, with adjustments', () => {
    const twice = linesOf(
      [
        ['Invoice', 'Commission'],
        ['1', '30'],
        ['1', '25.50'],
      ],
      { header: 0, invoice: 0, amount: 1, meaning: 'commission' },
    );
    const [line] = compareSheet(twice, [record('1', '1', 1_000, 50, { adjustments_amount: 5.5 })], 'commission');
    expect([line?.state, line?.yours, line?.ours, line?.lines.map((one) => one.line)]).toEqual(['agrees', 5_550, 5_550, [2, 3]]);
  });

  it('explaining a partly paid record gives its paid amount', () => {
    const paid = linesOf(
      [
        ['Invoice', 'Paid'],
        ['1', '20'],
      ],
      { header: 0, invoice: 0, amount: 1, meaning: 'paid' },
    );
    const records = [record('1', '1', 1_000, 50, { status: 'partially_paid' })];
    expect(compareSheet(paid, records, 'paid')[0]).toMatchObject({ state: 'differs', ours: null });
    expect(compareSheet(paid, records, 'paid', { 1: 2_000 })[0]).toMatchObject({ state: 'agrees', ours: 2_000 });
  });
});

describe('the rule behind a difference', () => {
  const amounts = { commission: 50, adjustments: 0, total: 50, released: 0, paid: 0, due: 0 };
  const one = record('1', '1', 1_000, 50, { gross_amount: 1_100 });
  it.each([
    ['the gross amount', 5_500, {}, 'commission', 'on_gross'],
    ['missing adjustments', 5_000, { adjustments: -10, total: 40 }, 'commission', 'without_adjustments'],
    ['a rounding cent', 5_001, {}, 'commission', 'rounding'],
    ['the sign', -5_000, {}, 'commission', 'sign'],
    ['another rate', 7_500, {}, 'commission', 'other_rate'],
    ['an unpaid amount', 5_000, {}, 'paid', 'not_paid_yet'],
    ['a partly paid amount', 5_000, { paid: 20 }, 'paid', 'partly_paid'],
    ['gross instead of net', 110_000, {}, 'net_revenue', 'on_gross'],
  ] as const)('is %s', (_, yours, change, meaning, rule) => {
    expect(differenceRule(yours, one, { amounts: { ...amounts, ...change } }, meaning).rule).toBe(rule);
  });
  it('names the share of net revenue that equals the amount', () => {
    expect(differenceRule(7_500, one, { amounts }, 'commission').rate).toBe(0.075);
    expect(differenceRule(7_500, { ...one, net_revenue: 0 }, { amounts }, 'commission').rate).toBeNull();
  });
});
