import type { Period, PeriodMode } from '../../../contract/rules/time/period.ts';
import { periodMachine } from '../../../src/machines/lists/period.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const today = '2026-11-21';
const inputFor = (mode: PeriodMode, start_date: string, end_date: string): { today: string; period: Period } => ({
  today,
  period: { mode, start_date, end_date },
});

export const period: MachineCases<typeof periodMachine> = {
  machine: periodMachine,
  inputs: [
    { today },
    inputFor('quarter', '2026-10-01', '2026-12-31'),
    inputFor('year', '2016-01-01', '2016-12-31'),
    inputFor('custom', '2026-11-03', '2026-11-09'),
  ],
  cases: {
    'day.changed': [{ today: '2026-11-22' }],
    'mode.choose': [{ mode: 'month' }, { mode: 'quarter' }, { mode: 'year' }, { mode: 'custom' }],
    // The arrows have no upper end: two steps in each direction are enough.
    'period.previous': ({ context }) => (context.period.start_date > '2026-06' || context.period.start_date < '2017' ? [{}] : []),
    'period.next': ({ context }) => (context.period.end_date < '2027' ? [{}] : []),
    'period.reset': [{}],
    'period.set': [{ period: { mode: 'year', start_date: '2025-01-01', end_date: '2025-12-31' } }],
    'picker.open': [{}],
    'picker.close': [{}],
    'picker.today': [{}],
    'year.previous': ({ context }) => (context.year > 2025 || context.year < 2018 ? [{}] : []),
    'year.next': ({ context }) => (context.year < 2027 ? [{}] : []),
    'month.choose': [{ month: 1 }],
    'quarter.choose': [{ quarter: 3 }],
    'year.choose': [{ year: 2020 }, { year: 1999 }],
    'range.start': [{ day: '2026-11-10' }],
    'range.end': [{ day: '2026-11-20' }],
    'choice.apply': [{}],
  },
  // The mode is left out because every input opens the picker in its own.
  project: ({ choice, start, end }) => [choice !== null, start !== '', end !== ''],
};
