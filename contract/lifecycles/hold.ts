import { setup } from 'xstate';

/** `own`: the record pays the actor; `setByActor`: the actor placed the hold; `dayReached`: its release day has arrived. */
export type HoldFacts = { own: boolean; setByActor: boolean; dayReached: boolean };
export type HoldEvent = { type: 'release' } | { type: 'expire' } | { type: 'hold' };

/**
 * The newest hold of a commission record (decisions 2.08).
 * Normal path: held with a reason → released by a person, or ended by its day; then the record can be held again.
 * Never: released by the person whose record it is, unless they placed it, or placed on a record that is held.
 */
export const holdLifecycle = setup({
  types: { context: {} as HoldFacts, events: {} as HoldEvent, input: {} as HoldFacts },
  guards: {
    mayRelease: ({ context: { own, setByActor, dayReached } }) => !dayReached && (!own || setByActor),
    isOver: ({ context }) => context.dayReached,
  },
}).createMachine({
  id: 'hold',
  context: ({ input }) => input,
  initial: 'held',
  states: {
    held: {
      description: 'Nothing more of the record is paid out until somebody releases it or the day set for its release arrives.',
      on: { release: { guard: 'mayRelease', target: 'released' }, expire: { guard: 'isOver', target: 'ended' } },
    },
    released: { description: 'A person released the record, and its payout continues.', on: { hold: 'held' } },
    ended: { description: 'The day set for the release has arrived, and the payout continues.', on: { hold: 'held' } },
  },
});
