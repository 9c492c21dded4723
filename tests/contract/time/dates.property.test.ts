import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { weekOf } from '../../../contract/rules/time/calendar.ts';
import { monthText } from '../../../contract/rules/time/dayText.ts';
import {
  addDays,
  daysIn,
  firstDayOfMonth,
  isDay,
  lastDayOfMonth,
  periodAt,
  quarterOf,
  shiftPeriod,
} from '../../../contract/rules/time/period.ts';
import { todayIn } from '../../../contract/rules/time/today.ts';
import * as own from '../support/ownDates.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

const modes = ['month', 'quarter', 'year'] as const;
const MINUTE = 60_000;
/** Error-prone days: ends of months, quarters and years, February 29, clock changes in the USA and in Europe. */
const edges = [
  '01-01',
  '02-28',
  '02-29',
  '03-01',
  '03-08',
  '03-29',
  '03-31',
  '04-01',
  '06-30',
  '09-30',
  '10-01',
  '10-25',
  '11-01',
  '12-31',
];
const edgeDay = fc
  .tuple(fc.constantFrom(1999, 2000, 2024, 2026, 2028, 2100), fc.constantFrom(...edges), fc.integer({ min: -1, max: 1 }))
  .map(([year, edge, by]) => own.addDays(own.isDay(`${year}-${edge}`) ? `${year}-${edge}` : `${year}-03-01`, by));
const anyDay = fc.integer({ min: -25_000, max: 45_000 }).map((days) => own.addDays('2000-01-01', days));
const day = fc.oneof(edgeDay, anyDay);

/** The zones of the test suite, plus two with clock changes. */
const readers = ['America/Phoenix', 'UTC', 'Asia/Kolkata', 'America/New_York', 'Europe/Berlin'];
const zones = [...readers, 'Asia/Tokyo', 'America/St_Johns', 'Australia/Lord_Howe'];

describe.each(readers)('dates match the previous arithmetic, with the machine in %s', (zone) => {
  const before = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = zone;
  });
  afterAll(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });

  it('additions and counts of days are the same', () =>
    fc.assert(
      fc.property(day, fc.integer({ min: -1500, max: 1500 }), (from, by) => {
        const to = own.addDays(from, by);
        expect(addDays(from, by)).toBe(to);
        expect(daysIn({ start_date: from, end_date: to })).toBe(own.daysIn(from, to));
      }),
    ));

  it('months begin and end on the same days, even past the end of the year', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1930, max: 2120 }), fc.integer({ min: -30, max: 30 }), (year, month) => {
        expect([firstDayOfMonth(year, month), lastDayOfMonth(year, month)]).toEqual([own.firstOf(year, month), own.lastOf(year, month)]);
      }),
    ));

  it('months, quarters and years begin and end on the same days, and so do their neighbours', () =>
    fc.assert(
      fc.property(fc.constantFrom(...modes), day, (mode, at) => {
        const expected = (by: number) => {
          const [start_date, end_date] = own.periodAt(mode, at, by);
          return { mode, start_date, end_date };
        };
        const period = periodAt(mode, at);
        expect(period).toEqual(expected(0));
        expect(shiftPeriod(period, 1)).toEqual(expected(1));
        expect(shiftPeriod(period, -1)).toEqual(expected(-1));
        // The month of a first load ends today.
        expect(shiftPeriod({ ...period, end_date: at }, 1)).toEqual(expected(1));
        expect(firstDayOfMonth(Number(at.slice(0, 4)), quarterOf(at) * 3)).toBe(own.periodAt('quarter', at)[0]);
      }),
    ));

  it('weeks and month names are the same', () =>
    fc.assert(
      fc.property(day, (at) => {
        expect(weekOf(at)).toEqual(own.weekOf(at));
        expect(monthText(at)).toBe(own.monthText(at));
      }),
    ));

  it('the same texts are valid days', () => {
    const two = fc.integer({ min: 0, max: 40 }).map((number) => String(number).padStart(2, '0'));
    const text = fc.tuple(fc.integer({ min: 1900, max: 2110 }), two, two).map((parts) => parts.join('-'));
    fc.assert(
      fc.property(fc.oneof(day, text), (item) => {
        expect(isDay(item)).toBe(own.isDay(item));
      }),
    );
  });

  it('an instant has the same day in every zone, on both sides of a clock change', () =>
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 24 * 60 }), fc.constantFrom(...zones), (at, minute, in_) => {
        const instant = Date.parse(`${at}T00:00:00Z`) + minute * MINUTE;
        expect(todayIn(in_, new Date(instant))).toBe(own.clockIn(in_)(instant).slice(0, 10));
      }),
    ));
});

// ADR 10: the reason for reading a zone's clock from Intl. If this test ever fails, dayjs is correct and zones.ts can use it.
it('the dayjs timezone plugin is an hour off if the reader’s zone skips that hour and the event’s does not', () => {
  const before = process.env.TZ;
  process.env.TZ = 'Europe/Berlin';
  const instant = '2026-03-29T05:00:00Z';
  expect(own.clockIn('America/St_Johns')(Date.parse(instant))).toBe('2026-03-29 02:30');
  expect(dayjs(instant).tz('America/St_Johns').format('YYYY-MM-DD HH:mm')).toBe('2026-03-29 03:30');
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});
