import { assign, setup } from 'xstate';
import { withEvent } from '../support/params.ts';
import type { ListItem } from './infiniteList.machine.ts';

export type PastedCell = Readonly<{ row: ListItem; key: string; value: string }>;
/** Cells of a block that do not fit, and why: outside the table, read-only, a value the field refuses, or too many cells. */
export type Misfit = Readonly<{ why: 'rows' | 'columns' | 'readOnly' | 'value' | 'most'; count: number; example: string }>;
export type PastePlan = Readonly<{ cells: readonly PastedCell[]; misfits: readonly Misfit[] }>;

type Context = { plan: PastePlan | null };
type Events = ({ type: 'paste.offer' } & PastePlan) | { type: 'paste.accept' } | { type: 'paste.cancel' };

/**
 * A spreadsheet block pasted into a grid (decisions 8.02): the fitting cells are written as one step that Undo can revert.
 * Normal path: idle, which writes a fitting block at once; otherwise → previewing → idle.
 * Never: skip a cell without saying so first.
 */
export const gridPasteMachine = setup({
  types: { context: {} as Context, events: {} as Events },
  guards: {
    fits: (_, { cells, misfits }: PastePlan) => misfits.length === 0 && cells.length > 0,
    hasAnyCells: (_, { cells, misfits }: PastePlan) => misfits.length + cells.length > 0,
    hasCells: ({ context }) => (context.plan?.cells.length ?? 0) > 0,
  },
  actions: {
    setPlan: assign((_, { cells, misfits }: PastePlan) => ({ plan: { cells, misfits } })),
    forgetPlan: assign({ plan: null }),
    writeCells: (_, _params: { cells: readonly PastedCell[] }) => {},
  },
}).createMachine({
  id: 'gridPaste',
  context: { plan: null },
  initial: 'idle',
  states: {
    idle: {
      description: "No pasted block waits for the user's decision.",
      on: {
        'paste.offer': [
          { guard: withEvent('fits'), actions: withEvent('writeCells') },
          { guard: withEvent('hasAnyCells'), target: 'previewing', actions: withEvent('setPlan') },
        ],
      },
    },
    previewing: {
      description: "Part of a pasted block doesn't fit, and the user decides whether to write the rest.",
      on: {
        'paste.accept': {
          guard: 'hasCells',
          target: 'idle',
          actions: [{ type: 'writeCells', params: ({ context }) => ({ cells: context.plan?.cells ?? [] }) }, 'forgetPlan'],
        },
        'paste.cancel': { target: 'idle', actions: 'forgetPlan' },
      },
    },
  },
});
