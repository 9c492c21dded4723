import { assign, setup } from 'xstate';
import { limits } from '../../../contract/limits.ts';
import { type Day, isDay } from '../../../contract/rules/time/period.ts';
import { ofEvent } from '../support/params.ts';

/** Unvalidated days from an address or a field. */
export type Days = Readonly<{ asOf: string | null; against: string | null }>;
type Context = { today: Day; asOf: Day | null; against: Day | null };
type Events =
  | { type: 'day.choose'; day: string }
  | { type: 'other.choose'; day: string }
  | { type: 'other.clear' }
  | { type: 'lens.clear' }
  | ({ type: 'lens.set' } & Days)
  | { type: 'day.changed'; today: Day };

/** True for a valid day up to and including `last`. */
const isKnown = (day: string | null, last: Day): day is Day => day !== null && isDay(day) && day >= limits.lensFirstDay && day <= last;
const isOver = (day: string | null, today: Day): boolean => isKnown(day, today) && day < today;
const isPair = ({ asOf, against }: Days, today: Day): boolean => isOver(asOf, today) && isKnown(against, today) && asOf !== against;
/** The valid days of an address. */
export const lensDays = (days: Days, today: Day): Omit<Context, 'today'> => ({
  asOf: isOver(days.asOf, today) ? days.asOf : null,
  against: isPair(days, today) ? days.against : null,
});

/**
 * The day for which amounts are shown: now, the end of a past day, or two such days side by side.
 * Normal path: now → past → compared; clearing returns to now.
 * Never: show a day that is not over, or compare a day with itself. A partly typed date counts as no choice.
 */
export const lensMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { today: Day } & Days },
  guards: {
    opensTwo: ({ context }) => context.against !== null,
    opensOne: ({ context }) => context.asOf !== null,
    isTwo: ({ context }, days: Days) => isPair(days, context.today),
    isOne: ({ context }, { asOf }: Days) => isOver(asOf, context.today),
    isPast: ({ context }, { day }: { day: string }) => isOver(day, context.today),
    isPastToo: ({ context }, { day }: { day: string }) => isOver(day, context.today) && day !== context.against,
    isOther: ({ context }, { day }: { day: string }) => isKnown(day, context.today) && day !== context.asOf,
  },
  actions: {
    keepToday: assign({ today: (_, params: { today: Day }) => params.today }),
    keepDay: assign({ asOf: (_, { day }: { day: string }) => day }),
    keepOther: assign({ against: (_, { day }: { day: string }) => day }),
    keepBoth: assign((_, { asOf, against }: Days) => ({ asOf, against })),
    keepOne: assign((_, { asOf }: Days) => ({ asOf, against: null })),
    forgetOther: assign({ against: null }),
    forgetBoth: assign({ asOf: null, against: null }),
  },
}).createMachine({
  id: 'lens',
  context: ({ input }) => ({ today: input.today, ...lensDays(input, input.today) }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Passes at once: the address names one past day, two of them, or none.',
      always: [{ guard: 'opensTwo', target: 'compared' }, { guard: 'opensOne', target: 'past' }, { target: 'now' }],
    },
    now: {
      description: 'Amounts are shown as they stand now.',
      on: { 'day.choose': { guard: ofEvent('isPast'), target: 'past', actions: ofEvent('keepDay') } },
    },
    past: {
      description: 'Amounts are shown as they were known at the end of one past day.',
      on: {
        'day.choose': { guard: ofEvent('isPast'), actions: ofEvent('keepDay') },
        'other.choose': { guard: ofEvent('isOther'), target: 'compared', actions: ofEvent('keepOther') },
        'lens.clear': { target: 'now', actions: 'forgetBoth' },
      },
    },
    compared: {
      description: 'Amounts of a past day are shown next to those of another day.',
      on: {
        'day.choose': { guard: ofEvent('isPastToo'), actions: ofEvent('keepDay') },
        'other.choose': { guard: ofEvent('isOther'), actions: ofEvent('keepOther') },
        'other.clear': { target: 'past', actions: 'forgetOther' },
        'lens.clear': { target: 'now', actions: 'forgetBoth' },
      },
    },
  },
  on: {
    // From the address.
    'lens.set': [
      { guard: ofEvent('isTwo'), target: '.compared', actions: ofEvent('keepBoth') },
      { guard: ofEvent('isOne'), target: '.past', actions: ofEvent('keepOne') },
      { target: '.now', actions: 'forgetBoth' },
    ],
    // A later today keeps past days past.
    'day.changed': { actions: ofEvent('keepToday') },
  },
});
