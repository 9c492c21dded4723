import { assign, enqueueActions, sendTo, setup, stopChild } from 'xstate';
import type { EditableField, Event } from '../../../contract/entities/event.ts';
import { limits } from '../../../contract/limits.ts';
import { type EditedCell, gridEditingMachine } from '../lists/gridEditing.machine.ts';
import { ofEvent } from '../support/params.ts';
import { tellParent } from '../support/parent.ts';
import { cellSaveMachine } from './cellSave.machine.ts';
import { emptyAsNull } from './eventConflict.ts';
import {
  byCell,
  type CellState,
  cellOf,
  changedCell,
  draftsOf,
  idOf,
  type UnsavedCell,
  type UnsavedCells,
  unaskedOf,
  unsavedOf,
  type WrittenCell,
  withBegun,
  without,
} from './unsavedCells.ts';

type Context = {
  cells: UnsavedCells;
  /** What is written in the open field. */
  typing: UnsavedCell | null;
  /** Written before a reload or before the session ended, and never answered. */
  offered: readonly UnsavedCell[];
  /** The cell whose conflict is in question. */
  asked: string | null;
};
type SavedField = Readonly<{ event: Event; field: EditableField }>;
type Told = Readonly<{ told: 'edit.retry' | 'edit.discard' | 'edit.overwrite' }>;

type Events =
  // From the field.
  | { type: 'field.opened' }
  | { type: 'field.closed' }
  | ({ type: 'draft.changed' } & WrittenCell)
  | ({ type: 'cell.committed' } & WrittenCell)
  // From the queues.
  | { type: 'cell.changed'; cell: CellState }
  | { type: 'cell.ended'; cell: EditedCell }
  | ({ type: 'event.saved' } & SavedField)
  | { type: 'event.read'; event: Event }
  // From the page and from the person.
  | { type: 'grid.leave' }
  | { type: 'cell.retry'; cell: EditedCell }
  | { type: 'cell.discard'; cell: EditedCell }
  | { type: 'failed.retry' }
  | { type: 'failed.discard' }
  | { type: 'conflict.ask'; cell: EditedCell }
  | { type: 'conflict.mine' }
  | { type: 'conflict.theirs' }
  | { type: 'conflict.later' }
  | { type: 'drafts.restore' }
  | { type: 'drafts.discard' };

/**
 * The cells of the events table: shown as written at once, saved behind, one queue a cell (spec 2.48, decisions 6.05).
 * Normal path: a commit of the open field begins a queue or joins the cell's own; its answer replaces the row and ends it.
 * Never: let one cell wait for another, ask about a conflict while the user types, or forget what was not answered.
 */
