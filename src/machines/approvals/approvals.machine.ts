import { and, assign, fromPromise, or, raise, sendTo, setup, stateIn } from 'xstate';
import type { Approval, ApprovalResult } from '../../../contract/entities/approval.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { listOf } from '../lists/list.machine.ts';
import type { ListInput } from '../lists/listQuestion.ts';
import { toFailureMessage, toFormFailure } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

/** A decision and its rows. */
export type PendingDecision = Readonly<{ decision: 'approve' | 'reject'; approvals: readonly Approval[] }>;
/** A refused decision and its message. */
export type RefusedApproval = Readonly<{ approval: Approval; message: string }>;
type Undoable = Readonly<{ id: string; version: number }>;
/** Decisions made together that can be undone for ten seconds. */
export type ApprovalOffer = Readonly<{ asked: PendingDecision; items: readonly Undoable[]; refused: number }>;
type Results = readonly ApprovalResult[];
type Context = {
  opening: Omit<ListInput, 'fallback'>;
  selected: readonly Approval[];
  asked: PendingDecision | null;
  offered: ApprovalOffer | null;
  /** Decided rows in the version before the decision, because the list may still show them briefly. */
  decided: readonly Pick<Approval, 'id' | 'version'>[];
  refused: readonly RefusedApproval[];
  error: string | null;
  fields: Readonly<Record<string, string>>;
};
type Events =
  | { type: 'rows.select'; approvals: readonly Approval[] }
  | ({ type: 'decision.ask' } & PendingDecision)
  /** Reopens the note dialog for the same decision. */
  | ({ type: 'decision.reopen' } & PendingDecision)
  | { type: 'decision.answer'; note: string }
  | { type: 'decision.close' }
  | { type: 'undo.offer'; offer: ApprovalOffer }
  | { type: 'undo.ask' }
  /** Undoes an approval and opens the dialog for its note. */
  | { type: 'undo.note' }
  | { type: 'undo.dismiss' }
  | { type: 'messages.dismiss' };

const findRefused = ({ asked: decision }: Context, results: Results): readonly RefusedApproval[] =>
  results.flatMap(({ id, outcome, message }) => {
    const approval = decision?.approvals.find((candidate) => candidate.id === id);
    return outcome === 'refused' && approval ? [{ approval, message: message ?? messages.approvals.decideFailed }] : [];
  });
const mergeDecided = ({ asked: decision, decided }: Context, results: Results): Context['decided'] => {
  const ids = new Set(results.flatMap(({ id, outcome }) => (outcome === 'decided' ? [id] : [])));
  return [...decided, ...(decision?.approvals ?? []).filter(({ id }) => ids.has(id))];
};
const toOffer = (context: Context, results: Results): ApprovalOffer => ({
  asked: context.asked as PendingDecision,
  items: results.flatMap(({ id, version, undo_until }) => (version === null || undo_until === null ? [] : [{ id, version }])),
  refused: findRefused(context, results).length,
});

/** True for an approval that can be undone and needs no warning. */
const isPlain = ({ own, group }: Approval): boolean => !own && group !== 'own_pay';
const isWithinLimit = ({ length }: readonly Approval[]): boolean => length > 0 && length <= limits.approvals.maxItems;
/** Undone approvals in their new versions, to be decided again. */
const toReopened = ({ offered }: Context, results: Results): PendingDecision => ({
  decision: 'approve',
  approvals: (offered?.asked.approvals ?? []).flatMap((approval) => {
    const undone = results.find(({ id, outcome }) => id === approval.id && outcome === 'decided');
    return undone ? [{ ...approval, version: undone.version ?? approval.version }] : [];
  }),
});

/**
 * Approvals in one place (decisions 2.10, 2.16): a list, selected rows, a dialog with a note, and ten seconds to undo a decision, which the
 * next dialog does not shorten.
 * Normal path: open → approving → open, or open → asking → deciding → open, and undo: none → offered → none.
 * Never: reject without the dialog, approve at once what cannot be undone, run two decisions at once, offer an undo that is no longer
 * possible, or lose a note because a call failed.
 */
