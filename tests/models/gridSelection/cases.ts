import { gridSelectionMachine } from '../../../src/machines/lists/gridSelection.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const from = { row: 1, key: 'name', rowKey: 'I-2' };

export const gridSelection: MachineCases<typeof gridSelectionMachine> = {
  machine: gridSelectionMachine,
  inputs: [undefined],
  cases: {
    'pointer.down': [{}],
    'pointer.up': [{}],
    'range.extend': [{ from }],
    'range.clear': [{}],
    'fill.start': [{}],
    'fill.over': [{ row: 4 }],
    'fill.cancel': [{}],
  },
  project: ({ corner, fillTo }) => [corner?.rowKey, fillTo],
};
