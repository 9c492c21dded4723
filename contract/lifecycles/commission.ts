import { assign, setup } from 'xstate';
import type { CommissionStatus } from '../entities/commission.ts';
import { commissionStatusFor } from '../rules/commission/commission.ts';
import type { Cents } from '../rules/money.ts';

/**
 * Amounts of a record. `earned`: with approved adjustments; `released`: the part no longer blocked by missing payments, waiting periods or
 * holds.
 */
export type CommissionFacts = { earned: Cents; released: Cents; paid: Cents };
export type CommissionEvent = { type: 'recompute' } & CommissionFacts;

const hasStatus =
  (status: CommissionStatus) =>
  ({ context: { earned, released, paid } }: { context: CommissionFacts }): boolean =>
    commissionStatusFor(earned, released, paid) === status;

/**
 * The release of one person's share of an invoice (decisions 2.03).
 * Normal path: not due → due once the customer has paid → paid.
 * Never: set by a person. Its amounts alone decide the status, through the same function that computes the stored status.
 */
export const commissionLifecycle = setup({
  types: { context: {} as CommissionFacts, events: {} as CommissionEvent, input: {} as CommissionFacts },
  guards: {
    isOverPaid: hasStatus('over_paid'),
    isPaid: hasStatus('paid'),
    isPartlyPaid: hasStatus('partially_paid'),
    isDue: hasStatus('due'),
  },
  actions: {
    setAmounts: assign((_, { earned, released, paid }: CommissionFacts) => ({ earned, released, paid })),
  },
}).createMachine({
  id: 'commission',
  context: ({ input }) => input,
  initial: 'computed',
  states: {
    computed: {
      description: 'Decision point: the status follows from the earned, released and paid amounts.',
      always: [
        { guard: 'isOverPaid', target: 'over_paid' },
        { guard: 'isPaid', target: 'paid' },
        { guard: 'isPartlyPaid', target: 'partially_paid' },
        { guard: 'isDue', target: 'due' },
        { target: 'not_due' },
      ],
    },
    not_due: {
      description: 'Nothing is released yet: the customer has to pay, a waiting period has to end, or the record is on hold.',
      on: { recompute: { target: 'computed', actions: { type: 'setAmounts', params: ({ event }) => event } } },
    },
    due: {
      description: 'A released amount is waiting for its payout.',
      on: { recompute: { target: 'computed', actions: { type: 'setAmounts', params: ({ event }) => event } } },
    },
    partially_paid: {
      description: 'Part of it is paid out; the rest is waiting for its release or its payout.',
      on: { recompute: { target: 'computed', actions: { type: 'setAmounts', params: ({ event }) => event } } },
    },
    paid: {
      description: 'All of it is released and paid out.',
      on: { recompute: { target: 'computed', actions: { type: 'setAmounts', params: ({ event }) => event } } },
    },
    over_paid: {
      description: 'More was paid out than released, and the difference has to be recovered.',
      on: { recompute: { target: 'computed', actions: { type: 'setAmounts', params: ({ event }) => event } } },
    },
  },
});
