import { assign, sendTo, setup } from 'xstate';
import { limits } from '../../../contract/limits.ts';
import { ofEvent } from '../support/params.ts';
import { cursorPagesMachine, type Question } from './cursorPages.machine.ts';

export type ListSort = Readonly<{ key: string; direction: 'asc' | 'desc' }>;
type Filters = Readonly<Record<string, string>>;
type Context = {
  opening: Readonly<{ pageSize: number; page: number; fallback: string }>;
  /** By the names that the server knows them by; '' narrows nothing. */
  filters: Filters;
  search: string;
  sort: ListSort | null;
};
type Events =
  | { type: 'filter.choose'; key: string; value: string }
  | { type: 'search.type'; text: string }
  | { type: 'search.set'; text: string }
  | { type: 'sort.toggle'; key: string }
  | { type: 'list.reload' };
type Input = { pageSize: number; fallback: string; filters?: Filters; search?: string; sort?: ListSort | null; page?: number };

/** What is asked: every filter that narrows, and the search without the blanks around it. */
const questionOf = ({ filters, search }: Pick<Context, 'filters' | 'search'>): Question => ({
  ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
  ...(search.trim() === '' ? {} : { search: search.trim() }),
});

/**
 * The list that screens share: a question of filters and search, a sort of the page that is shown (spec 2.35), and pages (spec 4.05).
 * Normal path: still; a filter asks at once, a search once the last letter has settled, and the pages child is asked anew.
 * Never: ask for each letter of a search, or for what is asked already.
 */
export const listMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as Input, children: {} as { pages: 'pages' } },
  actors: { pages: cursorPagesMachine },
  guards: {
    isOtherChoice: ({ context }, { key, value }: { key: string; value: string }) => (context.filters[key] ?? '') !== value,
    isOtherSearch: ({ context }, params: { text: string }) => params.text !== context.search,
  },
  actions: {
    keepFilter: assign({
      filters: ({ context }, { key, value }: { key: string; value: string }) => ({ ...context.filters, [key]: value }),
    }),
    keepSearch: assign({ search: (_, params: { text: string }) => params.text }),
    toggleSort: assign({
      sort: ({ context: { sort } }, { key }: { key: string }) => ({
        key,
        direction: sort?.key === key && sort.direction === 'asc' ? ('desc' as const) : ('asc' as const),
      }),
    }),
    ask: sendTo('pages', ({ context }) => ({ type: 'question.changed', question: questionOf(context) })),
    rewind: sendTo('pages', { type: 'sort.changed' }),
    reload: sendTo('pages', { type: 'page.reload' }),
  },
  delays: { searchDebounce: limits.list.searchDebounceMs },
}).createMachine({
  id: 'list',
  context: ({ input: { pageSize, fallback, filters = {}, search = '', sort = null, page = 1 } }) => ({
    opening: { pageSize, page, fallback },
    filters,
    search,
    sort,
  }),
  invoke: { id: 'pages', src: 'pages', input: ({ context }) => ({ question: questionOf(context), ...context.opening }) },
  initial: 'still',
  states: {
    still: { on: { 'search.type': { target: 'typing', actions: ofEvent('keepSearch') } } },
    typing: {
      after: { searchDebounce: { target: 'still', actions: 'ask' } },
      on: { 'search.type': { target: 'typing', reenter: true, actions: ofEvent('keepSearch') } },
    },
  },
  on: {
    'filter.choose': { guard: ofEvent('isOtherChoice'), target: '.still', actions: [ofEvent('keepFilter'), 'ask'] },
    // Chosen whole: a chip that is removed, a step back in the address.
    'search.set': { guard: ofEvent('isOtherSearch'), target: '.still', actions: [ofEvent('keepSearch'), 'ask'] },
    'sort.toggle': { actions: [ofEvent('toggleSort'), 'rewind'] },
    // What is shown was changed: the same page is read again.
    'list.reload': { actions: 'reload' },
  },
});
