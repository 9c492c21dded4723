import { expect, it } from 'vitest';
import { interpretValues } from '../../../contract/rules/imports/readAs.ts';

it('names the chosen reading of an ambiguous value, and none for a clear or invalid one', () => {
  const mapping = {
    number: { column: 0 },
    date: { column: 1, format: 'dmy' },
    due: { column: 2, format: 'ymd' },
    gross: { column: 3, format: 'comma' },
    net: { column: 4, format: 'point' },
  };
  expect([...interpretValues(mapping, ['11/10/2026', '11/10/2026', '2026-10-11', '1.234,50', '500.00'])]).toEqual([
    [1, { day: '2026-10-11' }],
    [3, { cents: 123_450 }],
  ]);
  expect([...interpretValues(mapping, ['A-1', 'soon', '', '(5,00)', '(500.00)'])]).toEqual([
    [3, { cents: -500 }],
    [4, { cents: -50_000 }],
  ]);
});
