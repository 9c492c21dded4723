import { assign, enqueueActions, raise, sendTo, setup, stopChild } from 'xstate';
import type { EditableField, Event } from '../../../contract/entities/event.ts';
import { type EditedCell, gridEditingMachine } from '../lists/gridEditing.machine.ts';
import { withEvent } from '../support/params.ts';
import { notifyParent } from '../support/parent.ts';
import { cellQuestionMachine } from './cellQuestion.machine.ts';
import { cellSaveMachine } from './cellSave.machine.ts';
import { type CellChange, editHistoryMachine, type Revert } from './editHistory.machine.ts';
import {
  addSavingCell,
  type CellState,
  changedCell,
  countReverted,
  dropWritten,
  findNewCells,
  findRevertible,
  mergeByCell,
  removeCell,
  toCell,
  toCellChanges,
  toCellId,
  type UnsavedCell,
  type UnsavedCells,
  type WrittenCell,
} from './unsavedCells.ts';

type Context = {
  cells: UnsavedCells;
  /** The draft in the open field. */
  typing: UnsavedCell | null;
  /** Edits from before a reload or sign-out that never got a response. */
  offered: readonly UnsavedCell[];
};
type SavedField = Readonly<{ event: Event; field: EditableField }>;
type QueueCommand = Readonly<{ command: 'edit.retry' | 'edit.discard' }>;
type Changes = Readonly<{ changes: readonly CellChange[]; isStep: boolean }>;

type Events =
  // From the field editor.
  | ({ type: 'draft.changed' } & WrittenCell)
  | ({ type: 'cell.committed' } & WrittenCell)
  // From the queues and the history.
  | { type: 'cell.changed'; cell: CellState }
  | { type: 'cell.ended'; cell: EditedCell }
  | ({ type: 'event.saved' } & SavedField)
  | { type: 'event.read' | 'event.heard'; event: Event }
  | ({ type: 'changes.made' } & Changes)
  | { type: 'cells.revert'; reverts: readonly Revert[] }
  | { type: 'step.kept'; step: number; count: number }
  // From the page and the user.
  | { type: 'grid.leave' }
  | { type: 'cells.write'; written: readonly WrittenCell[] }
  | { type: 'cell.retry' | 'cell.discard' | 'conflict.ask'; cell: EditedCell }
  | { type: 'failed.retry' | 'failed.discard' }
  | { type: 'drafts.restore' | 'drafts.discard' };

const getPhase = ({ cells }: Context, { cell }: { cell: EditedCell }) => cells[toCellId(cell)]?.phase;

/**
 * The cells of the events table: edits show at once and are saved in the background, one queue per cell (spec 2.48, decisions 6.05).
 * Normal path: an edit starts a queue or joins the cell's queue, and becomes a history step; the response replaces the row and ends the
 * queue.
 * Never: let one cell wait for another, ask about a conflict while the user types, forget an edit without a response, or undo another
 * user's edit.
 */
