import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { pendingFiguresMachine } from '../machines/commissions/pendingFigures.machine.ts';
import { useMachineRef } from './useMachineRef.ts';

/**
 * Counts the figures of a page that are still being computed, and reloads them until there are none.
 * @param response the page's last response, a new object each time; null before the first
 * @param askAgain only that of the first render is used
 * @returns the count; 0 once all figures are up to date
 */
export const usePendingFigures = (response: object | null | undefined, pending: number, askAgain: () => void): number => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page repeats the same request while it is mounted.
  const machine = useMemo(() => pendingFiguresMachine.provide({ actions: { askAgain: () => askAgain() } }), []);
  const ref = useMachineRef(machine);
  useEffect(() => {
    if (response) ref.send({ type: 'figures.told', pending });
  }, [ref, response, pending]);
  return useSelector(ref, (snapshot) => snapshot.context.pending);
};
