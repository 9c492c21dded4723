import { expect, it } from 'vitest';
import { dayText } from '../../../contract/rules/time/dayText.ts';

it('spec 9.05: formats the same day in every time zone of the machine', () =>
  expect(['2026-11-03', '2026-01-01', '2028-02-29', '2026-12-31'].map(dayText)).toEqual([
    'Nov 3, 2026',
    'Jan 1, 2026',
    'Feb 29, 2028',
    'Dec 31, 2026',
  ]));
