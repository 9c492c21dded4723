import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { assign, fromPromise } from 'xstate';
import type { UserFact } from '../../../contract/entities/people.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useConfirm, useToast } from '../../app/context.ts';
import { rowActionOf } from '../../machines/lists/rowAction.machine.ts';
import { toFailureMessage } from '../../machines/support/failure.ts';
import { useAnswer } from '../../shared/useAnswer.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { describeFact } from './factText.ts';
import type { Users } from './useUsers.ts';

const t = messages.userFormText;

/** Connects a person's dated facts; withdrawing a planned one asks for confirmation. */
export const useUserHistory = (service: Users['service'], userId: string) => {
  const toast = useToast();
  const confirm = useConfirm();
  const { answer, error, ask } = useAnswer(() => service.history(userId), {}, t.historyFailed);
  const machine = useMemo(
    () =>
      rowActionOf<UserFact>().provide({
        actors: {
          askAction: fromPromise(async ({ input: { action } }) => {
            const text = fill(t.confirmWithdrawText, describeFact(action));
            return (await confirm({ title: t.confirmWithdraw, text, accept: t.withdraw })) ? '' : null;
          }),
          saveAction: fromPromise(async ({ input: { action } }) => {
            await service.withdrawPlanned(userId, action.field, action.first_day ?? '');
            toast(t.withdrawn);
            return null;
          }),
        },
        actions: {
          setError: assign({ error: (_, failure) => toFailureMessage({ error: failure.error, fallback: t.withdrawFailed }) }),
          reportSucceeded: () => ask({}),
          // The likely cause: it is already withdrawn or in effect.
          reportFailed: () => ask({}),
        },
      }),
    [service, userId, toast, confirm, ask],
  );
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (state) => state);
  const saving = snapshot.matches('saving');
  return {
    facts: answer ?? [],
    failure: error,
    refused: snapshot.context.error,
    busy: saving || snapshot.matches('asking'),
    withdrawing: saving ? snapshot.context.action : null,
    withdraw: (fact: UserFact) => ref.send({ type: 'action.choose', action: fact }),
    dismiss: () => ref.send({ type: 'error.dismiss' }),
  };
};
