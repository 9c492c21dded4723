import { assign, setup } from 'xstate';
import {
  type DateRange,
  type Day,
  defaultRange,
  earliestYear,
  firstPeriod,
  isDay,
  monthRange,
  type Period,
  type PeriodMode,
  periodAt,
  quarterRange,
  shiftPeriod,
  wholeMonth,
  yearOf,
  yearRange,
} from '../../../contract/rules/time/period.ts';
import { withEvent } from '../support/params.ts';

type Context = {
  today: Day;
  period: Period;
  /** True if the screen counts upcoming days, so its months are whole (decisions 6.06). */
  includesFutureDays: boolean;
  /** The year displayed in the picker. */
  year: number;
  /** The picked range, not applied yet. */
  choice: DateRange | null;
  start: string;
  end: string;
};

export type PeriodInput = Readonly<{ today: Day; period?: Period | undefined; includesFutureDays?: boolean }>;

type Events =
  | { type: 'day.changed'; today: Day }
  | { type: 'mode.choose'; mode: PeriodMode }
  | { type: 'period.previous' }
  | { type: 'period.next' }
  | { type: 'period.reset' }
  | { type: 'period.set'; period: Period }
  | { type: 'picker.open' }
  | { type: 'picker.close' }
  | { type: 'picker.today' }
  | { type: 'year.previous' }
  | { type: 'year.next' }
  | { type: 'month.choose'; month: number }
  | { type: 'quarter.choose'; quarter: number }
  | { type: 'year.choose'; year: number }
  | { type: 'range.start'; day: string }
  | { type: 'range.end'; day: string }
  | { type: 'choice.apply' };

/** The initial period of a screen; its parent requests the same days. */
export const createInitialPeriod = ({ today, period, includesFutureDays = false }: PeriodInput): Period => {
  const initialPeriod = period ?? firstPeriod({ today, includesFutureDays });
  return includesFutureDays ? wholeMonth(initialPeriod) : initialPeriod;
};

/**
 * The days a screen covers (spec 2.40, 4.02, 5.04, 3.02).
 * Normal path: closed, where the arrows and modes change the period; or open, until Apply takes the chosen one.
 * Never: allow an end before its start, a year more than 10 years back, or a period without both days.
 */
