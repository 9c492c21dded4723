import { assign, fromPromise, sendTo, setup } from 'xstate';
import { type Adjustment, type AdjustmentState, adjustmentStateBadges } from '../../../contract/entities/adjustment.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { DateRange } from '../../../contract/rules/time/period.ts';
import { cursorPagesMachine, type Question } from '../lists/cursorPages.machine.ts';
import { refusalOf } from '../support/conflict.ts';
import { sentenceOf, statusOf } from '../support/failure.ts';
import { ofError, ofEvent } from '../support/params.ts';

/** What the form starts with. */
export type FormSubject = Readonly<{
  adjustment: Adjustment | null;
  prefill: Readonly<{ commission_id: string; related_invoice_id: string; invoice_number: string }> | null;
}>;
/** `reason` is what the decider says to it, '' where nothing was said. */
export type Decision = Readonly<{
  kind: 'approve' | 'reject' | 'void';
  id: string;
  version: number | null;
  amount: number;
  reason: string;
}>;

export type AdjustmentSort = Readonly<{ key: string; direction: 'asc' | 'desc' }>;
/** What no word of the address changes. */
export const newestFirst: AdjustmentSort = { key: 'created_at', direction: 'desc' };
type Asked = Readonly<{ range: DateRange; sort: AdjustmentSort; state: AdjustmentState | '' }>;
type Context = Asked & {
  opening: Readonly<{ pageSize: number }>;
  /** The server keeps adjustments; else what is made here stays here (spec 2.38). */
  live: boolean;
  search: string;
  subject: FormSubject | null;
  decision: Decision | null;
  error: string | null;
  /** Made or changed on this page only, newest first. */
  drafts: readonly Adjustment[];
  removed: readonly string[];
};

type Events =
  | { type: 'range.changed'; range: DateRange }
  | { type: 'sort.toggle'; key: string }
  | { type: 'search.type'; text: string }
  | { type: 'state.choose'; state: AdjustmentState | '' }
  | { type: 'review.open' }
  | { type: 'form.open'; subject: FormSubject }
  | { type: 'form.closed' }
  | { type: 'form.saved'; adjustment: Adjustment }
  | { type: 'form.deleted'; id: string }
  | { type: 'decision.ask'; decision: Decision }
  | { type: 'decision.confirmed'; decision: Decision }
  | { type: 'error.dismiss' };

type Input = { range: DateRange; pageSize: number; live: boolean; state?: AdjustmentState | ''; sort?: AdjustmentSort | null };

/** spec 7.21; `state` is ours and named only when one is chosen. */
const questionOf = ({ range, sort, state }: Asked): Question => ({
  start_date: range.start_date,
  end_date: range.end_date,
  sort_field: sort.key,
  sort_direction: sort.direction,
  ...(state === '' ? {} : { state }),
});

/** What somebody else made of it, where the refusal brings the row as it is kept. */
const meanwhile = (error: unknown): string | null => {
  const current = statusOf(error) === 409 ? refusalOf<Adjustment>(error).current : null;
  if (!current?.state) return null;
  const invoice = current.invoice_number ?? current.related_invoice_id;
  const { label } = adjustmentStateBadges[current.state];
  return fill(messages.adjustments.meanwhile, { person: current.salesperson_name ?? '', invoice, state: label });
};

/**
 * Commission Adjustments (spec 2.36-2.38, 7.21; decisions 2.10): pages sorted by the server, a form, decisions.
 * Normal path: browsing → editing (a form is open) → browsing, or browsing → deciding → browsing; the pages are read again after a change.
 * Never: decide twice at once, decide without having asked, or show a page of another period, sort or state.
 */