export const eventCellsMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { drafts: readonly UnsavedCell[] } },
  actors: { gridEditing: gridEditingMachine, cellSave: cellSaveMachine },
  guards: {
    hasQueue: ({ context }, { row, key }: WrittenCell) => idOf({ rowKey: row.id, key }) in context.cells,
    isChange: (_, params: WrittenCell) => changedCell(params) !== null,
    isFailed: (_, { cell }: { cell: CellState }) => cell.phase === 'failed',
    isConflict: (_, { cell }: { cell: CellState }) => cell.phase === 'conflicted',
    isConflicted: ({ context }, { cell }: { cell: EditedCell }) => context.cells[idOf(cell)]?.phase === 'conflicted',
    isStuck: ({ context }, { cell }: { cell: EditedCell }) => context.cells[idOf(cell)]?.phase === 'failed',
    hasUnasked: ({ context }) => unaskedOf(context.cells) !== null,
    hasOffered: ({ context }) => context.offered.length > 0,
    hasNoneOffered: ({ context }) => context.offered.length === 0,
  },
  actions: {
    keepTyping: assign((_, params: WrittenCell) => ({ typing: params.value === null ? null : changedCell(params) })),
    forgetTyping: assign({ typing: null }),
    /** What is written now is newer than what was left from before. */
    supersede: assign({
      offered: ({ context }, { row, key }: WrittenCell) =>
        context.offered.filter(({ event, field }) => event.id !== row.id || field !== key),
    }),
    begin: assign(({ context, spawn }, params: WrittenCell) => {
      const unsaved = unsavedOf(params);
      if (!unsaved) return {};
      spawn('cellSave', { id: idOf(cellOf(unsaved)), input: unsaved });
      return { cells: withBegun(context.cells, unsaved) };
    }),
    join: sendTo(
      (_, { row, key }: WrittenCell) => idOf({ rowKey: row.id, key }),
      (_, { value }: WrittenCell) => ({ type: 'edit.add', value: emptyAsNull(value) }),
    ),
    keepCell: assign({
      cells: ({ context }, { cell }: { cell: CellState }) => ({ ...context.cells, [idOf(cellOf(cell))]: { ...cell, asked: false } }),
    }),
    dropCell: assign({ cells: ({ context }, { cell }: { cell: EditedCell }) => without(context.cells, idOf(cell)) }),
    stopQueue: stopChild((_, { cell }: { cell: EditedCell }) => idOf(cell)),
    tellCell: sendTo(
      (_, { cell }: Told & { cell: EditedCell }) => idOf(cell),
      (_, { told }: Told & { cell: EditedCell }) => ({ type: told }),
    ),
    tellFailed: enqueueActions(({ context, enqueue }, { told }: Told) => {
      for (const [id, { phase }] of Object.entries(context.cells)) if (phase === 'failed') enqueue.sendTo(id, { type: told });
    }),
    ask: assign(({ context: { cells } }, { id }: { id: string | null }) => {
      const cell = cells[id ?? ''];
      return cell ? { asked: id, cells: { ...cells, [id ?? '']: { ...cell, asked: true } } } : {};
    }),
    decide: sendTo(
      ({ context }) => context.asked ?? '',
      (_, { told }: Told) => ({ type: told }),
    ),
    endQuestion: assign({ asked: null }),
    restore: assign(({ context, spawn }) => {
      const drafts = byCell(context.offered);
      for (const draft of drafts) spawn('cellSave', { id: idOf(cellOf(draft)), input: draft });
      return { offered: [], cells: drafts.reduce(withBegun, context.cells) };
    }),
    forgetOffered: assign({ offered: [] }),
    leaveGrid: sendTo('gridEditing', { type: 'grid.leave' }),
    tellField: sendTo('gridEditing', (_, { event, field }: SavedField) => ({ type: 'row.saved', row: event, key: field })),
    relaySaved: ({ self }, params: SavedField) => tellParent(self, { type: 'event.saved', ...params }),
    relayRead: ({ self }, params: { event: Event }) => tellParent(self, { type: 'event.read', ...params }),
    /** Keeps for the next visit what would be lost with the page. */
    keepDrafts: (_, _params: { drafts: readonly UnsavedCell[] }) => {},
    // Said to the eye and to the ear.
    reportSaved: (_, _params: SavedField) => {},
    reportFailed: (_, _params: { cell: CellState }) => {},
    reportConflict: (_, _params: { cell: CellState }) => {},
  },
  delays: { quiet: limits.events.quietMs },
}).createMachine({
  id: 'eventCells',
  context: ({ input }) => ({ cells: {}, typing: null, offered: input.drafts, asked: null }),
  invoke: { id: 'gridEditing', src: 'gridEditing' },
  type: 'parallel',
  states: {
    // Asked once nothing was written for a while, never between two cells.
    question: {
      initial: 'free',
      states: {
        free: {
          always: {
            guard: 'hasUnasked',
            target: 'asking',
            actions: { type: 'ask', params: ({ context }) => ({ id: unaskedOf(context.cells) }) },
          },
          on: { 'field.opened': 'writing' },
        },
        writing: { on: { 'field.closed': 'settling' } },
        settling: { after: { quiet: 'free' }, on: { 'field.opened': 'writing' } },
        asking: {
          on: {
            'conflict.mine': { target: 'free', actions: [{ type: 'decide', params: { told: 'edit.overwrite' } }, 'endQuestion'] },
            'conflict.theirs': { target: 'free', actions: [{ type: 'decide', params: { told: 'edit.discard' } }, 'endQuestion'] },
            'conflict.later': { target: 'free', actions: 'endQuestion' },
          },
        },
      },
      on: {
        'conflict.ask': {
          guard: ofEvent('isConflicted'),
          target: '.asking',
          actions: { type: 'ask', params: ({ event }) => ({ id: idOf(event.cell) }) },
        },
      },
    },
    offer: {
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: 'hasOffered', target: 'offering' }, { target: 'none' }] },
        offering: {
          always: { guard: 'hasNoneOffered', target: 'none' },
          on: {
            'drafts.restore': { target: 'none', actions: 'restore' },
            'drafts.discard': {
              target: 'none',
              actions: ['forgetOffered', { type: 'keepDrafts', params: ({ context }) => ({ drafts: draftsOf(context) }) }],
            },
          },
        },
        none: {},
      },
    },
  },
  on: {
    'draft.changed': {
      actions: [ofEvent('keepTyping'), { type: 'keepDrafts', params: ({ context }) => ({ drafts: draftsOf(context) }) }],
    },
    'cell.committed': [
      {
        guard: ofEvent('hasQueue'),
        actions: ['forgetTyping', ofEvent('supersede'), ofEvent('join')],
      },
      {
        guard: ofEvent('isChange'),
        actions: ['forgetTyping', ofEvent('supersede'), ofEvent('begin')],
      },
      { actions: ['forgetTyping', { type: 'keepDrafts', params: ({ context }) => ({ drafts: draftsOf(context) }) }] },
    ],
    'cell.changed': [
      {
        guard: ofEvent('isFailed'),
        actions: [
          ofEvent('keepCell'),
          { type: 'keepDrafts', params: ({ context }) => ({ drafts: draftsOf(context) }) },
          ofEvent('reportFailed'),
        ],
      },
      {
        guard: ofEvent('isConflict'),
        actions: [
          ofEvent('keepCell'),
          { type: 'keepDrafts', params: ({ context }) => ({ drafts: draftsOf(context) }) },
          ofEvent('reportConflict'),
        ],
      },
      {
        actions: [ofEvent('keepCell'), { type: 'keepDrafts', params: ({ context }) => ({ drafts: draftsOf(context) }) }],
      },
    ],
    'cell.ended': {
      actions: [
        ofEvent('dropCell'),
        ofEvent('stopQueue'),
        { type: 'keepDrafts', params: ({ context }) => ({ drafts: draftsOf(context) }) },
      ],
    },
    'event.saved': {
      actions: [ofEvent('relaySaved'), ofEvent('tellField'), ofEvent('reportSaved')],
    },
    'event.read': { actions: ofEvent('relayRead') },
    'grid.leave': { actions: 'leaveGrid' },
    'cell.retry': {
      guard: ofEvent('isStuck'),
      actions: { type: 'tellCell', params: ({ event }) => ({ cell: event.cell, told: 'edit.retry' }) },
    },
    'cell.discard': {
      guard: ofEvent('isStuck'),
      actions: { type: 'tellCell', params: ({ event }) => ({ cell: event.cell, told: 'edit.discard' }) },
    },
    'failed.retry': { actions: { type: 'tellFailed', params: { told: 'edit.retry' } } },
    'failed.discard': { actions: { type: 'tellFailed', params: { told: 'edit.discard' } } },
  },
});
