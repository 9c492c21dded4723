import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { assign, fromPromise } from 'xstate';
import type { BankRule } from '../../../../contract/entities/bank.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { useConfirm, useToast } from '../../../app/context.ts';
import { rowActionOf } from '../../../machines/lists/rowAction.machine.ts';
import type { BankService } from '../../../services/bank.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';

const t = messages.bank.rules;

/** Loads the bank rules, and removes one after confirmation. */
export const useRules = (service: BankService) => {
  const toast = useToast();
  const confirm = useConfirm();
  const list = useAnswer<readonly BankRule[]>(service.rules, {}, t.failed);
  const { ask } = list;
  const machine = useMemo(
    () =>
      rowActionOf<BankRule>().provide({
        actors: {
          askAction: fromPromise(async ({ input: { action } }) => {
            const title = fill(t.confirm, { counterparty: action.counterparty });
            return (await confirm({ title, text: t.confirmText, accept: t.remove })) ? '' : null;
          }),
          saveAction: fromPromise(async ({ input: { action } }) => {
            await service.removeRule(action.id);
            toast(t.removed);
            return null;
          }),
        },
        actions: {
          setError: assign({ error: t.removeFailed }),
          reportSucceeded: () => ask({}),
          // The likely cause: someone else has already removed it.
          reportFailed: () => ask({}),
        },
      }),
    [service, toast, confirm, ask],
  );
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (state) => state);
  const saving = snapshot.matches('saving');
  return {
    list,
    removal: snapshot.context.error,
    busy: saving || snapshot.matches('asking'),
    removing: saving ? (snapshot.context.action?.id ?? null) : null,
    remove: (rule: BankRule) => ref.send({ type: 'action.choose', action: rule }),
    dismiss: () => ref.send({ type: 'error.dismiss' }),
  };
};
