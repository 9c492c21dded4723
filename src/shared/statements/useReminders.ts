import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import { fill, messages } from '../../../contract/messages.ts';
import { useApp, useToast } from '../../app/context.ts';
import { remindersMachine } from '../../machines/statements/reminders.machine.ts';
import { createStatements } from '../../services/statements.ts';
import { useMachineRef } from '../useMachineRef.ts';

/** Connects the people who have not confirmed their statements. */
export const useReminders = () => {
  const { http } = useApp();
  const toast = useToast();
  const machine = useMemo(() => {
    const service = createStatements(http);
    return remindersMachine.provide({
      actors: { load: fromPromise(() => service.unconfirmed()), save: fromPromise(() => service.remind()) },
      actions: {
        reportSaved: (_, { saved }) => toast(fill(messages.closing.reminders.done, { count: saved.reminded })),
      },
    });
  }, [http, toast]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (state) => state);
  return {
    people: snapshot.context.content,
    error: snapshot.context.error,
    failed: snapshot.matches('failed'),
    canRemind: snapshot.can({ type: 'step.submit', step: 'remind' }),
    remind: () => ref.send({ type: 'step.submit', step: 'remind' }),
    retry: () => ref.send({ type: 'desk.reload' }),
    dismiss: () => ref.send({ type: 'error.dismiss' }),
  };
};
