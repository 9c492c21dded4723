import { describe, expect, it } from 'vitest';
import { instantAt, wallTimeIn } from '../../../contract/rules/time/wallTime.ts';

const toIso = (zone: string, day: string, minutes: number): string | null => {
  const instantMs = instantAt(zone, { day, minutes });
  return instantMs === null ? null : new Date(instantMs).toISOString();
};

describe('wall times', () => {
  it.each([
    ['America/Phoenix', '2026-07-01', 930, '2026-07-01T22:30:00.000Z'],
    ['America/New_York', '2026-07-01', 930, '2026-07-01T19:30:00.000Z'],
    ['America/New_York', '2026-12-01', 930, '2026-12-01T20:30:00.000Z'],
    ['Asia/Kolkata', '2026-12-01', 0, '2026-11-30T18:30:00.000Z'],
    ['Pacific/Auckland', '2026-12-01', 1439, '2026-12-01T10:59:00.000Z'],
    // Past midnight.
    ['UTC', '2026-12-31', 1500, '2027-01-01T01:00:00.000Z'],
  ])('%s %s %i is %s', (zone, day, minutes, instant) => {
    expect(toIso(zone, day, minutes)).toBe(instant);
  });
  it('moves a skipped time one hour later, and takes the first of a repeated one', () => {
    expect(toIso('America/New_York', '2026-03-08', 150)).toBe('2026-03-08T07:30:00.000Z');
    expect(toIso('America/New_York', '2026-03-08', 119)).toBe('2026-03-08T06:59:00.000Z');
    expect(toIso('America/New_York', '2026-03-08', 180)).toBe('2026-03-08T07:00:00.000Z');
    expect(toIso('America/New_York', '2026-11-01', 90)).toBe('2026-11-01T05:30:00.000Z');
    expect(toIso('America/New_York', '2026-11-01', 120)).toBe('2026-11-01T07:00:00.000Z');
    expect(toIso('America/Phoenix', '2026-03-08', 150)).toBe('2026-03-08T09:30:00.000Z');
  });
  it('round-trips through an instant, and needs a valid zone', () => {
    expect(wallTimeIn('America/Phoenix', Date.parse('2026-07-01T22:30:00Z'))).toEqual({ day: '2026-07-01', minutes: 930 });
    expect(toIso('GMT-7ish', '2026-07-01', 0)).toBe(null);
    expect(wallTimeIn('Eastern', 0)).toBe(null);
  });
});
