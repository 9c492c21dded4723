import { assign, fromPromise, setup } from 'xstate';
import { messages } from '../../../contract/messages.ts';
import { toFailureMessage } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

type Context = { email: string; error: string | null };
type Events = { type: 'link.ask'; email: string };

/**
 * "Email me a link", for users who forgot their password. Normal path: asking → sending → sent.
 * Never: reveal whether the address belongs to a user.
 */
export const askForLinkMachine = setup({
  types: { context: {} as Context, events: {} as Events },
  actors: { askForLink: fromPromise<void, { email: string }>(missing('askForLink')) },
  actions: {
    setEmail: assign((_, params: { email: string }) => ({ email: params.email, error: null })),
    setError: assign((_, params: { error: unknown }) => ({
      error: toFailureMessage({ ...params, fallback: messages.signInLinks.sendFailed }),
    })),
  },
}).createMachine({
  id: 'askForLink',
  context: { email: '', error: null },
  initial: 'asking',
  states: {
    asking: {
      description: 'The user types their email address; why the last request failed is shown.',
      on: { 'link.ask': { target: 'sending', actions: withEvent('setEmail') } },
    },
    sending: {
      description: 'The request for a link is on its way to the server.',
      invoke: {
        id: 'askForLink',
        src: 'askForLink',
        input: ({ context: { email } }) => ({ email }),
        onDone: 'sent',
        onError: { target: 'asking', actions: withError('setError') },
      },
    },
    sent: { description: 'The server took the request; a link arrives if somebody has that address.' },
  },
});
