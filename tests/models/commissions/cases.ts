import type { Period } from '../../../contract/rules/time/period.ts';
import { commissionsMachine } from '../../../src/machines/commissions/commissions.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const today = '2026-11-21';
export const november: Period = { mode: 'month', start_date: '2026-11-01', end_date: '2026-11-30' };
export const october: Period = { mode: 'month', start_date: '2026-10-01', end_date: '2026-10-31' };
export const list = { pageSize: 10 } as const;

export const commissions: MachineCases<typeof commissionsMachine> = {
  machine: commissionsMachine,
  inputs: [
    { today, period: november, userId: null, list },
    { today, period: november, userId: null, over: { dialog: 'why-not', ask: '20999' }, list },
  ],
  cases: {
    'dialog.open': [{ dialog: 'statement' }, { dialog: 'why-not', ask: '20999' }],
    'dialog.close': [{}],
    'scope.changed': [{ scope: 'team' }],
    'xstate.snapshot.period': [{ snapshot: { context: { period: october } } }],
    'xstate.snapshot.lens': [{ snapshot: { context: { asOf: '2026-11-10' } } }],
    'xstate.snapshot.list': [{ snapshot: { context: { opened: null } } }, { snapshot: { context: { opened: { id: '9', pane: '' } } } }],
  },
  project: ({ dialog, ask }) => [dialog, ask],
  rig: {
    children: { lens: () => ({ asOf: null }), period: ({ period }: { period: Period }) => ({ period }), list: () => ({ opened: null }) },
  },
};
