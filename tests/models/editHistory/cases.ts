import { editHistoryMachine } from '../../../src/machines/events/editHistory.machine.ts';
import { event } from '../eventEdit/cases.ts';
import type { MachineCases } from '../support/walk.ts';

export const change = { event, field: 'sales_lead', before: null, after: 'Ana' } as const;

export const editHistory: MachineCases<typeof editHistoryMachine> = {
  machine: editHistoryMachine,
  inputs: [undefined],
  cases: {
    // Two steps cover everything a longer history would.
    'step.made': ({ context }) => (context.stepCount < 2 ? [{ changes: [change] }] : []),
    'edit.undo': [{}, { step: 1 }, { step: 9 }],
    'edit.redo': [{}],
    'event.known': [{ event: { ...event, version: 9 } }],
  },
  project: ({ past, future, stepCount: count }) => [
    past.map(({ id, changes }) => [id, changes[0]?.event.version]),
    future.map(({ id, changes }) => [id, changes[0]?.event.version]),
    count,
  ],
};
