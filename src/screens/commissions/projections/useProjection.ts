import { useActorRef, useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { DateRange } from '../../../../contract/rules/time/period.ts';
import { useApp } from '../../../app/context.ts';
import { projectionMachine, type WhatIf } from '../../../machines/projections/projection.machine.ts';
import { createProjections } from '../../../services/projections.ts';

/** Connects the projection dialog to the server for one person and the screen's period. */
export const useProjection = (firstPerson: string, { start_date, end_date }: DateRange) => {
  const { http, inspect } = useApp();
  const machine = useMemo(() => {
    const service = createProjections(http);
    return projectionMachine.provide({
      actors: {
        loadDeals: fromPromise(({ input, signal }) => service.deals(input.userId, signal)),
        calculate: fromPromise(({ input: { userId, ticked, extra, weighted }, signal }) =>
          service.calculate({ user_id: userId, start_date, end_date, deal_ids: [...ticked], extra: [...extra], weighted }, signal),
        ),
      },
    });
  }, [http, start_date, end_date]);
  const ref = useActorRef(machine, { input: { userId: firstPerson }, ...(inspect ? { inspect } : {}) });
  const snapshot = useSelector(ref, (current) => current);
  return {
    ...snapshot.context,
    loading: snapshot.matches('loading'),
    calculating: snapshot.matches({ ready: 'calculating' }),
    failed: snapshot.matches({ ready: 'failed' }),
    choosePerson: (userId: string) => ref.send({ type: 'person.choose', userId }),
    toggleDeal: (id: string) => ref.send({ type: 'deal.toggle', id }),
    toggleWeighted: () => ref.send({ type: 'weighted.toggle' }),
    addRow: (row: WhatIf) => ref.send({ type: 'row.add', row }),
    removeRow: (index: number) => ref.send({ type: 'row.remove', index }),
    retry: () => ref.send({ type: 'projection.retry' }),
  };
};
export type ProjectionView = ReturnType<typeof useProjection>;
