import { assign, fromPromise, setup } from 'xstate';
import { messages } from '../../../contract/messages.ts';
import { type FactorMethod, type FactorReply, typedMethods } from '../../../contract/rules/session/factorMethods.ts';
import { toFailureMessage } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

type Context = { methods: readonly FactorMethod[]; reply: FactorReply | null; error: string | null };
type Events =
  /** A call was refused because the second factor was not confirmed recently. */
  { type: 'factor.ask' } | { type: 'code.submit'; reply: FactorReply } | { type: 'code.cancel' };

/**
 * Asks for the second factor again (decisions 4.16): refused calls send `factor.ask`, wait for the tag `settled`, and are repeated if it
 * was confirmed. Normal path: idle → opening → asking → confirming → confirmed.
 * Never: ask two questions at once, or repeat a call after the user declined or signed out.
 */
export const stepUpMachine = setup({
  types: { context: {} as Context, events: {} as Events, tags: {} as 'settled' | 'open' },
  actors: {
    loadMethods: fromPromise<readonly FactorMethod[]>(missing('loadMethods')),
    confirmFactor: fromPromise<void, FactorReply>(missing('confirmFactor')),
  },
  actions: {
    setMethods: assign({ methods: (_, { output }: { output: readonly FactorMethod[] }) => output }),
    setReply: assign((_, { reply }: { reply: FactorReply }) => ({ reply, error: null })),
    forget: assign({ methods: typedMethods, reply: null, error: null }),
    setError: assign((_, { error }: { error: unknown }) => ({
      reply: null,
      error: toFailureMessage({ error, fallback: messages.network.offline }),
    })),
  },
}).createMachine({
  id: 'stepUp',
  context: { methods: typedMethods, reply: null, error: null },
  initial: 'idle',
  on: { 'factor.ask': { target: '.opening', actions: 'forget' } },
  states: {
    idle: { description: 'No call has been refused for lack of a second factor since the app started.' },
    opening: {
      description: "The server is asked which of the user's second factors can answer.",
      invoke: {
        id: 'loadMethods',
        src: 'loadMethods',
        onDone: { target: 'asking', actions: withEvent('setMethods') },
        // Even without this answer, the user can enter a code.
        onError: 'asking',
      },
      // More refused calls wait for the same answer.
      on: { 'factor.ask': {}, 'code.cancel': 'declined' },
    },
    asking: {
      description: 'A dialog asks for a code or a passkey; a refusal of the last one is shown.',
      tags: 'open',
      on: { 'factor.ask': {}, 'code.submit': { target: 'confirming', actions: withEvent('setReply') }, 'code.cancel': 'declined' },
    },
    confirming: {
      description: 'The code or passkey is on its way to the server.',
      tags: 'open',
      invoke: {
        id: 'confirmFactor',
        src: 'confirmFactor',
        // A reply is always set here.
        input: ({ context }) => context.reply as FactorReply,
        onDone: 'confirmed',
        onError: { target: 'asking', actions: withError('setError') },
      },
      on: { 'factor.ask': {}, 'code.cancel': 'declined' },
    },
    confirmed: { description: 'The second factor is confirmed, and the refused calls are repeated.', tags: 'settled', entry: 'forget' },
    declined: { description: 'The user declined or signed out, and the calls stay refused.', tags: 'settled', entry: 'forget' },
  },
});
