import { assign, fromPromise, setup } from 'xstate';
import { getErrorStatus, getFieldErrors, isUnanswered } from './failure.ts';
import { missing } from './missing.ts';
import { withError, withEvent } from './params.ts';

type Context<Content, Step, Form> = {
  content: Content | null;
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
  /** Reloads after a failure, or because the content has changed. */
  | { type: 'desk.reload' }
  | { type: 'step.submit'; step: Step }
  | { type: 'form.open'; form: Form }
  | { type: 'form.close' }
  | { type: 'error.dismiss' };
type Subject<Content, Step, Result, Form> = Readonly<{
  id: string;
  /** True if the server allows the step now; if a form is open, the step must also answer it. */
  canTake: (content: Content, step: Step, form: Form | null) => boolean;
  mustConfirm?: (step: Step) => boolean;
  canOpen?: (content: Content, form: Form) => boolean;
  /** Adapts the open form to newer content; null closes it. */
  renewForm?: (form: Form, content: Content) => Form | null;
  /** The content after a save, if the response contains it; null reloads it. */
  toContent?: (result: Result, content: Content) => Content | null;
  /** `step` is null when loading failed. */
  describeFailure: (error: unknown, step: Step | null) => string;
}>;
type SaveInput<Content, Step> = Readonly<{ content: Content; step: Step }>;

/**
 * Server content and the user's steps with it, one at a time. Normal path: loading → shown → saving → loading.
 * Never: take a step that the server doesn't offer or the user didn't confirm, or close a form before the server accepted it.
 * @example
 * export const sessionsListMachine = deskOf<readonly Session[], SessionStep>()({ id: 'sessionsList', … });
 */
export const deskOf =
  <Content, Step, Result = void, Form = never>() =>
  ({
    id,
    canTake,
    mustConfirm = () => false,
    canOpen = () => true,
    renewForm = (form) => form,
    toContent,
    describeFailure,
  }: Subject<Content, Step, Result, Form>) => {
    const report = {
      type: 'reportSaved',
      params: ({ context, event }: { context: Context<Content, Step, Form>; event: { output: Result } }) => ({
        step: context.step as Step,
        saved: event.output,
      }),
    } as const;
    return setup({
      types: { context: {} as Context<Content, Step, Form>, events: {} as Events<Step, Form>, tags: {} as 'busy' },
      actors: {
        load: fromPromise<Content>(missing('load')),
        /** The app's own dialog; resolves to false for no. */
        confirm: fromPromise<boolean, SaveInput<Content, Step>>(missing('confirm')),
        save: fromPromise<Result, SaveInput<Content, Step>>(missing('save')),
      },
      guards: {
        mayConfirm: ({ context: { content, form } }, { step }: { step: Step }) =>
          mustConfirm(step) && canTake(content as Content, step, form),
        isStepAllowed: ({ context: { content, form } }, { step }: { step: Step }) => canTake(content as Content, step, form),
        mayOpen: ({ context }, { form }: { form: Form }) => canOpen(context.content as Content, form),
        isConfirmed: (_, { output }: { output: boolean }) => output,
        isNewest: ({ context }, { output }: { output: Result }) => (toContent?.(output, context.content as Content) ?? null) !== null,
        /** The content may differ from the server's: changed or deleted by others, or saved without an answer. */
        isOutdated: (_, { error }: { error: unknown }) => [404, 409].includes(getErrorStatus(error) ?? 0) || isUnanswered(error),
        isAsking: ({ context }) => context.form !== null,
        keepsForm: ({ context: { form } }, { output }: { output: Content }) => form !== null && renewForm(form, output) !== null,
      },
      actions: {
        setRead: assign((_, { output }: { output: Content }) => ({ content: output, error: null, fields: {} })),
        /** Takes the newer content, but keeps the message of the refusal that caused the reload. */
        renewRead: assign(({ context: { form } }, { output }: { output: Content }) => ({
          content: output,
          form: form === null ? null : renewForm(form, output),
        })),
        setForm: assign((_, { form }: { form: Form }) => ({ form, error: null, fields: {} })),
        forgetForm: assign({ form: null, error: null, fields: {} }),
        setStep: assign((_, { step }: { step: Step }) => ({ step, error: null, fields: {} })),
        forgetStep: assign({ step: null }),
        setSaved: assign(({ context: { content, step, saved: result } }, { output }: { output: Result }) => ({
          content: toContent?.(output, content as Content) ?? content,
          form: null,
          step: null,
          saved: result + 1,
          last: step,
        })),
        setLoadError: assign(({ context }, { error }: { error: unknown }) => ({ error: context.error ?? describeFailure(error, null) })),
        setError: assign(({ context }, { error }: { error: unknown }) => ({
          step: null,
          error: describeFailure(error, context.step),
          fields: getFieldErrors(error),
        })),
        forgetError: assign({ error: null, fields: {} }),
        reportSaved: (_, _params: { step: Step; saved: Result }) => {},
      },
    }).createMachine({
      id,
      context: { content: null, form: null, step: null, saved: 0, last: null, error: null, fields: {} },
      initial: 'loading',
      states: {
        loading: {
          description: 'The content is on its way from the server, for the first time or after a step was saved.',
          tags: 'busy',
          invoke: {
            id: 'load',
            src: 'load',
            onDone: { target: 'shown', actions: withEvent('setRead') },
            onError: { target: 'failed', actions: withError('setLoadError') },
          },
        },
        failed: {
          description: "The content couldn't be loaded; the user can try again.",
          on: { 'desk.reload': { target: 'loading', actions: 'forgetError' } },
        },
        shown: {
          description: 'The content is shown with the steps that are allowed; a refusal of the last step is shown.',
          on: {
            'desk.reload': { target: 'loading', actions: 'forgetError' },
            'step.submit': [
              { guard: withEvent('mayConfirm'), target: 'confirming', actions: withEvent('setStep') },
              { guard: withEvent('isStepAllowed'), target: 'saving', actions: withEvent('setStep') },
            ],
            'form.open': { guard: withEvent('mayOpen'), target: 'asking', actions: withEvent('setForm') },
            'error.dismiss': { actions: 'forgetError' },
          },
        },
        asking: {
          description: 'A form is open for the details that a step needs, such as its reason.',
          on: {
            'step.submit': { guard: withEvent('isStepAllowed'), target: 'saving', actions: withEvent('setStep') },
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
            // Like `saving`, this state always has content and a step.
            input: ({ context: { content, step } }) => ({ content: content as Content, step: step as Step }),
            onDone: [
              { guard: withEvent('isConfirmed'), target: 'saving' },
              { target: 'shown', actions: 'forgetStep' },
            ],
            onError: { target: 'shown', actions: withError('setError') },
          },
        },
        saving: {
          description: 'The step is on its way to the server; an open form stays open until the answer.',
          tags: 'busy',
          invoke: {
            id: 'save',
            src: 'save',
            input: ({ context: { content, step } }) => ({ content: content as Content, step: step as Step }),
            onDone: [
              { guard: withEvent('isNewest'), target: 'shown', actions: [report, withEvent('setSaved')] },
              { target: 'loading', actions: [report, withEvent('setSaved')] },
            ],
            onError: [
              { guard: withError('isOutdated'), target: 'rereading', actions: withError('setError') },
              { guard: 'isAsking', target: 'asking', actions: withError('setError') },
              { target: 'shown', actions: withError('setError') },
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
              { guard: withEvent('keepsForm'), target: 'asking', actions: withEvent('renewRead') },
              { target: 'shown', actions: withEvent('renewRead') },
            ],
            onError: [
              { guard: 'isAsking', target: 'asking', actions: withError('setLoadError') },
              { target: 'shown', actions: withError('setLoadError') },
            ],
          },
        },
      },
    });
  };
