import { cellSaveMachine } from '../../../src/machines/events/cellSave.machine.ts';
import { conflict, event, refused } from '../eventEdit/cases.ts';
import type { MachineCases } from '../support/walk.ts';

export const input = { event, field: 'sales_lead', values: ['Ana'] } as const;

export const cellSave: MachineCases<typeof cellSaveMachine> = {
  machine: cellSaveMachine,
  inputs: [input],
  cases: {
    'edit.add': ({ context }) => (context.values.length > 2 ? [{ value: context.values.at(-1) }] : [{ value: 'Ben' }, { value: null }]),
    'edit.retry': [{}],
    'edit.discard': [{}],
    'edit.overwrite': [{}],
    'xstate.done.actor.patchEvent': [{ output: { ...event, version: 4 } }],
    'xstate.error.actor.patchEvent': [{ error: conflict }, { error: refused }],
  },
  project: ({ event: savedEvent, values, error, theirs, current }) => [savedEvent.version, values, error, theirs?.value, current?.version],
};
