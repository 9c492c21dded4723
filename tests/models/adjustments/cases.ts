import { adjustmentsMachine } from '../../../src/machines/adjustments/adjustments.machine.ts';
import { adjustment } from '../adjustmentForm/cases.ts';
import type { MachineCases } from '../support/walk.ts';

export const november = { start_date: '2026-11-01', end_date: '2026-11-21' };
export const october = { start_date: '2026-10-01', end_date: '2026-10-31' };
export const approve = { kind: 'approve', id: '9', version: 3, amount: 620, reason: '' } as const;
export const subject = { adjustment: null, prefill: null };

export const adjustments: MachineCases<typeof adjustmentsMachine> = {
  machine: adjustmentsMachine,
  inputs: [
    { range: november, pageSize: 11, live: true },
    { range: november, pageSize: 11, live: false },
  ],
  cases: {
    'range.changed': [{ range: november }, { range: october }],
    'sort.toggle': [{ key: 'adjustment_amount' }],
    'search.type': [{ text: 'travel' }],
    'state.choose': [{ state: '' }, { state: 'approved' }],
    'review.open': [{}],
    'form.open': [{ subject }],
    'form.closed': [{}],
    'form.saved': [{ adjustment }],
    'form.deleted': [{ id: '9' }],
    'decision.ask': [{ decision: approve }],
    'decision.confirmed': [{ decision: approve }],
    'error.dismiss': [{}],
    'xstate.done.actor.decide': [{ output: undefined }],
    'xstate.error.actor.decide': [
      { error: { status: 409, data: { message: 'stale' } } },
      { error: { status: 403, data: { message: 'own' } } },
    ],
  },
  project: ({ live, range, state, error }) => [live, range.start_date, state, error],
  rig: { children: { adjustmentPages: () => ({}) } },
};
