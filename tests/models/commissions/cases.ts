import type { Period } from '../../../contract/rules/time/period.ts';
import { commissionsMachine } from '../../../src/machines/commissions/commissions.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const today = '2026-11-21';
export const november: Period = { mode: 'month', start_date: '2026-11-01', end_date: '2026-11-30' };
export const october: Period = { mode: 'month', start_date: '2026-10-01', end_date: '2026-10-31' };
const periodIs = (period: Period) => ({ snapshot: { context: { period } } });

export const commissions: MachineCases<typeof commissionsMachine> = {
  machine: commissionsMachine,
  inputs: [
    { today, period: november, status: '', userId: null, pageSize: 10 },
    { today, period: november, status: '', userId: null, pageSize: 10, searches: true },
    { today, period: november, status: '', userId: null, pageSize: 10, opened: { id: '9', front: 'question' } },
  ],
  cases: {
    'status.choose': [{ status: 'due' }, { status: '' }],
    'person.choose': [{ person: '8' }, { person: '' }],
    'search.type': [{ text: '1042' }],
    'search.set': [{ text: '1042' }, { text: '' }],
    'search.settled': [{}],
    'sort.set': [{ sort: null }],
    'sort.toggle': [{ key: 'status' }],
    'details.open': [{ opened: { id: '9', front: 'why' } }, { opened: { id: '10', front: 'why' } }],
    'details.close': [{}],
    'dialog.open': [{ dialog: 'statement' }],
    'dialog.close': [{}],
    'xstate.snapshot.period': [periodIs(november), periodIs(october)],
  },
  project: ({ range, status, person, opened, dialog }) => [range, status, person, opened?.id, dialog],
  rig: { children: { period: ({ period }: { period: Period }) => ({ period }), pages: () => ({}) } },
};
