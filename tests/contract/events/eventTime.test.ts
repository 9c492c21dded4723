import { describe, expect, it } from 'vitest';
import type { Event } from '../../../contract/entities/event.ts';
import { clockOnDay, spanText, whenOf, whenText, withPlainZone } from '../../../contract/rules/time/eventTime.ts';

type Time = NonNullable<Event['program']>['time'];
type EventTimes = Readonly<{
  tbd?: boolean;
  time?: string | null;
  zone?: string | null;
  end?: string | null;
  hasTime?: boolean;
  hasDay?: boolean;
}>;

const eventAt = ({
  tbd = false,
  time = '2026-11-03T21:05:00Z',
  zone = 'America/Phoenix',
  end = null,
  ...has
}: EventTimes): Pick<Event, 'program'> => {
  const known = { timezone: zone, has_time: has.hasTime ?? true, has_day: has.hasDay ?? true };
  const span: Time = { tbd, start: { time, ...known }, end: { time: end, ...known } };
  const none = { type: null, program: null, age: null, devices: null, format: null, price: null, notes: null };
  return { program: { ...none, time: span, contact: { name: null, email: null, phone: null } } };
};
const shown = (program: EventTimes): string => {
  const when = whenOf(eventAt(program));
  return when === null ? 'no time' : whenText(when);
};

describe.each(['America/Phoenix', 'UTC', 'Asia/Kolkata'])('an event uses its own zone, whoever reads it (reader in %s)', (reader) => {
  process.env.TZ = reader;

  it.each([
    ['America/Phoenix', 'Nov 3, 2026, 2:05 PM AZ-MST'],
    ['US/Arizona', 'Nov 3, 2026, 2:05 PM AZ-MST'],
    ['america/phoenix', 'Nov 3, 2026, 2:05 PM AZ-MST'],
    ['America/Denver', 'Nov 3, 2026, 2:05 PM MST'],
    ['America/New_York', 'Nov 3, 2026, 4:05 PM EST'],
    ['UTC', 'Nov 3, 2026, 9:05 PM UTC'],
    ['Asia/Kolkata', 'Nov 4, 2026, 2:35 AM GMT+5:30'],
  ])('spec 2.46: %s reads %s', (zone, expected) => {
    process.env.TZ = reader;
    expect(shown({ zone })).toBe(expected);
  });

  it.each(['Pacific Time', 'America/Pheonix', '', '  ', null])('spec 2.46: %j is no zone: {BADTZ}, with the time in UTC', (zone) => {
    process.env.TZ = reader;
    expect(shown({ zone })).toBe('Nov 3, 2026, 9:05 PM {BADTZ}');
    const time = whenOf(eventAt({ zone }));
    expect(time?.badZone).toBe(zone ?? '');
    expect(time && whenText(withPlainZone(time))).toBe('Nov 3, 2026, 9:05 PM UTC');
  });

  it('on both sides of a clock change, names the repeated hour and never shows the skipped one', () => {
    process.env.TZ = reader;
    const newYork = (time: string): string => shown({ time, zone: 'America/New_York' });
    expect(newYork('2026-11-01T05:30:00Z')).toBe('Nov 1, 2026, 1:30 AM EDT');
    expect(newYork('2026-11-01T06:30:00Z')).toBe('Nov 1, 2026, 1:30 AM EST');
    expect(newYork('2026-03-08T06:59:00Z')).toBe('Mar 8, 2026, 1:59 AM EST');
    expect(newYork('2026-03-08T07:00:00Z')).toBe('Mar 8, 2026, 3:00 AM EDT');
    // Arizona has no daylight saving time.
    expect(shown({ time: '2026-07-01T21:05:00Z' })).toBe('Jul 1, 2026, 2:05 PM AZ-MST');
  });

  it('shows midnight and noon, and the previous day where it has not ended', () => {
    process.env.TZ = reader;
    expect(shown({ time: '2026-11-03T07:00:00Z' })).toBe('Nov 3, 2026, 12:00 AM AZ-MST');
    expect(shown({ time: '2026-11-03T19:00:00Z' })).toBe('Nov 3, 2026, 12:00 PM AZ-MST');
    expect(shown({ time: '2026-11-03T06:59:00Z' })).toBe('Nov 2, 2026, 11:59 PM AZ-MST');
  });
});

describe('undecided times', () => {
  it('spec 3.13: an event with neither a time nor TBD has no time kind', () => expect(whenOf(eventAt({ time: null }))).toBeNull());
  it.each<readonly [string, EventTimes, object]>([
    ['nothing', { tbd: true, time: null }, { known: 'nothing', tbd: true, day: null, start: null, end: null, badZone: null }],
    ['a month', { hasDay: false }, { known: 'month', tbd: true, day: '2026-11-03', start: null, end: null, badZone: null }],
    ['a day', { hasTime: false }, { known: 'day', tbd: false, day: '2026-11-03', start: null, end: null, badZone: null }],
    [
      'a time',
      {},
      {
        known: 'time',
        tbd: false,
        day: '2026-11-03',
        start: { day: '2026-11-03', minutes: 845, text: '2:05 PM', zone: 'AZ-MST' },
        end: null,
        badZone: null,
      },
    ],
  ])('spec 3.13: the known part is %s', (_what, program, known) => expect(whenOf(eventAt(program))).toEqual(known));
  it('spec 2.46: shows TBD without a time kind', () => expect(shown({ tbd: true, time: null })).toBe('TBD'));
  it('shows TBD for an invalid time', () => expect(shown({ time: 'soon' })).toBe('TBD'));
  it('has_day false: shows its month and TBD', () => expect(shown({ tbd: true, hasTime: false, hasDay: false })).toBe('Nov 2026, TBD'));
  it('has_day false: shows no day even without tbd', () => expect(shown({ hasDay: false })).toBe('Nov 2026, TBD'));
  it('has_time false: shows only its day', () => expect(shown({ hasTime: false })).toBe('Nov 3, 2026'));
  it('shows a day whose time is undecided', () => expect(shown({ tbd: true, hasTime: false })).toBe('Nov 3, 2026, TBD'));
  it('an event without a program has no time', () => expect(whenOf({ program: null })).toBeNull());
  it('takes the month of an event without a day from its own zone', () =>
    expect(shown({ time: '2026-12-01T02:00:00Z', hasDay: false, hasTime: false })).toBe('Nov 2026, TBD'));
});

describe('start to end, and times on a named day', () => {
  const when = (program: EventTimes) => {
    const known = whenOf(eventAt(program));
    if (!known) throw new Error('the event has no program');
    return known;
  };
  it('shows a shared day once', () =>
    expect(spanText(when({ end: '2026-11-03T22:30:00Z' }))).toBe('Nov 3, 2026, 2:05 PM AZ-MST to 3:30 PM AZ-MST'));
  it('shows a different end day', () =>
    expect(spanText(when({ end: '2026-11-04T07:30:00Z' }))).toBe('Nov 3, 2026, 2:05 PM AZ-MST to Nov 4, 2026, 12:30 AM AZ-MST'));
  it('shows only the start without an end', () => expect(spanText(when({}))).toBe('Nov 3, 2026, 2:05 PM AZ-MST'));
  it('shows only the clock time on its day', () => expect(clockOnDay(when({}))).toBe('2:05 PM AZ-MST'));
  it('shows TBD for an undecided time there, and nothing for an event without one', () => {
    expect(clockOnDay(when({ tbd: true, hasTime: false }))).toBe('TBD');
    expect(clockOnDay(when({ hasTime: false }))).toBe('');
  });
});