export const adjustmentsMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as Input, children: {} as { adjustmentPages: 'adjustmentPages' } },
  actors: {
    adjustmentPages: cursorPagesMachine,
    decide: fromPromise<void, Decision>(() => Promise.reject(new Error('decide not provided'))),
  },
  guards: {
    isMoved: ({ context }, params: { range: DateRange }) =>
      params.range.start_date !== context.range.start_date || params.range.end_date !== context.range.end_date,
    isOtherState: ({ context }, params: { state: string }) => params.state !== context.state,
    isReviewing: ({ context }) => context.state === 'pending',
    isLive: ({ context }) => context.live,
  },
  actions: {
    keepRange: assign({
      range: (_, params: { range: DateRange }) => ({ start_date: params.range.start_date, end_date: params.range.end_date }),
    }),
    keepState: assign({ state: (_, params: { state: AdjustmentState | '' }) => params.state }),
    keepSearch: assign({ search: (_, params: { text: string }) => params.text }),
    toggleSort: assign({
      sort: ({ context }, params: { key: string }) => ({
        key: params.key,
        direction: context.sort.key === params.key && context.sort.direction === 'asc' ? ('desc' as const) : ('asc' as const),
      }),
    }),
    keepSubject: assign({ subject: (_, params: { subject: FormSubject }) => params.subject, error: null }),
    forgetSubject: assign({ subject: null }),
    keepDecision: assign({ decision: (_, params: { decision: Decision }) => params.decision, error: null }),
    forgetDecision: assign({ decision: null }),
    keepDraft: assign({
      drafts: ({ context }, params: { adjustment: Adjustment }) => [
        params.adjustment,
        ...context.drafts.filter((draft) => draft.id !== params.adjustment.id),
      ],
    }),
    dropDraft: assign({
      drafts: ({ context }, params: { id: string }) => context.drafts.filter((draft) => draft.id !== params.id),
      removed: ({ context }, params: { id: string }) => [...context.removed, params.id],
    }),
    keepError: assign({
      error: (_, params: { error: unknown }) =>
        meanwhile(params.error) ?? sentenceOf({ ...params, fallback: messages.adjustments.decideFailed }),
    }),
    forgetError: assign({ error: null }),
    ask: sendTo('adjustmentPages', ({ context }) => ({ type: 'question.changed', question: questionOf(context) })),
    reload: sendTo('adjustmentPages', { type: 'page.reload' }),
    /** The browser's own question, which takes a reason; a yes comes back as `decision.confirmed`. */
    askUser: (_, _params: { decision: Decision }) => {},
    /** Brings the table into view. */
    reveal: () => {},
    reportDecided: (_, _params: { decision: Decision | null }) => {},
    /** Figures elsewhere on the page depend on it. */
    reportChanged: () => {},
  },
}).createMachine({
  id: 'adjustments',
  context: ({ input }) => ({
    opening: { pageSize: input.pageSize },
    live: input.live,
    range: input.range,
    sort: input.sort ?? newestFirst,
    state: input.state ?? '',
    search: '',
    subject: null,
    decision: null,
    error: null,
    drafts: [],
    removed: [],
  }),
  invoke: {
    id: 'adjustmentPages',
    src: 'adjustmentPages',
    input: ({ context }) => ({
      question: questionOf(context),
      pageSize: context.opening.pageSize,
      fallback: messages.adjustments.failed,
    }),
  },
  initial: 'browsing',
  states: {
    browsing: {
      on: {
        'form.open': { target: 'editing', actions: ofEvent('keepSubject') },
        'decision.ask': { guard: 'isLive', actions: ofEvent('askUser') },
        'decision.confirmed': { guard: 'isLive', target: 'deciding', actions: ofEvent('keepDecision') },
      },
    },
    editing: {
      on: {
        'form.closed': { target: 'browsing', actions: 'forgetSubject' },
        'form.saved': [
          { guard: 'isLive', target: 'browsing', actions: ['forgetSubject', 'reload', 'reportChanged'] },
          { target: 'browsing', actions: ['forgetSubject', ofEvent('keepDraft')] },
        ],
        'form.deleted': [
          { guard: 'isLive', target: 'browsing', actions: ['forgetSubject', 'reload', 'reportChanged'] },
          { target: 'browsing', actions: ['forgetSubject', ofEvent('dropDraft')] },
        ],
      },
    },
    deciding: {
      invoke: {
        id: 'decide',
        src: 'decide',
        input: ({ context }) => context.decision as Decision,
        onDone: {
          target: 'browsing',
          actions: [{ type: 'reportDecided', params: ({ context }) => context }, 'forgetDecision', 'reload', 'reportChanged'],
        },
        // What is shown is old, or may be: somebody else was first, or an answer that was lost was a yes.
        onError: {
          target: 'browsing',
          actions: [ofError('keepError'), 'forgetDecision', 'reload', 'reportChanged'],
        },
      },
    },
  },
  on: {
    'range.changed': {
      guard: ofEvent('isMoved'),
      actions: [ofEvent('keepRange'), 'ask'],
    },
    'sort.toggle': { actions: [ofEvent('toggleSort'), 'ask'] },
    'search.type': { actions: ofEvent('keepSearch') },
    'state.choose': {
      guard: ofEvent('isOtherState'),
      actions: [ofEvent('keepState'), 'ask'],
    },
    'review.open': [
      { guard: 'isReviewing', actions: 'reveal' },
      { actions: [{ type: 'keepState', params: { state: 'pending' } }, 'ask', 'reveal'] },
    ],
    'error.dismiss': { actions: 'forgetError' },
  },
});
