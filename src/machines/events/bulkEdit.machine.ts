import { assign, setup } from 'xstate';
import type { EditableField } from '../../../contract/entities/event.ts';
import { withEvent } from '../support/params.ts';
import { toNullIfEmpty } from './eventConflict.ts';

type Row = Readonly<{ id: string; range: boolean; order: readonly string[] }>;
type Change = Readonly<{ field: EditableField | null; value: string }>;

type Context = Change & {
  selected: readonly string[];
  /** The start of a Shift selection. */
  anchor: string | null;
};

type Events =
  | ({ type: 'row.toggle' } & Row)
  | { type: 'all.toggle'; ids: readonly string[] }
  | { type: 'selection.clear' }
  | ({ type: 'change.choose' } & Change)
  | { type: 'bulk.apply' };

const exclude = (ids: readonly string[], removedIds: readonly string[]): readonly string[] => ids.filter((id) => !removedIds.includes(id));

const withToggledRow = ({ selected, anchor }: Context, { id, range, order }: Row): Pick<Context, 'selected' | 'anchor'> => {
  const [from, to] = [anchor === null ? -1 : order.indexOf(anchor), order.indexOf(id)].sort((a, b) => a - b) as [number, number];
  if (range && from >= 0) return { selected: [...new Set([...selected, ...order.slice(from, to + 1)])], anchor };
  return { selected: selected.includes(id) ? exclude(selected, [id]) : [...selected, id], anchor: id };
};

/**
 * Selected rows, and one field to set in all of them (decisions 6.02, 8.02).
 * Normal path: idle → choosing (a field, a value) → applied at once; the rows stay selected for the next field.
 * Never: ask for confirmation, because the cells show failures and Undo reverts the edit.
 */
export const bulkEditMachine = setup({
  types: { context: {} as Context, events: {} as Events },
  guards: {
    hasNoSelection: ({ context }) => context.selected.length === 0,
    hasSelection: ({ context }) => context.selected.length > 0,
    canApply: ({ context }) => context.field !== null && toNullIfEmpty(context.value) !== null,
  },
  actions: {
    toggleRow: assign(({ context }, params: Row) => withToggledRow(context, params)),
    toggleAll: assign(({ context }, { ids }: { ids: readonly string[] }) => ({
      selected: ids.every((id) => context.selected.includes(id))
        ? exclude(context.selected, ids)
        : [...new Set([...context.selected, ...ids])],
      anchor: null,
    })),
    clear: assign({ selected: [], anchor: null }),
    setChange: assign((_, { field, value }: Change) => ({ field, value })),
    /** Writes the value into the cells of these rows. */
    writeCells: (_, _params: Change & { ids: readonly string[] }) => {},
  },
}).createMachine({
  id: 'bulkEdit',
  context: { selected: [], anchor: null, field: null, value: '' },
  initial: 'idle',
  states: {
    idle: { description: 'No row is ticked.', always: { guard: 'hasSelection', target: 'choosing' } },
    choosing: {
      description: 'Rows are ticked, and the user picks a field and a value to set in all of them.',
      always: { guard: 'hasNoSelection', target: 'idle' },
      on: {
        'selection.clear': { actions: 'clear' },
        'change.choose': { actions: withEvent('setChange') },
        'bulk.apply': {
          guard: 'canApply',
          actions: { type: 'writeCells', params: ({ context: { selected, field, value } }) => ({ ids: selected, field, value }) },
        },
      },
    },
  },
  on: {
    'row.toggle': { actions: withEvent('toggleRow') },
    'all.toggle': { actions: withEvent('toggleAll') },
  },
});
