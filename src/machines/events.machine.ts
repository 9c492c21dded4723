import { assign, enqueueActions, sendTo, setup, stateIn } from 'xstate';
import { type EditableField, type Event, type EventNeed, eventColumns } from '../../contract/entities/event.ts';
import { limits } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import type { CalendarMode } from '../../contract/rules/calendar.ts';
import { type DateRange, type Day, defaultRange, type Period } from '../../contract/rules/period.ts';
import { bulkEditMachine } from './bulkEdit.machine.ts';
import { columnLayoutMachine, type SavedLayout } from './columnLayout.machine.ts';
import { eventEditMachine } from './eventEdit.machine.ts';
import { type EventFilters, eventFiltersMachine, noEventFilters } from './eventFilters.machine.ts';
import { eventsCalendarMachine } from './eventsCalendar.machine.ts';
import { type EventsAsked, isEventColumn, questionOf, type Sort } from './eventsQuestion.ts';
import { eventsSyncMachine } from './eventsSync.machine.ts';
import { infiniteListMachine } from './infiniteList.machine.ts';
import { periodMachine } from './period.machine.ts';

type EventsView = 'table' | CalendarMode;
type Context = EventsAsked & {
  opening: Readonly<{ today: Day; period: Period; view: EventsView; layout: SavedLayout }>;
  /** Fields that were saved since the page was opened, by the id of their event. */
  modified: Readonly<Record<string, readonly EditableField[]>>;
  /** How the calendar starts when it is opened. */
  mode: CalendarMode;
  /** The event whose side panel is open. */
  panel: string | null;
};

type Events =
  | { type: 'sort.toggle'; key: string }
  | { type: 'sort.to'; key: string; direction: 'asc' | 'desc' }
  | { type: 'view.choose'; view: EventsView }
  | { type: 'panel.open'; id: string }
  | { type: 'panel.close' }
  // Facts that the children tell.
  | { type: 'filters.changed'; filters: EventFilters; need: EventNeed | null }
  | { type: 'event.saved'; event: Event; field: EditableField }
  | { type: 'event.read'; event: Event }
  | { type: 'sync.settled' };

type Input = {
  today: Day;
  layout: SavedLayout;
  period?: Period | undefined;
  filters?: Partial<EventFilters>;
  need?: EventNeed | null;
  sort?: Sort | null;
  view?: EventsView;
};

const rangeOf = ({ start_date, end_date }: DateRange): DateRange => ({ start_date, end_date });
const periodOf = ({ today, period }: Input): Period => period ?? { mode: 'month', ...defaultRange(today) };

/**
 * The Events page (spec 2.45-2.48, 4.07): relays between the period, the filters, the list, the edit, bulk work, sync and columns.
 * Normal path: table ⇄ calendar; whatever changes the question asks the list once, and what was saved replaces its row.
 * Never: mark a field before the server has answered, keep rows selected that the new question may not show, or lose sort and filters to a sync.
 */
