import { assign, fromPromise, setup } from 'xstate';
import type { ConfigChange } from '../../../contract/entities/configChange.ts';
import type { GeneralSettings } from '../../../contract/entities/settings.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { isTypedTotal } from '../../../contract/rules/money.ts';
import { getFieldErrors, toFailure } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

/** The values to save, and the version of the settings they are based on. */
export type ChangeRequest = Readonly<{ companyName: string; commissionsConfig: string; version: number | null }>;
type RequestedChange = Readonly<{ request: ChangeRequest; day: string }>;
type Context = {
  request: ChangeRequest;
  day: string;
  change: ConfigChange | null;
  typedTotal: string;
  error: string | null;
  fields: Readonly<Record<string, string>>;
};
type Events =
  | { type: 'day.choose'; day: string }
  | { type: 'impact.ask' }
  | { type: 'impact.retry' }
  | { type: 'day.change' }
  | { type: 'total.type'; text: string }
  | { type: 'change.confirm' };

const t = messages.configChange;

/**
 * A configuration saved as a controlled change (decisions 2.07).
 * Normal path: dating → asking → waiting ⇄ checking → shown → saving → saved.
 * Never: save an unreviewed text, or one whose total differs from the typed one.
 */
export const configChangeMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { request: ChangeRequest; day: string }, tags: {} as 'computing' },
  actors: {
    requestChange: fromPromise<ConfigChange, RequestedChange>(missing('requestChange')),
    findChange: fromPromise<ConfigChange, { id: string }>(missing('findChange')),
    confirmChange: fromPromise<GeneralSettings, { id: string; total: string }>(missing('confirmChange')),
  },
  guards: {
    hasDay: ({ context }) => context.day !== '',
    isComputed: ({ context }) => context.change?.status === 'computed',
    isFailed: ({ context }) => context.change?.status === 'failed',
    isTotal: ({ context: { typedTotal, change } }) => change?.impact != null && isTypedTotal(typedTotal, change.impact.total_after),
  },
  actions: {
    setDay: assign((_, { day }: { day: string }) => ({ day, error: null, fields: {} })),
    setChange: assign((_, { output }: { output: ConfigChange }) => ({ change: output, error: null, fields: {} })),
    setTyped: assign((_, params: { text: string }) => ({ typedTotal: params.text, error: null, fields: {} })),
    setAskError: assign((_, { error }: { error: unknown }) => ({
      error: toFailure({ error, fallback: t.computeFailed }).message,
      fields: getFieldErrors(error),
    })),
    setSaveError: assign((_, { error }: { error: unknown }) => ({
      error: toFailure({ error, fallback: t.saveFailed }).message,
      fields: getFieldErrors(error),
    })),
    setJobError: assign({ error: ({ context }) => context.change?.error ?? t.computeFailed }),
    forgetImpact: assign({ change: null, typedTotal: '', error: null, fields: {} }),
    forgetError: assign({ error: null, fields: {} }),
    reportSaved: (_, _params: { output: GeneralSettings }) => {},
  },
  delays: { poll: limits.configChange.pollMs },
}).createMachine({
  id: 'configChange',
  context: ({ input }) => ({ ...input, change: null, typedTotal: '', error: null, fields: {} }),
  initial: 'dating',
  states: {
    dating: {
      description: 'The admin chooses the day from which the configuration applies.',
      on: {
        'day.choose': { actions: withEvent('setDay') },
        'impact.ask': { guard: 'hasDay', target: 'asking', actions: 'forgetImpact' },
      },
    },
    asking: {
      description: 'The change is on its way to the server, which works out its effect on pay.',
      tags: 'computing',
      invoke: {
        id: 'requestChange',
        src: 'requestChange',
        input: ({ context: { request, day } }) => ({ request, day }),
        onDone: { target: 'weighing', actions: withEvent('setChange') },
        onError: { target: 'dating', actions: withError('setAskError') },
      },
    },
    weighing: {
      description: 'Decision point: the effect is computed, has failed, or is still being computed.',
      always: [
        { guard: 'isComputed', target: 'shown' },
        { guard: 'isFailed', target: 'dating', actions: 'setJobError' },
        { target: 'waiting' },
      ],
    },
    waiting: {
      description: 'The effect on everybody is being computed; the page waits a moment before it checks again.',
      tags: 'computing',
      after: { poll: 'checking' },
    },
    checking: {
      description: 'The page checks whether the effect is computed.',
      tags: 'computing',
      invoke: {
        id: 'findChange',
        src: 'findChange',
        input: ({ context }) => ({ id: context.change?.id ?? '' }),
        onDone: { target: 'weighing', actions: withEvent('setChange') },
        onError: { target: 'unanswered', actions: withError('setAskError') },
      },
    },
    unanswered: {
      description: 'The check got no answer; the computation goes on, and the admin can check again.',
      on: { 'impact.retry': { target: 'checking', actions: 'forgetError' } },
    },
    shown: {
      description: 'The effect on pay is shown, and the admin confirms it by typing the total.',
      on: {
        'total.type': { actions: withEvent('setTyped') },
        'change.confirm': { guard: 'isTotal', target: 'saving', actions: 'forgetError' },
        'day.change': { target: 'dating', actions: 'forgetImpact' },
      },
    },
    saving: {
      description: 'The confirmation is on its way to the server.',
      invoke: {
        id: 'confirmChange',
        src: 'confirmChange',
        input: ({ context }) => ({ id: context.change?.id ?? '', total: context.typedTotal }),
        onDone: { target: 'saved', actions: withEvent('reportSaved') },
        onError: { target: 'shown', actions: withError('setSaveError') },
      },
    },
    saved: { description: 'The server has accepted the change, and the review closes.', type: 'final' },
  },
});
