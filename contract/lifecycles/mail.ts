import { setup } from 'xstate';

/** `ageHours`: hours since it was queued. */
export type MailFacts = { ageHours: number };
export type MailEvent = { type: 'send' } | { type: 'accept' } | { type: 'refuse' } | { type: 'lose' } | { type: 'retry' };

/**
 * An email in the outbox (decisions 5.03).
 * Normal path: queued → sending → sent.
 * Never: silently dropped, or sent again once the mail server accepted it.
 */
export const mailLifecycle = setup({
  types: { context: {} as MailFacts, events: {} as MailEvent, input: {} as MailFacts },
  guards: { dayLeft: ({ context }) => context.ageHours < 24 },
}).createMachine({
  id: 'mail',
  context: ({ input }) => input,
  initial: 'queued',
  states: {
    queued: { description: 'The email waits for its first or next delivery.', on: { send: 'sending' } },
    sending: {
      description: 'The email is being handed to the mail server.',
      on: { accept: 'sent', refuse: 'failed', lose: [{ guard: 'dayLeft', target: 'queued' }, { target: 'failed' }] },
    },
    failed: { description: "The mail server refused the email, or didn't take it for a day; it can be retried.", on: { retry: 'queued' } },
    sent: { description: 'The mail server has taken the email.', type: 'final' },
  },
});
