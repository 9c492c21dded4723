import { assign, fromPromise, setup } from 'xstate';
import type { SearchHit } from '../../../contract/entities/search.ts';
import { limits } from '../../../contract/limits.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

type Context = {
  text: string;
  results: readonly SearchHit[];
  /** Index of the option Enter runs; null while the field is empty and no arrow key was pressed. */
  active: number | null;
  /** True if the server searches too; otherwise only screens and actions are listed. */
  searches: boolean;
};
type Events =
  | { type: 'text.type'; text: string }
  | { type: 'option.move'; delta: number; count: number }
  | { type: 'option.choose'; id: string }
  | { type: 'search.retry' }
  | { type: 'palette.close' };
type Results = { results: readonly SearchHit[] };

/**
 * The command palette: go anywhere and do anything by typing (decisions 1.02 `search`; spec 6.02, 6.04).
 * Normal path: idle → waiting → searching → found → closed after choosing an option.
 * Screens, actions of the page and recent items are matched with the text in every state.
 * Never: search for an empty text, show results for an earlier text, leave a search running after closing, or preselect an option for an
 * empty text.
 */
export const paletteMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { searches: boolean }, tags: {} as 'busy' },
  actors: { search: fromPromise<readonly SearchHit[], { text: string }>(missing('search')) },
  guards: {
    isSearchable: ({ context }, params: { text: string }) => context.searches && params.text.trim() !== '',
    hasOptions: (_, params: { count: number }) => params.count > 0,
  },
  actions: {
    setText: assign((_, params: { text: string }) => ({ text: params.text, results: [], active: params.text.trim() === '' ? null : 0 })),
    setFound: assign({ results: (_, params: Results) => params.results }),
    step: assign({
      active: ({ context: { active } }, { delta, count }: { delta: number; count: number }) =>
        active === null ? (delta > 0 ? 0 : count - 1) : (Math.min(active, count - 1) + delta + count) % count,
    }),
    /** Opens or runs the chosen option once the palette is closed. */
    perform: (_, _params: { id: string }) => {},
    reportClosed: () => {},
    logFailure: (_, _params: { error: unknown }) => {},
  },
  delays: { lastLetter: limits.search.debounceMs },
}).createMachine({
  id: 'palette',
  context: ({ input }) => ({ text: '', results: [], active: null, searches: input.searches }),
  initial: 'open',
  states: {
    open: {
      description: 'The palette is open and lists screens, actions and recent items for the text.',
      initial: 'idle',
      states: {
        idle: { description: 'Nothing is searched on the server, because the field is empty or the user may not search.' },
        waiting: {
          description: 'The user is typing; the search starts a moment after the last letter.',
          tags: 'busy',
          after: { lastLetter: 'searching' },
        },
        searching: {
          description: 'The server is searching records for the text.',
          tags: 'busy',
          invoke: {
            id: 'search',
            src: 'search',
            input: ({ context }) => ({ text: context.text.trim() }),
            onDone: { target: 'found', actions: { type: 'setFound', params: ({ event }) => ({ results: event.output }) } },
            onError: { target: 'failed', actions: withError('logFailure') },
          },
        },
        found: { description: 'Matching records are listed with the screens and actions.' },
        failed: {
          description: 'The search got no answer; screens and actions still work, and the search can be retried.',
          on: { 'search.retry': 'searching' },
        },
      },
      on: {
        'text.type': [
          { guard: withEvent('isSearchable'), target: '.waiting', reenter: true, actions: withEvent('setText') },
          { target: '.idle', actions: withEvent('setText') },
        ],
        'option.move': { guard: withEvent('hasOptions'), actions: withEvent('step') },
        'option.choose': { target: 'closed', actions: [withEvent('perform'), 'reportClosed'] },
        'palette.close': { target: 'closed', actions: 'reportClosed' },
      },
    },
    closed: { description: "The palette is gone; if an entry was chosen, it's carried out now." },
  },
});
