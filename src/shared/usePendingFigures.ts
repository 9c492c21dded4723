import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { pendingFiguresMachine } from '../machines/commissions/pendingFigures.machine.ts';
import { useMachineRef } from './useMachineRef.ts';

/**
 * Binds how many figures of a page are still being computed, and has them read again until none is.
 * @param answer what the page was told last, another object with each answer; null before the first
 * @param askAgain of the first render
 * @returns how many; 0 once all are right
 */
export const usePendingFigures = (answer: object | null | undefined, pending: number, askAgain: () => void): number => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page asks the same thing again as long as it lives.
  const machine = useMemo(() => pendingFiguresMachine.provide({ actions: { askAgain: () => askAgain() } }), []);
  const ref = useMachineRef(machine);
  useEffect(() => {
    if (answer) ref.send({ type: 'figures.told', pending });
  }, [ref, answer, pending]);
  return useSelector(ref, (snapshot) => snapshot.context.pending);
};
