import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { assign, fromPromise } from 'xstate';
import type { PayoutRunList } from '../../../../contract/entities/payoutRun.ts';
import { messages } from '../../../../contract/messages.ts';
import { useApp } from '../../../app/context.ts';
import { rowActionOf } from '../../../machines/lists/rowAction.machine.ts';
import { toFormFailure } from '../../../machines/support/failure.ts';
import { createPayoutRuns } from '../../../services/payoutRuns.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';

const t = messages.payoutRuns;
type RunMonth = Readonly<{ month: string; pay_on: string }>;

/** Connects the list of runs and the proposal of a new one, which opens once created. */
export const useRuns = (open: (id: string) => void) => {
  const { http } = useApp();
  const service = useMemo(() => createPayoutRuns(http), [http]);
  const list = useAnswer<PayoutRunList>(() => service.list(), {}, t.failed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: provided once per opened page.
  const machine = useMemo(() => {
    const propose = async (month: RunMonth): Promise<string> => (await service.propose(month)).id;
    return rowActionOf<RunMonth>().provide({
      actors: {
        askAction: fromPromise(async (): Promise<string | null> => ''),
        saveAction: fromPromise(({ input: { action } }) => propose(action)),
      },
      actions: {
        setError: assign((_, { error }) => toFormFailure({ error, fallback: t.stepFailed })),
        reportSucceeded: (_, { output }) => open(output ?? ''),
      },
    });
  }, [service]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (state) => state);
  const { error, fields } = snapshot.context;
  return {
    list,
    /** Null if a field already shows its own error. */
    refused: Object.keys(fields).some((name) => name === 'pay_on' || name === 'month') ? null : error,
    fields,
    busy: snapshot.matches('asking') || snapshot.matches('saving'),
    propose: (action: RunMonth) => ref.send({ type: 'action.choose', action }),
    dismiss: () => ref.send({ type: 'error.dismiss' }),
  };
};
