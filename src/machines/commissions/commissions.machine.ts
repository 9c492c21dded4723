import { assign, cancel, raise, sendTo, setup } from 'xstate';
import type { CommissionSummary } from '../../../contract/entities/commission.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { type DateRange, type Day, defaultRange, type Period } from '../../../contract/rules/time/period.ts';
import { cursorPagesMachine } from '../lists/cursorPages.machine.ts';
import { periodMachine } from '../lists/period.machine.ts';
import { ofEvent } from '../support/params.ts';
import { type Asked, questionOf } from './commissionsQuestion.ts';

type Sort = Readonly<{ key: string; direction: 'asc' | 'desc' }>;
/** An amount or a share of the summary: what has a reason of its own. */
export type SummaryFigure = Exclude<
  keyof CommissionSummary,
  | 'commission_status'
  | 'base_commission_rate'
  | 'over_quota_commission_rate'
  | 'pending'
  | 'by_status'
  | 'without_record'
  | 'positive_records'
  | 'positive_net_revenue'
  | 'next_rate'
>;
type AdjustmentDialog = `adjustment:${string}`;
/** What opens over the page: a tool, why a figure of the summary is what it is, or what was done to an adjustment. */
export type PageDialog = 'statement' | 'projection' | SummaryFigure | AdjustmentDialog;

export const dialogOfAdjustment = (id: string): AdjustmentDialog => `adjustment:${id}`;
/** A row shows why it is what it is first; a link to a question shows that. */
export type Opened = Readonly<{ id: string; front: 'why' | 'question' }>;
type Context = Asked & {
  opening: Readonly<{ today: Day; period: Period; pageSize: number; page: number }>;
  sort: Sort | null;
  /** The record whose details are open; it need not be on the page. */
  opened: Opened | null;
  dialog: PageDialog | null;
};

type Events =
  | { type: 'status.choose'; status: string }
  | { type: 'person.choose'; person: string }
  | { type: 'search.type'; text: string }
  | { type: 'search.set'; text: string }
  | { type: 'search.settled' }
  | { type: 'sort.toggle'; key: string }
  | { type: 'sort.set'; sort: Sort | null }
  | { type: 'details.open'; opened: Opened }
  | { type: 'details.close' }
  | { type: 'dialog.open'; dialog: PageDialog }
  | { type: 'dialog.close' };

type Input = {
  today: Day;
  period?: Period | undefined;
  status?: string | undefined;
  sort?: Sort | null;
  opened?: Opened | null;
  userId: string | null;
  pageSize: number;
  searches?: boolean;
  person?: string;
  search?: string;
  /** Of the address. */
  page?: number;
};

const openingOf = ({ today, period, pageSize, page = 1 }: Input): Context['opening'] => ({
  today,
  period: period ?? { mode: 'month', ...defaultRange(today) },
  pageSize,
  page,
});

const rangeOf = ({ start_date, end_date }: DateRange): DateRange => ({ start_date, end_date });

/**
 * The Commissions page: a period and a list of pages, and what is chosen on the page itself (spec 2.34, 2.35, 4.05).
 * Normal path: browsing; the period child moves, the pages child asks again; a record, a tool or a reason opens over it and closes.
 * Never: ask for pages of a period that is no longer chosen, or for each letter of a search. The sort is local to the page that is shown, and
 * so is the search where the server has none.
 */
