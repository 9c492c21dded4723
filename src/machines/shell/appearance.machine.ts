import { assign, setup } from 'xstate';
import { withEvent } from '../support/params.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];
export const densities = ['compact', 'comfortable'] as const;
export type Density = (typeof densities)[number];
export type Appearance = Readonly<{ theme: Theme; density: Density }>;
type Events = { type: 'theme.choose'; theme: Theme } | { type: 'density.choose'; density: Density };

/**
 * The theme and the density of tables on this device. A choice applies at once and is stored, so that the next visit starts with it.
 * Both can be changed at any time, so there is only one state.
 */
export const appearanceMachine = setup({
  types: { context: {} as Appearance, events: {} as Events, input: {} as Appearance },
  actions: {
    setTheme: assign((_, { theme }: { theme: Theme }) => ({ theme })),
    setDensity: assign((_, { density }: { density: Density }) => ({ density })),
    /** Provided by the app: shows the choices on the page and stores them. */
    apply: (_, _appearance: Appearance) => {},
  },
}).createMachine({
  id: 'appearance',
  context: ({ input }) => input,
  initial: 'applied',
  states: {
    applied: {
      description: 'The page shows the chosen theme and density.',
      on: {
        'theme.choose': { actions: [withEvent('setTheme'), { type: 'apply', params: ({ context }) => context }] },
        'density.choose': { actions: [withEvent('setDensity'), { type: 'apply', params: ({ context }) => context }] },
      },
    },
  },
});
