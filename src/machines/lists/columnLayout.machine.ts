import { assign, fromPromise, raise, setup, stateIn } from 'xstate';
import type { ColumnChoice } from '../../../contract/entities/user.ts';
import { limits } from '../../../contract/limits.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

export type SavedLayout = Readonly<{ order: readonly ColumnChoice[]; widths: Readonly<Record<string, number>> }>;

type Context = {
  /** The table's default order, restored by a reset. */
  keys: readonly string[];
  /** Keys of the columns hidden by default. */
  hiddenByDefault: readonly string[];
  order: readonly string[];
  hidden: readonly string[];
  widths: Readonly<Record<string, number>>;
};

type Events =
  | { type: 'column.move'; key: string; to: number }
  | { type: 'column.resize'; key: string; width: number }
  | { type: 'column.resetWidth'; key: string }
  | { type: 'column.hide'; key: string }
  | { type: 'column.show'; key: string }
  /** A whole layout: from a saved view, or a set of columns. */
  | { type: 'layout.apply'; layout: SavedLayout }
  | { type: 'layout.reset' }
  /** Raised when the layout differs from the saved one. A reset is saved at once. */
  | { type: 'layout.changed' }
  | { type: 'layout.emptied' };

const clamp = (width: number): number => Math.round(Math.min(Math.max(width, limits.table.minColumnWidth), limits.table.maxColumnWidth));

/** `to` counts all columns, including hidden ones, after removing the moved one. */
const moveColumn = ({ order }: Context, { key, to }: { key: string; to: number }): readonly string[] => {
  const remainingKeys = order.filter((otherKey) => otherKey !== key);
  return remainingKeys.toSpliced(Math.min(Math.max(to, 0), remainingKeys.length), 0, key);
};

/** The saved form of a layout; the default layout, as after a reset, is an empty list and an empty map (spec 7.32). */
export const toSavedLayout = ({ keys, hiddenByDefault, order, hidden, widths }: Context): SavedLayout => {
  const hasDefaultVisibility = hidden.length === hiddenByDefault.length && hidden.every((key) => hiddenByDefault.includes(key));
  const isDefault = order.every((key, index) => key === keys[index]) && hasDefaultVisibility && Object.keys(widths).length === 0;
  return { order: isDefault ? [] : order.map((key) => ({ key, visible: !hidden.includes(key) })), widths };
};

/** The saved order without columns that no longer exist; new columns come last. */
const merge = (
  { keys, hiddenByDefault }: Pick<Context, 'keys' | 'hiddenByDefault'>,
  savedLayout: SavedLayout,
): Pick<Context, 'order' | 'hidden' | 'widths'> => {
  const existing = savedLayout.order.filter((choice) => keys.includes(choice.key));
  const order = [...new Set(existing.map((choice) => choice.key))];
  const hidden = [
    ...order.filter((key) => existing.some((choice) => choice.key === key && !choice.visible)),
    ...hiddenByDefault.filter((key) => !order.includes(key)),
  ];
  return {
    order: [...order, ...keys.filter((key) => !order.includes(key))],
    // If the saved layout hides every column, all are shown: without a header there is no way back.
    hidden: hidden.length < keys.length ? hidden : [],
    widths: Object.fromEntries(
      Object.entries(savedLayout.widths)
        .filter(([key]) => keys.includes(key))
        .map(([key, width]) => [key, clamp(width)]),
    ),
  };
};

/**
 * Order, visibility and widths of a table's columns, saved per user (spec 2.36, 2.45, 7.32, 8.15, 9.08).
 * Normal path: steady → changed → saving → steady.
 * Never: run two saves at once, so the older one could win, lose a change because a save failed (the screen retains it), hide the last
 * column, or make one narrower than 60 px.
 */