export const eventCellsMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { drafts: readonly UnsavedCell[] } },
  actors: {
    gridEditing: gridEditingMachine,
    cellSave: cellSaveMachine,
    cellQuestion: cellQuestionMachine,
    editHistory: editHistoryMachine,
  },
  guards: {
    isFailed: (_, { cell }: { cell: CellState }) => cell.phase === 'failed',
    isConflict: (_, { cell }: { cell: CellState }) => cell.phase === 'conflicted',
    isConflicted: ({ context }, params: { cell: EditedCell }) => getPhase(context, params) === 'conflicted',
    isStuck: ({ context }, params: { cell: EditedCell }) => ['failed', 'conflicted'].includes(getPhase(context, params) ?? ''),
    isNewStep: (_, { changes, isStep }: Changes) => isStep && changes.length > 0,
    isMultiCell: (_, { count }: { count: number }) => count > 1,
    hasOffered: ({ context }) => context.offered.length > 0,
    hasNoneOffered: ({ context }) => context.offered.length === 0,
  },
  actions: {
    setTyping: assign((_, params: WrittenCell) => ({ typing: params.value === null ? null : changedCell(params) })),
    forgetTyping: assign({ typing: null }),
    write: raise(({ context }, { written }: { written: readonly WrittenCell[] }) => ({
      type: 'changes.made' as const,
      changes: toCellChanges(context.cells, written),
      isStep: true,
    })),
    revert: raise(({ context }, { reverts }: { reverts: readonly Revert[] }) => ({
      type: 'changes.made' as const,
      changes: findRevertible(context.cells, reverts),
      isStep: false,
    })),
    setStep: sendTo('editHistory', (_, { changes }: Changes) => ({ type: 'step.made', changes })),
    join: enqueueActions(({ context, enqueue }, { changes }: Changes) => {
      for (const { event, field, after } of changes) {
        const id = toCellId({ rowKey: event.id, key: field });
        if (id in context.cells) enqueue.sendTo(id, { type: 'edit.add', value: after });
      }
    }),
    begin: assign(({ context, spawn }, { changes }: Changes) => {
      const newCells = findNewCells(context.cells, changes);
      for (const cell of newCells) spawn('cellSave', { id: toCellId(toCell(cell)), input: cell });
      return { cells: newCells.reduce(addSavingCell, context.cells) };
    }),
    /** A new edit replaces one left over from an earlier visit. */
    supersede: assign(({ context }, { changes }: Changes) => ({ offered: dropWritten(context.offered, changes) })),
    setCell: assign({ cells: ({ context }, { cell }: { cell: CellState }) => ({ ...context.cells, [toCellId(toCell(cell))]: cell }) }),
    dropCell: assign({ cells: ({ context }, { cell }: { cell: EditedCell }) => removeCell(context.cells, toCellId(cell)) }),
    stopQueue: stopChild((_, { cell }: { cell: EditedCell }) => toCellId(cell)),
    /** Saves a conflicted cell again over the other version. */
    retry: sendTo(
      (_, { cell }: { cell: EditedCell }) => toCellId(cell),
      ({ context }, params: { cell: EditedCell }) => ({ type: getPhase(context, params) === 'failed' ? 'edit.retry' : 'edit.overwrite' }),
    ),
    discard: sendTo(
      (_, { cell }: { cell: EditedCell }) => toCellId(cell),
      (_, _params: { cell: EditedCell }) => ({ type: 'edit.discard' }),
    ),
    notifyFailed: enqueueActions(({ context, enqueue }, { command }: QueueCommand) => {
      for (const [id, { phase }] of Object.entries(context.cells)) if (phase === 'failed') enqueue.sendTo(id, { type: command });
    }),
    ask: sendTo('cellQuestion', (_, { cell }: { cell: EditedCell }) => ({ type: 'question.ask', cell })),
    restore: assign(({ context, spawn }) => {
      const drafts = mergeByCell(context.offered);
      for (const draft of drafts) spawn('cellSave', { id: toCellId(toCell(draft)), input: draft });
      return { offered: [], cells: drafts.reduce(addSavingCell, context.cells) };
    }),
    forgetOffered: assign({ offered: [] }),
    leaveGrid: sendTo('gridEditing', { type: 'grid.leave' }),
    notifyField: sendTo('gridEditing', (_, { event, field }: SavedField) => ({ type: 'row.saved', row: event, key: field })),
    notifyHistory: sendTo('editHistory', (_, { event }: { event: Event }) => ({ type: 'event.known', event })),
    relaySaved: ({ self }, params: SavedField) => notifyParent(self, { type: 'event.saved', ...params }),
    relayRead: ({ self }, params: { event: Event }) => notifyParent(self, { type: 'event.read', ...params }),
    /** Stores unsaved edits for the next visit. */
    setDrafts: (_, _params: undefined) => {},
    // Shown on screen and announced to screen readers.
    reportSaved: (_, _params: SavedField) => {},
    reportFailed: (_, _params: { cell: CellState }) => {},
    reportConflict: (_, _params: { cell: CellState }) => {},
    /** Reports a multi-cell edit: its size, and the step that Undo reverts. */
    reportStep: (_, _params: { step: number; count: number }) => {},
    /** `left`: the number of cells that were changed since and therefore not reverted. */
    reportReverted: (_, _params: { done: number; left: number }) => {},
  },
}).createMachine({
  id: 'eventCells',
  context: ({ input }) => ({ cells: {}, typing: null, offered: input.drafts }),
  invoke: [
    { id: 'gridEditing', src: 'gridEditing' },
    { id: 'editHistory', src: 'editHistory' },
    { id: 'cellQuestion', src: 'cellQuestion' },
  ],
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Decision point: edits from an earlier visit may be waiting.',
      always: [{ guard: 'hasOffered', target: 'offering' }, { target: 'settled' }],
    },
    offering: {
      description: 'Unsaved edits from an earlier visit exist, and the user restores or discards them.',
      always: { guard: 'hasNoneOffered', target: 'settled' },
      on: {
        'drafts.restore': { target: 'settled', actions: 'restore' },
        'drafts.discard': { target: 'settled', actions: ['forgetOffered', 'setDrafts'] },
      },
    },
    settled: { description: 'No edits from an earlier visit are waiting, and each cell saves by itself.' },
  },
  on: {
    'draft.changed': { actions: [withEvent('setTyping'), 'setDrafts'] },
    'cell.committed': { actions: ['forgetTyping', { type: 'write', params: ({ event }) => ({ written: [event] }) }] },
    'cells.write': { actions: withEvent('write') },
    'cells.revert': {
      actions: [
        { type: 'reportReverted', params: ({ context, event }) => countReverted(context.cells, event.reverts) },
        withEvent('revert'),
      ],
    },
    'changes.made': [
      {
        guard: withEvent('isNewStep'),
        actions: [withEvent('setStep'), withEvent('join'), withEvent('begin'), withEvent('supersede'), 'setDrafts'],
      },
      { actions: [withEvent('join'), withEvent('begin'), 'setDrafts'] },
    ],
    'step.kept': { guard: withEvent('isMultiCell'), actions: withEvent('reportStep') },
    'cell.changed': [
      { guard: withEvent('isFailed'), actions: [withEvent('setCell'), 'setDrafts', withEvent('reportFailed')] },
      { guard: withEvent('isConflict'), actions: [withEvent('setCell'), 'setDrafts', withEvent('reportConflict')] },
      { actions: [withEvent('setCell'), 'setDrafts'] },
    ],
    'cell.ended': { actions: [withEvent('dropCell'), withEvent('stopQueue'), 'setDrafts'] },
    'event.saved': { actions: [withEvent('relaySaved'), withEvent('notifyField'), withEvent('notifyHistory'), withEvent('reportSaved')] },
    'event.read': { actions: [withEvent('relayRead'), withEvent('notifyHistory')] },
    // Another user's change, which the page has already shown.
    'event.heard': { actions: withEvent('notifyHistory') },
    'grid.leave': { actions: 'leaveGrid' },
    'conflict.ask': { guard: withEvent('isConflicted'), actions: withEvent('ask') },
    'cell.retry': { guard: withEvent('isStuck'), actions: withEvent('retry') },
    'cell.discard': { guard: withEvent('isStuck'), actions: withEvent('discard') },
    'failed.retry': { actions: { type: 'notifyFailed', params: { command: 'edit.retry' } } },
    'failed.discard': { actions: { type: 'notifyFailed', params: { command: 'edit.discard' } } },
  },
});
