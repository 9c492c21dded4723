import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import { fullName } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { can } from '../../../contract/permissions.ts';
import { useApp, useFeature, useToast, useUser } from '../../app/context.ts';
import { type SplitPersonOption, type SplitStep, type SplitValues, splitMachine } from '../../machines/splits/split.machine.ts';
import { readAllPages } from '../../services/pages.ts';
import { createSplits } from '../../services/splits.ts';
import { createUsers } from '../../services/users.ts';
import { useLatest } from '../../ui/support/useLatest.ts';
import { useMachineRef } from '../useMachineRef.ts';

const t = messages.splits;

/** Connects the manual split of one invoice; `onDone` is called after a save and closes the dialog. */
export const useSplit = (invoiceId: string, onDone: () => void) => {
  const { http } = useApp();
  const user = useUser();
  const toast = useToast();
  const pages = useFeature('users-pages');
  const latest = useLatest(onDone);
  const machine = useMemo(() => {
    const service = createSplits(http);
    const users = createUsers(http, { pages, temporary: false });
    /** The people the invoice may be split between. */
    const people = async (): Promise<readonly SplitPersonOption[]> => {
      const allUsers = await readAllPages(users.page, {});
      return allUsers
        .filter(({ active, manager_id }) => active && can(user, 'split:write', { owner_manager_id: manager_id }))
        .map((user) => ({ value: user.id, label: fullName(user) }))
        .sort((a, b) => a.label.localeCompare(b.label));
    };
    const save = (version: number, step: SplitStep) =>
      step.kind === 'share'
        ? service.save(invoiceId, { shares: [...step.values.shares], reason: step.values.reason, version })
        : service.remove(invoiceId, version);
    return splitMachine.provide({
      actors: {
        load: fromPromise(async ({ signal }) => {
          const [split, choices] = await Promise.all([service.read(invoiceId, signal), people()]);
          const ids = new Set(choices.map(({ value }) => value));
          const sharingPeople = split.shares
            .filter(({ user_id }) => !ids.has(user_id))
            .map(({ user_id, name }) => ({ value: user_id, label: name }));
          return { split, people: [...choices, ...sharingPeople] };
        }),
        save: fromPromise(({ input: { content, step } }) => save(content.split.version, step)),
      },
      actions: {
        reportSaved: (_, { step, saved }) => {
          toast(fill(step.kind === 'share' ? t.saved : t.takenBack, { invoice: saved.invoice_number }));
          latest.current();
        },
      },
    });
  }, [http, toast, invoiceId, pages, user]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (current) => current);
  const { content, error, fields } = snapshot.context;
  const submit = (step: SplitStep): void => ref.send({ type: 'step.submit', step });
  return {
    split: content?.split ?? null,
    people: content?.people ?? [],
    error,
    fields,
    failed: snapshot.matches('failed'),
    busy: snapshot.hasTag('busy'),
    canRemove: snapshot.can({ type: 'step.submit', step: { kind: 'remove' } }),
    retry: () => ref.send({ type: 'desk.reload' }),
    submit: (values: SplitValues) => submit({ kind: 'share', values }),
    remove: () => submit({ kind: 'remove' }),
  };
};
export type SplitView = ReturnType<typeof useSplit>;
