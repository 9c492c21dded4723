import type { Period } from '../../../contract/rules/time/period.ts';
import { analyticsMachine } from '../../../src/machines/analytics/analytics.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const today = '2026-11-21';
export const november: Period = { mode: 'month', start_date: '2026-11-01', end_date: '2026-11-30' };
export const october: Period = { mode: 'month', start_date: '2026-10-01', end_date: '2026-10-31' };

export const analytics: MachineCases<typeof analyticsMachine> = {
  machine: analyticsMachine,
  inputs: [
    { today, period: november, by: 'month', of: 'all', view: null },
    { today, period: november, by: 'month', of: 'all', view: '5' },
  ],
  cases: {
    'by.choose': [{ by: 'person' }, { by: 'month' }],
    'of.choose': [{ of: 'team' }, { of: 'all' }],
    'question.open': [
      { period: november, by: 'month', of: 'all', view: '5' },
      { period: november, by: 'month', of: 'all', view: null },
    ],
    'view.saved': [{ id: '5' }],
    'view.forget': [{}],
    'xstate.snapshot.period': [{ snapshot: { context: { period: october } } }, { snapshot: { context: { period: november } } }],
  },
  project: ({ by, of: scope, view, range }) => [by, scope, view, range.start_date],
  rig: { children: { period: ({ period }: { period: Period }) => ({ period }), answer: () => ({}) } },
};
