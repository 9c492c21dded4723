import { shallowEqual, useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { ColumnTable, User } from '../../../contract/entities/user.ts';
import { columnLayoutMachine, layoutToSave, type SavedLayout } from '../../machines/columnLayout.machine.ts';
import { createPreferences } from '../../services/preferences.ts';
import type { GridLayout, LayoutChange } from '../../ui/grid/types.ts';
import { useApp, useUser } from '../context.ts';

/** What the user saved for a table; a provider that keeps no preferences has none. */
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

/** Binds a table's columns to the user's saved preference; the session keeps what was saved for the next visit of the screen. */
export const useColumnLayout = (
  table: ColumnTable,
  keys: readonly string[],
): { layout: GridLayout; onLayoutChange: (change: LayoutChange) => void } => {
  const { http, session, inspect } = useApp();
  const user = useUser();
  const save = useMemo(() => {
    const preferences = createPreferences(http);
    return async (saved: SavedLayout): Promise<void> => {
      const current = session.getSnapshot().context.user;
      if (current?.id === user.id) session.send({ type: 'user.changed', user: withLayout(current, table, saved) });
      await preferences.saveColumns(user.id, table, saved.order, saved.widths);
    };
  }, [http, session, table, user.id]);
  const machine = useMemo(() => {
    return columnLayoutMachine.provide({
      actors: { saveLayout: fromPromise(({ input }) => save(input)) },
      actions: { logFailure: (_, { error }) => console.warn(error) },
    });
  }, [save]);
  const ref = useActorRef(machine, { input: { keys, saved: savedLayout(user, table) }, ...(inspect ? { inspect } : {}) });
  const layout = useSelector(
    ref,
    ({ context }) => ({ order: context.order, hidden: context.hidden, widths: context.widths }),
    shallowEqual,
  );
  // Who leaves before the last change was saved has made it all the same.
  useEffect(() => {
    return () => {
      const snapshot = ref.getSnapshot();
      if (snapshot.matches('changed')) save(layoutToSave(snapshot.context)).catch(console.warn);
    };
  }, [ref, save]);
  return { layout, onLayoutChange: ref.send };
};
