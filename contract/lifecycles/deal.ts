import { setup } from 'xstate';

/** `connected`: it comes from a CRM. `stages`: the existing stages. `complete`: owner and amount are known. */
export type DealFacts = { connected: boolean; complete: boolean; stage: string; stages: readonly string[] };
export type DealEvent =
  | { type: 'edit' }
  | { type: 'move'; stage: string }
  | { type: 'win' }
  | { type: 'lose'; reason: string }
  | { type: 'reopen' };

/**
 * A deal (decisions 2.17).
 * Normal path: open → won or lost; a reopened deal continues in its last stage.
 * Never: changed while a connected CRM owns it, lost without a reason, won with an unknown owner or amount, or moved
 * to a nonexistent stage.
 */
export const dealLifecycle = setup({
  types: { context: {} as DealFacts, events: {} as DealEvent, input: {} as DealFacts },
  guards: {
    isOurs: ({ context }) => !context.connected,
    isOtherStage: ({ context }, { stage }: { stage: string }) =>
      !context.connected && stage !== context.stage && context.stages.includes(stage),
    isComplete: ({ context }) => !context.connected && context.complete,
    hasReason: ({ context }, { reason }: { reason: string }) => !context.connected && reason.trim() !== '',
  },
}).createMachine({
  id: 'deal',
  context: ({ input }) => input,
  initial: 'open',
  states: {
    open: {
      description: 'The deal is in the pipeline and can be changed and moved between stages.',
      on: {
        // With a target, because XState treats a transition without target and action as forbidden.
        edit: { guard: 'isOurs', target: 'open' },
        move: { guard: { type: 'isOtherStage', params: ({ event }) => event }, target: 'open' },
        win: { guard: 'isComplete', target: 'won' },
        lose: { guard: { type: 'hasReason', params: ({ event }) => event }, target: 'lost' },
      },
    },
    won: {
      description: 'The customer said yes, and the deal is no longer in the pipeline.',
      on: { reopen: { guard: 'isOurs', target: 'open' } },
    },
    lost: {
      description: 'The deal ended without a sale, for a recorded reason, and can be reopened.',
      on: { reopen: { guard: 'isOurs', target: 'open' } },
    },
  },
});
