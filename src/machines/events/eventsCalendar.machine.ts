import { assign, fromPromise, setup } from 'xstate';
import type { Event } from '../../../contract/entities/event.ts';
import { messages } from '../../../contract/messages.ts';
import { type CalendarMode, calendarRange, calendarStep } from '../../../contract/rules/time/calendar.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { PageQuestion } from '../lists/cursorPages.machine.ts';
import { toFailure } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

type Context = {
  /** Filters of the events; its dates are those of the period, replaced by the displayed days. */
  question: PageQuestion;
  mode: CalendarMode;
  /** A day within the displayed month or week. */
  anchor: Day;
  today: Day;
  events: readonly Event[];
  error: string | null;
};

type Events =
  | { type: 'day.changed'; today: Day }
  | { type: 'question.changed'; question: PageQuestion }
  | { type: 'calendar.open'; mode: CalendarMode }
  | { type: 'calendar.close' }
  | { type: 'calendar.previous' }
  | { type: 'calendar.next' }
  | { type: 'calendar.today' }
  | { type: 'calendar.reload' }
  | { type: 'item.replace'; id: string; item: Event };

type Input = { question: PageQuestion; today: Day };

/** Today if it is within the period, otherwise the period's first day. */
const anchorIn = ({ start_date = '', end_date = '' }: PageQuestion, today: Day): Day =>
  start_date <= today && today <= end_date ? today : start_date || today;

const isSamePeriod = (a: PageQuestion, b: PageQuestion): boolean => a.start_date === b.start_date && a.end_date === b.end_date;

/**
 * The filtered events of a month or week. Choosing a period on the page moves it there; its own arrows move it freely.
 * Normal path: resting until opened → loading → shown; every move loads the displayed days.
 * Never: show events for other filters or days (reenter stops them), revert a value saved while loading, or limit the view to one page of
 * the list.
 */
export const eventsCalendarMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as Input, tags: {} as 'busy' },
  actors: {
    loadAll: fromPromise<readonly Event[], { question: PageQuestion }>(missing('loadAll')),
  },
  guards: { isOtherMode: ({ context }, params: { mode: CalendarMode }) => params.mode !== context.mode },
  actions: {
    ask: assign(({ context }, { question }: { question: PageQuestion }) => ({
      question,
      anchor: isSamePeriod(question, context.question) ? context.anchor : anchorIn(question, context.today),
    })),
    setToday: assign({ today: (_, params: { today: Day }) => params.today }),
    setMode: assign({ mode: (_, params: { mode: CalendarMode }) => params.mode }),
    step: assign({ anchor: ({ context }, params: { delta: -1 | 1 }) => calendarStep(context.mode, context.anchor, params.delta) }),
    goToToday: assign({ anchor: ({ context }) => context.today }),
    setEvents: assign((_, params: { events: readonly Event[] }) => ({ events: params.events, error: null })),
    setError: assign((_, params: { error: unknown }) => ({
      events: [],
      error: toFailure({ ...params, fallback: messages.eventCalendar.failed }).message,
    })),
    forget: assign({ events: [], error: null }),
    replace: assign({
      events: ({ context }, params: { id: string; item: Event }) =>
        context.events.map((event) => (event.id === params.id ? params.item : event)),
    }),
  },
}).createMachine({
  id: 'eventsCalendar',
  context: ({ input }) => ({ ...input, mode: 'month', anchor: anchorIn(input.question, input.today), events: [], error: null }),
  initial: 'resting',
  on: { 'day.changed': { actions: withEvent('setToday') } },
  states: {
    resting: {
      description: "The calendar isn't on the screen, so it loads nothing.",
      on: {
        'question.changed': { actions: withEvent('ask') },
        'calendar.open': { target: 'open', actions: withEvent('setMode') },
      },
    },
    open: {
      description: 'A month or a week is shown.',
      initial: 'loading',
      states: {
        loading: {
          description: 'The events of the visible days are on their way.',
          tags: 'busy',
          invoke: {
            id: 'loadAll',
            src: 'loadAll',
            input: ({ context }) => ({ question: { ...context.question, ...calendarRange(context.mode, context.anchor) } }),
            onDone: { target: 'shown', actions: { type: 'setEvents', params: ({ event }) => ({ events: event.output }) } },
            onError: { target: 'failed', actions: withError('setError') },
          },
          // The response in flight may be older than the saved value.
          on: { 'item.replace': { target: 'loading', reenter: true, actions: withEvent('replace') } },
        },
        shown: { description: 'Each event is on its day.' },
        failed: { description: "The events couldn't be loaded: the reason is shown, and the user can try again." },
      },
      on: {
        'question.changed': { target: '.loading', reenter: true, actions: [withEvent('ask'), 'forget'] },
        'calendar.open': {
          guard: withEvent('isOtherMode'),
          target: '.loading',
          reenter: true,
          actions: withEvent('setMode'),
        },
        'calendar.previous': { target: '.loading', reenter: true, actions: { type: 'step', params: { delta: -1 } } },
        'calendar.next': { target: '.loading', reenter: true, actions: { type: 'step', params: { delta: 1 } } },
        'calendar.today': { target: '.loading', reenter: true, actions: 'goToToday' },
        'calendar.reload': { target: '.loading', reenter: true },
        'calendar.close': { target: 'resting', actions: 'forget' },
        'item.replace': { actions: withEvent('replace') },
      },
    },
  },
});
