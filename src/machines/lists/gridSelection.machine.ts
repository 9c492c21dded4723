import { assign, setup } from 'xstate';
import { withEvent } from '../support/params.ts';

/** The fixed corner; includes the row key, because after sorting or reloading the index means another row. */
export type SelectionCorner = Readonly<{ row: number; key: string; rowKey: string }>;
type Context = {
  corner: SelectionCorner | null;
  /** The row index the fill handle was dragged to. */
  fillTo: number | null;
};
type Events =
  | { type: 'pointer.down' }
  | { type: 'pointer.up' }
  /** By Shift with a key or click, or by a drag; `from` is used if nothing is selected yet. */
  | { type: 'range.extend'; from: SelectionCorner }
  | { type: 'range.clear' }
  | { type: 'fill.start' }
  | { type: 'fill.over'; row: number }
  | { type: 'fill.cancel' };

/**
 * The selected range of cells, from a fixed corner to the focused cell, and its pointer gestures (decisions 8.02).
 * Normal path: single → (Shift, or a drag) range → single; range → filling → the parent writes the block.
 * Never: preserve a range after its rows changed, or fill because the pointer merely moved.
 */
export const gridSelectionMachine = setup({
  types: { context: {} as Context, events: {} as Events, tags: {} as 'held' },
  guards: {
    hasCorner: ({ context }) => context.corner !== null,
    hasTarget: ({ context }) => context.fillTo !== null,
  },
  actions: {
    extend: assign({ corner: ({ context }, { from }: { from: SelectionCorner }) => context.corner ?? from }),
    clear: assign({ corner: null }),
    setTarget: assign({ fillTo: (_, { row }: { row: number }) => row }),
    forgetTarget: assign({ fillTo: null }),
    /** Fills the block down to this row. */
    fill: (_, _params: { row: number | null }) => {},
  },
}).createMachine({
  id: 'gridSelection',
  context: { corner: null, fillTo: null },
  initial: 'single',
  states: {
    single: {
      description: 'Only the cell with the focus is selected.',
      on: {
        'pointer.down': 'dragging',
        'range.extend': { target: 'range', actions: withEvent('extend') },
        'fill.start': 'filling',
      },
    },
    dragging: {
      description: 'The user drags across cells to select a block.',
      tags: 'held',
      on: {
        'range.extend': { actions: withEvent('extend') },
        'pointer.up': [{ guard: 'hasCorner', target: 'range' }, { target: 'single' }],
        'range.clear': { target: 'single', actions: 'clear' },
      },
    },
    range: {
      description: 'A block of cells is selected.',
      on: {
        'pointer.down': { target: 'dragging', actions: 'clear' },
        'range.extend': { actions: withEvent('extend') },
        'range.clear': { target: 'single', actions: 'clear' },
        'fill.start': 'filling',
      },
    },
    filling: {
      description: 'The user drags the fill handle down to copy values into the rows below.',
      tags: 'held',
      on: {
        'fill.over': { actions: withEvent('setTarget') },
        'pointer.up': [
          {
            guard: 'hasTarget',
            target: 'weighing',
            actions: [{ type: 'fill', params: ({ context }) => ({ row: context.fillTo }) }, 'forgetTarget'],
          },
          { target: 'weighing' },
        ],
        'fill.cancel': { target: 'weighing', actions: 'forgetTarget' },
      },
    },
    weighing: {
      description: 'Decision point: after filling, the block stays selected if there was one.',
      always: [{ guard: 'hasCorner', target: 'range' }, { target: 'single' }],
    },
  },
});
