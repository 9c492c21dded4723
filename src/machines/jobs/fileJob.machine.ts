import { assign, fromPromise, setup } from 'xstate';
import { limits } from '../../../contract/limits.ts';
import { toFailure } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withEvent } from '../support/params.ts';

/** A background job that writes a file: id and status from the start, complete after the first status check. */
export type FileJob = Readonly<{
  id: string;
  status: 'queued' | 'processing' | 'completed' | 'failed';
  error?: string | null;
}>;
/** Messages for errors without a server message. */
export type FileJobWords = Readonly<{ failed: string; requestFailed: string; checkFailed: string; downloadFailed: string }>;
type Context<Body, Job> = { body: Body | null; job: Job | null; error: string | null; words: FileJobWords };
type Events<Body, Job> =
  | { type: 'file.request'; body: Body }
  | { type: 'file.open'; job: Job }
  | { type: 'file.retry' }
  | { type: 'file.download' }
  | { type: 'file.restart' };

/** An earlier job: downloads its file if written, otherwise checks its status. */
const openEarlier = [
  { guard: withEvent('isWritten'), target: 'downloading', actions: withEvent('setJob') },
  { target: 'weighing', actions: withEvent('setJob') },
] as const;

const failureAction = (key: keyof FileJobWords) => ({
  type: 'setError' as const,
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error, word: key }),
});
const setAnswer = <Job>() => ({
  type: 'setJob' as const,
  params: ({ event }: { event: { output: Job } }) => ({ job: event.output }),
});

/** Types the machine below for a specific body and job. */
export const fileJobOf = <Body = unknown, Job extends FileJob = FileJob>() =>
  setup({
    types: { context: {} as Context<Body, Job>, events: {} as Events<Body, Job>, input: {} as FileJobWords },
    actors: {
      /** Always gets a body; the other actors always get a job. */
      requestJob: fromPromise<Job, { body: Body }>(missing('requestJob')),
      checkJob: fromPromise<Job, { id: string }>(missing('checkJob')),
      retryJob: fromPromise<Job, { id: string }>(missing('retryJob')),
      downloadFile: fromPromise<void, { job: Job }>(missing('downloadFile')),
    },
    guards: {
      isCompleted: ({ context }) => context.job?.status === 'completed',
      isWritten: (_, params: { job: Job }) => params.job.status === 'completed',
      isFailed: ({ context }) => context.job?.status === 'failed',
    },
    actions: {
      setBody: assign({ body: (_, params: { body: Body }) => params.body, error: null }),
      setJob: assign({ job: (_, params: { job: Job }) => params.job, error: null }),
      setError: assign({
        error: ({ context }, { error, word: key }: { error: unknown; word: keyof FileJobWords }) =>
          toFailure({ error, fallback: context.words[key] }).message,
      }),
      setJobError: assign({ error: ({ context }) => context.job?.error ?? context.words.failed }),
      forgetJob: assign({ job: null, error: null }),
      forgetError: assign({ error: null }),
    },
    delays: { poll: limits.fileJobPollMs },
  }).createMachine({
    id: 'fileJob',
    context: ({ input }) => ({ body: null, job: null, error: null, words: input }),
    initial: 'editing',
    states: {
      editing: {
        description: 'The user chooses what the file should contain, or opens an earlier file.',
        on: {
          'file.request': { target: 'requesting', actions: withEvent('setBody') },
          'file.open': openEarlier,
        },
      },
      requesting: {
        description: 'The request for the file is on its way to the server.',
        invoke: {
          id: 'requestJob',
          src: 'requestJob',
          input: ({ context }) => ({ body: context.body as Body }),
          onDone: { target: 'weighing', actions: setAnswer<Job>() },
          onError: {
            target: 'editing',
            actions: failureAction('requestFailed'),
          },
        },
      },
      weighing: {
        description: 'Decision point: the file is ready, has failed, or is still being written.',
        always: [
          { guard: 'isCompleted', target: 'completed' },
          { guard: 'isFailed', target: 'failed', actions: 'setJobError' },
          { target: 'waiting' },
        ],
      },
      waiting: {
        description: 'The server is writing the file; the page waits a moment before it checks again.',
        after: { poll: 'checking' },
      },
      checking: {
        description: 'The page checks whether the file is ready.',
        invoke: {
          id: 'checkJob',
          src: 'checkJob',
          input: ({ context }) => ({ id: context.job?.id ?? '' }),
          onDone: { target: 'weighing', actions: setAnswer<Job>() },
          onError: {
            target: 'unanswered',
            actions: failureAction('checkFailed'),
          },
        },
      },
      unanswered: {
        description: 'The check got no answer; the file may still be on its way, and the user can check again.',
        on: { 'file.retry': { target: 'checking', actions: 'forgetError' } },
      },
      completed: {
        description: 'The file is ready to download, and another one can be requested.',
        on: {
          'file.download': { target: 'downloading', actions: 'forgetError' },
          'file.restart': { target: 'editing', actions: 'forgetJob' },
          'file.open': openEarlier,
        },
      },
      downloading: {
        description: 'The file is on its way to the browser.',
        invoke: {
          id: 'downloadFile',
          src: 'downloadFile',
          input: ({ context }) => ({ job: context.job as Job }),
          onDone: 'completed',
          onError: {
            target: 'completed',
            actions: failureAction('downloadFailed'),
          },
        },
      },
      failed: {
        description: "The file couldn't be written: the reason is shown, and the user can retry or start over.",
        on: {
          'file.retry': { target: 'retrying', actions: 'forgetError' },
          'file.restart': { target: 'editing', actions: 'forgetJob' },
          'file.open': openEarlier,
        },
      },
      retrying: {
        description: 'Asks the server to write the same file again.',
        invoke: {
          id: 'retryJob',
          src: 'retryJob',
          input: ({ context }) => ({ id: context.job?.id ?? '' }),
          onDone: { target: 'weighing', actions: setAnswer<Job>() },
          onError: {
            target: 'failed',
            actions: failureAction('failed'),
          },
        },
      },
    },
  });

/**
 * A file written by a background job, such as a statement or a report: requested, awaited and downloaded (decisions 2.13, 2.18).
 * Normal path: editing → requesting → waiting ⇄ checking → completed → downloading → completed. A finished earlier job is
 * downloaded at once; any other shows its status, even while another one is ready or failed.
 * Never: request the same file twice because a status check failed, or offer a file that is not written yet.
 */
export const fileJobMachine = fileJobOf();
