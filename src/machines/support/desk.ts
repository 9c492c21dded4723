import { assign, fromPromise, setup } from 'xstate';
import { fieldErrorsOf, isUnanswered, statusOf } from './failure.ts';
import { missing } from './missing.ts';
import { ofError, ofEvent } from './params.ts';

type Context<Shown, Step, Form> = {
  shown: Shown | null;
  /** Subject of the open form. */
  form: Form | null;
  /** The step that is being confirmed or saved. */
  step: Step | null;
  /** Number of steps that the server has accepted, and the last of them. */
  saved: number;
  last: Step | null;
  error: string | null;
  fields: Readonly<Record<string, string>>;
};
type Events<Step, Form> =
  /** Try again, or the content is known to have changed. */
  | { type: 'desk.reload' }
  | { type: 'step.submit'; step: Step }
  | { type: 'form.open'; form: Form }
  | { type: 'form.close' }
  | { type: 'error.dismiss' };
type Subject<Shown, Step, Saved, Form> = Readonly<{
  id: string;
  /** True if the server allows the step now; with a form open, also that the step answers it. */
  may: (shown: Shown, step: Step, form: Form | null) => boolean;
  mustConfirm?: (step: Step) => boolean;
  mayOpen?: (shown: Shown, form: Form) => boolean;
  /** The form over newer content; null closes it. */
  renewForm?: (form: Form, shown: Shown) => Form | null;
  /** The content after a save, if the answer tells it; null loads it again. */
  newest?: (saved: Saved, shown: Shown) => Shown | null;
  /** `step` is null when loading failed. */
  failed: (error: unknown, step: Step | null) => string;
}>;
type Task<Shown, Step> = Readonly<{ shown: Shown; step: Step }>;

/**
 * Content of the server and the steps a user takes with it, one at a time. Normal path: loading → shown → saving → loading.
 * Never: take a step that the server doesn't offer or the user didn't confirm, or close a form before the server accepted it.
 * @example
 * export const sessionsListMachine = deskOf<readonly Session[], SessionStep>()({ id: 'sessionsList', … });
 */