export const eventsMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    input: {} as Input,
    children: {} as {
      period: 'period';
      filters: 'filters';
      list: 'list';
      edit: 'edit';
      sync: 'sync';
      bulk: 'bulk';
      columns: 'columns';
      calendar: 'calendar';
    },
  },
  actors: {
    period: periodMachine,
    filters: eventFiltersMachine,
    list: infiniteListMachine,
    edit: eventEditMachine,
    sync: eventsSyncMachine,
    bulk: bulkEditMachine,
    columns: columnLayoutMachine,
    calendar: eventsCalendarMachine,
  },
  guards: {
    isMoved: ({ context }, params: { range: DateRange }) =>
      params.range.start_date !== context.range.start_date || params.range.end_date !== context.range.end_date,
    isColumn: (_, params: { key: string }) => isEventColumn(params.key),
    isOtherSort: ({ context }, { key, direction }: Sort) =>
      isEventColumn(key) && (context.sort.key !== key || context.sort.direction !== direction),
    isTable: (_, params: { view: EventsView }) => params.view === 'table',
  },
  actions: {
    keepRange: assign({ range: (_, params: { range: DateRange }) => rangeOf(params.range) }),
    keepSort: assign({ sort: (_, { key, direction }: Sort) => ({ key, direction }) }),
    toggleSort: assign({
      sort: ({ context: { sort } }, { key }: { key: string }) => ({
        key,
        direction: sort.key === key && sort.direction === 'asc' ? ('desc' as const) : ('asc' as const),
      }),
    }),
    keepFilters: assign((_, { filters, need }: Pick<EventsAsked, 'filters' | 'need'>) => ({ filters, need })),
    keepModified: assign({
      modified: ({ context: { modified } }, { event, field }: { event: Event; field: EditableField }) => ({
        ...modified,
        [event.id]: [...new Set([...(modified[event.id] ?? []), field])],
      }),
    }),
    keepMode: assign({ mode: ({ context }, { view }: { view: EventsView }) => (view === 'table' ? context.mode : view) }),
    openPanel: assign({ panel: (_, params: { id: string }) => params.id }),
    closePanel: assign({ panel: null }),
    ask: enqueueActions(({ context, enqueue, check }) => {
      const event = { type: 'question.changed', question: questionOf(context) } as const;
      enqueue.sendTo('list', event);
      enqueue.sendTo('bulk', { type: 'selection.clear' });
      if (check(stateIn('calendar'))) enqueue.sendTo('calendar', event);
    }),
    replace: enqueueActions(({ enqueue, check }, params: { event: Event }) => {
      const event = { type: 'item.replace', id: params.event.id, item: params.event } as const;
      enqueue.sendTo('list', event);
      if (check(stateIn('calendar'))) enqueue.sendTo('calendar', event);
    }),
    reload: enqueueActions(({ enqueue, check }) => {
      enqueue.sendTo('list', { type: 'list.reload' });
      if (check(stateIn('calendar'))) enqueue.sendTo('calendar', { type: 'calendar.reload' });
    }),
    turnCalendar: sendTo('calendar', ({ context }) => ({ type: 'mode.choose', mode: context.mode })),
  },
}).createMachine({
  id: 'events',
  context: ({ input }) => ({
    opening: { today: input.today, period: periodOf(input), view: input.view ?? 'table', layout: input.layout },
    range: rangeOf(periodOf(input)),
    // spec 4.07: newest first.
    sort: input.sort && isEventColumn(input.sort.key) ? input.sort : { key: 'date_time', direction: 'desc' },
    filters: { ...noEventFilters, ...input.filters },
    need: input.need ?? null,
    modified: {},
    mode: input.view === 'week' ? 'week' : 'month',
    panel: null,
  }),
  invoke: [
    {
      id: 'list',
      src: 'list',
      input: ({ context }) => ({ question: questionOf(context), pageSize: limits.events.pageSize, fallback: messages.events.failed }),
    },
    { id: 'filters', src: 'filters', input: ({ context }) => ({ filters: context.filters, need: context.need }) },
    { id: 'edit', src: 'edit' },
    { id: 'sync', src: 'sync' },
    { id: 'bulk', src: 'bulk' },
    { id: 'columns', src: 'columns', input: ({ context }) => ({ keys: eventColumns, saved: context.opening.layout }) },
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
    deciding: {
      always: [{ guard: { type: 'isTable', params: ({ context }) => context.opening }, target: 'table' }, { target: 'calendar' }],
    },
    table: {
      on: {
        'view.choose': [
          { guard: { type: 'isTable', params: ({ event }) => event } },
          { target: 'calendar', actions: { type: 'keepMode', params: ({ event }) => event } },
        ],
      },
    },
    calendar: {
      invoke: {
        id: 'calendar',
        src: 'calendar',
        input: ({ context }) => ({ question: questionOf(context), mode: context.mode, today: context.opening.today }),
      },
      on: {
        'view.choose': [
          { guard: { type: 'isTable', params: ({ event }) => event }, target: 'table' },
          { actions: [{ type: 'keepMode', params: ({ event }) => event }, 'turnCalendar'] },
        ],
      },
    },
  },
  on: {
    'sort.toggle': {
      guard: { type: 'isColumn', params: ({ event }) => event },
      actions: [{ type: 'toggleSort', params: ({ event }) => event }, 'ask'],
    },
    'sort.to': {
      guard: { type: 'isOtherSort', params: ({ event }) => event },
      actions: [{ type: 'keepSort', params: ({ event }) => event }, 'ask'],
    },
    'filters.changed': { actions: [{ type: 'keepFilters', params: ({ event }) => event }, 'ask'] },
    'event.saved': {
      actions: [
        { type: 'keepModified', params: ({ event }) => event },
        { type: 'replace', params: ({ event }) => event },
      ],
    },
    'event.read': { actions: { type: 'replace', params: ({ event }) => event } },
    'sync.settled': { actions: 'reload' },
    'panel.open': { actions: { type: 'openPanel', params: ({ event }) => event } },
    'panel.close': { actions: 'closePanel' },
  },
});
