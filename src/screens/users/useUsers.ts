import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useSearch } from 'wouter';
import { assign, fromPromise } from 'xstate';
import type { UsersSummary } from '../../../contract/entities/people.ts';
import { fullName, type User } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useApp, useFeature, useToast, useToday, useUser } from '../../app/context.ts';
import { cursorPagesOf } from '../../machines/lists/cursorPages.machine.ts';
import { listOf } from '../../machines/lists/list.machine.ts';
import { rowActionOf } from '../../machines/lists/rowAction.machine.ts';
import { type UserAction, usersMachine } from '../../machines/people/users.machine.ts';
import { toFailure } from '../../machines/support/failure.ts';
import { askUser, confirmWithUser } from '../../services/browser.ts';
import { readAllPages } from '../../services/pages.ts';
import { createUsers } from '../../services/users.ts';
import { parseList, toSearchQuery } from '../../shared/lists/listInUrl.ts';
import { useList } from '../../shared/lists/useList.ts';
import { useQueryInUrl } from '../../shared/lists/useQueryInUrl.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { connectUsers, userNames } from './connectUsers.ts';

const t = messages.users;
const links = messages.signInLinks;
const confirmations = {
  activate: t.confirmActivate,
  deactivate: t.confirmDeactivate,
  delete: t.confirmDelete,
  invite: links.confirmInvite,
  liftLock: t.confirmLiftLock,
  resetFactor: messages.secondFactor.confirmReset,
  withdraw: links.confirmWithdraw,
} as const;
const doneMessages = {
  activate: t.activated,
  deactivate: t.deactivated,
  delete: t.deleted,
  invite: links.invited,
  liftLock: t.lockLifted,
  reset: t.reset,
  resetFactor: messages.secondFactor.resetDone,
  withdraw: links.withdrawn,
} as const;
type Service = ReturnType<typeof createUsers>;

/** spec 2.58: a prompt for a temporary password, a confirmation for everything else. */
const runAction = async ({ kind, user }: UserAction): Promise<string | null> => {
  const name = fullName(user);
  if (kind === 'reset') return askUser(fill(t.resetPrompt, { name }));
  return (await confirmWithUser(fill(confirmations[kind], { name }))) ? '' : null;
};

/** The server's message, otherwise the fallback of spec 8.12. */
const toReason = (error: unknown, kind: UserAction['kind'] | undefined): string =>
  toFailure({ error, fallback: kind === 'delete' ? t.deleteFailed : t.updateFailed }).message;

const performAction = async (service: Service, { kind, user }: UserAction, password: string): Promise<string | null> => {
  if (kind === 'reset') return service.resetPassword(user.id, password);
  if (kind === 'invite') return service.invite(user.id);
  if (kind === 'resetFactor') await service.resetFactor(user.id);
  else if (kind === 'liftLock') await service.liftLock(user.id);
  else if (kind === 'withdraw') await service.withdrawInvitation(user.id);
  else if (kind === 'delete') await service.remove(user.id);
  else await service.update(user.id, { active: kind === 'activate' }, null);
  return null;
};

/** Connects User Management to the service, the browser's dialogs and the session. */
export const useUsers = () => {
  const { http, session } = useApp();
  const self = useUser();
  const toast = useToast();
  const hasPages = useFeature('users-pages');
  const hasTemporary = useFeature('users-temporary-password');
  const canImport = useFeature('users-import');
  const canInvite = useFeature('invitations');
  const service = useMemo(() => createUsers(http, { pages: hasPages, temporary: hasTemporary }), [http, hasPages, hasTemporary]);
  const machine = useMemo(() => {
    const pages = cursorPagesOf<User, UsersSummary | null>().provide({
      actors: { loadPage: fromPromise(({ input }) => service.page(input)) },
    });
    const rowAction = rowActionOf<UserAction>().provide({
      actors: {
        askAction: fromPromise(async ({ input: { action } }) => runAction(action)),
        saveAction: fromPromise(({ input: { action, reply } }) => performAction(service, action, reply)),
      },
      actions: { setError: assign(({ context: { action } }, { error }) => ({ error: toReason(error, action?.kind) })) },
    });
    return usersMachine.provide({
      actors: { list: listOf<User, UsersSummary | null, UserAction>().provide({ actors: { pages, rowAction } }) },
      actions: {
        reportSaved: (_, { user, isNew }) => toast(fill(isNew ? t.created : t.updated, { name: fullName(user) })),
        reportDone: (_, { action }) => toast(fill(doneMessages[action.kind], { name: fullName(action.user) })),
      },
    });
  }, [service, toast]);
  const address = useSearch();
  const ref = useMachineRef(machine, { selfId: self.id, mayImport: canImport, opening: parseList(address, userNames) });
  const screen = useSelector(ref, (snapshot) => snapshot);
  if (!screen.children.list) throw new Error('users runs without its list');
  const list = useList<User, UsersSummary | null, UserAction>(screen.children.list, { names: userNames });
  useQueryInUrl({ question: toSearchQuery(list.address), search: address, follow: list.follow, bare: true });
  return {
    view: connectUsers(screen),
    mayInvite: canInvite,
    list,
    self,
    today: useToday(),
    service,
    edit: (user: User | null) => ref.send({ type: 'form.open', user }),
    act: (action: UserAction) => ref.send({ type: 'action.choose', action }),
    openImport: () => ref.send({ type: 'import.open' }),
    closeImport: () => ref.send({ type: 'import.closed' }),
    /** decisions 4.02: asks first, because the secret is shown only once. */
    closeTemporary: (question: string) => confirmWithUser(question) && ref.send({ type: 'temporary.close' }),
    formClosed: () => ref.send({ type: 'form.closed' }),
    formSaved: (user: User, password: string | null) => {
      // Shows the user's own changes in the app frame at once.
      if (user.id === self.id) session.send({ type: 'user.changed', user });
      ref.send({ type: 'form.saved', user, password });
    },
    /** All users that match role and search, each with the email address of their manager. */
    readAll: async () => {
      const matches = await readAllPages(service.page, list.question);
      const allUsers = Object.keys(list.question).length === 0 ? matches : await readAllPages(service.page, {});
      const emails = new Map(allUsers.map((user) => [user.id, user.email]));
      return matches.map((user) => ({ ...user, manager_email: emails.get(user.manager_id ?? '') ?? '' }));
    },
  };
};
export type Users = ReturnType<typeof useUsers>;
