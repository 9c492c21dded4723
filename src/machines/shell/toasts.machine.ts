import { assign, setup } from 'xstate';
import { limits } from '../../../contract/limits.ts';
import { withEvent } from '../support/params.ts';

/** `action`: the label of its button. */
export type Toast = Readonly<{ id: string; severity: 'success' | 'info' | 'warning' | 'danger'; text: string; action?: string }>;
type Context = { items: readonly Toast[] };
type Events =
  | { type: 'toast.show'; toast: Toast }
  | { type: 'toast.dismiss'; id: string }
  | { type: 'toasts.hold' }
  | { type: 'toasts.release' };

/**
 * Short messages about what just succeeded (decisions 8.02).
 * Normal path: empty → showing ⇄ held → empty.
 * Never: remove a toast while the user reads it, or show the same message twice at once.
 */
export const toastsMachine = setup({
  types: { context: {} as Context, events: {} as Events },
  guards: {
    isOldest: ({ context }, params: { id: string }) => context.items[0]?.id === params.id,
    isEmpty: ({ context }) => context.items.length === 0,
    isNew: ({ context }, params: { toast: Toast }) => context.items.every((item) => item.text !== params.toast.text),
  },
  actions: {
    add: assign({ items: ({ context }, params: { toast: Toast }) => [...context.items, params.toast] }),
    remove: assign({ items: ({ context }, params: { id: string }) => context.items.filter((item) => item.id !== params.id) }),
    removeOldest: assign({ items: ({ context }) => context.items.slice(1) }),
  },
  delays: { reading: limits.toastMs },
}).createMachine({
  id: 'toasts',
  context: { items: [] },
  initial: 'empty',
  states: {
    empty: { description: 'No message is shown.', on: { 'toast.show': { target: 'showing', actions: withEvent('add') } } },
    showing: {
      description: 'Messages are on the screen, and the oldest leaves after four seconds.',
      always: { guard: 'isEmpty', target: 'empty' },
      after: { reading: { target: 'showing', reenter: true, actions: 'removeOldest' } },
      on: {
        'toasts.hold': 'held',
        // Restarts the timer, so the next toast gets its full time.
        'toast.dismiss': {
          guard: withEvent('isOldest'),
          target: 'showing',
          reenter: true,
          actions: withEvent('remove'),
        },
      },
    },
    held: {
      description: 'The pointer or the focus is on a message, so none of them leaves.',
      always: { guard: 'isEmpty', target: 'empty' },
      on: { 'toasts.release': 'showing' },
    },
  },
  on: {
    // A new toast neither extends the time of the others nor releases held ones.
    'toast.show': {
      guard: withEvent('isNew'),
      actions: withEvent('add'),
    },
    'toast.dismiss': { actions: withEvent('remove') },
  },
});
