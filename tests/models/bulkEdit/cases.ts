import { bulkEditMachine } from '../../../src/machines/events/bulkEdit.machine.ts';
import type { MachineCases } from '../support/walk.ts';

const order = ['1', '2', '3'];
export const toggle = (id: string, range = false, among: readonly string[] = order) =>
  ({ type: 'row.toggle', id, range, order: among }) as const;
export const yes = { type: 'change.choose', field: 'reviewed', value: 'Yes' } as const;

export const bulkEdit: MachineCases<typeof bulkEditMachine> = {
  machine: bulkEditMachine,
  inputs: [undefined],
  cases: {
    'row.toggle': [toggle('1'), toggle('2')],
    'all.toggle': [{ ids: ['1', '2'] }],
    'selection.clear': [{}],
    'change.choose': [yes, { field: 'sales_lead', value: ' ' }],
    'bulk.apply': [{}],
  },
  project: ({ selected, field, value }) => [[...selected].sort(), field, value],
};
