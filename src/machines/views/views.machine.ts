import { assign, fromPromise, setup, stateIn } from 'xstate';
import type { View, ViewQuestion } from '../../../contract/entities/view.ts';
import { messages } from '../../../contract/messages.ts';
import { refusalOf } from '../support/conflict.ts';
import { sentenceOf } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { ofError, ofEvent } from '../support/params.ts';

/** What is being kept: `view` null is a new one. */
export type ViewDraft = Readonly<{ view: View | null; name: string; shared: boolean; question: ViewQuestion }>;
type Context = { views: readonly View[]; draft: ViewDraft | null; removing: View | null; error: string | null };
type Events =
  | { type: 'views.retry' }
  | { type: 'view.new'; question: ViewQuestion }
  | { type: 'view.edit'; view: View }
  /** The question on the screen takes the place of the view's own. */
  | { type: 'view.update'; view: View; question: ViewQuestion }
  | { type: 'view.remove'; view: View }
  | { type: 'form.submit'; name: string; shared: boolean }
  | { type: 'form.cancel' };

const text = messages.views;
const byName = (one: View, other: View): number => one.name.toLowerCase().localeCompare(other.name.toLowerCase());

/**
 * The saved views of a screen (decisions 1.02 `views`): listed, saved, changed, deleted.
 * Normal path: loading → ready → naming → saving → ready, or ready → removing → ready.
 * Never: lose what was typed when saving failed, or change the list before the server answered.
 */
export const viewsMachine = setup({
  types: { context: {} as Context, events: {} as Events },
  actors: {
    loadViews: fromPromise<readonly View[]>(missing('loadViews')),
    saveView: fromPromise<View, ViewDraft>(missing('saveView')),
    /** Asks first; false is a no. */
    removeView: fromPromise<boolean, View>(missing('removeView')),
  },
  guards: {
    isRemoved: (_, params: { removed: boolean }) => params.removed,
    isNamed: stateIn({ saving: 'named' }),
  },
  actions: {
    keepViews: assign({ views: (_, params: { views: readonly View[] }) => params.views, error: null }),
    beginNew: assign((_, { question }: { question: ViewQuestion }) => ({
      draft: { view: null, name: '', shared: false, question },
      error: null,
    })),
    beginEdit: assign((_, { view }: { view: View }) => ({
      draft: { view, name: view.name, shared: view.shared, question: view.question },
      error: null,
    })),
    beginUpdate: assign((_, { view, question }: { view: View; question: ViewQuestion }) => ({
      draft: { view, name: view.name, shared: view.shared, question },
      error: null,
    })),
    keepForm: assign({
      draft: ({ context: { draft } }, { name, shared }: { name: string; shared: boolean }) => draft && { ...draft, name, shared },
      error: null,
    }),
    keepSaved: assign({
      views: ({ context }, { view }: { view: View }) => [...context.views.filter(({ id }) => id !== view.id), view].sort(byName),
      draft: null,
      error: null,
    }),
    beginRemoval: assign((_, params: { view: View }) => ({ removing: params.view, error: null })),
    keepRemoved: assign({ views: ({ context }) => context.views.filter(({ id }) => id !== context.removing?.id), removing: null }),
    forgetRemoval: assign({ removing: null }),
    forgetDraft: assign({ draft: null, error: null }),
    /** Somebody changed it in between: the next try is over what they saved. */
    keepError: assign(({ context: { views, draft } }, { error }: { error: unknown }) => {
      const { current } = refusalOf<View>(error);
      return {
        error: sentenceOf({ error, fallback: text.saveFailed }),
        views: current ? views.map((view) => (view.id === current.id ? current : view)) : views,
        draft: draft && current ? { ...draft, view: current } : draft,
      };
    }),
    keepLoadError: assign({ error: (_, { error }: { error: unknown }) => sentenceOf({ error, fallback: text.loadFailed }) }),
    keepRemoveError: assign({
      error: (_, { error }: { error: unknown }) => sentenceOf({ error, fallback: text.removeFailed }),
      removing: null,
    }),
    /** The screen follows what was saved or deleted. */
    reportSaved: (_, _params: { view: View }) => {},
    reportRemoved: (_, _params: { view: View | null }) => {},
  },
}).createMachine({
  id: 'views',
  context: { views: [], draft: null, removing: null, error: null },
  initial: 'loading',
  states: {
    loading: {
      description: 'The saved views of this screen are on their way.',
      invoke: {
        id: 'loadViews',
        src: 'loadViews',
        onDone: { target: 'ready', actions: { type: 'keepViews', params: ({ event }) => ({ views: event.output }) } },
        onError: { target: 'failed', actions: ofError('keepLoadError') },
      },
    },
    failed: { description: "The views couldn't be loaded; the user can try again.", on: { 'views.retry': 'loading' } },
    ready: {
      description: 'The menu lists the saved views.',
      on: {
        'view.new': { target: 'naming', actions: ofEvent('beginNew') },
        'view.edit': { target: 'naming', actions: ofEvent('beginEdit') },
        'view.update': { target: 'saving.kept', actions: ofEvent('beginUpdate') },
        'view.remove': { target: 'removing', actions: ofEvent('beginRemoval') },
      },
    },
    naming: {
      description: 'A form is open for the name of a new or an existing view.',
      on: {
        'form.submit': { target: 'saving.named', actions: ofEvent('keepForm') },
        'form.cancel': { target: 'ready', actions: 'forgetDraft' },
      },
    },
    saving: {
      description: 'A view is on its way to the server.',
      initial: 'named',
      states: {
        named: { description: 'The view comes from the form, which opens again if saving fails.' },
        kept: { description: 'The current filters replace those of an existing view, straight from the menu.' },
      },
      invoke: {
        id: 'saveView',
        src: 'saveView',
        input: ({ context }) => context.draft as ViewDraft,
        onDone: {
          target: 'ready',
          actions: [
            { type: 'keepSaved', params: ({ event }) => ({ view: event.output }) },
            { type: 'reportSaved', params: ({ event }) => ({ view: event.output }) },
          ],
        },
        onError: [
          { guard: 'isNamed', target: 'naming', actions: ofError('keepError') },
          { target: 'ready', actions: ofError('keepError') },
        ],
      },
    },
    removing: {
      description: 'The user confirms the deletion, and the server deletes the view.',
      invoke: {
        id: 'removeView',
        src: 'removeView',
        input: ({ context }) => context.removing as View,
        onDone: [
          {
            guard: { type: 'isRemoved', params: ({ event }) => ({ removed: event.output }) },
            target: 'ready',
            actions: [{ type: 'reportRemoved', params: ({ context }) => ({ view: context.removing }) }, 'keepRemoved'],
          },
          { target: 'ready', actions: 'forgetRemoval' },
        ],
        onError: { target: 'ready', actions: ofError('keepRemoveError') },
      },
    },
  },
});
