import { adjustmentsMachine } from '../../../src/machines/adjustments/adjustments.machine.ts';
import { adjustment } from '../adjustmentForm/cases.ts';
import type { MachineCases } from '../support/walk.ts';

export const november = { start_date: '2026-11-01', end_date: '2026-11-21' };
export const october = { start_date: '2026-10-01', end_date: '2026-10-31' };
export const row = { ...adjustment, id: '9', version: 3 };
export const approve = { kind: 'approve', row } as const;
export const subject = { adjustment: null, prefill: null };

export const adjustments: MachineCases<typeof adjustmentsMachine> = {
  machine: adjustmentsMachine,
  inputs: [
    { live: true, list: { pageSize: 11, part: november } },
    { live: false, list: { pageSize: 11, part: november } },
  ],
  cases: {
    'form.open': [{ subject }],
    'form.closed': [{}],
    'form.saved': [{ adjustment }],
    'form.deleted': [{ id: '9' }],
    'decision.ask': [{ decision: approve }],
    'xstate.error.actor.list': [{ error: new Error('broken') }],
    'action.settled': [
      { action: approve, outcome: 'refused' },
      { action: approve, outcome: 'succeeded', answer: null },
      { action: approve, outcome: 'failed', error: { status: 409, data: { message: 'stale' } } },
    ],
  },
  project: ({ live }) => live,
  rig: { children: { list: () => ({}) } },
};
