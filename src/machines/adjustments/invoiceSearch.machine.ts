import { assign, fromPromise, setup } from 'xstate';
import type { InvoiceLookup } from '../../../contract/entities/invoice.ts';
import { limits } from '../../../contract/limits.ts';
import { withError, withEvent } from '../support/params.ts';

type Context = {
  text: string;
  results: readonly InvoiceLookup[];
  /** The index of the result highlighted with the arrow keys. */
  activeIndex: number;
};

type Events =
  | { type: 'text.type'; text: string }
  | { type: 'list.open' }
  | { type: 'list.close' }
  | { type: 'field.leave' }
  | { type: 'option.move'; delta: number }
  | { type: 'option.choose'; invoice: InvoiceLookup };

type Results = { results: readonly InvoiceLookup[] };
/** The single invoice with exactly this number, ignoring case. */
const findExact = (text: string, results: readonly InvoiceLookup[]): InvoiceLookup | null => {
  const number = text.trim().toLowerCase();
  const exact = results.filter((invoice) => invoice.invoice_number.toLowerCase() === number);
  return (exact.length === 1 && exact[0]) || null;
};

/**
 * Finds an invoice while the user types (spec 5.03, 7.29, 8.15, 9.07).
 * Normal path: idle → waiting → searching → found → idle, with the chosen invoice's number as text.
 * Never: open the list after the user left the field, search for an empty text, show results for an earlier text, or block the form because
 * a search failed.
 */
export const invoiceSearchMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { text: string }, tags: {} as 'busy' | 'listed' },
  actors: {
    searchInvoices: fromPromise<readonly InvoiceLookup[], { text: string }>(() => Promise.reject(new Error('searchInvoices not provided'))),
  },
  guards: {
    hasText: ({ context }) => context.text.trim() !== '',
    hasTypedText: (_, params: { text: string }) => params.text.trim() !== '',
    hasResults: (_, params: Results) => params.results.length > 0,
    isExact: ({ context }, params: Results) => findExact(context.text, params.results) !== null,
  },
  actions: {
    setText: assign((_, params: { text: string }) => ({ text: params.text, results: [], activeIndex: 0 })),
    setFound: assign((_, params: Results) => ({ results: params.results, activeIndex: 0 })),
    forgetFound: assign({ results: [], activeIndex: 0 }),
    setChosen: assign((_, params: { invoice: InvoiceLookup }) => ({ text: params.invoice.invoice_number, results: [], activeIndex: 0 })),
    setExact: assign(({ context }, params: Results) => ({
      text: findExact(context.text, params.results)?.invoice_number ?? context.text,
      results: [],
      activeIndex: 0,
    })),
    step: assign({
      activeIndex: ({ context }, params: { delta: number }) =>
        (context.activeIndex + params.delta + context.results.length) % context.results.length,
    }),
    /** Reports the chosen invoice to the form; null while none is chosen. */
    reportChosen: (_, _params: { invoice: InvoiceLookup | null }) => {},
    logFailure: (_, _params: { error: unknown }) => {},
  },
  delays: { lastLetter: limits.invoiceSearchDebounceMs },
}).createMachine({
  id: 'invoiceSearch',
  context: ({ input }) => ({ text: input.text, results: [], activeIndex: 0 }),
  initial: 'idle',
  states: {
    idle: {
      description: 'The field is at rest: no list is open and no search is running.',
      on: { 'list.open': { guard: 'hasText', target: 'searching' } },
    },
    aside: {
      description: 'A number is typed and its list was closed; leaving the field still chooses an exact match.',
      on: { 'list.open': 'searching', 'field.leave': 'settling' },
    },
    waiting: {
      description: 'The user is typing; the search starts a moment after the last letter.',
      tags: 'busy',
      after: { lastLetter: 'searching' },
      on: { 'list.close': 'aside', 'field.leave': 'settling' },
    },
    searching: {
      description: 'Matching invoices are on their way.',
      tags: 'busy',
      entry: 'forgetFound',
      invoke: {
        id: 'searchInvoices',
        src: 'searchInvoices',
        input: ({ context }) => ({ text: context.text.trim() }),
        onDone: [
          {
            guard: { type: 'hasResults', params: ({ event }) => ({ results: event.output }) },
            target: 'found',
            actions: { type: 'setFound', params: ({ event }) => ({ results: event.output }) },
          },
          { target: 'empty' },
        ],
        onError: { target: 'failed', actions: withError('logFailure') },
      },
      on: { 'list.close': 'aside', 'field.leave': 'settling' },
    },
    settling: {
      description: 'The user left the field; the search checks whether the typed number names an invoice.',
      tags: 'busy',
      invoke: {
        id: 'searchInvoices',
        src: 'searchInvoices',
        input: ({ context }) => ({ text: context.text.trim() }),
        onDone: [
          {
            guard: { type: 'isExact', params: ({ event }) => ({ results: event.output }) },
            target: 'idle',
            actions: [
              { type: 'reportChosen', params: ({ context, event }) => ({ invoice: findExact(context.text, event.output) }) },
              { type: 'setExact', params: ({ event }) => ({ results: event.output }) },
            ],
          },
          { target: 'idle' },
        ],
        onError: { target: 'idle', actions: withError('logFailure') },
      },
    },
    found: {
      description: 'Matching invoices are listed to choose from.',
      tags: 'listed',
      on: {
        'option.move': { actions: withEvent('step') },
        'option.choose': {
          target: 'idle',
          actions: [withEvent('setChosen'), withEvent('reportChosen')],
        },
        'list.close': 'aside',
        'field.leave': [
          {
            guard: { type: 'isExact', params: ({ context }) => context },
            target: 'idle',
            actions: [
              { type: 'reportChosen', params: ({ context }) => ({ invoice: findExact(context.text, context.results) }) },
              { type: 'setExact', params: ({ context }) => context },
            ],
          },
          { target: 'idle' },
        ],
      },
    },
    empty: { description: 'The list says that no invoice matches.', tags: 'listed', on: { 'list.close': 'idle', 'field.leave': 'idle' } },
    // spec 8.15: shows an empty list and only logs the failure.
    failed: {
      description: 'The search got no answer, and the list is shown empty.',
      tags: 'listed',
      on: { 'list.close': 'idle', 'field.leave': 'idle' },
    },
  },
  on: {
    'text.type': [
      {
        guard: withEvent('hasTypedText'),
        target: '.waiting',
        reenter: true,
        actions: [withEvent('setText'), { type: 'reportChosen', params: { invoice: null } }],
      },
      {
        target: '.idle',
        actions: [withEvent('setText'), { type: 'reportChosen', params: { invoice: null } }],
      },
    ],
  },
});
