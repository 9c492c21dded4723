import { setup } from 'xstate';

export type DisputeFacts = { openedBy: string; actorId: string };
export type DisputeEvent =
  | { type: 'take'; actorId: string }
  | { type: 'resolve'; actorId: string; explanation: string }
  | { type: 'withdraw'; actorId: string }
  | { type: 'reply' };

/**
 * "Question this amount" (decisions 2.13).
 * Normal path: open → in_review → resolved with an explanation, with or without an adjustment.
 * Never: resolved by its author, withdrawn by anybody else, or answered after it ended.
 */
export const disputeLifecycle = setup({
  types: { context: {} as DisputeFacts, events: {} as DisputeEvent, input: {} as DisputeFacts },
  guards: {
    isOther: ({ context }, params: { actorId: string }) => params.actorId !== context.openedBy,
    isAsker: ({ context }, params: { actorId: string }) => params.actorId === context.openedBy,
    hasExplanation: ({ context }, params: { actorId: string; explanation: string }) =>
      params.actorId !== context.openedBy && params.explanation.trim().length >= 5,
  },
}).createMachine({
  id: 'dispute',
  context: ({ input }) => input,
  initial: 'open',
  states: {
    open: {
      description: 'The question waits until somebody takes it.',
      on: {
        take: { guard: { type: 'isOther', params: ({ event }) => event }, target: 'in_review' },
        withdraw: { guard: { type: 'isAsker', params: ({ event }) => event }, target: 'withdrawn' },
        // With a target, because XState treats a transition without target and action as forbidden.
        reply: 'open',
      },
    },
    in_review: {
      description: 'Somebody is looking into the question and answers it with an explanation.',
      on: {
        resolve: { guard: { type: 'hasExplanation', params: ({ event }) => event }, target: 'resolved' },
        withdraw: { guard: { type: 'isAsker', params: ({ event }) => event }, target: 'withdrawn' },
        reply: 'in_review',
      },
    },
    resolved: { description: 'The question is answered, with an adjustment or without one.', type: 'final' },
    withdrawn: { description: 'The person who raised the question took it back.', type: 'final' },
  },
});
