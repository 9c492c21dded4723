import { setup } from 'xstate';

/** `warned`: something needs the administrator's consent, such as an unreachable mail server; `accepted`: they gave it. */
export type CompanyFacts = { sellers: number; hasPlan: boolean; warned: boolean; accepted: boolean; undoable: boolean };
export type CompanyEvent = { type: 'go_live' } | { type: 'undo' };

/**
 * A company's setup, from its first start (decisions 8.07).
 * Normal path: settingUp → live.
 * Never: live without sellers or without a plan, or set up again after the undo window.
 */
export const companyLifecycle = setup({
  types: { context: {} as CompanyFacts, events: {} as CompanyEvent, input: {} as CompanyFacts },
  guards: {
    isReady: ({ context: { sellers, hasPlan, warned, accepted } }) => sellers > 0 && hasPlan && (!warned || accepted),
    isUndoable: ({ context }) => context.undoable,
  },
}).createMachine({
  id: 'company',
  context: ({ input }) => input,
  initial: 'settingUp',
  states: {
    settingUp: {
      description: 'Only administrators and finance see figures and get notices, while they enter people, plan and history.',
      on: { go_live: { guard: 'isReady', target: 'live' } },
    },
    live: {
      description: 'Everybody sees their figures and gets notices; for ten minutes this can be undone.',
      on: { undo: { guard: 'isUndoable', target: 'settingUp' } },
    },
  },
});
