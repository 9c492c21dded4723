import { shallowEqual, useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { type ActorRefFrom, fromPromise } from 'xstate';
import type { ColumnTable, User } from '../../../contract/entities/user.ts';
import { useApp, useUser } from '../../app/context.ts';
import { columnLayoutMachine, type SavedLayout, toSavedLayout } from '../../machines/lists/columnLayout.machine.ts';
import { createPreferences } from '../../services/preferences.ts';
import type { GridLayout, LayoutChange } from '../../ui/grid/types.ts';
import { useMachineRef } from '../useMachineRef.ts';

type Layout = { layout: GridLayout; onLayoutChange: (change: LayoutChange) => void };
type SaveLayout = (layout: SavedLayout) => Promise<void>;

/** The user's saved columns of a table; empty for a provider without preferences. */
export const savedLayout = (user: User, table: ColumnTable): SavedLayout => ({
  order: user.preferences?.table_column_orders?.[table] ?? [],
  widths: user.preferences?.table_column_widths?.[table] ?? {},
});

const withLayout = (user: User, table: ColumnTable, { order, widths }: SavedLayout): User => ({
  ...user,
  preferences: {
    ...user.preferences,
    table_column_orders: { ...user.preferences?.table_column_orders, [table]: [...order] },
    table_column_widths: { ...user.preferences?.table_column_widths, [table]: { ...widths } },
  },
});

/** The machine that saves a table's columns, for screens whose machine invokes it, and the function that saves them. */
export const useColumnMachine = (table: ColumnTable): { machine: typeof columnLayoutMachine; save: SaveLayout } => {
  const { http, session } = useApp();
  const { id } = useUser();
  return useMemo(() => {
    const preferences = createPreferences(http);
    const save: SaveLayout = async (layout) => {
      const current = session.getSnapshot().context.user;
      if (current?.id === id) session.send({ type: 'user.changed', user: withLayout(current, table, layout) });
      await preferences.saveColumns(id, table, layout.order, layout.widths);
    };
    const machine = columnLayoutMachine.provide({
      actors: { saveLayout: fromPromise(({ input }) => save(input)) },
      actions: { logFailure: (_, { error }) => console.warn(error) },
    });
    return { machine, save };
  }, [http, session, table, id]);
};

/** The grid props of a running column machine. */
export const useGridLayout = (ref: ActorRefFrom<typeof columnLayoutMachine>, save: SaveLayout): Layout => {
  const layout = useSelector(
    ref,
    ({ context }) => ({ order: context.order, hidden: context.hidden, widths: context.widths }),
    shallowEqual,
  );
  // Saves a pending change when the user leaves the page.
  useEffect(() => {
    return () => {
      const snapshot = ref.getSnapshot();
      if (snapshot.hasTag('unsaved')) save(toSavedLayout(snapshot.context)).catch(console.warn);
    };
  }, [ref, save]);
  return { layout, onLayoutChange: ref.send };
};

/**
 * Connects a table's columns to the user's saved preference; the session keeps the layout for the next visit.
 * @param hiddenByDefault columns hidden by default
 */
export const useColumnLayout = (table: ColumnTable, keys: readonly string[], hiddenByDefault: readonly string[] = []): Layout => {
  const user = useUser();
  const { machine, save } = useColumnMachine(table);
  const ref = useMachineRef(machine, { keys, hiddenByDefault, saved: savedLayout(user, table) });
  return useGridLayout(ref, save);
};
