import { assign, fromPromise, setup } from 'xstate';
import { limits } from '../../../contract/limits.ts';
import { missing } from './missing.ts';

type Context = { sent: object; answer: unknown };

/**
 * A call that takes half a second at least, so that one sees it happen (spec 2.38, 9.07).
 * Normal path: running (the call and the pause, both) → done, with the call's answer as output.
 * A call that fails makes this machine fail at once with the same error, which its parent decides about: that is why it has no `onError`.
 */
export const pausedCallMachine = setup({
  types: { context: {} as Context, input: {} as object, output: {} as unknown },
  actors: { call: fromPromise<unknown, object>(missing('call')) },
  actions: { keepAnswer: assign((_, { answer }: { answer: unknown }) => ({ answer })) },
  delays: { halfSecond: limits.modalDelayMs },
}).createMachine({
  id: 'pausedCall',
  context: ({ input }) => ({ sent: input, answer: null }),
  output: ({ context }: { context: Context }) => context.answer,
  initial: 'running',
  states: {
    running: {
      type: 'parallel',
      states: {
        call: {
          initial: 'waiting',
          states: {
            waiting: {
              invoke: {
                id: 'call',
                src: 'call',
                input: ({ context }) => context.sent,
                onDone: { target: 'answered', actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) } },
              },
            },
            answered: { type: 'final' },
          },
        },
        pause: { initial: 'waiting', states: { waiting: { after: { halfSecond: 'over' } }, over: { type: 'final' } } },
      },
      onDone: 'done',
    },
    done: { type: 'final' },
  },
});
