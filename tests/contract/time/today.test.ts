import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { todayIn } from '../../../contract/rules/time/today.ts';

const root = join(import.meta.dirname, '../../..');
const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));

describe('one clock', () => {
  it.each([
    ['2026-11-22T02:05:00Z', 'America/Phoenix', '2026-11-21'],
    ['2026-11-22T06:59:59Z', 'America/Phoenix', '2026-11-21'],
    ['2026-11-22T07:00:00Z', 'America/Phoenix', '2026-11-22'],
    ['2026-11-22T02:05:00Z', 'Asia/Tokyo', '2026-11-22'],
    ['2026-12-31T23:30:00Z', 'Asia/Tokyo', '2027-01-01'],
    ['2028-03-01T04:30:00Z', 'America/New_York', '2028-02-29'],
  ])('decisions 2.01: %s is in %s the day %s', (instant, zone, day) => expect(todayIn(zone, new Date(instant))).toBe(day));

  // In Phoenix, UTC's day differs from the company's for seven hours every day.
  const ownDay = /dayjs\(\)|new Date\(\)\.(get|toLocale|toDate|toISOString\(\)\.)|\.format\((new Date\(\)|Date\.now\(\).*)?\)/;
  it.each(['tests/e2e', 'tests/server', 'tests/screens', 'server', 'src', 'bench', 'contract'])(
    'decisions 2.01: nothing in %s reads the day from its own clock',
    (folder) => expect(sources(folder).filter((path) => ownDay.test(readFileSync(join(root, path), 'utf8')))).toEqual([]),
  );
});
