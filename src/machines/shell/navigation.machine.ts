import { setup } from 'xstate';

type Events = { type: 'menu.toggle' } | { type: 'drawer.open' } | { type: 'drawer.close' } | { type: 'place.changed' };

/**
 * The side menu: wide or folded to icons on large screens, a slide-in drawer on small ones (spec 2.21, 2.23; look.md, Frame).
 * Normal path: expanded ⇄ folded; closed → open → closed, also when a link was followed.
 * Never: leave the drawer over the page that it led to.
 */
export const navigationMachine = setup({
  types: { events: {} as Events, input: {} as { folded: boolean }, context: {} as { folded: boolean } },
  guards: { startsFolded: ({ context }) => context.folded },
  actions: { saveFolded: (_, _params: { folded: boolean }) => {} },
}).createMachine({
  id: 'navigation',
  context: ({ input }) => ({ folded: input.folded }),
  type: 'parallel',
  states: {
    rail: {
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: 'startsFolded', target: 'folded' }, { target: 'expanded' }] },
        expanded: { on: { 'menu.toggle': { target: 'folded', actions: { type: 'saveFolded', params: { folded: true } } } } },
        folded: { on: { 'menu.toggle': { target: 'expanded', actions: { type: 'saveFolded', params: { folded: false } } } } },
      },
    },
    drawer: {
      initial: 'closed',
      states: {
        closed: { on: { 'drawer.open': 'open' } },
        open: { on: { 'drawer.close': 'closed', 'place.changed': 'closed' } },
      },
    },
  },
});
