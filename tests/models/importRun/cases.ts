import type { ImportDetail } from '../../../contract/entities/import.ts';
import type { ImportState } from '../../../contract/lifecycles/importRun.ts';
import { importRunMachine } from '../../../src/machines/imports/importRun.machine.ts';
import type { MachineCases } from '../support/walk.ts';

const actions = {
  processing: ['cancel'],
  reading: ['drop'],
  previewed: ['map', 'start', 'drop'],
  completed: ['undo'],
} as const satisfies Partial<Record<ImportState, ImportDetail['actions']>>;

/** A run as the server returns it. */
export const run = (state: keyof typeof actions): ImportDetail => ({
  id: '12',
  title: 'march.csv',
  kind: 'invoices',
  state,
  counts: { rows: 4, done: 2, new: 2, changed: 0, same: 0, quarantined: 0, closed_month: 0, before_books: 0, left_out: 0 },
  waiting: 0,
  error: null,
  created_by: 'Fay Finance',
  created_at: '2026-11-21T09:00:00Z',
  started_at: '2026-11-21T09:01:00Z',
  finished_at: state === 'completed' ? '2026-11-21T09:01:05Z' : null,
  actions: [...actions[state]],
  size: 100,
  uploaded: 100,
  columns: [
    { name: 'Number', samples: ['F-1'], dates: [], amounts: [] },
    { name: 'Customer', samples: ['Acme'], dates: [], amounts: [] },
    { name: 'Day', samples: ['03/24/2026'], dates: ['mdy'], amounts: [] },
    { name: 'Total', samples: ['5'], dates: [], amounts: ['point'] },
  ],
  header_row: 1,
  warnings: [],
  layout: 'generic',
  choices: {},
  questions: [],
  notes: [],
  mapping: { number: { column: 0 }, customer: { column: 1 }, date: { column: 2, format: 'mdy' }, gross: { column: 3, format: 'point' } },
  remembered: false,
  people: [],
  more_people: 0,
  undo_refused: null,
});
export const refused = { status: 409, data: { message: 'October 2026 is closed.' } };

export const importRun: MachineCases<typeof importRunMachine> = {
  machine: importRunMachine,
  inputs: [{ id: '12', listed: null }],
  cases: {
    'step.choose': [{ step: { kind: 'undo' } }, { step: { kind: 'cancel' } }, { step: { kind: 'drop' } }, { step: { kind: 'start' } }],
    'run.retry': [{}],
    'error.dismiss': [{}],
    'xstate.done.actor.loadRun': [
      { output: run('processing') },
      { output: run('reading') },
      { output: run('completed') },
      { output: run('previewed') },
    ],
    'xstate.error.actor.loadRun': [{ error: { status: 502 } }],
    'xstate.after.poll.importRun.waiting': [{}],
    'xstate.done.actor.askStep': [{ output: true }, { output: false }],
    'xstate.error.actor.askStep': [{ error: new Error('no window') }],
    'xstate.done.actor.saveStep': [{ output: run('processing') }, { output: run('completed') }, { output: null }],
    'xstate.error.actor.saveStep': [{ error: refused }],
  },
  project: ({ run, step, error }) => [run?.state, step?.kind, error],
};
