import { shallowEqual, useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import { columnLayoutMachine } from '../../machines/lists/columnLayout.machine.ts';
import { useMachineRef } from '../useMachineRef.ts';

/** The columns of a table without saved preferences, kept until the user leaves the page. @param hiddenByDefault hidden columns */
export const useVisitLayout = (keys: readonly string[], hiddenByDefault: readonly string[] = []) => {
  const machine = useMemo(() => columnLayoutMachine.provide({ actors: { saveLayout: fromPromise(async () => {}) } }), []);
  const ref = useMachineRef(machine, { keys, hiddenByDefault, saved: { order: [], widths: {} } });
  const layout = useSelector(ref, ({ context: { order, hidden, widths } }) => ({ order, hidden, widths }), shallowEqual);
  return { layout, onLayoutChange: ref.send };
};
