import { assign, fromPromise, setup } from 'xstate';
import { readNewest } from './conflict.ts';
import { getFieldErrors } from './failure.ts';
import { missing } from './missing.ts';
import { withError, withEvent } from './params.ts';

type Context<Body, Newest, Edited, Question> = {
  /** The item to save; null for a new one. */
  edited: Edited | null;
  body: Body | null;
  /** The server's current version, after another save of the same item. */
  newest: Newest | null;
  /** The server's question before it saves the body, such as about a duplicate. */
  question: Question | null;
  error: string | null;
  fields: Readonly<Record<string, string>>;
};
type Events<Body> =
  | { type: 'form.submit'; body: Body }
  | { type: 'newest.take' }
  | { type: 'question.confirm'; body: Body }
  | { type: 'question.deny' }
  | { type: 'close.ask'; dirty: boolean }
  | { type: 'close.confirmed' };
/** `confirmed`: the user answered the server's question about this body with yes. */
type SaveRequest<Body, Edited> = Readonly<{ edited: Edited | null; body: Body; confirmed?: true }>;
type Subject<Newest, Edited, Question> = Readonly<{
  id: string;
  editedOf: (newest: Newest) => Edited;
  questionIn?: (error: unknown) => Question | null;
  /** Messages for a failed save, and for a save based on an older version. */
  describeFailure: (error: unknown, edited: Edited | null) => string;
  describeConflict: (error: unknown) => string;
}>;

/**
 * The form of a new or edited item that two people may edit at once. Normal path: open.editing → saving → saved.
 * @example
 * export const dealFormMachine = editedFormOf<DealBody, Deal, Deal, EditedDeal>()({ id: 'dealForm', … });
 */
export const editedFormOf =
  <Body, Result, Newest, Edited, Question = never>() =>
  ({ id, editedOf, questionIn = () => null, describeFailure, describeConflict }: Subject<Newest, Edited, Question>) =>
    setup({
      types: {
        context: {} as Context<Body, Newest, Edited, Question>,
        events: {} as Events<Body>,
        input: {} as { edited: Edited | null },
        tags: {} as 'busy' | 'unsaved',
      },
      actors: { saveForm: fromPromise<Result, SaveRequest<Body, Edited>>(missing('saveForm')) },
      guards: {
        isDirty: (_, params: { dirty: boolean }) => params.dirty,
        isAsked: ({ context }, params: { body: Body }) => JSON.stringify(params.body) === JSON.stringify(context.body),
        hasServerQuestion: (_, { error }: { error: unknown }) => questionIn(error) !== null,
        isStale: ({ context }, { error }: { error: unknown }) => context.edited !== null && readNewest(error) !== null,
      },
      actions: {
        setBody: assign((_, params: { body: Body }) => ({ body: params.body, question: null, error: null, fields: {} })),
        setError: assign(({ context }, { error }: { error: unknown }) => ({
          error: describeFailure(error, context.edited),
          fields: getFieldErrors(error),
        })),
        setNewest: assign(({ context }, { error }: { error: unknown }) => {
          const newest = readNewest<Newest>(error);
          return { newest, edited: newest ? editedOf(newest) : context.edited, error: describeConflict(error), fields: {} };
        }),
        setQuestion: assign((_, { error }: { error: unknown }) => ({ question: questionIn(error) })),
        forgetQuestion: assign({ question: null }),
        forgetError: assign({ error: null, fields: {} }),
        /** Opens the browser's dialog; a yes sends `close.confirmed`. */
        askDiscard: () => {},
        reportSaved: (_, _params: { saved: Result }) => {},
        reportClosed: () => {},
      },
    }).createMachine({
      id,
      context: ({ input }) => ({ ...input, body: null, newest: null, question: null, error: null, fields: {} }),
      initial: 'open',
      states: {
        open: {
          description: 'The dialog is open and its fields can be changed.',
          tags: 'unsaved',
          initial: 'editing',
          states: {
            editing: { description: 'The user fills in the form; no error is shown.' },
            failed: { description: 'The last save failed: the reason is shown and everything typed is still there.' },
            conflicted: {
              description: 'Somebody else saved first: the user takes their version or saves over it.',
              on: { 'newest.take': { target: 'editing', actions: 'forgetError' } },
            },
            asking: {
              description: 'The server asks something first, such as whether this is a duplicate; the user confirms or goes back.',
              on: {
                // A confirmation covers only the body the server asked about; a changed body is sent like any other.
                'question.confirm': [
                  { guard: withEvent('isAsked'), target: `#${id}.saving` },
                  { target: `#${id}.saving`, actions: withEvent('setBody') },
                ],
                'question.deny': { target: 'editing', actions: 'forgetQuestion' },
              },
            },
          },
          on: {
            'form.submit': { target: 'saving', actions: withEvent('setBody') },
            'close.ask': [{ guard: withEvent('isDirty'), actions: 'askDiscard' }, { target: 'closed' }],
            'close.confirmed': 'closed',
          },
        },
        saving: {
          description: 'The form is on its way to the server; the dialog stays open until the answer.',
          tags: ['busy', 'unsaved'],
          invoke: {
            id: 'saveForm',
            src: 'saveForm',
            // The typed values are always set here.
            input: ({ context: { edited, body, question } }) => ({
              edited,
              body: body as Body,
              ...(question === null ? {} : { confirmed: true as const }),
            }),
            onDone: { target: 'saved', actions: { type: 'reportSaved', params: ({ event }) => ({ saved: event.output }) } },
            onError: [
              { guard: withError('isStale'), target: 'open.conflicted', actions: withError('setNewest') },
              { guard: withError('hasServerQuestion'), target: 'open.asking', actions: withError('setQuestion') },
              { target: 'open.failed', actions: withError('setError') },
            ],
          },
        },
        saved: { description: 'The server has accepted the form, and the dialog closes.' },
        closed: { description: 'The dialog was closed without saving.', entry: 'reportClosed' },
      },
    });
