import { assign, fromPromise, sendTo, setup } from 'xstate';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { answerMachine } from '../support/answer.machine.ts';
import { withEvent } from '../support/params.ts';
import { notifyParent } from '../support/parent.ts';
import { isSameQuestion } from '../support/sameQuestion.ts';
import { cursorPagesOf, type PageQuestion } from './cursorPages.machine.ts';
import {
  isSameSort,
  type ListCriteria,
  type ListInput,
  type ListSort,
  type OpenRow,
  toggleListSort,
  toListQuestion,
  toTotalsQuestion,
} from './listQuestion.ts';
import { type ActionSettled, rowActionOf } from './rowAction.machine.ts';

type Context = ListCriteria & {
  opening: Readonly<{ pageSize: number; page: number; fallback: string }>;
  /** The default sort. */
  defaultSort: ListSort | null;
  /** The open row; it may be outside the current page. */
  opened: OpenRow | null;
};
type Events<Action> =
  | { type: 'filter.choose'; key: string; value: string }
  | { type: 'part.changed'; part: PageQuestion }
  | { type: 'search.type'; text: string }
  | { type: 'search.set'; text: string }
  | { type: 'sort.toggle'; key: string }
  | { type: 'sort.set'; sort: ListSort | null }
  | { type: 'row.open'; opened: OpenRow }
  | { type: 'row.close' }
  | { type: 'action.choose'; action: Action }
  | ActionSettled<Action>
  | { type: 'error.dismiss' }
  | { type: 'list.reload' };
/** The totals of most lists come with their rows. */
const noTotals = answerMachine.provide({ actors: { loadAnswer: fromPromise<unknown, PageQuestion>(async () => null) } });

