import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import { fullName } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { can } from '../../../contract/permissions.ts';
import { useApp, useFeature, useToast, useUser } from '../../app/context.ts';
import { type SplitPerson, type SplitTyped, splitMachine } from '../../machines/splits/split.machine.ts';
import { readAllPages } from '../../services/pages.ts';
import { createSplits } from '../../services/splits.ts';
import { createUsers } from '../../services/users.ts';
import { useLatest } from '../../ui/support/useLatest.ts';
import { useMachineRef } from '../useMachineRef.ts';

const text = messages.splits;

/** Binds sharing one invoice by hand; `onDone` hears of what was saved, and closes. */
export const useSplit = (invoiceId: string, onDone: () => void) => {
  const { http } = useApp();
  const user = useUser();
  const toast = useToast();
  const pages = useFeature('users-pages');
  const latest = useLatest(onDone);
  const machine = useMemo(() => {
    const service = createSplits(http);
    const users = createUsers(http, { pages, temporary: false });
    /** Among whom the user may share it. */
    const people = async (): Promise<readonly SplitPerson[]> => {
      const all = await readAllPages(users.page, {});
      return all
        .filter(({ active, manager_id }) => active && can(user, 'split:write', { owner_manager_id: manager_id }))
        .map((each) => ({ value: each.id, label: fullName(each) }))
        .sort((a, b) => a.label.localeCompare(b.label));
    };
    const report = (said: string, invoice: string): void => {
      toast(fill(said, { invoice }));
      latest.current();
    };
    return splitMachine.provide({
      actors: {
        loadSplit: fromPromise(async ({ signal }) => {
          const [split, among] = await Promise.all([service.read(invoiceId, signal), people()]);
          const known = new Set(among.map(({ value }) => value));
          const sharing = split.shares
            .filter(({ user_id }) => !known.has(user_id))
            .map(({ user_id, name }) => ({ value: user_id, label: name }));
          return { split, people: [...among, ...sharing] };
        }),
        saveSplit: fromPromise(({ input }) =>
          service.save(invoiceId, { shares: [...input.shares], reason: input.reason, version: input.version }),
        ),
        removeSplit: fromPromise(({ input }) => service.remove(invoiceId, input.version)),
      },
      actions: {
        reportSaved: ({ context }) => report(text.saved, context.split?.invoice_number ?? ''),
        reportRemoved: ({ context }) => report(text.takenBack, context.split?.invoice_number ?? ''),
      },
    });
  }, [http, toast, invoiceId, pages, user]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (current) => current);
  const { split, people, error, fields } = snapshot.context;
  return {
    split,
    people,
    error,
    fields,
    failed: snapshot.matches('failed'),
    busy: snapshot.hasTag('busy'),
    canRemove: snapshot.can({ type: 'split.remove' }),
    retry: () => ref.send({ type: 'split.retry' }),
    submit: (typed: SplitTyped) => ref.send({ type: 'split.submit', typed }),
    remove: () => ref.send({ type: 'split.remove' }),
  };
};
export type SplitView = ReturnType<typeof useSplit>;
