import { assign, setup } from 'xstate';
import { limits } from '../../../contract/limits.ts';
import { type Day, isDay } from '../../../contract/rules/time/period.ts';
import { withEvent } from '../support/params.ts';

/** Unvalidated days from a URL or a field. */
export type LensDays = Readonly<{ asOf: string | null; comparedDay: string | null }>;
type Context = { today: Day; asOf: Day | null; comparedDay: Day | null };
type Events =
  | { type: 'day.choose'; day: string }
  | { type: 'other.choose'; day: string }
  | { type: 'other.clear' }
  | { type: 'lens.clear' }
  | ({ type: 'lens.set' } & LensDays)
  | { type: 'day.changed'; today: Day };

/** True for a valid day up to and including `last`. */
const isDayOver = (day: string | null, last: Day): day is Day => day !== null && isDay(day) && day >= limits.lensFirstDay && day <= last;
const isOver = (day: string | null, today: Day): boolean => isDayOver(day, today) && day < today;
const isValidPair = ({ asOf, comparedDay }: LensDays, today: Day): boolean =>
  isOver(asOf, today) && isDayOver(comparedDay, today) && asOf !== comparedDay;
/** The valid days of a URL. */
export const readLensDays = (days: LensDays, today: Day): Omit<Context, 'today'> => ({
  asOf: isOver(days.asOf, today) ? days.asOf : null,
  comparedDay: isValidPair(days, today) ? days.comparedDay : null,
});

/**
 * The day for which amounts are shown: now, the end of a past day, or two such days side by side.
 * Normal path: now → past → compared; clearing returns to now.
 * Never: show a day that is not over, or compare a day with itself. A partly typed date is ignored.
 */
export const lensMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { today: Day } & LensDays },
  guards: {
    startsCompared: ({ context }) => context.comparedDay !== null,
    startsInPast: ({ context }) => context.asOf !== null,
    isValidComparison: ({ context }, days: LensDays) => isValidPair(days, context.today),
    isValidDay: ({ context }, { asOf }: LensDays) => isOver(asOf, context.today),
    isPast: ({ context }, { day }: { day: string }) => isOver(day, context.today),
    isOtherPastDay: ({ context }, { day }: { day: string }) => isOver(day, context.today) && day !== context.comparedDay,
    isOther: ({ context }, { day }: { day: string }) => isDayOver(day, context.today) && day !== context.asOf,
  },
  actions: {
    setToday: assign({ today: (_, params: { today: Day }) => params.today }),
    setDay: assign({ asOf: (_, { day }: { day: string }) => day }),
    setOther: assign({ comparedDay: (_, { day }: { day: string }) => day }),
    setBoth: assign((_, { asOf, comparedDay }: LensDays) => ({ asOf, comparedDay })),
    setOne: assign((_, { asOf }: LensDays) => ({ asOf, comparedDay: null })),
    forgetOther: assign({ comparedDay: null }),
    forgetBoth: assign({ asOf: null, comparedDay: null }),
  },
}).createMachine({
  id: 'lens',
  context: ({ input }) => ({ today: input.today, ...readLensDays(input, input.today) }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Decision point: the URL names one past day, two of them, or none.',
      always: [{ guard: 'startsCompared', target: 'compared' }, { guard: 'startsInPast', target: 'past' }, { target: 'now' }],
    },
    now: {
      description: 'Current amounts are shown.',
      on: { 'day.choose': { guard: withEvent('isPast'), target: 'past', actions: withEvent('setDay') } },
    },
    past: {
      description: 'Amounts are shown as they were known at the end of one past day.',
      on: {
        'day.choose': { guard: withEvent('isPast'), actions: withEvent('setDay') },
        'other.choose': { guard: withEvent('isOther'), target: 'compared', actions: withEvent('setOther') },
        'lens.clear': { target: 'now', actions: 'forgetBoth' },
      },
    },
    compared: {
      description: 'Amounts of a past day are shown next to those of another day.',
      on: {
        'day.choose': { guard: withEvent('isOtherPastDay'), actions: withEvent('setDay') },
        'other.choose': { guard: withEvent('isOther'), actions: withEvent('setOther') },
        'other.clear': { target: 'past', actions: 'forgetOther' },
        'lens.clear': { target: 'now', actions: 'forgetBoth' },
      },
    },
  },
  on: {
    // From the URL.
    'lens.set': [
      { guard: withEvent('isValidComparison'), target: '.compared', actions: withEvent('setBoth') },
      { guard: withEvent('isValidDay'), target: '.past', actions: withEvent('setOne') },
      { target: '.now', actions: 'forgetBoth' },
    ],
    // Past days remain past when today advances.
    'day.changed': { actions: withEvent('setToday') },
  },
});
