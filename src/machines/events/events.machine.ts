import { assign, sendTo, setup } from 'xstate';
import { type EditableField, type Event, type EventNeed, type EventSummary, eventColumns } from '../../../contract/entities/event.ts';
import type { LiveEvent } from '../../../contract/entities/live.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import type { DateRange } from '../../../contract/rules/time/period.ts';
import { columnLayoutMachine } from '../lists/columnLayout.machine.ts';
import { infiniteListOf } from '../lists/infiniteList.machine.ts';
import { periodMachine } from '../lists/period.machine.ts';
import { withEvent } from '../support/params.ts';
import { bulkEditMachine } from './bulkEdit.machine.ts';
import { eventCellsMachine } from './eventCells.machine.ts';
import { eventEditMachine } from './eventEdit.machine.ts';
import { type EventFilters, eventFiltersMachine, noEventFilters } from './eventFilters.machine.ts';
import { eventsCalendarMachine } from './eventsCalendar.machine.ts';
import {
  type EventsChild,
  type EventsCriteria,
  type EventsInput,
  type EventsView,
  isEventColumn,
  type Sort,
  toDateRange,
  toEventsQuestion,
  toggleEventSort,
  toInitialContext,
} from './eventsQuestion.ts';
import { eventsSyncMachine } from './eventsSync.machine.ts';
import { addNews, type CellNews, isByOthers, removeNews } from './news.ts';

type Context = EventsCriteria & {
  opening: ReturnType<typeof toInitialContext>;
  /** Fields saved since the page opened, by event id. */
  modified: Readonly<Record<string, readonly EditableField[]>>;
  /** Changes by others since the list was loaded: by event id, the fields and their authors. */
  news: CellNews;
  /** The id of the event whose side panel is open. */
  panel: string | null;
};

type Events =
  | { type: 'sort.toggle'; key: string }
  | { type: 'sort.to'; key: string; direction: 'asc' | 'desc' }
  | { type: 'view.choose'; view: EventsView }
  | { type: 'panel.open'; id: string }
  | { type: 'panel.close' }
  // From the children.
  | { type: 'filters.changed'; filters: EventFilters; need: EventNeed | null }
  | { type: 'event.saved'; event: Event; field: EditableField }
  | { type: 'event.read'; event: Event }
  // Changes by others, from the server.
  | ({ type: 'event.heard' } & LiveEvent)
  | { type: 'events.stale' }
  | { type: 'sync.settled' };

/**
 * The Events page (spec 2.45-2.48, 4.07): connects the period, filters, list, cells and dialog, bulk edits, sync and columns.
 * Normal path: table ⇄ calendar; a changed question reloads the list once, and a saved event replaces its row.
 * Never: mark a field before the server responds, keep rows selected that the new question may not include, or lose sort and filters to
 * a sync.
 */
