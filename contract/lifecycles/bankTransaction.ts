import { setup } from 'xstate';

/** `settled`: the money moved. `gone`: it did not, or the bank returned it. */
export type BankFacts = { settled: boolean; gone: boolean };
export type BankEvent =
  | { type: 'propose' }
  | { type: 'withdraw' }
  | { type: 'match' }
  | { type: 'ignore'; reason: string }
  | { type: 'vanish' }
  | { type: 'undo' };

/**
 * A transaction of the company's bank account and its match (decisions 2.15, 2.16).
 * Normal path: waiting → proposed → matched by a person, or ignored with a reason.
 * Never: matched while the bank still holds it, matched automatically, or dropped: each is in exactly one of the four states.
 */
export const bankTransactionLifecycle = setup({
  types: { context: {} as BankFacts, events: {} as BankEvent, input: {} as BankFacts },
  guards: {
    isSettled: ({ context }) => context.settled,
    hasReason: (_, { reason }: { reason: string }) => reason.trim() !== '',
    isGone: ({ context }) => context.gone,
    isNotGone: ({ context }) => !context.gone,
  },
}).createMachine({
  id: 'bankTransaction',
  context: ({ input }) => input,
  initial: 'waiting',
  states: {
    waiting: {
      description: 'Nobody has decided what the transaction is for, and no match stands out.',
      on: {
        propose: { guard: 'isSettled', target: 'proposed' },
        match: { guard: 'isSettled', target: 'matched' },
        ignore: { guard: { type: 'hasReason', params: ({ event }) => event }, target: 'ignored' },
        vanish: { guard: 'isGone', target: 'ignored' },
      },
    },
    proposed: {
      description: 'One match stands out and waits until a person accepts it.',
      on: {
        withdraw: 'waiting',
        match: { guard: 'isSettled', target: 'matched' },
        ignore: { guard: { type: 'hasReason', params: ({ event }) => event }, target: 'ignored' },
        vanish: { guard: 'isGone', target: 'ignored' },
      },
    },
    matched: { description: 'A person confirmed which payments the transaction covers.', on: { undo: 'waiting' } },
    ignored: {
      description: 'A person gave a reason why the transaction is irrelevant here, or the bank removed it.',
      on: { undo: { guard: 'isNotGone', target: 'waiting' } },
    },
  },
});