export const deskOf =
  <Shown, Step, Saved = void, Form = never>() =>
  ({
    id,
    may,
    mustConfirm = () => false,
    mayOpen = () => true,
    renewForm = (form) => form,
    newest,
    failed,
  }: Subject<Shown, Step, Saved, Form>) => {
    const report = {
      type: 'reportSaved',
      params: ({ context, event }: { context: Context<Shown, Step, Form>; event: { output: Saved } }) => ({
        step: context.step as Step,
        saved: event.output,
      }),
    } as const;
    return setup({
      types: { context: {} as Context<Shown, Step, Form>, events: {} as Events<Step, Form>, tags: {} as 'busy' },
      actors: {
        load: fromPromise<Shown>(missing('load')),
        /** The app's own dialog: false is no. */
        confirm: fromPromise<boolean, Task<Shown, Step>>(missing('confirm')),
        save: fromPromise<Saved, Task<Shown, Step>>(missing('save')),
      },
      guards: {
        mayConfirm: ({ context: { shown, form } }, { step }: { step: Step }) => mustConfirm(step) && may(shown as Shown, step, form),
        mayDo: ({ context: { shown, form } }, { step }: { step: Step }) => may(shown as Shown, step, form),
        mayOpen: ({ context }, { form }: { form: Form }) => mayOpen(context.shown as Shown, form),
        isYes: (_, { output }: { output: boolean }) => output,
        isNewest: ({ context }, { output }: { output: Saved }) => (newest?.(output, context.shown as Shown) ?? null) !== null,
        /** The content may differ from the server's: changed or deleted by others, or saved without an answer. */
        isOutdated: (_, { error }: { error: unknown }) => [404, 409].includes(statusOf(error) ?? 0) || isUnanswered(error),
        isAsking: ({ context }) => context.form !== null,
        isStillAsked: ({ context: { form } }, { output }: { output: Shown }) => form !== null && renewForm(form, output) !== null,
      },
      actions: {
        keepRead: assign((_, { output }: { output: Shown }) => ({ shown: output, error: null, fields: {} })),
        /** The refusal that led here stays readable. */
        renewRead: assign(({ context: { form } }, { output }: { output: Shown }) => ({
          shown: output,
          form: form === null ? null : renewForm(form, output),
        })),
        keepForm: assign((_, { form }: { form: Form }) => ({ form, error: null, fields: {} })),
        forgetForm: assign({ form: null, error: null, fields: {} }),
        keepStep: assign((_, { step }: { step: Step }) => ({ step, error: null, fields: {} })),
        forgetStep: assign({ step: null }),
        keepSaved: assign(({ context: { shown, step, saved } }, { output }: { output: Saved }) => ({
          shown: newest?.(output, shown as Shown) ?? shown,
          form: null,
          step: null,
          saved: saved + 1,
          last: step,
        })),
        keepLoadError: assign(({ context }, { error }: { error: unknown }) => ({ error: context.error ?? failed(error, null) })),
        keepError: assign(({ context }, { error }: { error: unknown }) => ({
          step: null,
          error: failed(error, context.step),
          fields: fieldErrorsOf(error),
        })),
        forgetError: assign({ error: null, fields: {} }),
        reportSaved: (_, _params: { step: Step; saved: Saved }) => {},
      },
    }).createMachine({
      id,
      context: { shown: null, form: null, step: null, saved: 0, last: null, error: null, fields: {} },
      initial: 'loading',
      states: {
        loading: {
          description: 'The content is on its way from the server, for the first time or after a step was saved.',
          tags: 'busy',
          invoke: {
            id: 'load',
            src: 'load',
            onDone: { target: 'shown', actions: ofEvent('keepRead') },
            onError: { target: 'failed', actions: ofError('keepLoadError') },
          },
        },
        failed: {
          description: "The content couldn't be loaded; the user can try again.",
          on: { 'desk.reload': { target: 'loading', actions: 'forgetError' } },
        },
        shown: {
          description: 'The content is on the screen with the steps that are allowed; a refusal of the last step is shown.',
          on: {
            'desk.reload': { target: 'loading', actions: 'forgetError' },
            'step.submit': [
              { guard: ofEvent('mayConfirm'), target: 'confirming', actions: ofEvent('keepStep') },
              { guard: ofEvent('mayDo'), target: 'saving', actions: ofEvent('keepStep') },
            ],
            'form.open': { guard: ofEvent('mayOpen'), target: 'asking', actions: ofEvent('keepForm') },
            'error.dismiss': { actions: 'forgetError' },
          },
        },
        asking: {
          description: 'A form is open for the details that a step needs, such as its reason.',
          on: {
            'step.submit': { guard: ofEvent('mayDo'), target: 'saving', actions: ofEvent('keepStep') },
            'form.close': { target: 'shown', actions: 'forgetForm' },
            'desk.reload': { target: 'rereading', actions: 'forgetError' },
          },
        },
        confirming: {
          description: 'A dialog asks the user to confirm the step.',
          tags: 'busy',
          invoke: {
            id: 'confirm',
            src: 'confirm',
            // Entered with content and a step only, like `saving`.
            input: ({ context: { shown, step } }) => ({ shown: shown as Shown, step: step as Step }),
            onDone: [
              { guard: ofEvent('isYes'), target: 'saving' },
              { target: 'shown', actions: 'forgetStep' },
            ],
            onError: { target: 'shown', actions: ofError('keepError') },
          },
        },
        saving: {
          description: 'The step is on its way to the server; an open form stays open until the answer.',
          tags: 'busy',
          invoke: {
            id: 'save',
            src: 'save',
            input: ({ context: { shown, step } }) => ({ shown: shown as Shown, step: step as Step }),
            onDone: [
              { guard: ofEvent('isNewest'), target: 'shown', actions: [report, ofEvent('keepSaved')] },
              { target: 'loading', actions: [report, ofEvent('keepSaved')] },
            ],
            onError: [
              { guard: ofError('isOutdated'), target: 'rereading', actions: ofError('keepError') },
              { guard: 'isAsking', target: 'asking', actions: ofError('keepError') },
              { target: 'shown', actions: ofError('keepError') },
            ],
          },
        },
        rereading: {
          description: 'The content may have changed: it is loaded again under the last message, and an open form keeps its text.',
          tags: 'busy',
          invoke: {
            id: 'load',
            src: 'load',
            onDone: [
              { guard: ofEvent('isStillAsked'), target: 'asking', actions: ofEvent('renewRead') },
              { target: 'shown', actions: ofEvent('renewRead') },
            ],
            onError: [
              { guard: 'isAsking', target: 'asking', actions: ofError('keepLoadError') },
              { target: 'shown', actions: ofError('keepLoadError') },
            ],
          },
        },
      },
    });
  };
