import { describe, expect, it } from 'vitest';
import type { SheetType } from '../../../../contract/rules/connections/sheetColumns.ts';
import { findHeader } from '../../../../contract/rules/connections/sheetHeader.ts';
import { readClock, readSheetDay, zoneOf } from '../../../../server/connectors/sheets/cells.ts';
import { isDayBetween, readSheet, type SheetRow } from '../../../../server/connectors/sheets/readSheet.ts';

const textCell = (text: string) => ({ displayed: text, raw: text });
const numberCell = (raw: number) => ({ displayed: '', raw });

const read = (
  type: SheetType,
  header: string[],
  rows: unknown[][],
  place = { timezone: 'America/Phoenix', dayFirst: false },
): SheetRow[] => {
  const raw = [header, ...rows];
  const result = findHeader(type, raw);
  return result
    ? [...readSheet(type, result, { displayed: raw.map((row) => row.map((cell) => (cell === null ? '' : String(cell)))), raw }, place)]
    : [];
};
const HEADER = ['Customer', 'Program', 'Date', 'Start Time', 'End Time', 'Time Zone'];
const eventOf = (...cells: unknown[]) => {
  const fact = read('schedule', HEADER, [['Mesa', 'Python', ...cells]])[0]?.fact;
  return fact?.kind === 'event' ? fact.row.event : null;
};

describe('days in cells (research 3.2)', () => {
  it.each([
    [46_356, '2026-11-30', null],
    [46_356.645833333336, '2026-11-30', 930],
    [46_356.99999, '2026-12-01', 0],
  ])('reads serial %d as %s at %s', (serial, day, minutes) => {
    expect(readSheetDay(numberCell(serial), false)).toEqual({ day, hasDay: true, minutes });
  });
  it.each([
    ['11/30/2026', '2026-11-30', null],
    ['2026-11-30', '2026-11-30', null],
    ['Mon, Nov 30, 2026', '2026-11-30', null],
    ['November 30 2026', '2026-11-30', null],
    ['11/30/2026 3:30 PM', '2026-11-30', 930],
    ['2026-11-30T15:30', '2026-11-30', 930],
  ])('reads %s as %s', (text, day, minutes) => {
    expect(readSheetDay(textCell(text), false)).toEqual({ day, hasDay: true, minutes });
  });
  it('reads a bare month as no day, and orders day and month by the sheet’s locale', () => {
    expect(readSheetDay(textCell('Nov 2026'), false)).toEqual({ day: '2026-11-01', hasDay: false, minutes: null });
    expect(readSheetDay(textCell('3/4/2026'), true)).toMatchObject({ day: '2026-04-03' });
    expect(readSheetDay(textCell('3/4/2026'), false)).toMatchObject({ day: '2026-03-04' });
    for (const text of ['soon', '13/13/2026', '350', '']) expect(readSheetDay(textCell(text), false)).toBe(null);
    expect(readSheetDay(numberCell(350), false)).toBe(null);
  });
});

describe('times in cells', () => {
  it.each([
    ['3:30 PM', 930, null],
    ['15:30', 930, null],
    ['3pm', 900, null],
    ['12 noon', 720, null],
    ['12:00 AM', 0, null],
    ['3:30 - 4:30 PM', 930, 990],
    ['11:30-1 PM', 690, 780],
    ['9am to 12pm', 540, 720],
  ])('%s', (text, start, end) => {
    expect(readClock(textCell(text))).toEqual({ start, end });
  });
  it('reads a fraction of a day to the minute, and ignores anything else', () => {
    expect(readClock(numberCell(0.6458333))).toEqual({ start: 930, end: null });
    expect(readClock(numberCell(46_356.5))).toEqual({ start: 720, end: null });
    for (const text of ['3', '25:00', '13 PM', 'after school']) expect(readClock(textCell(text))).toBe(null);
    expect(readClock(numberCell(350))).toBe(null);
  });
});