export const columnLayoutMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    input: {} as { keys: readonly string[]; hiddenByDefault?: readonly string[]; saved: SavedLayout },
    tags: {} as 'unsaved',
  },
  actors: { saveLayout: fromPromise<void, SavedLayout>(missing('saveLayout')) },
  guards: {
    isColumn: ({ context }, params: { key: string }) => context.keys.includes(params.key),
    hasWidth: ({ context }, params: { key: string }) => Object.hasOwn(context.widths, params.key),
    canHide: ({ context }, params: { key: string }) =>
      context.keys.includes(params.key) && !context.hidden.includes(params.key) && context.hidden.length < context.keys.length - 1,
    isOutdated: stateIn({ saving: 'outdated' }),
    isHidden: ({ context }, params: { key: string }) => context.hidden.includes(params.key),
  },
  actions: {
    move: assign({ order: ({ context }, params: { key: string; to: number }) => moveColumn(context, params) }),
    resize: assign({
      widths: ({ context }, params: { key: string; width: number }) => ({ ...context.widths, [params.key]: clamp(params.width) }),
    }),
    resetWidth: assign({
      widths: ({ context }, params: { key: string }) =>
        Object.fromEntries(Object.entries(context.widths).filter(([key]) => key !== params.key)),
    }),
    hide: assign({ hidden: ({ context }, params: { key: string }) => [...context.hidden, params.key] }),
    show: assign({ hidden: ({ context }, params: { key: string }) => context.hidden.filter((key) => key !== params.key) }),
    apply: assign(({ context }, { layout }: { layout: SavedLayout }) => merge(context, layout)),
    reset: assign(({ context }) => ({ order: context.keys, hidden: context.hiddenByDefault, widths: {} })),
    noteChanged: raise({ type: 'layout.changed' }),
    noteEmptied: raise({ type: 'layout.emptied' }),
    logFailure: (_, _params: { error: unknown }) => {},
  },
  delays: { lastOfBurst: limits.table.saveDebounceMs },
}).createMachine({
  id: 'columnLayout',
  context: ({ input: { keys, hiddenByDefault = [], saved: savedLayout } }) => ({
    keys,
    hiddenByDefault,
    ...merge({ keys, hiddenByDefault }, savedLayout),
  }),
  initial: 'steady',
  states: {
    steady: {
      description: "The user isn't changing the columns, and no save is due.",
      on: { 'layout.changed': 'changed', 'layout.emptied': 'saving' },
    },
    changed: {
      description: 'The user has just changed the columns; the layout is saved once they pause.',
      tags: 'unsaved',
      after: { lastOfBurst: 'saving' },
      on: { 'layout.changed': { target: 'changed', reenter: true }, 'layout.emptied': 'saving' },
    },
    saving: {
      description: 'The layout is on its way to the server.',
      invoke: {
        id: 'saveLayout',
        src: 'saveLayout',
        input: ({ context }) => toSavedLayout(context),
        onDone: [{ guard: 'isOutdated', target: 'changed' }, { target: 'steady' }],
        onError: [
          {
            guard: 'isOutdated',
            target: 'changed',
            actions: withError('logFailure'),
          },
          { target: 'steady', actions: withError('logFailure') },
        ],
      },
      initial: 'current',
      states: {
        current: {
          description: 'The columns have not changed since the save began.',
          on: { 'layout.changed': 'outdated', 'layout.emptied': 'outdated' },
        },
        outdated: { description: 'The columns changed during the save, so another save follows.', tags: 'unsaved' },
      },
    },
  },
  on: {
    'column.move': {
      guard: withEvent('isColumn'),
      actions: [withEvent('move'), 'noteChanged'],
    },
    'column.resize': {
      guard: withEvent('isColumn'),
      actions: [withEvent('resize'), 'noteChanged'],
    },
    'column.resetWidth': {
      guard: withEvent('hasWidth'),
      actions: [withEvent('resetWidth'), 'noteChanged'],
    },
    'column.hide': {
      guard: withEvent('canHide'),
      actions: [withEvent('hide'), 'noteChanged'],
    },
    'column.show': {
      guard: withEvent('isHidden'),
      actions: [withEvent('show'), 'noteChanged'],
    },
    'layout.apply': { actions: [withEvent('apply'), 'noteChanged'] },
    'layout.reset': { actions: ['reset', 'noteEmptied'] },
  },
});