export const commissionsMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as Input, children: {} as { period: 'period'; pages: 'pages' } },
  actors: { period: periodMachine, pages: cursorPagesMachine },
  guards: {
    isMoved: ({ context }, params: { range: DateRange }) =>
      params.range.start_date !== context.range.start_date || params.range.end_date !== context.range.end_date,
    isOtherSearch: ({ context }, params: { text: string }) => params.text !== context.search,
    isOtherPerson: ({ context }, params: { person: string }) => params.person !== context.person,
    searchesAll: ({ context }) => context.searches,
    hasOpened: ({ context }) => context.opened !== null,
    isOtherRecord: ({ context }, params: { opened: Opened }) => params.opened.id !== context.opened?.id,
    isOtherStatus: ({ context }, params: { status: string }) => params.status !== context.status,
  },
  actions: {
    keepRange: assign({ range: (_, params: { range: DateRange }) => rangeOf(params.range) }),
    keepStatus: assign({ status: (_, params: { status: string }) => params.status }),
    keepSearch: assign({ search: (_, params: { text: string }) => params.text }),
    keepPerson: assign({ person: (_, params: { person: string }) => params.person }),
    /** Only the last letter asks. */
    holdSearch: raise({ type: 'search.settled' }, { id: 'search', delay: 'searchDebounce' }),
    dropSearch: cancel('search'),
    toggleSort: assign({
      sort: ({ context }, params: { key: string }) => ({
        key: params.key,
        direction: context.sort?.key === params.key && context.sort.direction === 'asc' ? ('desc' as const) : ('asc' as const),
      }),
    }),
    keepSort: assign({ sort: (_, params: { sort: Sort | null }) => params.sort }),
    keepOpened: assign({ opened: (_, params: { opened: Opened }) => params.opened }),
    forgetOpened: assign({ opened: null }),
    keepDialog: assign({ dialog: (_, params: { dialog: PageDialog }) => params.dialog }),
    forgetDialog: assign({ dialog: null }),
    ask: sendTo('pages', ({ context }) => ({ type: 'question.changed', question: questionOf(context) })),
    rewind: sendTo('pages', { type: 'sort.changed' }),
  },
  delays: { searchDebounce: limits.list.searchDebounceMs },
}).createMachine({
  id: 'commissions',
  context: ({ input }) => ({
    opening: openingOf(input),
    range: rangeOf(openingOf(input).period),
    status: input.status ?? '',
    userId: input.userId,
    person: input.person ?? '',
    search: input.search ?? '',
    searches: input.searches ?? false,
    sort: input.sort ?? null,
    opened: input.opened ?? null,
    dialog: null,
  }),
  invoke: [
    {
      id: 'pages',
      src: 'pages',
      input: ({ context }) => ({
        question: questionOf(context),
        pageSize: context.opening.pageSize,
        page: context.opening.page,
        fallback: messages.commissions.failed,
      }),
    },
    {
      id: 'period',
      src: 'period',
      input: ({ context }) => context.opening,
      onSnapshot: {
        guard: { type: 'isMoved', params: ({ event }) => ({ range: event.snapshot.context.period }) },
        actions: [{ type: 'keepRange', params: ({ event }) => ({ range: event.snapshot.context.period }) }, 'ask'],
      },
    },
  ],
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'hasOpened', target: 'detailed' }, { target: 'browsing' }] },
    browsing: {
      on: {
        'details.open': { target: 'detailed', actions: ofEvent('keepOpened') },
        'dialog.open': { target: 'covered', actions: ofEvent('keepDialog') },
      },
    },
    detailed: {
      on: {
        // J and K, or a step back in the address.
        'details.open': { guard: ofEvent('isOtherRecord'), actions: ofEvent('keepOpened') },
        'details.close': { target: 'browsing', actions: 'forgetOpened' },
      },
    },
    covered: { on: { 'dialog.close': { target: 'browsing', actions: 'forgetDialog' } } },
  },
  on: {
    'status.choose': {
      guard: ofEvent('isOtherStatus'),
      actions: [ofEvent('keepStatus'), 'ask'],
    },
    'person.choose': {
      guard: ofEvent('isOtherPerson'),
      actions: [ofEvent('keepPerson'), 'ask'],
    },
    'search.type': [
      { guard: 'searchesAll', actions: [ofEvent('keepSearch'), 'dropSearch', 'holdSearch'] },
      { actions: ofEvent('keepSearch') },
    ],
    // Chosen whole: a chip that is removed, a step back in the address.
    'search.set': { guard: ofEvent('isOtherSearch'), actions: [ofEvent('keepSearch'), 'dropSearch', raise({ type: 'search.settled' })] },
    'search.settled': { guard: 'searchesAll', actions: 'ask' },
    // The page comes with it in the address.
    'sort.set': { actions: ofEvent('keepSort') },
    'sort.toggle': { actions: [ofEvent('toggleSort'), 'rewind'] },
  },
});
