import { assign, enqueueActions, setup } from 'xstate';
import { withEvent } from '../support/params.ts';
import { enqueueParentEvent } from '../support/parent.ts';
import type { ListItem } from './infiniteList.machine.ts';

/** A cell by row key and column key. */
export type EditedCell = Readonly<{ rowKey: string; key: string }>;
/** A cell to open. `draft`: the initial text; null to start with the cell's value. */
export type OpenedCell = Readonly<{ row: ListItem; key: string; draft: string | null }>;
type WriteRequest = Readonly<{ row: ListItem | null; key: string; value: string | null }>;

type Context = {
  row: ListItem | null;
  key: string;
  /** The field's initial text; it never changes afterwards, so typing does not rerender the grid. */
  first: string | null;
  /** The current text; null if unchanged. */
  draft: string | null;
};

type Events =
  | ({ type: 'cell.open' } & OpenedCell)
  | { type: 'draft.change'; cell: EditedCell; value: string }
  /** `next` opens at once: no cell waits for the save of the previous one. */
  | { type: 'cell.commit'; cell: EditedCell; value: string; next: OpenedCell | null }
  /** Focus moved elsewhere, or the row disappeared. */
  | { type: 'cell.leave'; cell: EditedCell }
  | { type: 'cell.cancel'; cell: EditedCell }
  /** The grid unmounts. */
  | { type: 'grid.leave' }
  /** This cell was saved; the draft now edits the saved version. */
  | { type: 'row.saved'; row: ListItem; key: string };

const emptyEdit = { row: null, key: '', first: null, draft: null };
const isCell = ({ row, key }: Context, cell: EditedCell): boolean => row?.id === cell.rowKey && key === cell.key;
const toWriteRequest = ({ row, key }: Context, value: string | null): WriteRequest => ({ row, key, value });

/**
 * The open cell of a grid and its draft (spec 2.48, decisions 6.05).
 * Normal path: resting → typing → resting, or from cell to cell; reports each edit to the parent, which saves it in the background.
 * Never: let a closed field affect the open one, or drop a draft except on Escape.
 */
export const gridEditingMachine = setup({
  types: { context: {} as Context, events: {} as Events },
  guards: {
    isOpen: ({ context }, { cell }: { cell: EditedCell }) => isCell(context, cell),
    isOther: ({ context }, { row, key }: OpenedCell) => !isCell(context, { rowKey: row.id, key }),
    isSaved: ({ context }, { row, key }: { row: ListItem; key: string }) => isCell(context, { rowKey: row.id, key }),
    hasDraft: ({ context }) => context.draft !== null,
    isOtherAfterDraft: ({ context }, { row, key }: OpenedCell) => context.draft !== null && !isCell(context, { rowKey: row.id, key }),
    isOpenWithDraft: ({ context }, { cell }: { cell: EditedCell }) => context.draft !== null && isCell(context, cell),
    isOpenWithNext: ({ context }, { cell, next }: { cell: EditedCell; next: OpenedCell | null }) => next !== null && isCell(context, cell),
  },
  actions: {
    open: assign((_, { row, key, draft }: OpenedCell) => ({ row, key, first: draft, draft })),
    openNext: assign((_, { next }: { next: OpenedCell | null }) =>
      next ? { row: next.row, key: next.key, first: next.draft, draft: next.draft } : emptyEdit,
    ),
    setDraft: assign((_, { value }: { value: string }) => ({ draft: value })),
    setRow: assign((_, { row }: { row: ListItem }) => ({ row })),
    forget: assign(emptyEdit),
    relayOpened: enqueueActions(({ enqueue, self }) => enqueueParentEvent(enqueue, self, { type: 'field.opened' })),
    relayClosed: enqueueActions(({ enqueue, self }) => enqueueParentEvent(enqueue, self, { type: 'field.closed' })),
    relayDraft: enqueueActions(({ enqueue, self }, params: WriteRequest) =>
      enqueueParentEvent(enqueue, self, { type: 'draft.changed', ...params }),
    ),
    relayCommit: enqueueActions(({ enqueue, self }, params: WriteRequest) =>
      enqueueParentEvent(enqueue, self, { type: 'cell.committed', ...params }),
    ),
  },
}).createMachine({
  id: 'gridEditing',
  context: emptyEdit,
  initial: 'resting',
  states: {
    resting: {
      description: 'No cell is open for typing.',
      on: {
        'cell.open': {
          target: 'typing',
          actions: [
            withEvent('open'),
            'relayOpened',
            { type: 'relayDraft', params: ({ event }) => ({ row: event.row, key: event.key, value: event.draft }) },
          ],
        },
      },
    },
    typing: {
      description: 'One cell is open, and the user changes its value.',
      on: {
        'cell.open': [
          {
            guard: withEvent('isOtherAfterDraft'),
            actions: [
              { type: 'relayCommit', params: ({ context }) => toWriteRequest(context, context.draft) },
              withEvent('open'),
              { type: 'relayDraft', params: ({ event }) => ({ row: event.row, key: event.key, value: event.draft }) },
            ],
          },
          {
            guard: withEvent('isOther'),
            actions: [
              withEvent('open'),
              { type: 'relayDraft', params: ({ event }) => ({ row: event.row, key: event.key, value: event.draft }) },
            ],
          },
        ],
        'draft.change': {
          guard: withEvent('isOpen'),
          actions: [withEvent('setDraft'), { type: 'relayDraft', params: ({ context, event }) => toWriteRequest(context, event.value) }],
        },
        'cell.commit': [
          {
            guard: withEvent('isOpenWithNext'),
            actions: [{ type: 'relayCommit', params: ({ context, event }) => toWriteRequest(context, event.value) }, withEvent('openNext')],
          },
          {
            guard: withEvent('isOpen'),
            target: 'resting',
            actions: [
              { type: 'relayCommit', params: ({ context, event }) => toWriteRequest(context, event.value) },
              'forget',
              'relayClosed',
            ],
          },
        ],
        'cell.leave': [
          {
            guard: withEvent('isOpenWithDraft'),
            target: 'resting',
            actions: [{ type: 'relayCommit', params: ({ context }) => toWriteRequest(context, context.draft) }, 'forget', 'relayClosed'],
          },
          { guard: withEvent('isOpen'), target: 'resting', actions: ['forget', 'relayClosed'] },
        ],
        'cell.cancel': {
          guard: withEvent('isOpen'),
          target: 'resting',
          actions: [{ type: 'relayDraft', params: ({ context }) => toWriteRequest(context, null) }, 'forget', 'relayClosed'],
        },
        'grid.leave': [
          {
            guard: 'hasDraft',
            target: 'resting',
            actions: [{ type: 'relayCommit', params: ({ context }) => toWriteRequest(context, context.draft) }, 'forget', 'relayClosed'],
          },
          { target: 'resting', actions: ['forget', 'relayClosed'] },
        ],
        'row.saved': {
          guard: withEvent('isSaved'),
          actions: withEvent('setRow'),
        },
      },
    },
  },
});