export const eventsMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    input: {} as EventsInput,
    children: {} as { [Child in EventsChild]: Child },
  },
  actors: {
    period: periodMachine,
    filters: eventFiltersMachine,
    list: infiniteListOf<Event, EventSummary>(),
    edit: eventEditMachine,
    cells: eventCellsMachine,
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
    /** False for the user's own edits, which are already shown. */
    isOthers: (_, params: LiveEvent) => isByOthers(params),
    isTable: (_, params: { view: EventsView }) => params.view === 'table',
  },
  actions: {
    setRange: assign({ range: (_, params: { range: DateRange }) => toDateRange(params.range) }),
    setSort: assign({ sort: (_, { key, direction }: Sort) => ({ key, direction }) }),
    toggleSort: assign({ sort: ({ context }, { key }: { key: string }) => toggleEventSort(context.sort, key) }),
    setFilters: assign((_, { filters, need }: Pick<EventsCriteria, 'filters' | 'need'>) => ({ filters, need })),
    setModified: assign(({ context: { modified, news } }, { event, field }: { event: Event; field: EditableField }) => ({
      modified: { ...modified, [event.id]: [...new Set([...(modified[event.id] ?? []), field])] },
      news: removeNews(news, event.id, field),
    })),
    setNews: assign(({ context }, params: LiveEvent) => addNews(context, params)),
    forgetNews: assign({ news: {} }),
    openPanel: assign({ panel: (_, params: { id: string }) => params.id }),
    closePanel: assign({ panel: null }),
    askList: sendTo('list', ({ context }) => ({ type: 'question.changed', question: toEventsQuestion(context) })),
    askCalendar: sendTo('calendar', ({ context }) => ({ type: 'question.changed', question: toEventsQuestion(context) })),
    /** The new question may not include the selected rows. */
    deselect: sendTo('bulk', { type: 'selection.clear' }),
    replaceRow: sendTo('list', (_, { event }: { event: Event }) => ({ type: 'item.replace', id: event.id, item: event })),
    /** Lets Undo recognize values that others changed. A cell being edited keeps its initial value. */
    notifyCells: sendTo('cells', (_, { event }: { event: Event }) => ({ type: 'event.heard', event })),
    replaceDay: sendTo('calendar', (_, { event }: { event: Event }) => ({ type: 'item.replace', id: event.id, item: event })),
    reloadList: sendTo('list', { type: 'list.reload' }),
    reloadCalendar: sendTo('calendar', { type: 'calendar.reload' }),
    openCalendar: sendTo('calendar', (_, { view }: { view: EventsView }) => ({
      type: 'calendar.open',
      mode: view === 'week' ? view : 'month',
    })),
    /** Commits an open cell, like an outside click. */
    leaveGrid: sendTo('cells', { type: 'grid.leave' }),
    closeCalendar: sendTo('calendar', { type: 'calendar.close' }),
  },
}).createMachine({
  id: 'events',
  context: ({ input }) => ({
    opening: toInitialContext(input),
    range: toDateRange(toInitialContext(input).period),
    // spec 4.07: newest first.
    sort: input.sort && isEventColumn(input.sort.key) ? input.sort : { key: 'date_time', direction: 'desc' },
    filters: { ...noEventFilters, ...input.filters },
    need: input.need ?? null,
    modified: {},
    news: {},
    panel: input.panel ?? null,
  }),
  invoke: [
    {
      id: 'list',
      src: 'list',
      input: ({ context }) => ({
        question: toEventsQuestion(context),
        pageSize: limits.events.pageSize,
        fallback: messages.events.failed,
        until: context.panel,
      }),
    },
    { id: 'filters', src: 'filters', input: ({ context }) => ({ filters: context.filters, need: context.need }) },
    { id: 'calendar', src: 'calendar', input: ({ context }) => ({ question: toEventsQuestion(context), today: context.opening.today }) },
    { id: 'edit', src: 'edit' },
    { id: 'cells', src: 'cells', input: ({ context }) => ({ drafts: context.opening.drafts }) },
    { id: 'sync', src: 'sync' },
    { id: 'bulk', src: 'bulk' },
    { id: 'columns', src: 'columns', input: ({ context }) => ({ keys: eventColumns, saved: context.opening.layout }) },
    {
      id: 'period',
      src: 'period',
      input: ({ context }) => context.opening,
      onSnapshot: {
        guard: { type: 'isMoved', params: ({ event }) => ({ range: event.snapshot.context.period }) },
        actions: [
          { type: 'setRange', params: ({ event }) => ({ range: event.snapshot.context.period }) },
          'askList',
          'askCalendar',
          'forgetNews',
          'deselect',
        ],
      },
    },
  ],
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Decision point: the URL says whether the table or the calendar opens.',
      always: [
        { guard: { type: 'isTable', params: ({ context }) => context.opening }, target: 'table' },
        { target: 'calendar', actions: { type: 'openCalendar', params: ({ context }) => context.opening } },
      ],
    },
    table: {
      description: 'The events are listed in rows whose cells can be edited.',
      on: {
        'view.choose': [{ guard: withEvent('isTable') }, { target: 'calendar', actions: ['leaveGrid', withEvent('openCalendar')] }],
      },
    },
    calendar: {
      description: 'The same events are shown on the days of a month or a week.',
      on: {
        'view.choose': [{ guard: withEvent('isTable'), target: 'table', actions: 'closeCalendar' }, { actions: withEvent('openCalendar') }],
      },
    },
  },
  on: {
    'sort.toggle': {
      guard: withEvent('isColumn'),
      actions: [withEvent('toggleSort'), 'askList', 'askCalendar', 'forgetNews', 'deselect'],
    },
    'sort.to': {
      guard: withEvent('isOtherSort'),
      actions: [withEvent('setSort'), 'askList', 'askCalendar', 'forgetNews', 'deselect'],
    },
    'filters.changed': { actions: [withEvent('setFilters'), 'askList', 'askCalendar', 'forgetNews', 'deselect'] },
    'event.saved': {
      actions: [withEvent('setModified'), withEvent('replaceRow'), withEvent('replaceDay')],
    },
    'event.read': {
      actions: [withEvent('replaceRow'), withEvent('replaceDay')],
    },
    'event.heard': [
      {
        guard: withEvent('isOthers'),
        actions: [withEvent('setNews'), withEvent('replaceRow'), withEvent('replaceDay'), withEvent('notifyCells')],
      },
      { actions: [withEvent('replaceRow'), withEvent('replaceDay'), withEvent('notifyCells')] },
    ],
    'events.stale': { actions: ['reloadList', 'reloadCalendar', 'forgetNews'] },
    'sync.settled': { actions: ['reloadList', 'reloadCalendar', 'forgetNews', 'deselect'] },
    'panel.open': { actions: withEvent('openPanel') },
    'panel.close': { actions: 'closePanel' },
  },
});
