import { useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import { fromPromise } from 'xstate';
import type { UserImportUndo } from '../../../contract/entities/people.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useConfirm, useToast } from '../../app/context.ts';
import { type UserImportStep, userImportsMachine } from '../../machines/people/userImports.machine.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import type { Users } from './useUsers.ts';

const t = messages.userImport;

/** Connects the list of earlier imports; remembers the people whom the last undo could not restore. */
export const useUserImports = ({ service }: Pick<Users, 'service'>) => {
  const toast = useToast();
  const confirm = useConfirm();
  const [notRestored, setNotRestored] = useState<UserImportUndo['kept']>([]);
  const machine = useMemo(
    () =>
      userImportsMachine.provide({
        actors: {
          load: fromPromise(({ signal }) => service.imports(signal)),
          confirm: fromPromise(async ({ input: { step } }) =>
            confirm({ title: fill(t.undoOf, { title: step.title }), text: t.undoConfirm, accept: t.undo }),
          ),
          save: fromPromise(({ input: { step } }) => service.undoImport(step.id)),
        },
        actions: {
          reportSaved: (_, { saved: { kept, ...counts } }) => {
            toast(fill(t.undone, counts));
            setNotRestored(kept);
          },
        },
      }),
    [service, toast, confirm],
  );
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (state) => state);
  return {
    imports: snapshot.context.content ?? [],
    error: snapshot.context.error,
    busy: snapshot.matches('saving'),
    kept: notRestored,
    mayUndo: (step: UserImportStep) => snapshot.can({ type: 'step.submit', step }),
    undo: (step: UserImportStep) => ref.send({ type: 'step.submit', step }),
    retry: () => ref.send({ type: 'desk.reload' }),
    failed: snapshot.matches('failed'),
  };
};
