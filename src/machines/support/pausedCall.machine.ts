import { assign, fromPromise, setup } from 'xstate';
import { limits } from '../../../contract/limits.ts';
import { missing } from './missing.ts';

type Context = { sent: object; answer: unknown };

/**
 * A request that takes at least half a second, so that the user sees it happen (spec 2.38, 9.07).
 * Normal path: running → done, with the call's response as output.
 * If the call fails, this machine fails at once with the same error, which its parent handles: hence no `onError`.
 */
export const pausedCallMachine = setup({
  types: { context: {} as Context, input: {} as object, output: {} as unknown },
  actors: { call: fromPromise<unknown, object>(missing('call')) },
  actions: { setAnswer: assign((_, { answer }: { answer: unknown }) => ({ answer })) },
  delays: { halfSecond: limits.modalDelayMs },
}).createMachine({
  id: 'pausedCall',
  context: ({ input }) => ({ sent: input, answer: null }),
  output: ({ context }: { context: Context }) => context.answer,
  initial: 'running',
  states: {
    running: {
      description: 'A request is on its way and stays visible for a minimum time.',
      type: 'parallel',
      states: {
        call: {
          description: 'The request to the server.',
          initial: 'waiting',
          states: {
            waiting: {
              description: 'The server has not answered yet.',
              invoke: {
                id: 'call',
                src: 'call',
                input: ({ context }) => context.sent,
                onDone: { target: 'answered', actions: { type: 'setAnswer', params: ({ event }) => ({ answer: event.output }) } },
              },
            },
            answered: { description: "The answer is here; it's passed on once the pause is over.", type: 'final' },
          },
        },
        pause: {
          description: 'Half a second, so that the user sees that something happens.',
          initial: 'waiting',
          states: {
            waiting: { description: 'The half second is still running.', after: { halfSecond: 'over' } },
            over: { description: "The half second has passed; the answer is passed on as soon as it's here.", type: 'final' },
          },
        },
      },
      onDone: 'done',
    },
    done: { description: 'The answer is passed on to the dialog that made the request.', type: 'final' },
  },
});
