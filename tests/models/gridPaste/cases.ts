import { gridPasteMachine } from '../../../src/machines/lists/gridPaste.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const cell = { row: { id: '1' }, key: 'name', value: 'Ana' };
export const misfit = { why: 'value', count: 2, example: '11/23/2026' } as const;

export const gridPaste: MachineCases<typeof gridPasteMachine> = {
  machine: gridPasteMachine,
  inputs: [undefined],
  cases: {
    'paste.offer': [
      { cells: [cell], misfits: [] },
      { cells: [cell], misfits: [misfit] },
      { cells: [], misfits: [misfit] },
      { cells: [], misfits: [] },
    ],
    'paste.accept': [{}],
    'paste.cancel': [{}],
  },
  project: ({ plan }) => [plan?.cells.length, plan?.misfits.length],
};