export const periodMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as PeriodInput },
  guards: {
    isCustom: (_, params: { mode: PeriodMode }) => params.mode === 'custom',
    isInMode: (_, params: { mode: PeriodMode; is: PeriodMode }) => params.mode === params.is,
    hasEarlier: ({ context }) => yearOf(shiftPeriod(context.period, -1).start_date) >= earliestYear(context.today),
    hasEarlierYear: ({ context }) => context.year > earliestYear(context.today),
    reaches: ({ context }, params: { year: number }) => params.year >= earliestYear(context.today),
    isMonthToDate: ({ context: { period, today } }) =>
      period.mode === 'month' && period.start_date === defaultRange(today).start_date && period.end_date === today,
    hasChoice: ({ context }) => context.choice !== null,
    isRange: ({ context }) => isDay(context.start) && isDay(context.end) && context.end >= context.start,
  },
  actions: {
    setToday: assign({ today: (_, params: { today: Day }) => params.today }),
    setPeriod: assign({
      period: ({ context }, params: { period: Period }) => (context.includesFutureDays ? wholeMonth(params.period) : params.period),
    }),
    beginChoice: assign({
      year: ({ context }) => Math.max(yearOf(context.period.start_date), earliestYear(context.today)),
      choice: null,
      start: '',
      end: '',
    }),
    dropChoice: assign({ choice: null }),
    choose: assign({ choice: (_, params: { range: DateRange }) => params.range }),
    chooseToday: assign(({ context }, params: { mode: PeriodMode }) => ({
      year: yearOf(context.today),
      choice: periodAt(params.mode, context.today),
    })),
    applyChoice: assign(({ context }, params: { mode: PeriodMode }) =>
      context.choice === null
        ? {}
        : { period: { mode: params.mode, start_date: context.choice.start_date, end_date: context.choice.end_date } },
    ),
    applyRange: assign(({ context }) => ({ period: { mode: 'custom' as const, start_date: context.start, end_date: context.end } })),
  },
}).createMachine({
  id: 'period',
  context: ({ input }) => ({
    today: input.today,
    period: createInitialPeriod(input),
    includesFutureDays: input.includesFutureDays ?? false,
    year: yearOf(createInitialPeriod(input).start_date),
    choice: null,
    start: '',
    end: '',
  }),
  initial: 'closed',
  states: {
    closed: {
      description: 'The period is shown with its arrows and modes, and the picker is closed.',
      on: {
        'mode.choose': [
          { guard: withEvent('isCustom'), target: 'open.choosingRange', actions: 'beginChoice' },
          { actions: { type: 'setPeriod', params: ({ context, event }) => ({ period: periodAt(event.mode, context.today) }) } },
        ],
        'period.previous': {
          guard: 'hasEarlier',
          actions: { type: 'setPeriod', params: ({ context }) => ({ period: shiftPeriod(context.period, -1) }) },
        },
        'period.next': { actions: { type: 'setPeriod', params: ({ context }) => ({ period: shiftPeriod(context.period, 1) }) } },
        'picker.open': { target: 'open', actions: 'beginChoice' },
      },
    },
    open: {
      description: 'The picker is open; the page changes only when the user applies a choice.',
      initial: 'deciding',
      states: {
        deciding: {
          description: 'Decision point: the picker opens for the kind of period on the page.',
          always: [
            {
              guard: { type: 'isInMode', params: ({ context }) => ({ mode: context.period.mode, is: 'quarter' }) },
              target: 'choosingQuarter',
            },
            { guard: { type: 'isInMode', params: ({ context }) => ({ mode: context.period.mode, is: 'year' }) }, target: 'choosingYear' },
            {
              guard: { type: 'isInMode', params: ({ context }) => ({ mode: context.period.mode, is: 'custom' }) },
              target: 'choosingRange',
            },
            { target: 'choosingMonth' },
          ],
        },
        choosingMonth: {
          description: 'The picker offers the twelve months of a year.',
          on: {
            'month.choose': {
              actions: { type: 'choose', params: ({ context, event }) => ({ range: monthRange(context.year, event.month) }) },
            },
            'picker.today': { actions: { type: 'chooseToday', params: { mode: 'month' } } },
            'choice.apply': { guard: 'hasChoice', target: '#period.closed', actions: { type: 'applyChoice', params: { mode: 'month' } } },
          },
        },
        choosingQuarter: {
          description: 'The picker offers the four quarters of a year.',
          on: {
            'quarter.choose': {
              actions: { type: 'choose', params: ({ context, event }) => ({ range: quarterRange(context.year, event.quarter) }) },
            },
            'picker.today': { actions: { type: 'chooseToday', params: { mode: 'quarter' } } },
            'choice.apply': { guard: 'hasChoice', target: '#period.closed', actions: { type: 'applyChoice', params: { mode: 'quarter' } } },
          },
        },
        choosingYear: {
          description: 'The picker offers whole years.',
          on: {
            'year.choose': {
              guard: withEvent('reaches'),
              actions: { type: 'choose', params: ({ event }) => ({ range: yearRange(event.year) }) },
            },
            'picker.today': { actions: { type: 'chooseToday', params: { mode: 'year' } } },
            'choice.apply': { guard: 'hasChoice', target: '#period.closed', actions: { type: 'applyChoice', params: { mode: 'year' } } },
          },
        },
        choosingRange: {
          description: 'The picker has two fields, for the first and the last day.',
          on: {
            'range.start': { actions: assign({ start: ({ event }) => event.day }) },
            'range.end': { actions: assign({ end: ({ event }) => event.day }) },
            'picker.today': { actions: assign({ start: ({ context }) => context.today, end: ({ context }) => context.today }) },
            'choice.apply': { guard: 'isRange', target: '#period.closed', actions: 'applyRange' },
          },
        },
      },
      on: {
        'mode.choose': [
          {
            guard: { type: 'isInMode', params: ({ event }) => ({ mode: event.mode, is: 'month' }) },
            target: '.choosingMonth',
            actions: 'dropChoice',
          },
          {
            guard: { type: 'isInMode', params: ({ event }) => ({ mode: event.mode, is: 'quarter' }) },
            target: '.choosingQuarter',
            actions: 'dropChoice',
          },
          {
            guard: { type: 'isInMode', params: ({ event }) => ({ mode: event.mode, is: 'year' }) },
            target: '.choosingYear',
            actions: 'dropChoice',
          },
          { target: '.choosingRange', actions: 'dropChoice' },
        ],
        'year.previous': { guard: 'hasEarlierYear', actions: [assign({ year: ({ context }) => context.year - 1 }), 'dropChoice'] },
        'year.next': { actions: [assign({ year: ({ context }) => context.year + 1 }), 'dropChoice'] },
        'picker.close': 'closed',
      },
    },
  },
  on: {
    // A new day began, or the company's time zone was loaded: "month to date" moves along, other periods stay.
    'day.changed': [
      {
        guard: 'isMonthToDate',
        actions: [
          withEvent('setToday'),
          { type: 'setPeriod', params: ({ event }) => ({ period: { mode: 'month', ...defaultRange(event.today) } }) },
        ],
      },
      { actions: withEvent('setToday') },
    ],
    // From a deep link.
    'period.set': { target: '.closed', actions: withEvent('setPeriod') },
    // spec 4.02: the default range, period month.
    'period.reset': {
      target: '.closed',
      actions: { type: 'setPeriod', params: ({ context }) => ({ period: firstPeriod(context) }) },
    },
  },
});
