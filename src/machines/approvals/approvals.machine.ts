import { assign, fromPromise, sendTo, setup } from 'xstate';
import type { Approval, ApprovalResult } from '../../../contract/entities/approval.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { listOf } from '../lists/list.machine.ts';
import type { ListInput } from '../lists/listQuestion.ts';
import { formFailureOf, sentenceOf } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { ofError, ofEvent } from '../support/params.ts';

/** What is decided, about which rows. */
export type ApprovalAsked = Readonly<{ decision: 'approve' | 'reject'; approvals: readonly Approval[] }>;
/** One that was not decided, and why. */
export type RefusedApproval = Readonly<{ approval: Approval; message: string }>;
/** What can be taken back for ten seconds. */
type Undoable = readonly Readonly<{ id: string; version: number }>[];
type Results = readonly ApprovalResult[];
type Context = {
  opening: Omit<ListInput, 'fallback'>;
  selected: readonly Approval[];
  asked: ApprovalAsked | null;
  undoable: Undoable;
  refused: readonly RefusedApproval[];
  error: string | null;
  fields: Readonly<Record<string, string>>;
};
type Events =
  | { type: 'rows.select'; approvals: readonly Approval[] }
  | ({ type: 'decision.ask' } & ApprovalAsked)
  | { type: 'decision.answer'; note: string }
  | { type: 'decision.close' }
  | { type: 'undo.ask' }
  | { type: 'undo.dismiss' }
  | { type: 'messages.dismiss' };

const undoableOf = (results: Results): Undoable =>
  results.flatMap(({ id, version, undo_until }) => (version === null || undo_until === null ? [] : [{ id, version }]));
const refusedOf = ({ asked }: Context, results: Results): readonly RefusedApproval[] =>
  results.flatMap(({ id, outcome, message }) => {
    const approval = asked?.approvals.find((one) => one.id === id);
    return outcome === 'refused' && approval ? [{ approval, message: message ?? messages.approvals.decideFailed }] : [];
  });

/**
 * Approvals in one place (decisions 2.10, 2.16): a list, ticked rows, a dialog with a note, and ten seconds to take a decision back.
 * Normal path: open → asking → deciding → open.undoable, for ten seconds → open.still.
 * Never: decide without the dialog, decide twice at once, offer to take back what can no longer be, or lose a note because a call failed.
 */
export const approvalsMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    input: {} as { list: Context['opening'] },
    children: {} as { list: 'list' },
    tags: {} as 'busy',
  },
  actors: {
    list: listOf<Approval>(),
    decideApprovals: fromPromise<Results, ApprovalAsked & { note: string }>(missing('decideApprovals')),
    undoApprovals: fromPromise<Results, { items: Undoable }>(missing('undoApprovals')),
  },
  guards: {
    hasRows: (_, { approvals }: ApprovalAsked) => approvals.length > 0 && approvals.length <= limits.approvals.most,
    canUndo: (_, { output }: { output: Results }) => undoableOf(output).length > 0,
  },
  actions: {
    keepSelected: assign({ selected: (_, { approvals }: { approvals: readonly Approval[] }) => approvals }),
    keepAsked: assign((_, { decision, approvals }: ApprovalAsked) => ({
      asked: { decision, approvals },
      undoable: [],
      refused: [],
      error: null,
      fields: {},
    })),
    forgetAsked: assign({ asked: null, error: null, fields: {} }),
    keepResults: assign(({ context }, { output }: { output: Results }) => ({
      undoable: undoableOf(output),
      refused: refusedOf(context, output),
      selected: [],
      error: null,
      fields: {},
    })),
    keepDecideError: assign((_, { error }: { error: unknown }) => formFailureOf({ error, fallback: messages.approvals.decideFailed })),
    keepUndone: assign((_, { output }: { output: Results }) => ({
      undoable: [],
      error: output.find(({ outcome }) => outcome === 'refused')?.message ?? null,
    })),
    keepUndoError: assign((_, { error }: { error: unknown }) => ({
      undoable: [],
      error: sentenceOf({ error, fallback: messages.approvals.undoFailed }),
    })),
    forgetUndo: assign({ undoable: [], asked: null }),
    forgetMessages: assign({ refused: [], error: null }),
    reload: sendTo('list', { type: 'list.reload' }),
    /** The badge counts again. */
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
    undoable: [],
    refused: [],
    error: null,
    fields: {},
  }),
  invoke: {
    id: 'list',
    src: 'list',
    input: ({ context }) => ({ ...context.opening, fallback: messages.approvals.failed }),
    onError: { actions: ofError('logFailure') },
  },
  initial: 'open',
  states: {
    open: {
      initial: 'still',
      states: {
        still: {},
        undoable: {
          after: { undoWindow: { target: 'still', actions: 'forgetUndo' } },
          on: { 'undo.ask': '#approvals.undoing', 'undo.dismiss': { target: 'still', actions: 'forgetUndo' } },
        },
      },
      on: {
        'rows.select': { actions: ofEvent('keepSelected') },
        'decision.ask': { guard: ofEvent('hasRows'), target: 'asking', actions: ofEvent('keepAsked') },
        'messages.dismiss': { actions: 'forgetMessages' },
      },
    },
    asking: {
      on: {
        'decision.answer': 'deciding',
        'decision.close': { target: 'open', actions: 'forgetAsked' },
      },
    },
    deciding: {
      tags: 'busy',
      invoke: {
        id: 'decideApprovals',
        src: 'decideApprovals',
        // Entered with what is asked, by an event that brings the note only.
        input: ({ context, event }) => ({ ...(context.asked as ApprovalAsked), note: (event as { note: string }).note }),
        onDone: [
          { guard: ofEvent('canUndo'), target: 'open.undoable', actions: [ofEvent('keepResults'), 'reload', 'reportChanged'] },
          { target: 'open', actions: [ofEvent('keepResults'), 'reload', 'reportChanged'] },
        ],
        onError: { target: 'asking', actions: [ofError('keepDecideError'), 'reportChanged'] },
      },
    },
    undoing: {
      tags: 'busy',
      invoke: {
        id: 'undoApprovals',
        src: 'undoApprovals',
        input: ({ context }) => ({ items: context.undoable }),
        onDone: { target: 'open', actions: [ofEvent('reportUndone'), ofEvent('keepUndone'), 'reload', 'reportChanged'] },
        onError: { target: 'open', actions: [ofError('keepUndoError'), 'reload', 'reportChanged'] },
      },
    },
  },
});
