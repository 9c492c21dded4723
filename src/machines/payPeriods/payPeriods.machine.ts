import { assign, fromPromise, setup } from 'xstate';
import type { PayPeriod, PayPeriodCheck } from '../../../contract/entities/payPeriod.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { isUnanswered, sentenceOf, statusOf } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { ofError, ofEvent } from '../support/params.ts';

export type PayPeriodAction = PayPeriod['actions'][number];
/** What is wished for which month; a reason only where it is reopened. */
export type PayPeriodStep = Readonly<{ id: string; action: PayPeriodAction; reason?: string }>;
type Context = { periods: readonly PayPeriod[]; step: PayPeriodStep | null; checked: string | null; error: string | null };
type Events = { type: 'step.choose'; step: PayPeriodStep } | { type: 'hash.check'; id: string } | { type: 'periods.retry' };

const text = messages.payPeriods;
const REASON_MIN = 5;

/**
 * The months of commission and their closing (decisions 2.11).
 * Normal path: loading → shown; a step is saved and the list loaded again; closing is confirmed first, reopening asks for a reason.
 * Somebody else was faster, or no answer came: `renewing` reads the months again, under the sentence that says so.
 * Never: close a month that nobody confirmed, reopen one without a reason, or offer what the server's `actions` do not name.
 * What a closing kept can be hashed again; where it was changed since, that is said as trouble.
 */
