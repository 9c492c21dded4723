import { describe, expect, it } from 'vitest';
import { exampleSheet, requiredColumns } from '../../../contract/rules/connections/sheetColumns.ts';
import { findHeader } from '../../../contract/rules/connections/sheetHeader.ts';
import { isSuspicious } from '../../../contract/rules/connections/vanished.ts';

describe('the header of a sheet', () => {
  it('decisions 7.05: is found in the first ten rows, by the allowed names', () => {
    const rows = [
      ['Fall 2026 schedule'],
      [],
      ['', 'Client', 'Class', 'Event Date', 'Begins'],
      ['', 'Mesa', 'Python', '11/30/2026', '3 PM'],
    ];
    expect(findHeader('schedule', rows)).toMatchObject({
      row: 2,
      indexByColumn: { customer: 1, activity: 2, date: 3, start_time: 4 },
      missing: [],
      duplicates: [],
      unknown: [],
    });
  });
  it('is not found below the tenth row or in an empty sheet', () => {
    const below = [...Array.from({ length: 10 }, () => ['a note']), ['Customer', 'Program', 'Date']];
    expect(findHeader('schedule', below)).toBe(null);
    expect(findHeader('schedule', [])).toBe(null);
    expect(findHeader('ar', [[null, 12, true]])).toBe(null);
  });
  it('names missing required columns', () => {
    expect(findHeader('schedule', [['Customer', 'When', 'Class']])).toMatchObject({ missing: ['Date'], unknown: ['When'] });
    expect(findHeader('ar', [['Invoice #', 'Amount']])).toMatchObject({ missing: ['Salesperson'] });
    expect(requiredColumns('schedule')).toEqual(['Customer', 'Program', 'Date']);
    expect(requiredColumns('ar')).toEqual(['Invoice #', 'Salesperson']);
  });
  it('uses the first of two equal headers, and ignores blank ones, case, spaces and signs', () => {
    const header = findHeader('schedule', [[' CUSTOMER ', '', 'Program', 'Date', 'Customer Name', 'E-mail:']]);
    expect(header).toMatchObject({
      indexByColumn: { customer: 0, activity: 2, date: 3, contact_email: 5 },
      duplicates: ['Customer Name'],
      unknown: [],
    });
  });
  it('is complete in the dialog’s example, whose row has a cell for each column', () => {
    for (const type of ['schedule', 'ar'] as const) {
      const [header = [], row = []] = exampleSheet(type)
        .split('\n')
        .map((line) => line.split('\t'));
      expect(findHeader(type, [header])).toMatchObject({ missing: [], duplicates: [], unknown: [] });
      expect(row).toHaveLength(header.length);
    }
  });
});

describe('vanished rows', () => {
  it.each([
    [0, 10, false],
    [3, 3, false],
    [4, 13, true],
    [4, 14, false],
    [300, 1000, false],
    [301, 1000, true],
  ])('%i of %i look like an accident: %s', (missing, known, suspicious) => {
    expect(isSuspicious(missing, known)).toBe(suspicious);
  });
});