describe('time zones', () => {
  it.each([
    ['AZ', 'America/Phoenix'],
    ['MST', 'America/Phoenix'],
    ['Eastern Time (US)', 'America/New_York'],
    ['cst', 'America/Chicago'],
    ['America/Denver', 'America/Denver'],
    ['GMT-7ish', 'GMT-7ish'],
  ])('reads %s as %s', (text, zone) => {
    expect(zoneOf(text)).toBe(zone);
  });
});

describe('schedule rows', () => {
  it('spec 3.13: become events at the wall time of their own zone, or else the sheet’s', () => {
    expect(eventOf('11/30/2026', '3:30 PM', '4:30 PM', '')).toMatchObject({
      customer_name: 'Mesa',
      activity: 'Python',
      starts_at: '2026-11-30T22:30:00.000Z',
      ends_at: '2026-11-30T23:30:00.000Z',
      timezone: 'America/Phoenix',
      has_time: true,
      has_day: true,
      tbd: false,
    });
    expect(eventOf(46_356, 0.6458333333, null, 'ET')).toMatchObject({
      starts_at: '2026-11-30T20:30:00.000Z',
      timezone: 'America/New_York',
    });
  });
  it('that end after midnight end on the next day, by wall clock on daylight saving changes', () => {
    expect(eventOf('11/30/2026', '11 PM', '1 AM', 'UTC')).toMatchObject({ ends_at: '2026-12-01T01:00:00.000Z' });
    expect(eventOf('3/8/2026', '9 AM', '', 'ET')).toMatchObject({ starts_at: '2026-03-08T13:00:00.000Z' });
    expect(eventOf('3/7/2026', '9 AM', '', 'ET')).toMatchObject({ starts_at: '2026-03-07T14:00:00.000Z' });
    expect(eventOf('3/8/2026', '9 AM', '', 'AZ')).toMatchObject({ starts_at: '2026-03-08T16:00:00.000Z' });
  });
  it('may be undecided, have only a day or a month, or have no zone', () => {
    expect(eventOf('TBD', '', '', '')).toMatchObject({ tbd: true, starts_at: null, has_day: false });
    expect(eventOf('11/30/2026', 'TBD', '', '')).toMatchObject({ tbd: false, has_day: true, has_time: false, ends_at: null });
    expect(eventOf('Nov 2026', '', '', '')).toMatchObject({ tbd: true, has_day: false, has_time: false });
    expect(eventOf('11/30/2026', '3:30 PM', '', 'Pacific-ish')).toMatchObject({
      starts_at: '2026-11-30T15:30:00.000Z',
      timezone: 'Pacific-ish',
    });
  });
  it('name the column and its content if unreadable', () => {
    const problems = (...rows: unknown[][]) =>
      read('schedule', HEADER, rows).map(({ number: rowNumber, problem }) => [rowNumber, problem?.code, problem?.column, problem?.shown]);
    expect(
      problems(
        ['', 'Python', '11/30/2026'],
        ['Mesa', '', '11/30/2026'],
        ['Mesa', 'Python', 'next week'],
        ['Mesa', 'Python', '11/30/2026', 'after school'],
        [],
        ['Mesa', 'Python', '#REF!'],
        ['Mesa', '#N/A', '11/30/2026'],
      ),
    ).toEqual([
      [2, 'required', 'customer', ''],
      [3, 'required', 'activity', ''],
      [4, 'day', 'date', 'next week'],
      [5, 'time', 'start_time', 'after school'],
      [7, 'formula', 'date', '#REF!'],
      [8, 'formula', 'activity', '#N/A'],
    ]);
  });
  it('own only the fields of existing columns (decisions 7.06), and use our vocabulary', () => {
    const [row] = read(
      'schedule',
      [...HEADER, 'Reviewed', 'Activity Type', 'Invoiced'],
      [['Mesa', 'Python', '11/30/2026', '', '', '', 'y', 'cancelled', 'need to send']],
    );
    const event = row?.fact?.kind === 'event' ? row.fact.row.event : {};
    expect(event).toMatchObject({ reviewed: 'Yes', activity_type: 'Canceled', invoiced: 'Need To Send' });
    for (const field of ['shift', 'sling_shift_time', 'price', 'sales_person', 'tech_setup_required'])
      expect(field in event, field).toBe(false);
  });
});

