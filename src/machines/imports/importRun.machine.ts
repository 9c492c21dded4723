import { assign, fromPromise, setup } from 'xstate';
import type { ImportAction, ImportAnswers, ImportDetail, MappingBody } from '../../../contract/entities/import.ts';
import type { ImportState } from '../../../contract/lifecycles/importRun.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { getErrorStatus, toFailure } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

/** A requested step of the run; without `ids`, it applies to all rows in quarantine. */
export type ImportRunStep =
  | Readonly<{ kind: 'map'; body: MappingBody }>
  | Readonly<{ kind: 'start' | 'cancel' | 'resume' | 'undo' | 'drop' }>
  | Readonly<{ kind: 'retryRows' | 'dropRows'; ids?: readonly string[]; accept?: boolean }>
  | Readonly<{ kind: 'answerRows'; answers: ImportAnswers }>;
/** `listed`: the state shown in the list. `waits`: the step was accepted but needs another person's approval (decisions 3.06). */
type Context = {
  id: string;
  listed: ImportState | null;
  run: ImportDetail | null;
  step: ImportRunStep | null;
  error: string | null;
  waits: boolean;
};
const ACCEPTED_STATUS = 202;
type Events = { type: 'step.choose'; step: ImportRunStep } | { type: 'run.retry' } | { type: 'error.dismiss' };

const t = messages.importRun;
/** The server's action names: rows are retried individually, a stopped run resumes as a whole. */
const serverActions: Readonly<Record<ImportRunStep['kind'], ImportAction | null>> = {
  map: 'map',
  start: 'start',
  cancel: 'cancel',
  resume: 'retry',
  undo: 'undo',
  drop: 'drop',
  retryRows: 'retry',
  answerRows: 'answer',
  dropRows: null,
};
/** True if the server offers this step for the run. */
const isOffered = (run: ImportDetail | null, { kind }: ImportRunStep): boolean => {
  const action = serverActions[kind];
  return run !== null && (action === null ? run.waiting > 0 : run.actions.includes(action));
};
/** Steps that cannot be undone, or that revert data others already see. */
const STEPS_TO_CONFIRM: ReadonlySet<ImportRunStep['kind']> = new Set(['undo', 'drop', 'dropRows']);
const BUSY_STATES: ReadonlySet<string> = new Set(['uploading', 'reading', 'previewing', 'queued', 'processing', 'undoing']);
export const isBusy = (run: Pick<ImportDetail, 'state'> | null): boolean => run !== null && BUSY_STATES.has(run.state);

const stepChosen = [
  { guard: withEvent('isAsked'), target: 'asking', actions: withEvent('setStep') },
  { guard: withEvent('isOffered'), target: 'saving', actions: withEvent('setStep') },
] as const;

/**
 * An imported file from column mapping to its end. It always shows the server's state, so a reload or a link returns to it
 * (decisions 7.07, 8.02).
 * Normal path: loading → shown → asking → saving → shown; while the server works, waiting ⇄ looking.
 * Reports each state that the list does not show yet.
 * Never: take an irreversible step without confirmation, or two at once; a failed status check clears nothing from the screen.
 */
