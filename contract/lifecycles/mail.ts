import { setup } from 'xstate';

/** `ageHours`: since it was written. */
export type MailFacts = { ageHours: number };
export type MailEvent = { type: 'send' } | { type: 'accept' } | { type: 'refuse' } | { type: 'lose' } | { type: 'retry' };

/**
 * An email of the outbox (decisions 5.03).
 * Normal path: queued → sending → sent. What could not be delivered for now waits and is tried again for a day; what the mail server refuses
 * for good has failed at once.
 * Never: forgotten in silence, or sent again once the mail server took it.
 */
export const mailLifecycle = setup({
  types: { context: {} as MailFacts, events: {} as MailEvent, input: {} as MailFacts },
  guards: { dayLeft: ({ context }) => context.ageHours < 24 },
}).createMachine({
  id: 'mail',
  context: ({ input }) => input,
  initial: 'queued',
  states: {
    queued: { on: { send: 'sending' } },
    sending: {
      on: { accept: 'sent', refuse: 'failed', lose: [{ guard: 'dayLeft', target: 'queued' }, { target: 'failed' }] },
    },
    failed: { on: { retry: 'queued' } },
    sent: { type: 'final' },
  },
});
