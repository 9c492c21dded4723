import { assign, setup } from 'xstate';
import type { EventFilter, EventNeed, eventChoiceFilters, eventTextFilters } from '../../../contract/entities/event.ts';
import { limits } from '../../../contract/limits.ts';
import { ofEvent } from '../support/params.ts';
import { tellParent } from '../support/parent.ts';

export type EventFilters = Readonly<Record<EventFilter, string>>;
type TextFilter = (typeof eventTextFilters)[number];
type ChoiceFilter = (typeof eventChoiceFilters)[number];
type Typed = Readonly<Record<TextFilter, string>>;

type Context = {
  /** The filters of the list's question; '' matches everything. */
  filters: EventFilters;
  /** The text in the fields, applied or not. */
  typed: Typed;
  need: EventNeed | null;
};

type Events =
  | { type: 'filter.type'; key: TextFilter; text: string }
  | { type: 'filter.choose'; key: ChoiceFilter; value: string }
  | { type: 'need.toggle'; need: EventNeed }
  | { type: 'filters.set'; filters: EventFilters; need: EventNeed | null }
  | { type: 'filters.clear' };

const typedOf = ({ customer, state, activity, sales_person, sales_lead, search }: EventFilters): Typed => ({
  customer,
  state,
  activity,
  sales_person,
  sales_lead,
  search,
});

export const noEventFilters: EventFilters = {
  customer: '',
  state: '',
  activity: '',
  sales_person: '',
  sales_lead: '',
  search: '',
  activity_type: '',
  reviewed: '',
  tech_setup_required: '',
  invoiced: '',
  only: '',
};

/** Trims whitespace, which does not change the result. */
const applied = ({ filters, typed }: Context): EventFilters => ({
  ...filters,
  ...Object.fromEntries(Object.entries(typed).map(([key, text]) => [key, text.trim()])),
});
const isPending = (context: Context): boolean =>
  Object.entries(applied(context)).some(([key, value]) => context.filters[key as EventFilter] !== value);

/**
 * The filters of the events: text fields, choices, and at most one need (spec 2.45, 4.07, 9.07).
 * Normal path: steady → typing → steady; a choice applies at once, together with the typed text.
 * Never: activate two needs at once, report without a change, or lose typed text because of a choice.
 */
export const eventFiltersMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    input: {} as { filters: EventFilters; need: EventNeed | null },
  },
  guards: {
    isPending: ({ context }) => isPending(context),
    isOtherChoice: ({ context }, params: { key: ChoiceFilter; value: string }) => context.filters[params.key] !== params.value,
    isOther: ({ context }, { filters, need }: { filters: EventFilters; need: EventNeed | null }) =>
      need !== context.need || Object.entries(filters).some(([key, value]) => context.filters[key as EventFilter] !== value),
    isNarrowed: ({ context }) => context.need !== null || Object.values(context.filters).some((value) => value !== ''),
    hasTyped: ({ context }) => Object.values(context.typed).some((text) => text !== ''),
  },
  actions: {
    keepTyped: assign({
      typed: ({ context }, params: { key: TextFilter; text: string }) => ({ ...context.typed, [params.key]: params.text }),
    }),
    applyTyped: assign({ filters: ({ context }) => applied(context) }),
    choose: assign({
      filters: ({ context }, params: { key: ChoiceFilter; value: string }) => ({ ...context.filters, [params.key]: params.value }),
    }),
    /** spec 4.07: only one is active, choosing one clears the others. */
    toggleNeed: assign({ need: ({ context }, params: { need: EventNeed }) => (context.need === params.need ? null : params.need) }),
    set: assign((_, { filters, need }: { filters: EventFilters; need: EventNeed | null }) => ({ filters, typed: typedOf(filters), need })),
    clear: assign({ filters: noEventFilters, typed: typedOf(noEventFilters), need: null }),
    relayChanged: ({ self }, params: { filters: EventFilters; need: EventNeed | null }) =>
      tellParent(self, { type: 'filters.changed', filters: params.filters, need: params.need }),
  },
  delays: { lastLetter: limits.events.filterDebounceMs },
}).createMachine({
  id: 'eventFilters',
  context: ({ input }) => ({ filters: input.filters, typed: typedOf(input.filters), need: input.need }),
  initial: 'steady',
  states: {
    steady: { description: 'The list matches what the filters say.' },
    typing: {
      description: 'The user is typing; the filter applies a moment after the last letter.',
      after: {
        lastLetter: [
          {
            guard: 'isPending',
            target: 'steady',
            actions: ['applyTyped', { type: 'relayChanged', params: ({ context }) => context }],
          },
          { target: 'steady' },
        ],
      },
    },
  },
  on: {
    'filter.type': { target: '.typing', reenter: true, actions: ofEvent('keepTyped') },
    'filter.choose': {
      guard: ofEvent('isOtherChoice'),
      target: '.steady',
      actions: ['applyTyped', ofEvent('choose'), { type: 'relayChanged', params: ({ context }) => context }],
    },
    'need.toggle': {
      target: '.steady',
      actions: ['applyTyped', ofEvent('toggleNeed'), { type: 'relayChanged', params: ({ context }) => context }],
    },
    // From a link: sets everything at once, so it sends one request.
    'filters.set': {
      guard: ofEvent('isOther'),
      target: '.steady',
      actions: [ofEvent('set'), { type: 'relayChanged', params: ({ context }) => context }],
    },
    'filters.clear': [
      {
        guard: 'isNarrowed',
        target: '.steady',
        actions: ['clear', { type: 'relayChanged', params: ({ context }) => context }],
      },
      // Clearing text that was never applied changes no filter.
      { guard: 'hasTyped', target: '.steady', actions: 'clear' },
    ],
  },
});
