import { bulkEditMachine } from '../../../src/machines/events/bulkEdit.machine.ts';
import { event } from '../eventEdit/cases.ts';
import type { MachineCases } from '../support/walk.ts';

const order = ['1', '2', '3'];
export const toggle = (id: string, range = false, among: readonly string[] = order) =>
  ({ type: 'row.toggle', id, range, order: among }) as const;
export const done = (id: string) => ({ type: 'row.done', id, event: { ...event, id, reviewed: 'Yes' } }) as const;
export const failed = (id: string) => ({ type: 'row.failed', id, message: `No right to ${id}` }) as const;
export const yes = { type: 'change.choose', field: 'reviewed', value: 'Yes' } as const;

export const bulkEdit: MachineCases<typeof bulkEditMachine> = {
  machine: bulkEditMachine,
  inputs: [undefined],
  cases: {
    'row.toggle': [toggle('1'), toggle('2')],
    'all.toggle': [{ ids: ['1', '2'] }],
    'selection.clear': [{}],
    'change.choose': [{ field: 'reviewed', value: 'Yes' }],
    'bulk.apply': [{}],
    'bulk.stop': [{}],
    'failures.retry': [{}],
    'failures.dismiss': [{}],
    'row.done': [done('1'), done('2')],
    'row.failed': [failed('1'), failed('2')],
    'all.done': [{}],
    'xstate.done.actor.confirmApply': [{ output: true }, { output: false }],
    'xstate.error.actor.confirmApply': [{ error: {} }],
    'xstate.error.actor.applyAll': [{ error: { status: 500 } }],
  },
  project: ({ selected, field, left, failures }) => [[...selected].sort(), field, left, failures.map(({ id }) => id).sort()],
  rig: { callbacks: ['applyAll'] },
  sentBy: { 'row.done': 'applyAll', 'row.failed': 'applyAll', 'all.done': 'applyAll' },
};
