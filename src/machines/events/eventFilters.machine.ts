import { assign, setup } from 'xstate';
import type { EventFilter, EventNeed, eventChoiceFilters, eventTextFilters } from '../../../contract/entities/event.ts';
import { limits } from '../../../contract/limits.ts';
import { withEvent } from '../support/params.ts';
import { notifyParent } from '../support/parent.ts';

export type EventFilters = Readonly<Record<EventFilter, string>>;
type TextFilter = (typeof eventTextFilters)[number];
type ChoiceFilter = (typeof eventChoiceFilters)[number];
type FilterTexts = Readonly<Record<TextFilter, string>>;

type Context = {
  /** The filters of the list's question; '' matches everything. */
  filters: EventFilters;
  /** The text in the fields, applied or not. */
  texts: FilterTexts;
  need: EventNeed | null;
};

type Events =
  | { type: 'filter.type'; key: TextFilter; text: string }
  | { type: 'filter.choose'; key: ChoiceFilter; value: string }
  | { type: 'need.toggle'; need: EventNeed }
  | { type: 'filters.set'; filters: EventFilters; need: EventNeed | null }
  | { type: 'filters.clear' };

const toTexts = ({ customer, state, activity, sales_person, sales_lead, search }: EventFilters): FilterTexts => ({
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
const toAppliedFilters = ({ filters, texts }: Context): EventFilters => ({
  ...filters,
  ...Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text.trim()])),
});
const isPending = (context: Context): boolean =>
  Object.entries(toAppliedFilters(context)).some(([key, value]) => context.filters[key as EventFilter] !== value);

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
    hasTyped: ({ context }) => Object.values(context.texts).some((text) => text !== ''),
  },
  actions: {
    setTyped: assign({
      texts: ({ context }, params: { key: TextFilter; text: string }) => ({ ...context.texts, [params.key]: params.text }),
    }),
    applyTyped: assign({ filters: ({ context }) => toAppliedFilters(context) }),
    choose: assign({
      filters: ({ context }, params: { key: ChoiceFilter; value: string }) => ({ ...context.filters, [params.key]: params.value }),
    }),
    /** spec 4.07: only one is active, choosing one clears the others. */
    toggleNeed: assign({ need: ({ context }, params: { need: EventNeed }) => (context.need === params.need ? null : params.need) }),
    set: assign((_, { filters, need }: { filters: EventFilters; need: EventNeed | null }) => ({ filters, texts: toTexts(filters), need })),
    clear: assign({ filters: noEventFilters, texts: toTexts(noEventFilters), need: null }),
    relayChanged: ({ self }, params: { filters: EventFilters; need: EventNeed | null }) =>
      notifyParent(self, { type: 'filters.changed', filters: params.filters, need: params.need }),
  },
  delays: { lastLetter: limits.events.filterDebounceMs },
}).createMachine({
  id: 'eventFilters',
  context: ({ input }) => ({ filters: input.filters, texts: toTexts(input.filters), need: input.need }),
  initial: 'steady',
  states: {
    steady: { description: 'The list matches the filters.' },
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
    'filter.type': { target: '.typing', reenter: true, actions: withEvent('setTyped') },
    'filter.choose': {
      guard: withEvent('isOtherChoice'),
      target: '.steady',
      actions: ['applyTyped', withEvent('choose'), { type: 'relayChanged', params: ({ context }) => context }],
    },
    'need.toggle': {
      target: '.steady',
      actions: ['applyTyped', withEvent('toggleNeed'), { type: 'relayChanged', params: ({ context }) => context }],
    },
    // From a link: sets everything at once, so it sends one request.
    'filters.set': {
      guard: withEvent('isOther'),
      target: '.steady',
      actions: [withEvent('set'), { type: 'relayChanged', params: ({ context }) => context }],
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
