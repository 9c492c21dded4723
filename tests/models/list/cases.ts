import { listMachine } from '../../../src/machines/lists/list.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const list: MachineCases<typeof listMachine> = {
  machine: listMachine,
  inputs: [
    { pageSize: 25, fallback: 'Failed' },
    { pageSize: 25, fallback: 'Failed', filters: { role: 'finance' }, search: 'ben', page: 2 },
  ],
  cases: {
    'filter.choose': [
      { key: 'role', value: 'finance' },
      { key: 'role', value: '' },
    ],
    'search.type': [{ text: ' ben ' }],
    'search.set': [{ text: 'ben' }, { text: '' }],
    'sort.toggle': [{ key: 'name' }],
    'list.reload': [{}],
    'xstate.after.searchDebounce.list.typing': [{}],
  },
  project: ({ filters, search, sort }) => [filters.role ?? '', search, sort?.direction],
  rig: { children: { pages: () => ({}) } },
};