export const approvalsMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    input: {} as { list: Context['opening'] },
    children: {} as { list: 'list' },
    tags: {} as 'busy' | 'undoing',
  },
  actors: {
    list: listOf<Approval>(),
    decideApprovals: fromPromise<Results, PendingDecision & { note: string }>(missing('decideApprovals')),
    undoApprovals: fromPromise<Results, Pick<ApprovalOffer, 'items'>>(missing('undoApprovals')),
  },
  guards: {
    hasRows: (_, { approvals }: PendingDecision) => isWithinLimit(approvals),
    actsAtOnce: (_, { decision, approvals }: PendingDecision) =>
      decision === 'approve' && isWithinLimit(approvals) && approvals.every(isPlain),
    isOpen: stateIn({ decision: 'open' }),
    isUndoing: or([stateIn({ undo: 'undoing' }), stateIn({ undo: 'reopening' })]),
    canAddNote: ({ context }) => context.offered?.asked.decision === 'approve',
    hasItems: (_, { offer }: { offer: ApprovalOffer }) => offer.items.length > 0,
  },
  actions: {
    setSelected: assign({ selected: (_, { approvals }: { approvals: readonly Approval[] }) => approvals }),
    setAsked: assign((_, { decision, approvals }: PendingDecision) => ({
      asked: { decision, approvals },
      refused: [],
      error: null,
      fields: {},
    })),
    forgetAsked: assign({ asked: null, error: null, fields: {} }),
    offerUndo: raise(({ context }, { output }: { output: Results }) => ({ type: 'undo.offer' as const, offer: toOffer(context, output) })),
    setResults: assign(({ context }, { output }: { output: Results }) => ({
      asked: null,
      decided: mergeDecided(context, output),
      refused: findRefused(context, output),
      selected: [],
      error: null,
      fields: {},
    })),
    setDecideError: assign((_, { error }: { error: unknown }) => toFormFailure({ error, fallback: messages.approvals.decideFailed })),
    /** Shown on the page, because no dialog is open. */
    setApproveError: assign((_, { error }: { error: unknown }) => ({
      asked: null,
      error: toFailureMessage({ error, fallback: messages.approvals.decideFailed }),
    })),
    reopenDialog: raise(({ context }, { output }: { output: Results }) => ({
      type: 'decision.reopen' as const,
      ...toReopened(context, output),
    })),
    setOffer: assign({ offered: (_, { offer }: { offer: ApprovalOffer }) => offer }),
    forgetOffer: assign({ offered: null }),
    setUndone: assign({
      error: (_, { output }: { output: Results }) => output.find(({ outcome }) => outcome === 'refused')?.message ?? null,
    }),
    setUndoError: assign({
      error: (_, { error }: { error: unknown }) => toFailureMessage({ error, fallback: messages.approvals.undoFailed }),
    }),
    forgetMessages: assign({ refused: [], error: null }),
    reload: sendTo('list', { type: 'list.reload' }),
    /** Refreshes the badge. */
    reportChanged: () => {},
    reportUndone: (_, _params: { output: Results }) => {},
    logFailure: (_, _params: { error: unknown }) => {},
  },
  delays: { undoWindow: limits.approvals.undoMs },
}).createMachine({
  id: 'approvals',
  context: ({ input }) => ({
    opening: input.list,
    selected: [],
    asked: null,
    offered: null,
    decided: [],
    refused: [],
    error: null,
    fields: {},
  }),
  invoke: {
    id: 'list',
    src: 'list',
    input: ({ context }) => ({ ...context.opening, fallback: messages.approvals.failed }),
    onError: { actions: withError('logFailure') },
  },
  type: 'parallel',
  states: {
    decision: {
      description: 'The list of waiting items and the dialog that decides about them.',
      initial: 'open',
      states: {
        open: {
          description: 'The user reads the list and ticks rows.',
          on: {
            'rows.select': { actions: withEvent('setSelected') },
            'decision.ask': [
              // Ignored during an undo: the list is about to change.
              { guard: 'isUndoing' },
              { guard: withEvent('actsAtOnce'), target: 'approving', actions: withEvent('setAsked') },
              { guard: withEvent('hasRows'), target: 'asking', actions: withEvent('setAsked') },
            ],
            'decision.reopen': { guard: withEvent('hasRows'), target: 'noting', actions: withEvent('setAsked') },
            'messages.dismiss': { actions: 'forgetMessages' },
          },
        },
        approving: {
          description: 'An approval without a note is on its way to the server; it can be undone afterwards.',
          tags: 'busy',
          invoke: {
            id: 'decideApprovals',
            src: 'decideApprovals',
            // Entered with `asked` set.
            input: ({ context }) => ({ ...(context.asked as PendingDecision), note: '' }),
            onDone: { target: 'open', actions: [withEvent('offerUndo'), withEvent('setResults'), 'reload', 'reportChanged'] },
            onError: { target: 'open', actions: [withError('setApproveError'), 'reload', 'reportChanged'] },
          },
        },
        asking: {
          description: 'The dialog is open, and the user can add a note before approving or rejecting.',
          on: {
            'decision.answer': 'deciding',
            'decision.close': { target: 'open', actions: 'forgetAsked' },
          },
        },
        noting: {
          description: 'An approval was undone, and its dialog waits for a note; closing it approves again without one.',
          on: { 'decision.answer': 'deciding', 'decision.close': 'approving' },
        },
        deciding: {
          description: 'The decision is on its way to the server.',
          tags: 'busy',
          invoke: {
            id: 'decideApprovals',
            src: 'decideApprovals',
            // `asked` is always set here; the entering event contains only the note.
            input: ({ context, event }) => ({ ...(context.asked as PendingDecision), note: (event as { note: string }).note }),
            onDone: { target: 'open', actions: [withEvent('offerUndo'), withEvent('setResults'), 'reload', 'reportChanged'] },
            onError: { target: 'asking', actions: [withError('setDecideError'), 'reportChanged'] },
          },
        },
      },
    },
    undo: {
      description: 'The offer to undo the last decision.',
      initial: 'none',
      states: {
        none: {
          description: 'No decision can be undone.',
          on: { 'undo.offer': { guard: withEvent('hasItems'), target: 'offered', actions: withEvent('setOffer') } },
        },
        offered: {
          description: 'A decision was just saved, and the user has ten seconds to undo it.',
          after: { undoWindow: { target: 'none', actions: 'forgetOffer' } },
          on: {
            'undo.offer': { guard: withEvent('hasItems'), target: 'offered', reenter: true, actions: withEvent('setOffer') },
            'undo.ask': { guard: 'isOpen', target: 'undoing' },
            'undo.note': { guard: and(['isOpen', 'canAddNote']), target: 'reopening' },
            'undo.dismiss': { target: 'none', actions: 'forgetOffer' },
          },
        },
        undoing: {
          description: 'The undo is on its way to the server, and no other decision can start.',
          tags: ['busy', 'undoing'],
          invoke: {
            id: 'undoApprovals',
            src: 'undoApprovals',
            input: ({ context }) => ({ items: context.offered?.items ?? [] }),
            onDone: {
              target: 'none',
              actions: [withEvent('reportUndone'), withEvent('setUndone'), 'forgetOffer', 'reload', 'reportChanged'],
            },
            onError: { target: 'none', actions: [withError('setUndoError'), 'forgetOffer', 'reload', 'reportChanged'] },
          },
        },
        reopening: {
          description: 'An approval is being undone, and its dialog opens for a note.',
          tags: ['busy', 'undoing'],
          invoke: {
            id: 'undoApprovals',
            src: 'undoApprovals',
            input: ({ context }) => ({ items: context.offered?.items ?? [] }),
            onDone: {
              target: 'none',
              actions: [withEvent('setUndone'), withEvent('reopenDialog'), 'forgetOffer', 'reload', 'reportChanged'],
            },
            onError: { target: 'none', actions: [withError('setUndoError'), 'forgetOffer', 'reload', 'reportChanged'] },
          },
        },
      },
    },
  },
});
