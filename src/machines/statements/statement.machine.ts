import { assign, fromPromise, setup } from 'xstate';
import type { Statement, StatementBody } from '../../../contract/entities/statement.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { failureOf } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { ofEvent } from '../support/params.ts';

/** What is known of the job: all of it after the first look, its id and status from the start. */
export type Job = Pick<Statement, 'id' | 'status'> & Partial<Statement>;
type Context = { body: StatementBody | null; job: Job | null; error: string | null };
type Events =
  | { type: 'statement.request'; body: StatementBody }
  | { type: 'statement.open'; job: Job }
  | { type: 'statement.retry' }
  | { type: 'statement.download' }
  | { type: 'statement.restart' };

const text = messages.statements;

/**
 * Asking for a commission statement and waiting for its file (decisions 2.13).
 * Normal path: editing → requesting → waiting ⇄ checking → completed → downloading → completed. An earlier one that is
 * written is downloaded at once, any other is shown where it stands, also while another is ready or failed.
 * Never: ask for the same statement twice because a look at the job failed, or offer a file that is not written yet.
 */
export const statementMachine = setup({
  types: { context: {} as Context, events: {} as Events },
  actors: {
    requestStatement: fromPromise<Job, { body: StatementBody | null }>(missing('requestStatement')),
    checkStatement: fromPromise<Job, { id: string }>(missing('checkStatement')),
    retryStatement: fromPromise<Job, { id: string }>(missing('retryStatement')),
    downloadFile: fromPromise<void, { job: Job | null }>(missing('downloadFile')),
  },
  guards: {
    isCompleted: ({ context }) => context.job?.status === 'completed',
    isWritten: (_, params: { job: Job }) => params.job.status === 'completed',
    isFailed: ({ context }) => context.job?.status === 'failed',
  },
  actions: {
    keepBody: assign({ body: (_, params: { body: StatementBody }) => params.body, error: null }),
    keepJob: assign({ job: (_, params: { job: Job }) => params.job, error: null }),
    keepError: assign({ error: (_, params: { error: unknown; fallback: string }) => failureOf(params).message }),
    keepJobError: assign({ error: ({ context }) => context.job?.error ?? text.failed }),
    forgetJob: assign({ job: null, error: null }),
    forgetError: assign({ error: null }),
  },
  delays: { poll: limits.statementPollMs },
}).createMachine({
  id: 'statement',
  context: { body: null, job: null, error: null },
  initial: 'editing',
  states: {
    editing: {
      on: {
        'statement.request': { target: 'requesting', actions: ofEvent('keepBody') },
        'statement.open': [
          {
            guard: ofEvent('isWritten'),
            target: 'downloading',
            actions: ofEvent('keepJob'),
          },
          { target: 'weighing', actions: ofEvent('keepJob') },
        ],
      },
    },
    requesting: {
      invoke: {
        id: 'requestStatement',
        src: 'requestStatement',
        input: ({ context }) => ({ body: context.body }),
        onDone: { target: 'weighing', actions: { type: 'keepJob', params: ({ event }) => ({ job: event.output }) } },
        onError: {
          target: 'editing',
          actions: { type: 'keepError', params: ({ event }) => ({ error: event.error, fallback: text.requestFailed }) },
        },
      },
    },
    weighing: {
      always: [
        { guard: 'isCompleted', target: 'completed' },
        { guard: 'isFailed', target: 'failed', actions: 'keepJobError' },
        { target: 'waiting' },
      ],
    },
    waiting: { after: { poll: 'checking' } },
    checking: {
      invoke: {
        id: 'checkStatement',
        src: 'checkStatement',
        input: ({ context }) => ({ id: context.job?.id ?? '' }),
        onDone: { target: 'weighing', actions: { type: 'keepJob', params: ({ event }) => ({ job: event.output }) } },
        onError: {
          target: 'unanswered',
          actions: { type: 'keepError', params: ({ event }) => ({ error: event.error, fallback: text.checkFailed }) },
        },
      },
    },
    unanswered: { on: { 'statement.retry': { target: 'checking', actions: 'forgetError' } } },
    completed: {
      on: {
        'statement.download': { target: 'downloading', actions: 'forgetError' },
        'statement.restart': { target: 'editing', actions: 'forgetJob' },
        'statement.open': [
          {
            guard: ofEvent('isWritten'),
            target: 'downloading',
            actions: ofEvent('keepJob'),
          },
          { target: 'weighing', actions: ofEvent('keepJob') },
        ],
      },
    },
    downloading: {
      invoke: {
        id: 'downloadFile',
        src: 'downloadFile',
        input: ({ context }) => ({ job: context.job }),
        onDone: 'completed',
        onError: {
          target: 'completed',
          actions: { type: 'keepError', params: ({ event }) => ({ error: event.error, fallback: text.downloadFailed }) },
        },
      },
    },
    failed: {
      on: {
        'statement.retry': { target: 'retrying', actions: 'forgetError' },
        'statement.restart': { target: 'editing', actions: 'forgetJob' },
        'statement.open': [
          {
            guard: ofEvent('isWritten'),
            target: 'downloading',
            actions: ofEvent('keepJob'),
          },
          { target: 'weighing', actions: ofEvent('keepJob') },
        ],
      },
    },
    retrying: {
      invoke: {
        id: 'retryStatement',
        src: 'retryStatement',
        input: ({ context }) => ({ id: context.job?.id ?? '' }),
        onDone: { target: 'weighing', actions: { type: 'keepJob', params: ({ event }) => ({ job: event.output }) } },
        onError: {
          target: 'failed',
          actions: { type: 'keepError', params: ({ event }) => ({ error: event.error, fallback: text.failed }) },
        },
      },
    },
  },
});
