import { describe, expect, it } from 'vitest';
import { occurrenceAt } from '../../../server/domain/jobs/occurrence.ts';

const occurrence = (timing: Parameters<typeof occurrenceAt>[0], zone: string, instant: string) => {
  const result = occurrenceAt(timing, zone, new Date(instant));
  return result && [result.slot, result.nextAt.toISOString()];
};

describe('schedule times', () => {
  it('intervals in seconds fall on the same moments for all instances', () => {
    expect(occurrence({ everySeconds: 300 }, 'UTC', '2026-11-22T10:07:31Z')).toEqual([
      '2026-11-22T10:05:00.000Z',
      '2026-11-22T10:10:00.000Z',
    ]);
    expect(occurrence({ everySeconds: 300 }, 'UTC', '2026-11-22T10:05:00Z')).toEqual([
      '2026-11-22T10:05:00.000Z',
      '2026-11-22T10:10:00.000Z',
    ]);
  });

  it('daily ones fall at the hour of their zone, including exactly now', () => {
    const morning = { calendar: '0 7 * * *' };
    expect(occurrence(morning, 'America/Phoenix', '2026-11-22T13:59:59Z')).toEqual(['2026-11-21', '2026-11-22T14:00:00.000Z']);
    expect(occurrence(morning, 'America/Phoenix', '2026-11-22T14:00:00Z')).toEqual(['2026-11-22', '2026-11-23T14:00:00.000Z']);
    expect(occurrence(morning, 'Asia/Kolkata', '2026-11-22T01:30:00.000Z')).toEqual(['2026-11-22', '2026-11-23T01:30:00.000Z']);
  });

  it('weekly ones fall on Monday, and several a day have the time in their slot', () => {
    expect(occurrence({ calendar: '0 7 * * 1' }, 'UTC', '2026-11-22T12:00:00Z')).toEqual(['2026-11-16', '2026-11-23T07:00:00.000Z']);
    expect(occurrence({ calendar: '0 */6 * * *' }, 'UTC', '2026-11-22T12:30:00Z')).toEqual([
      '2026-11-22T12:00',
      '2026-11-22T18:00:00.000Z',
    ]);
  });

  it('fall once across daylight saving changes: a skipped hour after the gap, a repeated hour once', () => {
    // New York: March 8, 2026 has no 02:30, November 1 has two 01:30.
    const [gap, afterGap] = occurrence({ calendar: '30 2 * * *' }, 'America/New_York', '2026-03-08T12:00:00Z')!;
    expect([gap, afterGap]).toEqual(['2026-03-08', '2026-03-09T06:30:00.000Z']);
    const first = occurrence({ calendar: '30 1 * * *' }, 'America/New_York', '2026-11-01T05:45:00Z')!;
    const second = occurrence({ calendar: '30 1 * * *' }, 'America/New_York', '2026-11-01T06:45:00Z')!;
    expect([first[0], second[0]]).toEqual(['2026-11-01', '2026-11-01']);
    expect(second[1]).toBe('2026-11-02T06:30:00.000Z');
  });

  it('include a day whose midnight is skipped', () => {
    // Beirut, March 29, 2026: clocks go from 00:00 to 01:00.
    const result = occurrence({ calendar: '0 0 * * *' }, 'Asia/Beirut', '2026-03-29T10:00:00Z');
    expect(result?.[0]).toBe('2026-03-29');
  });

  it('refuse an invalid pattern or zone', () => {
    expect(() => occurrence({ calendar: 'every morning' }, 'UTC', '2026-11-22T12:00:00Z')).toThrow();
    expect(() => occurrence({ calendar: '0 7 * * *' }, 'Mars/Olympus', '2026-11-22T12:00:00Z')).toThrow();
  });
});
