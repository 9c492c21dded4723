import { eventCellsMachine } from '../../../src/machines/events/eventCells.machine.ts';
import type { CellState } from '../../../src/machines/events/unsavedCells.ts';
import { event } from '../eventEdit/cases.ts';
import type { MachineCases } from '../support/walk.ts';

export const cell = { rowKey: '41', key: 'sales_lead' };
export const draft = { event, field: 'sales_lead', values: ['Left'] } as const;
const written = (value: string | null) => ({ row: event, key: 'sales_lead', value });
export const state = (phase: CellState['phase']): CellState => ({
  event,
  field: 'sales_lead',
  values: ['Ana'],
  phase,
  error: phase === 'failed' ? 'Failed to update event' : null,
  theirs: phase === 'conflicted' ? { value: 'Bo', by: 'Vera Voss', at: null } : null,
});

export const eventCells: MachineCases<typeof eventCellsMachine> = {
  machine: eventCellsMachine,
  inputs: [{ drafts: [] }, { drafts: [draft] }],
  cases: {
    'draft.changed': [written('A')],
    'cell.committed': [written('Ana'), { ...written('x'), key: 'host' }],
    // A queue sends events only while it exists.
    'cell.changed': ({ context }) =>
      context.cells['41 sales_lead'] ? (['saving', 'failed', 'conflicted'] as const).map((phase) => ({ cell: state(phase) })) : [],
    'cell.ended': ({ context }) => (context.cells['41 sales_lead'] ? [{ cell }] : []),
    'cells.write': [{ written: [written('Ana')] }],
    'cells.revert': [{ reverts: [{ event, field: 'sales_lead', from: null, to: 'Ana' }] }],
    'changes.made': [],
    'step.kept': [
      { step: 1, count: 1 },
      { step: 1, count: 2 },
    ],
    'event.saved': [{ event, field: 'sales_lead' }],
    'event.read': [{ event }],
    'event.heard': [{ event }],
    'grid.leave': [{}],
    'cell.retry': [{ cell }],
    'cell.discard': [{ cell }],
    'failed.retry': [{}],
    'failed.discard': [{}],
    'conflict.ask': [{ cell }],
    'drafts.restore': [{}],
    'drafts.discard': [{}],
  },
  project: ({ cells, offered }) => [Object.values(cells).map((item) => [item.field, item.phase]), offered.length],
};
