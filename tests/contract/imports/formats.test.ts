import { describe, expect, it } from 'vitest';
import { recognizeColumns } from '../../../contract/rules/imports/fields.ts';
import {
  countCell,
  createFormatCounts,
  fittingFormats,
  leadingFormats,
  readCellAmount,
  readDay,
} from '../../../contract/rules/imports/formats.ts';
import { mappingErrors, rememberedMapping, suggestedMapping } from '../../../contract/rules/imports/mapping.ts';
import { interpretValues } from '../../../contract/rules/imports/readAs.ts';

it.each([
  ['an amount', (cell: string) => readCellAmount(cell, 'point'), `-${' '.repeat(200)}x\ny`],
  ['an amount in few characters', (cell: string) => readCellAmount(cell, 'point'), `-${' '.repeat(36)}x\ny`],
  ['a day', (cell: string) => readDay(cell, 'words'), `T1${' '.repeat(4000)}`],
])('bad input: refuses text that could stall a regular expression at once, as %s', (_what, read, cell) => {
  const start = performance.now();
  expect(Array.from({ length: 100 }, () => read(cell)).filter((value) => value !== null)).toEqual([]);
  expect(performance.now() - start).toBeLessThan(1000);
});

describe('amounts in a file (decisions 2.19)', () => {
  it.each([
    ['1,234.50', 123450, null],
    ['1.234,50', null, 123450],
    ['(500.00)', -50000, null],
    ['(500,00)', null, -50000],
    ['$5', 500, 500],
    ['-$5.5', -550, null],
    ['$ (5)', null, null],
    ['($1,200)', -120000, null],
    ['USD 12', 1200, 1200],
    ['1,234', 123400, null],
    ['1.234', null, 123400],
    ['0', 0, 0],
    ['-0', 0, 0],
    ['12,34.5', null, null],
    ['10.005', null, 1000500],
    ['10.0050', null, null],
    ['€5', null, null],
    ['--5', null, null],
    ['five', null, null],
    ['', null, null],
  ])('%s is %s cents with a point and %s with a comma', (text, point, comma) => {
    expect(readCellAmount(text, 'point')).toBe(point);
    expect(readCellAmount(text, 'comma')).toBe(comma);
  });

  it('takes a workbook number as it is, but nothing finer than a cent', () => {
    expect(readCellAmount(1234.5, 'comma')).toBe(123450);
    expect(readCellAmount(0.1 + 0.2, 'point')).toBe(30);
    expect(readCellAmount(1.005, 'point')).toBeNull();
  });
});

describe('dates in a file', () => {
  it.each([
    ['2026-03-04', '2026-03-04', null, null],
    ['03/04/2026', null, '2026-03-04', '2026-04-03'],
    ['13/04/2026', null, null, '2026-04-13'],
    ['4.3.26', null, '2026-04-03', '2026-03-04'],
    ['02/30/2026', null, null, null],
    ['2026-03-04T10:00:00Z', '2026-03-04', null, null],
    ['3/4-2026', null, null, null],
  ])('%s is %s, %s or %s by the chosen format', (text, ymd, mdy, dmy) => {
    expect(readDay(text, 'ymd')).toBe(ymd);
    expect(readDay(text, 'mdy')).toBe(mdy);
    expect(readDay(text, 'dmy')).toBe(dmy);
  });

  it('reads a month in words, and a workbook day by any format', () => {
    for (const text of ['Mar 4, 2026', 'March 4 2026', '4 March 2026', '4. Mar. 2026']) expect(readDay(text, 'words')).toBe('2026-03-04');
    expect(readDay({ day: '2026-03-04' }, 'dmy')).toBe('2026-03-04');
  });
});

it.each([
  [46_085, '2026-03-04'],
  ['46085', '2026-03-04'],
  [46_085.75, '2026-03-04'],
  [4608, null],
  [-46_085, null],
  ['46,085', null],
])('a spreadsheet day number, %s, is %s, and no other format reads it', (cell, day) => {
  expect(readDay(cell, 'serial')).toBe(day);
  for (const format of ['ymd', 'mdy', 'dmy', 'words'] as const) expect(readDay(cell, format)).toBeNull();
});

describe('columns in a file (decisions 7.05)', () => {
  it('read and show spreadsheet day numbers as days', () => {
    const fits = createFormatCounts();
    for (const cell of [46_085, '46086']) countCell(fits, cell);
    expect(fittingFormats(fits).dates).toEqual(['serial']);
    expect([...interpretValues({ date: { column: 0, format: 'serial' } }, ['46085'])]).toEqual([[0, { day: '2026-03-04' }]]);
  });

  const column = (name: string, ...cells: string[]) => {
    const fits = createFormatCounts();
    for (const cell of cells) countCell(fits, cell);
    return { name, samples: cells, ...fittingFormats(fits) };
  };

  it('are recognised by their common names, each once', () => {
    expect(recognizeColumns('invoices', ['Invoice No.', 'CUSTOMER  NAME', 'Date', 'Amount', 'Sales Rep', 'Amount'])).toEqual({
      number: 0,
      customer: 1,
      date: 2,
      gross: 3,
      salesperson: 4,
    });
    expect(recognizeColumns('receipts', ['Payment Date', 'Amount', 'Check Number', 'Invoice'])).toMatchObject({
      date: 0,
      amount: 1,
      reference: 2,
      number: 3,
    });
  });

  it('get a format automatically only if no other fits: 03/04/2026 is two dates', () => {
    const ambiguous = [
      column('Number', 'A1'),
      column('Customer', 'Acme'),
      column('Date', '03/04/2026'),
      column('Total', '1,234.50', '1.234,50'),
    ];
    const suggested = suggestedMapping('invoices', 'generic', ambiguous);
    expect(suggested).toMatchObject({ date: { column: 2 }, gross: { column: 3 } });
    expect(mappingErrors('invoices', ambiguous, suggested)).toEqual({
      date: 'Choose how Date is written.',
      gross: 'Choose how Gross amount is written.',
    });
    const clear = [column('Number', 'A1'), column('Customer', 'Acme'), column('Date', '03/24/2026'), column('Total', '5.50')];
    const result = suggestedMapping('invoices', 'generic', clear);
    expect(result).toMatchObject({ date: { format: 'mdy' }, gross: { format: 'point' } });
    expect(mappingErrors('invoices', clear, result)).toEqual({});
  });

  it('keep a remembered format, unless another reads more of this file', () => {
    const leadingOf = (...cells: string[]) => {
      const fits = createFormatCounts();
      for (const cell of cells) countCell(fits, cell);
      return leadingFormats(fits);
    };
    const chosen = { number: { column: 0 }, date: { column: 1, format: 'mdy' }, gross: { column: 2, format: 'comma' } };
    expect(rememberedMapping(chosen, [leadingOf('A1'), leadingOf('03/04/2026'), leadingOf('500')])).toEqual(chosen);
    expect(rememberedMapping(chosen, [leadingOf('A1'), leadingOf(), leadingOf('unknown')])).toEqual(chosen);
    expect(rememberedMapping(chosen, [leadingOf('A1'), leadingOf('03/04/2026', '13/04/2026'), leadingOf('1,234.50')])).toEqual({
      number: { column: 0 },
      date: { column: 1 },
      gross: { column: 2 },
    });
  });

  it('are named if they are required and missing', () => {
    expect(mappingErrors('sales', [column('Who', 'x')], {})).toEqual({
      number: 'Invoice number is needed: choose its column.',
      salesperson: 'Salesperson is needed: choose its column.',
    });
  });
});