describe('row identity (research 3.4)', () => {
  const keys = (header: string[], rows: unknown[][]) => read('schedule', header, rows).map(({ key }) => key);
  const rows = [
    ['Mesa', 'Python', '11/30/2026', '3 PM'],
    ['Tempe', 'Python', '11/30/2026', '3 PM'],
    ['mesa ', 'PYTHON', '11/30/2026', '3 PM'],
  ];
  it('survives sorted rows and moved columns; identical rows are numbered', () => {
    const result = keys(HEADER, rows);
    expect(new Set(result).size).toBe(3);
    expect(result[2]).toBe(`${result[0]}.2`);
    expect(new Set(keys(HEADER, [rows[1]!, rows[2]!, rows[0]!]))).toEqual(new Set(result));
    expect(keys(['Date', 'Customer', 'Start Time', 'Program'], [['11/30/2026', 'Mesa', '3 PM', 'Python']])).toEqual([result[0]]);
  });
  it('is the row’s own id if present, whatever else changes; a second row with that id is refused', () => {
    const header = ['ID', ...HEADER];
    const [before] = keys(header, [['A-1', 'Mesa', 'Python', '11/30/2026']]);
    expect(keys(header, [['a-1 ', 'Tempe', 'Scratch', '12/1/2026']])).toEqual([before]);
    const both = read('schedule', header, [
      ['A-1', 'Mesa', 'Python', '11/30/2026'],
      ['A-1', 'Tempe', 'Python', '11/30/2026'],
    ]);
    expect(both.map(({ problem }) => problem?.code)).toEqual([undefined, 'doubled_id']);
  });
  it('includes a hash that changes with any cell, but not with an unknown column', () => {
    const hash = (header: string[], row: unknown[]) => read('schedule', header, [row])[0]?.hash;
    const first = hash(['Customer', 'Program', 'Date', 'Mood'], ['Mesa', 'Python', '11/30/2026', 'good']);
    expect(hash(['Customer', 'Program', 'Date', 'Mood'], ['Mesa', 'Python', '11/30/2026', 'bad'])).toBe(first);
    expect(hash(['Customer', 'Program', 'Date', 'Mood'], ['Mesa', 'Python', '11/29/2026', 'good'])).not.toBe(first);
  });
});

describe('ledger rows (decisions 7.05)', () => {
  const header = ['Invoice #', 'Salesperson', 'Amount', 'Paid'];
  const facts = (...rows: unknown[][]) =>
    read('ar', header, rows).map(({ fact, problem }) => (fact?.kind === 'ledger' ? fact.row : problem));
  it('name an invoice, a person, an amount and a day', () => {
    expect(facts(['10234-ABC', 'Sam Seller', '$1,350.00', '12/15/2026'], ['10235-abc', '', 1350.5, 'no'])).toEqual([
      {
        invoiceNumber: '10234-ABC',
        salesperson: 'Sam Seller',
        salesLead: null,
        customer: null,
        amountCents: 135_000,
        paidOn: '2026-12-15',
      },
      { invoiceNumber: '10235-abc', salesperson: null, salesLead: null, customer: null, amountCents: 135_050, paidOn: null },
    ]);
  });
  it('state why they are unreadable', () => {
    expect(facts(['', 'Sam', '1'], ['1-A', 'Sam', 'a lot'], ['1-A', 'Sam', '1', 'sometime'])).toMatchObject([
      { code: 'required', column: 'invoice_number' },
      { code: 'amount', column: 'amount', shown: 'a lot' },
      { code: 'day', column: 'paid_on', shown: 'sometime' },
    ]);
  });
});

it('spec 3.17: only rows within the connection’s days count, both inclusive; rows without a day always count', () => {
  const within = (day: string | null) => isDayBetween(day, '2026-01-01', '2026-12-31');
  expect(['2025-12-31', '2026-01-01', '2026-12-31', '2027-01-01', null].map(within)).toEqual([false, true, true, false, true]);
});
