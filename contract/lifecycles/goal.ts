import { assign, setup } from 'xstate';

/** `target` and `progress` have the same unit: cents, or deals. `isOver`: its month has ended. */
export type GoalFacts = { target: number; progress: number; isOver: boolean };
export type GoalEvent = { type: 'change'; target: number } | { type: 'remove' };

/**
 * A person's target for a month (spec 2.42, decisions 3.04).
 * Normal path: open → reached, depending on the facts; at the end of its month, met or missed.
 * Never: changed or removed after its month.
 */
export const goalLifecycle = setup({
  types: { context: {} as GoalFacts, events: {} as GoalEvent, input: {} as GoalFacts },
  guards: {
    isMet: ({ context }) => context.isOver && context.progress >= context.target,
    isOver: ({ context }) => context.isOver,
    isReached: ({ context }) => context.progress >= context.target,
  },
  actions: { keepTarget: assign({ target: (_, params: { target: number }) => params.target }) },
}).createMachine({
  id: 'goal',
  context: ({ input }) => input,
  initial: 'weighed',
  states: {
    weighed: {
      description: "Decision point: the goal's state follows from the month's figures.",
      always: [
        { guard: 'isMet', target: 'met' },
        { guard: 'isOver', target: 'missed' },
        { guard: 'isReached', target: 'reached' },
        { target: 'open' },
      ],
    },
    open: {
      description: 'The month is in progress, and its figures are below the target.',
      on: { change: { target: 'weighed', actions: { type: 'keepTarget', params: ({ event }) => event } }, remove: 'removed' },
    },
    reached: {
      description: 'The month is in progress, and its figures are at or above the target.',
      on: { change: { target: 'weighed', actions: { type: 'keepTarget', params: ({ event }) => event } }, remove: 'removed' },
    },
    met: { description: 'The month is over, and the target was reached.', type: 'final' },
    missed: { description: "The month is over, and the target wasn't reached.", type: 'final' },
    removed: { description: 'The goal was deleted and is no longer shown.', type: 'final' },
  },
});
