import { assign, sendTo, setup } from 'xstate';
import type { Breakdown } from '../../../contract/entities/analytics.ts';
import { messages } from '../../../contract/messages.ts';
import type { DateRange, Day, Period } from '../../../contract/rules/time/period.ts';
import { createInitialPeriod, periodMachine } from '../lists/period.machine.ts';
import { answerMachine } from '../support/answer.machine.ts';
import { withEvent } from '../support/params.ts';

/** The question without its dates: grouping, subject ('all', 'team', 'person.7', 'territory.West'), and the saved view it started from. */
export type AnalyticsQuestion = Readonly<{ by: Breakdown; of: string; view: string | null }>;
type Context = AnalyticsQuestion & {
  opening: Readonly<{ today: Day; period: Period; includesFutureDays: boolean }>;
  /** The days of the last request. */
  range: DateRange;
};
type Events =
  | { type: 'by.choose'; by: Breakdown }
  | { type: 'of.choose'; of: string }
  /** Replaces the whole question with that of a saved view or a URL; the sender then sets the period. */
  | ({ type: 'question.open'; period: Period } & AnalyticsQuestion)
  | { type: 'view.saved'; id: string }
  | { type: 'view.forget' };
type Input = AnalyticsQuestion & {
  today: Day;
  period?: Period | undefined;
  /** True if the page shows readiness, which depends on upcoming days (decisions 6.06). */
  includesFutureDays?: boolean;
};

const toDateRange = ({ start_date, end_date }: DateRange): DateRange => ({ start_date, end_date });

/**
 * The question of the Analytics page, and whether it matches a saved view (spec 2.08, 2.44).
 * Normal path: free, or viewed → changed → viewed once saved; each choice reloads the figures.
 * Never: send two requests for one choice, or show an answer under another question; the answer's own machine dims the old one at once.
 */
export const analyticsMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as Input, children: {} as { period: 'period'; answer: 'answer' } },
  actors: { period: periodMachine, answer: answerMachine },
  guards: {
    isMoved: ({ context: { range } }, { period }: { period: Period }) =>
      period.start_date !== range.start_date || period.end_date !== range.end_date,
    isOtherBreakdown: ({ context }, params: { by: Breakdown }) => params.by !== context.by,
    isOtherSubject: ({ context }, params: { of: string }) => params.of !== context.of,
    isHeld: ({ context }, { period, by, of: scope, view }: AnalyticsQuestion & { period: Period }) =>
      period.start_date === context.range.start_date &&
      period.end_date === context.range.end_date &&
      by === context.by &&
      scope === context.of &&
      view === context.view,
    isViewed: ({ context }) => context.view !== null,
    opensView: (_, params: { view: string | null }) => params.view !== null,
  },
  actions: {
    setRange: assign({ range: (_, { period }: { period: Period }) => toDateRange(period) }),
    setBreakdown: assign({ by: (_, params: { by: Breakdown }) => params.by }),
    setSubject: assign({ of: (_, params: { of: string }) => params.of }),
    setQuestion: assign((_, { period, by, of: scope, view }: AnalyticsQuestion & { period: Period }) => ({
      range: toDateRange(period),
      by,
      of: scope,
      view,
    })),
    setView: assign({ view: (_, params: { id: string }) => params.id }),
    forgetView: assign({ view: null }),
    ask: sendTo('answer', ({ context: { range, by, of: scope } }) => ({ type: 'question.changed', question: { ...range, by, of: scope } })),
  },
}).createMachine({
  id: 'analytics',
  context: ({ input: { today, includesFutureDays = false, by, of: scope, view, ...input } }) => ({
    ...{ by, of: scope, view },
    opening: { today, period: createInitialPeriod({ today, includesFutureDays, ...input }), includesFutureDays },
    range: toDateRange(createInitialPeriod({ today, includesFutureDays, ...input })),
  }),
  invoke: [
    {
      id: 'answer',
      src: 'answer',
      input: ({ context: { range, by, of: scope } }) => ({
        question: { ...range, by, of: scope },
        fallback: messages.analytics.loadFailed,
      }),
    },
    {
      id: 'period',
      src: 'period',
      input: ({ context }) => context.opening,
      onSnapshot: [
        {
          guard: { type: 'isMoved', params: ({ event }) => event.snapshot.context },
          target: '.moved',
          actions: [{ type: 'setRange', params: ({ event }) => event.snapshot.context }, 'ask'],
        },
      ],
    },
  ],
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Decision point: the URL may name a saved view.',
      always: [{ guard: 'isViewed', target: 'viewed' }, { target: 'free' }],
    },
    moved: {
      description: 'Decision point: a choice was changed, which makes a saved view a changed one.',
      always: [{ guard: 'isViewed', target: 'changed' }, { target: 'free' }],
    },
    free: { description: 'The figures belong to no saved view.' },
    viewed: { description: 'The figures are those of a saved view, exactly as it was saved.' },
    changed: { description: 'The page started from a saved view, and its choices have changed since.' },
  },
  on: {
    'by.choose': { guard: withEvent('isOtherBreakdown'), target: '.moved', actions: [withEvent('setBreakdown'), 'ask'] },
    'of.choose': { guard: withEvent('isOtherSubject'), target: '.moved', actions: [withEvent('setSubject'), 'ask'] },
    'question.open': [
      { guard: withEvent('isHeld') },
      { guard: withEvent('opensView'), target: '.viewed', actions: [withEvent('setQuestion'), 'ask'] },
      { target: '.free', actions: [withEvent('setQuestion'), 'ask'] },
    ],
    'view.saved': { target: '.viewed', actions: withEvent('setView') },
    'view.forget': { target: '.free', actions: 'forgetView' },
  },
});
