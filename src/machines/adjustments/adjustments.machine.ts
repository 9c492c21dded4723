import { assign, sendTo, setup } from 'xstate';
import type { Adjustment } from '../../../contract/entities/adjustment.ts';
import { messages } from '../../../contract/messages.ts';
import { listOf } from '../lists/list.machine.ts';
import type { ListInput, ListSort } from '../lists/listQuestion.ts';
import type { ActionSettled } from '../lists/rowAction.machine.ts';
import { withError, withEvent } from '../support/params.ts';

/** The initial data of the form. */
export type FormSubject = Readonly<{
  adjustment: Adjustment | null;
  prefill: Readonly<{ commission_id: string; related_invoice_id: string; invoice_number: string }> | null;
}>;
export type AdjustmentDecision = Readonly<{ kind: 'approve' | 'reject' | 'void'; row: Adjustment }>;

/** spec 7.21: the default sort order. */
export const newestFirstSort: ListSort = { key: 'created_at', direction: 'desc' };
type ListOptions = Omit<ListInput, 'fallback' | 'searches' | 'sorts' | 'defaultSort'>;
type Context = {
  opening: ListOptions;
  /** True if the server stores adjustments; decides once which of its two modes the machine uses. */
  live: boolean;
  subject: FormSubject | null;
  /** Created or changed on this page only, newest first. */
  drafts: readonly Adjustment[];
  removed: readonly string[];
};

type Events =
  | { type: 'form.open'; subject: FormSubject }
  | { type: 'form.closed' }
  | { type: 'form.saved'; adjustment: Adjustment }
  | { type: 'form.deleted'; id: string }
  | { type: 'decision.ask'; decision: AdjustmentDecision }
  | ActionSettled<AdjustmentDecision>;

/**
 * Commission Adjustments (spec 2.36-2.38, 7.21; decisions 2.10): a list sorted by the server and searched on the page, a form, decisions.
 * Normal path: kept.browsing → kept.editing or kept.deciding → kept.browsing. Without storage on the server: local (spec 2.38).
 * Never: decide if the server stores nothing, or while a form is open.
 */
export const adjustmentsMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    input: {} as { live: boolean; list: ListOptions },
    children: {} as { list: 'list' },
    tags: {} as 'editing',
  },
  actors: { list: listOf<Adjustment, unknown, AdjustmentDecision>() },
  guards: {
    isLive: ({ context }) => context.live,
    isRefused: (_, params: ActionSettled<AdjustmentDecision>) => params.outcome === 'refused',
    isDecided: (_, params: ActionSettled<AdjustmentDecision>) => params.outcome === 'succeeded',
  },
  actions: {
    setSubject: assign({ subject: (_, params: { subject: FormSubject }) => params.subject }),
    forgetSubject: assign({ subject: null }),
    setDraft: assign({
      drafts: ({ context }, params: { adjustment: Adjustment }) => [
        params.adjustment,
        ...context.drafts.filter((draft) => draft.id !== params.adjustment.id),
      ],
    }),
    dropDraft: assign({
      drafts: ({ context }, params: { id: string }) => context.drafts.filter((draft) => draft.id !== params.id),
      removed: ({ context }, params: { id: string }) => [...context.removed, params.id],
    }),
    act: sendTo('list', (_, { decision }: { decision: AdjustmentDecision }) => ({ type: 'action.choose', action: decision })),
    forgetError: sendTo('list', { type: 'error.dismiss' }),
    reload: sendTo('list', { type: 'list.reload' }),
    reportDecided: (_, _params: { action: AdjustmentDecision }) => {},
    /** Reloads the page's other figures, which may depend on the change. */
    reportChanged: () => {},
    logFailure: (_, _params: { error: unknown }) => {},
  },
}).createMachine({
  id: 'adjustments',
  context: ({ input: { live, list } }) => ({ opening: list, live, subject: null, drafts: [], removed: [] }),
  invoke: {
    id: 'list',
    src: 'list',
    input: ({ context: { opening } }) => ({
      ...opening,
      fallback: messages.adjustments.failed,
      searches: 'page',
      sorts: 'all',
      defaultSort: newestFirstSort,
    }),
    onError: { actions: withError('logFailure') },
  },
  initial: 'choosing',
  states: {
    choosing: {
      description: 'Decision point: not every server stores adjustments.',
      always: [{ guard: 'isLive', target: 'kept' }, { target: 'local' }],
    },
    kept: {
      description: 'The server stores adjustments, and they can be approved and rejected.',
      initial: 'browsing',
      states: {
        browsing: {
          description: 'The list of adjustments is in front.',
          on: {
            'form.open': { target: 'editing', actions: [withEvent('setSubject'), 'forgetError'] },
            'decision.ask': { target: 'deciding', actions: withEvent('act') },
          },
        },
        editing: {
          description: 'The form for a new or an existing adjustment is open.',
          tags: 'editing',
          on: {
            'form.closed': { target: 'browsing', actions: 'forgetSubject' },
            'form.saved': { target: 'browsing', actions: ['forgetSubject', 'reload', 'reportChanged'] },
            'form.deleted': { target: 'browsing', actions: ['forgetSubject', 'reload', 'reportChanged'] },
          },
        },
        deciding: {
          description: 'A decision about an adjustment is being confirmed and saved.',
          on: {
            'action.settled': [
              { guard: withEvent('isRefused'), target: 'browsing' },
              { guard: withEvent('isDecided'), target: 'browsing', actions: [withEvent('reportDecided'), 'reportChanged'] },
              // Someone else decided first, or an earlier decision without a response had succeeded.
              { target: 'browsing', actions: 'reportChanged' },
            ],
          },
        },
      },
    },
    local: {
      description: 'The server stores no adjustments, so new ones last only as long as the page.',
      initial: 'browsing',
      states: {
        browsing: {
          description: 'The list is in front, with the adjustments that were added on this page.',
          on: { 'form.open': { target: 'editing', actions: [withEvent('setSubject'), 'forgetError'] } },
        },
        editing: {
          description: 'The form is open, and whatever it saves stays on this page.',
          tags: 'editing',
          on: {
            'form.closed': { target: 'browsing', actions: 'forgetSubject' },
            'form.saved': { target: 'browsing', actions: ['forgetSubject', withEvent('setDraft')] },
            'form.deleted': { target: 'browsing', actions: ['forgetSubject', withEvent('dropDraft')] },
          },
        },
      },
    },
  },
});
