import type { Period } from '../../../contract/rules/time/period.ts';
import { teamDashboardMachine } from '../../../src/machines/performance/teamDashboard.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const today = '2026-11-21';
export const november: Period = { mode: 'month', start_date: '2026-11-01', end_date: '2026-11-30' };
export const october: Period = { mode: 'month', start_date: '2026-10-01', end_date: '2026-10-31' };
export const toDate: Period = { mode: 'month', start_date: '2026-11-01', end_date: today };
export const input = { today, period: november, selectedUsers: [], list: { pageSize: 10 } } as const;

export const teamDashboard: MachineCases<typeof teamDashboardMachine> = {
  machine: teamDashboardMachine,
  inputs: [input, { ...input, period: undefined, selectedUsers: ['1'] }],
  cases: {
    'user.toggle': [{ id: '1' }, { id: '2' }],
    'users.set': [{ ids: [] }, { ids: ['2'] }],
    'filters.reset': [{}],
    'xstate.snapshot.lens': [{ snapshot: { context: { asOf: '2026-11-10' } } }],
    'xstate.snapshot.period': [{ snapshot: { context: { period: october, today } } }, { snapshot: { context: { period: toDate, today } } }],
  },
  project: ({ selectedUsers }) => [...selectedUsers].sort(),
  rig: {
    children: {
      lens: () => ({ asOf: null }),
      period: ({ period, includesFutureDays }: { period: Period; includesFutureDays: boolean }) => ({ period, today, includesFutureDays }),
      list: () => ({}),
    },
  },
};