export const payPeriodsMachine = setup({
  types: { context: {} as Context, events: {} as Events },
  actors: {
    loadPeriods: fromPromise<readonly PayPeriod[]>(missing('loadPeriods')),
    confirmClose: fromPromise<boolean, { period: PayPeriod | undefined }>(missing('confirmClose')),
    askReason: fromPromise<string | null, { period: PayPeriod | undefined }>(missing('askReason')),
    saveStep: fromPromise<void, { step: PayPeriodStep }>(missing('saveStep')),
    checkKept: fromPromise<PayPeriodCheck, { id: string }>(missing('checkKept')),
  },
  guards: {
    isRefused: ({ context }, { step }: { step: PayPeriodStep }) =>
      !context.periods.some((period) => period.id === step.id && period.actions.includes(step.action)),
    isStale: (_, { error }: { error: unknown }) => statusOf(error) === 409 || isUnanswered(error),
    isClosing: (_, params: { step: PayPeriodStep }) => params.step.action === 'close',
    isReopening: (_, params: { step: PayPeriodStep }) => params.step.action === 'reopen',
    isUnchanged: (_, params: { check: PayPeriodCheck }) => params.check.unchanged,
    isKept: ({ context }, { id }: { id: string }) => context.periods.some((period) => period.id === id && period.hash !== null),
    isAgreed: (_, params: { agreed: boolean }) => params.agreed,
    isCancelled: (_, params: { reason: string | null }) => params.reason === null,
    isReason: (_, params: { reason: string | null }) => (params.reason ?? '').trim().length >= REASON_MIN,
  },
  actions: {
    keepPeriods: assign({ periods: (_, params: { periods: readonly PayPeriod[] }) => params.periods }),
    keepStep: assign({ step: (_, params: { step: PayPeriodStep }) => params.step, error: null }),
    keepReason: assign({
      step: ({ context }, { reason }: { reason: string | null }) => context.step && { ...context.step, reason: (reason ?? '').trim() },
    }),
    keepChecked: assign({ checked: (_, params: { id: string }) => params.id, error: null }),
    keepTampered: assign({ error: ({ context }) => fill(text.tampered, { month: context.checked ?? '' }) }),
    forgetStep: assign({ step: null }),
    keepError: assign((_, params: { error: unknown; fallback: string }) => ({ step: null, error: sentenceOf(params) })),
    keepShortReason: assign({ step: null, error: text.reasonShort }),
    forgetError: assign({ error: null }),
    /** Says what was done, as a toast. */
    reportDone: (_, _params: { step: PayPeriodStep | null; periods: readonly PayPeriod[] }) => {},
    /** Says that what was kept is as it was, and hands out its hash. */
    reportCheck: (_, _params: { month: string | null; check: PayPeriodCheck }) => {},
  },
}).createMachine({
  id: 'payPeriods',
  context: { periods: [], step: null, checked: null, error: null },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loadPeriods',
        src: 'loadPeriods',
        onDone: { target: 'shown', actions: { type: 'keepPeriods', params: ({ event }) => ({ periods: event.output }) } },
        onError: {
          target: 'failed',
          actions: { type: 'keepError', params: ({ event }) => ({ error: event.error, fallback: text.loadFailed }) },
        },
      },
    },
    shown: {
      on: {
        'step.choose': [
          { guard: ofEvent('isRefused') },
          {
            guard: ofEvent('isClosing'),
            target: 'confirming',
            actions: ofEvent('keepStep'),
          },
          {
            guard: ofEvent('isReopening'),
            target: 'asking',
            actions: ofEvent('keepStep'),
          },
          { target: 'saving', actions: ofEvent('keepStep') },
        ],
        'hash.check': {
          guard: ofEvent('isKept'),
          target: 'checking',
          actions: ofEvent('keepChecked'),
        },
      },
    },
    confirming: {
      invoke: {
        id: 'confirmClose',
        src: 'confirmClose',
        input: ({ context }) => ({ period: context.periods.find(({ id }) => id === context.step?.id) }),
        onDone: [
          { guard: { type: 'isAgreed', params: ({ event }) => ({ agreed: event.output }) }, target: 'saving' },
          { target: 'shown', actions: 'forgetStep' },
        ],
        onError: {
          target: 'shown',
          actions: { type: 'keepError', params: ({ event }) => ({ error: event.error, fallback: text.failed }) },
        },
      },
    },
    asking: {
      invoke: {
        id: 'askReason',
        src: 'askReason',
        input: ({ context }) => ({ period: context.periods.find(({ id }) => id === context.step?.id) }),
        onDone: [
          { guard: { type: 'isCancelled', params: ({ event }) => ({ reason: event.output }) }, target: 'shown', actions: 'forgetStep' },
          {
            guard: { type: 'isReason', params: ({ event }) => ({ reason: event.output }) },
            target: 'saving',
            actions: { type: 'keepReason', params: ({ event }) => ({ reason: event.output }) },
          },
          { target: 'shown', actions: 'keepShortReason' },
        ],
        onError: {
          target: 'shown',
          actions: { type: 'keepError', params: ({ event }) => ({ error: event.error, fallback: text.failed }) },
        },
      },
    },
    saving: {
      invoke: {
        id: 'saveStep',
        src: 'saveStep',
        // `saving` is entered with a step only.
        input: ({ context }) => ({ step: context.step as PayPeriodStep }),
        onDone: {
          target: 'loading',
          actions: [{ type: 'reportDone', params: ({ context }) => ({ step: context.step, periods: context.periods }) }, 'forgetStep'],
        },
        onError: [
          {
            guard: ofError('isStale'),
            target: 'renewing',
            actions: { type: 'keepError', params: ({ event }) => ({ error: event.error, fallback: text.failed }) },
          },
          {
            target: 'shown',
            actions: { type: 'keepError', params: ({ event }) => ({ error: event.error, fallback: text.failed }) },
          },
        ],
      },
    },
    renewing: {
      invoke: {
        id: 'loadPeriods',
        src: 'loadPeriods',
        onDone: { target: 'shown', actions: { type: 'keepPeriods', params: ({ event }) => ({ periods: event.output }) } },
        onError: 'shown',
      },
    },
    checking: {
      invoke: {
        id: 'checkKept',
        src: 'checkKept',
        input: ({ context }) => ({ id: context.checked ?? '' }),
        onDone: [
          {
            guard: { type: 'isUnchanged', params: ({ event }) => ({ check: event.output }) },
            target: 'shown',
            actions: { type: 'reportCheck', params: ({ context, event }) => ({ month: context.checked, check: event.output }) },
          },
          { target: 'shown', actions: 'keepTampered' },
        ],
        onError: {
          target: 'shown',
          actions: { type: 'keepError', params: ({ event }) => ({ error: event.error, fallback: text.checkFailed }) },
        },
      },
    },
    failed: { on: { 'periods.retry': { target: 'loading', actions: 'forgetError' } } },
  },
});