/** Types the machine below for specific rows, summaries and actions. */
export const listOf = <Row = unknown, Summary = unknown, Action = unknown>() =>
  setup({
    types: {
      context: {} as Context,
      events: {} as Events<Action>,
      input: {} as ListInput,
      children: {} as { pages: 'pages'; totals: 'totals'; rowAction: 'rowAction' },
    },
    actors: { pages: cursorPagesOf<Row, Summary>(), totals: noTotals, rowAction: rowActionOf<Action>() },
    guards: {
      isOtherChoice: ({ context }, { key, value }: { key: string; value: string }) => (context.filters[key] ?? '') !== value,
      isOtherPart: ({ context }, params: { part: PageQuestion }) => !isSameQuestion(params.part, context.part),
      isOtherQuestion: ({ context: { searches, search } }, { text }: { text: string }) => searches === 'all' && text !== search,
      isOtherOrder: ({ context: { sorts, sort, defaultSort } }, params: { sort: ListSort | null }) =>
        sorts === 'all' && !isSameSort(params.sort ?? defaultSort, sort),
      isOtherRow: ({ context: { opened } }, params: { opened: OpenRow }) =>
        params.opened.id !== opened?.id || params.opened.pane !== opened.pane,
      searchesAll: ({ context }) => context.searches === 'all',
      sortsAll: ({ context }) => context.sorts === 'all',
      hasOpened: ({ context }) => context.opened !== null,
      isRefused: (_, params: ActionSettled<Action>) => params.outcome === 'refused',
    },
    actions: {
      setFilter: assign({
        filters: ({ context }, { key, value }: { key: string; value: string }) => ({ ...context.filters, [key]: value }),
      }),
      setPart: assign({ part: (_, params: { part: PageQuestion }) => params.part }),
      setSearch: assign({ search: (_, params: { text: string }) => params.text }),
      toggleSort: assign({ sort: ({ context }, { key }: { key: string }) => toggleListSort(context.sort, key) }),
      setSort: assign({ sort: ({ context }, params: { sort: ListSort | null }) => params.sort ?? context.defaultSort }),
      setOpened: assign({ opened: (_, params: { opened: OpenRow }) => params.opened }),
      forgetOpened: assign({ opened: null }),
      relayToParent: ({ self }, params: ActionSettled<Action>) => notifyParent(self, params),
      act: sendTo('rowAction', (_, { action }: { action: Action }) => ({ type: 'action.choose', action })),
      forgetError: sendTo('rowAction', { type: 'error.dismiss' }),
      ask: sendTo('pages', ({ context }) => ({ type: 'question.changed', question: toListQuestion(context) })),
      askTotals: sendTo('totals', ({ context }) => ({ type: 'question.changed', question: toTotalsQuestion(context) })),
      rewind: sendTo('pages', { type: 'sort.changed' }),
      reload: sendTo('pages', { type: 'page.reload' }),
      reloadTotals: sendTo('totals', ({ context }) => ({ type: 'question.ask', question: toTotalsQuestion(context) })),
    },
    delays: { searchDebounce: limits.list.searchDebounceMs },
  }).createMachine({
    id: 'list',
    context: ({ input: { pageSize, fallback, page = 1, defaultSort = null, ...input } }) => ({
      opening: { pageSize, page, fallback },
      filters: input.filters ?? {},
      part: input.part ?? {},
      search: input.search ?? '',
      searches: input.searches ?? 'all',
      sort: input.sort ?? defaultSort,
      defaultSort,
      sorts: input.sorts ?? 'page',
      opened: input.opened ?? null,
    }),
    invoke: [
      { id: 'pages', src: 'pages', input: ({ context }) => ({ question: toListQuestion(context), ...context.opening }) },
      {
        id: 'totals',
        src: 'totals',
        input: ({ context }) => ({ question: toTotalsQuestion(context), fallback: messages.pages.totalsFailed }),
      },
      { id: 'rowAction', src: 'rowAction' },
    ],
    type: 'parallel',
    states: {
      question: {
        description: 'The filters, the search and the sort order of the list.',
        initial: 'still',
        states: {
          still: {
            description: "The user isn't typing in the search field, and the list follows its filters.",
            on: {
              'search.type': [
                { guard: 'searchesAll', target: 'typing', actions: withEvent('setSearch') },
                { actions: withEvent('setSearch') },
              ],
            },
          },
          typing: {
            description: 'The user is typing in the search field; the search starts a moment after the last letter.',
            after: { searchDebounce: { target: 'still', actions: ['ask', 'askTotals'] } },
            on: { 'search.type': { target: 'typing', reenter: true, actions: withEvent('setSearch') } },
          },
        },
        on: {
          'filter.choose': { guard: withEvent('isOtherChoice'), target: '.still', actions: [withEvent('setFilter'), 'ask', 'askTotals'] },
          // Sent together with the filters, for example the period.
          'part.changed': { guard: withEvent('isOtherPart'), target: '.still', actions: [withEvent('setPart'), 'ask', 'askTotals'] },
          // Replaces the whole search, for example after a removed chip or Back.
          'search.set': [
            { guard: withEvent('isOtherQuestion'), target: '.still', actions: [withEvent('setSearch'), 'ask', 'askTotals'] },
            { actions: withEvent('setSearch') },
          ],
          'sort.toggle': [
            { guard: 'sortsAll', target: '.still', actions: [withEvent('toggleSort'), 'ask'] },
            { actions: [withEvent('toggleSort'), 'rewind'] },
          ],
          // From the URL, which also sets the page; null is the default sort.
          'sort.set': [
            { guard: withEvent('isOtherOrder'), target: '.still', actions: [withEvent('setSort'), 'ask'] },
            { actions: withEvent('setSort') },
          ],
        },
      },
      row: {
        description: 'The record that is open next to the list.',
        initial: 'deciding',
        states: {
          deciding: {
            description: 'Decision point: the URL may name a record.',
            always: [{ guard: 'hasOpened', target: 'opened' }, { target: 'closed' }],
          },
          closed: {
            description: 'Only the list is shown.',
            on: { 'row.open': { target: 'opened', actions: withEvent('setOpened') } },
          },
          opened: {
            description: 'One record is open next to the list, and another one can take its place.',
            on: {
              // J and K, Back, or another tab or dialog of the same row.
              'row.open': { guard: withEvent('isOtherRow'), actions: withEvent('setOpened') },
              'row.close': { target: 'closed', actions: 'forgetOpened' },
            },
          },
        },
      },
    },
    on: {
      'action.choose': { actions: withEvent('act') },
      'error.dismiss': { actions: 'forgetError' },
      // The rows may be outdated whether or not the action succeeded, so the same page is reloaded.
      'action.settled': [
        { guard: withEvent('isRefused'), actions: withEvent('relayToParent') },
        { actions: [withEvent('relayToParent'), 'reload', 'reloadTotals'] },
      ],
      'list.reload': { actions: ['reload', 'reloadTotals'] },
    },
  });

/**
 * The list shared by screens: a query of filters, search, sort and fixed parameters from the parent (spec 2.35, 2.36), pages (spec 4.05),
 * totals that a large list loads apart from its rows, the open row, and row actions (spec 2.37, 2.58).
 * Normal path: question: still ⇄ typing; row: closed ⇄ opened.
 * Never: send a request per typed letter, or for an unchanged query, or let rows wait for separate totals. If the server cannot search or sort, the loaded page is searched
 * and sorted instead.
 */
export const listMachine = listOf();