export const importRunMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { id: string; listed: ImportState | null } },
  actors: {
    loadRun: fromPromise<ImportDetail, { id: string }>(missing('loadRun')),
    /** Asks for confirmation if the step cannot be undone. */
    askStep: fromPromise<boolean, { run: ImportDetail; step: ImportRunStep }>(missing('askStep')),
    /** Resolves to null if the run no longer exists. */
    saveStep: fromPromise<ImportDetail | null, { id: string; step: ImportRunStep }>(missing('saveStep')),
  },
  guards: {
    isNews: ({ context: { run, listed } }) => run !== null && run.state !== listed,
    hasError: ({ context: { error } }) => error !== null,
    isBusy: ({ context }) => isBusy(context.run),
    isOffered: ({ context }, params: { step: ImportRunStep }) => isOffered(context.run, params.step),
    isAsked: ({ context }, params: { step: ImportRunStep }) =>
      isOffered(context.run, params.step) && STEPS_TO_CONFIRM.has(params.step.kind),
    isRefused: (_, params: { output: boolean }) => !params.output,
    isGone: (_, params: { output: ImportDetail | null }) => params.output === null,
  },
  actions: {
    setRun: assign({ run: (_, params: { output: ImportDetail | null }) => params.output }),
    setListed: assign({ listed: ({ context }) => context.run?.state ?? null }),
    setStep: assign({ step: (_, params: { step: ImportRunStep }) => params.step, error: null, waits: false }),
    forgetStep: assign({ step: null }),
    setLoadError: assign((_, { error }: { error: unknown }) => ({
      error: toFailure({ error, fallback: t.loadFailed }).message,
      waits: false,
    })),
    setStepError: assign((_, { error }: { error: unknown }) => ({
      error: toFailure({ error, fallback: t.actFailed }).message,
      waits: getErrorStatus(error) === ACCEPTED_STATUS,
    })),
    forgetError: assign({ error: null, waits: false }),
    /** Updates the list. */
    reportChanged: () => {},
    reportGone: (_, _params: { run: ImportDetail | null }) => {},
  },
  delays: { poll: limits.imports.pollMs },
}).createMachine({
  id: 'importRun',
  context: ({ input }) => ({ id: input.id, listed: input.listed, run: null, step: null, error: null, waits: false }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The import is on its way from the server.',
      invoke: {
        id: 'loadRun',
        src: 'loadRun',
        input: ({ context }) => ({ id: context.id }),
        onDone: { target: 'weighing', actions: [withEvent('setRun'), 'forgetError'] },
        onError: { target: 'failed', actions: withError('setLoadError') },
      },
    },
    failed: {
      description: "The import couldn't be loaded; the user can try again.",
      on: { 'run.retry': { target: 'loading', actions: 'forgetError' } },
    },
    weighing: {
      description: 'Decision point: the server is still working on the file, or it waits for the user.',
      always: [
        { guard: 'isNews', target: 'weighing', reenter: true, actions: ['setListed', 'reportChanged'] },
        { guard: 'isBusy', target: 'waiting' },
        { target: 'shown' },
      ],
    },
    waiting: {
      description: 'The server is working on the file; the page waits a second before it checks again.',
      after: { poll: 'looking' },
      on: { 'step.choose': stepChosen },
    },
    looking: {
      description: 'The page checks how far the server is.',
      invoke: {
        id: 'loadRun',
        src: 'loadRun',
        input: ({ context }) => ({ id: context.id }),
        onDone: { target: 'weighing', actions: [withEvent('setRun'), 'forgetError'] },
        onError: { target: 'waiting', actions: withError('setLoadError') },
      },
      on: { 'step.choose': stepChosen },
    },
    shown: {
      description: "The user sees the import's status and the possible steps.",
      on: {
        'step.choose': stepChosen,
        'error.dismiss': { guard: 'hasError', actions: 'forgetError' },
      },
    },
    asking: {
      description: "A dialog asks the user to confirm a step that can't be undone; any other step goes ahead.",
      invoke: {
        id: 'askStep',
        src: 'askStep',
        // A run and a step are always set here and in the next state.
        input: ({ context }) => ({ run: context.run as ImportDetail, step: context.step as ImportRunStep }),
        onDone: [{ guard: withEvent('isRefused'), target: 'weighing', actions: 'forgetStep' }, { target: 'saving' }],
        onError: { target: 'weighing', actions: [withError('setStepError'), 'forgetStep'] },
      },
    },
    saving: {
      description: 'The step is on its way to the server.',
      invoke: {
        id: 'saveStep',
        src: 'saveStep',
        input: ({ context }) => ({ id: context.id, step: context.step as ImportRunStep }),
        onDone: [
          {
            guard: withEvent('isGone'),
            target: 'gone',
            actions: [{ type: 'reportGone', params: ({ context }) => context }, 'reportChanged'],
          },
          { target: 'weighing', actions: [withEvent('setRun'), 'setListed', 'forgetStep', 'reportChanged'] },
        ],
        onError: { target: 'rereading', actions: [withError('setStepError'), 'forgetStep'] },
      },
    },
    rereading: {
      description: 'The step was refused, usually because somebody else was faster; the import is loaded again.',
      invoke: {
        id: 'loadRun',
        src: 'loadRun',
        input: ({ context }) => ({ id: context.id }),
        onDone: { target: 'weighing', actions: withEvent('setRun') },
        onError: 'weighing',
      },
    },
    gone: { description: 'The import was deleted, and its panel closes.' },
  },
});
