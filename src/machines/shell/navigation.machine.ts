import { setup } from 'xstate';

type Events = { type: 'menu.toggle' } | { type: 'drawer.open' } | { type: 'drawer.close' } | { type: 'place.changed' };

/**
 * The side menu: wide or folded to icons on large screens, a slide-in drawer on small ones (spec 2.21, 2.23; look.md, Frame).
 * Normal path: expanded ⇄ folded; closed → open → closed, including after following a link.
 * Never: leave the drawer open over the page it navigated to.
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
      description: 'The side menu on large screens.',
      initial: 'deciding',
      states: {
        deciding: {
          description: 'Decision point: the menu opens as the user last left it.',
          always: [{ guard: 'startsFolded', target: 'folded' }, { target: 'expanded' }],
        },
        expanded: {
          description: 'The menu shows icons and names.',
          on: { 'menu.toggle': { target: 'folded', actions: { type: 'saveFolded', params: { folded: true } } } },
        },
        folded: {
          description: 'The menu shows icons only.',
          on: { 'menu.toggle': { target: 'expanded', actions: { type: 'saveFolded', params: { folded: false } } } },
        },
      },
    },
    drawer: {
      description: 'The menu on small screens, which slides in over the page.',
      initial: 'closed',
      states: {
        closed: { description: 'The page is fully visible, and a button opens the menu.', on: { 'drawer.open': 'open' } },
        open: {
          description: 'The menu covers part of the page until the user follows a link or closes it.',
          on: { 'drawer.close': 'closed', 'place.changed': 'closed' },
        },
      },
    },
  },
});
