import { gridEditingMachine } from '../../../src/machines/lists/gridEditing.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const row = { id: '1', version: 3 };
export const other = { id: '2', version: 7 };
export const name = { rowKey: '1', key: 'name' };
export const otherName = { rowKey: '2', key: 'name' };
export const opened = (editedRow: typeof row = row, draft: string | null = null) => ({ row: editedRow, key: 'name', draft });

export const gridEditing: MachineCases<typeof gridEditingMachine> = {
  machine: gridEditingMachine,
  inputs: [undefined],
  cases: {
    'cell.open': [opened(), opened(row, 'A'), opened(other)],
    'draft.change': [
      { cell: name, value: 'Ana' },
      { cell: otherName, value: 'Ben' },
    ],
    'cell.commit': [
      { cell: name, value: 'Ana', next: null },
      { cell: name, value: 'Ana', next: opened(other) },
      { cell: otherName, value: 'Ben', next: null },
    ],
    'cell.leave': [{ cell: name }, { cell: otherName }],
    'cell.cancel': [{ cell: name }, { cell: otherName }],
    'grid.leave': [{}],
    'row.saved': [
      { row: { id: '1', version: 4 }, key: 'name' },
      { row: { id: '1', version: 4 }, key: 'note' },
    ],
  },
  project: ({ row: editedRow, key, first, draft }) => [editedRow?.id, editedRow?.version, key, first, draft],
};
