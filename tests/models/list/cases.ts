import { listMachine } from '../../../src/machines/lists/list.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const november = { start_date: '2026-11-01' };
export const newest = { key: 'created_at', direction: 'desc' } as const;
const remove = { kind: 'remove', id: '9' };

export const list: MachineCases<typeof listMachine> = {
  machine: listMachine,
  inputs: [
    { pageSize: 25, fallback: 'Failed' },
    { pageSize: 25, fallback: 'Failed', filters: { role: 'finance' }, search: 'ben', page: 2, opened: { id: '9', pane: '' } },
    { pageSize: 25, fallback: 'Failed', searches: 'page', sorts: 'all', defaultSort: newest },
  ],
  cases: {
    'filter.choose': [
      { key: 'role', value: 'finance' },
      { key: 'role', value: '' },
    ],
    'part.changed': [{ part: november }],
    'search.type': [{ text: ' ben ' }],
    'search.set': [{ text: '' }],
    'sort.toggle': [{ key: 'name' }],
    'sort.set': [{ sort: null }, { sort: newest }],
    'row.open': [{ opened: { id: '9', pane: '' } }, { opened: { id: '9', pane: 'edit' } }],
    'row.close': [{}],
    'action.choose': [{ action: remove }],
    'action.settled': [
      { action: remove, outcome: 'refused' },
      { action: remove, outcome: 'failed', error: { status: 500 } },
      { action: remove, outcome: 'succeeded', answer: null },
    ],
    'error.dismiss': [{}],
    'list.reload': [{}],
    'xstate.after.searchDebounce.list.question.typing': [{}],
  },
  // If only the page is sorted, no guard reads the sort.
  project: ({ filters, part, search, sort, sorts, opened }) => [
    filters.role ?? '',
    part.start_date,
    search,
    sorts === 'all' && sort,
    opened?.id,
    opened?.pane,
  ],
  rig: { children: { pages: () => ({}), totals: () => ({}), rowAction: () => ({}) } },
};
