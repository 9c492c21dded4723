import { assign, setup } from 'xstate';
import { statusOf } from '../rules/commission/commission.ts';

/** Cents: c what it is worth with approved adjustments, d what is released of it, p what was paid out. */
export type CommissionFacts = { c: number; d: number; p: number };
export type CommissionEvent =
  | { type: 'worth.changed'; c: number; d: number }
  | { type: 'release.changed'; d: number }
  | { type: 'payout.completed'; amount: number }
  | { type: 'payout.reversed'; amount: number };

/**
 * A commission record's status, which nobody sets: each fact that changes is weighed anew (decisions 2; spec 4.03).
 * Normal path: not_due → due → paid; partially_paid where a part was released or paid, over_paid where more was paid than released.
 * Never: pay out more than what is released and not yet paid. No state is an end: a credit memo or a bounced payment moves any of them.
 */
export const commissionLifecycle = setup({
  types: { context: {} as CommissionFacts, events: {} as CommissionEvent, input: {} as CommissionFacts },
  guards: {
    isOverPaid: ({ context: { c, d, p } }) => statusOf(c, d, p) === 'over_paid',
    isPaid: ({ context: { c, d, p } }) => statusOf(c, d, p) === 'paid',
    isPartiallyPaid: ({ context: { c, d, p } }) => statusOf(c, d, p) === 'partially_paid',
    isDue: ({ context: { c, d, p } }) => statusOf(c, d, p) === 'due',
    /** Between nothing and what is due, in the direction of c. */
    isPayable: ({ context: { c, d, p } }, params: { amount: number }) =>
      c >= 0 ? params.amount > 0 && params.amount <= d - p : params.amount < 0 && params.amount >= d - p,
    wasPaid: ({ context: { p } }, params: { amount: number }) =>
      params.amount !== 0 && Math.sign(params.amount) === Math.sign(p) && Math.abs(params.amount) <= Math.abs(p),
  },
  actions: {
    keepWorth: assign((_, params: { c: number; d: number }) => ({ c: params.c, d: params.d })),
    keepRelease: assign((_, params: { d: number }) => ({ d: params.d })),
    addPaid: assign({ p: ({ context }, params: { amount: number }) => context.p + params.amount }),
    takePaid: assign({ p: ({ context }, params: { amount: number }) => context.p - params.amount }),
  },
}).createMachine({
  id: 'commission',
  context: ({ input }) => input,
  initial: 'weighing',
  states: {
    weighing: {
      always: [
        { guard: 'isOverPaid', target: 'over_paid' },
        { guard: 'isPaid', target: 'paid' },
        { guard: 'isPartiallyPaid', target: 'partially_paid' },
        { guard: 'isDue', target: 'due' },
        { target: 'not_due' },
      ],
    },
    not_due: {},
    due: {},
    partially_paid: {},
    paid: {},
    over_paid: {},
  },
  on: {
    'worth.changed': { target: '.weighing', actions: { type: 'keepWorth', params: ({ event }) => event } },
    'release.changed': { target: '.weighing', actions: { type: 'keepRelease', params: ({ event }) => event } },
    'payout.completed': {
      guard: { type: 'isPayable', params: ({ event }) => event },
      target: '.weighing',
      actions: { type: 'addPaid', params: ({ event }) => event },
    },
    'payout.reversed': {
      guard: { type: 'wasPaid', params: ({ event }) => event },
      target: '.weighing',
      actions: { type: 'takePaid', params: ({ event }) => event },
    },
  },
});
