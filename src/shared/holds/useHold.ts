import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import { fill, messages } from '../../../contract/messages.ts';
import { useApp, useToast } from '../../app/context.ts';
import { type HoldValues, holdMachine } from '../../machines/holds/hold.machine.ts';
import { createHolds } from '../../services/holds.ts';
import { useLatest } from '../../ui/support/useLatest.ts';
import { useMachineRef } from '../useMachineRef.ts';

const t = messages.holds;

/** Connects holding and releasing one record; `onChanged` is called after either. */
export const useHold = (commissionId: string, invoice: string, onChanged: () => void) => {
  const { http } = useApp();
  const toast = useToast();
  const latest = useLatest(onChanged);
  const machine = useMemo(() => {
    const service = createHolds(http);
    const report = (message: string): void => {
      toast(fill(message, { invoice }));
      latest.current();
    };
    return holdMachine.provide({
      actors: {
        saveHold: fromPromise(({ input }) =>
          service.hold(commissionId, { reason: input.reason, release_on: input.releaseOn === '' ? null : input.releaseOn }),
        ),
        releaseHold: fromPromise(() => service.release(commissionId)),
      },
      actions: { reportHeld: () => report(t.saved), reportReleased: () => report(t.released) },
    });
  }, [http, toast, commissionId, invoice]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (current) => current);
  const { error, fields } = snapshot.context;
  return {
    error,
    fields,
    formOpen: snapshot.hasTag('form'),
    busy: snapshot.hasTag('busy'),
    open: () => ref.send({ type: 'hold.open' }),
    close: () => ref.send({ type: 'hold.close' }),
    submit: (values: HoldValues) => ref.send({ type: 'hold.submit', values }),
    release: () => ref.send({ type: 'hold.release' }),
  };
};
export type HoldView = ReturnType<typeof useHold>;
