import { assign, sendTo, setup } from 'xstate';
import type { UsersSummary } from '../../../contract/entities/people.ts';
import type { User } from '../../../contract/entities/user.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { listOf } from '../lists/list.machine.ts';
import type { ActionSettled } from '../lists/rowAction.machine.ts';
import { withEvent } from '../support/params.ts';

export type UserAction = Readonly<{
  kind: 'activate' | 'deactivate' | 'delete' | 'invite' | 'liftLock' | 'reset' | 'resetFactor' | 'withdraw';
  user: User;
}>;
/** A generated password, or the link of an invitation, shown once. */
export type ShownSecret = Readonly<{ user: User; kind: 'password' | 'link'; secret: string }>;
/** The list's state from the URL (spec 7.13). */
type InitialList = Readonly<{ filters: Readonly<Record<string, string>>; search: string; page: number }>;
type Context = {
  selfId: string;
  mayImport: boolean;
  opening: InitialList;
  /** The user being edited; null for a new one. */
  subject: User | null;
  temporary: ShownSecret | null;
};
type Events =
  | { type: 'form.open'; user: User | null }
  | { type: 'form.closed' }
  | { type: 'form.saved'; user: User; password: string | null }
  | { type: 'import.open' }
  | { type: 'import.closed' }
  | { type: 'action.choose'; action: UserAction }
  | ActionSettled<UserAction>
  | { type: 'temporary.close' };

const t = messages.users;

/** decisions 4.03: users cannot delete or deactivate themselves, or choose their own password here; they change it in Profile. */
export const targetsSelf = ({ kind, user }: UserAction, selfId: string): boolean => user.id === selfId && kind !== 'activate';

/**
 * User Management (spec 2.58, 8.12): a list of people, a form, an import, and the row menu's actions.
 * Normal path: browsing → editing → browsing, or browsing → acting → browsing while the list confirms and saves; the page reloads after
 * a change.
 * Never: let users deactivate or delete themselves, act without confirmation, or show a temporary password twice.
 */
export const usersMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    input: {} as { selfId: string; mayImport: boolean; opening?: InitialList },
    children: {} as { list: 'list' },
  },
  actors: { list: listOf<User, UsersSummary | null, UserAction>() },
  guards: {
    mayImport: ({ context }) => context.mayImport,
    isAgainstSelf: ({ context }, params: { action: UserAction }) => targetsSelf(params.action, context.selfId),
    isGenerated: (_, params: { password: string | null }) => params.password !== null,
    isRevealing: (_, params: ActionSettled<UserAction>) => params.outcome === 'succeeded' && params.answer !== null,
    isDone: (_, params: ActionSettled<UserAction>) => params.outcome === 'succeeded',
  },
  actions: {
    setSubject: assign({ subject: (_, params: { user: User | null }) => params.user }),
    forgetSubject: assign({ subject: null }),
    act: sendTo('list', (_, { action }: { action: UserAction }) => ({ type: 'action.choose', action })),
    setTemporary: assign({
      temporary: (_, { user, password }: { user: User; password: string | null }) =>
        password === null ? null : { user, kind: 'password', secret: password },
    }),
    setAnswer: assign({
      temporary: (_, params: ActionSettled<UserAction>) =>
        params.outcome === 'succeeded' && params.answer !== null
          ? { user: params.action.user, kind: params.action.kind === 'invite' ? 'link' : 'password', secret: params.answer }
          : null,
    }),
    forgetTemporary: assign({ temporary: null }),
    forgetError: sendTo('list', { type: 'error.dismiss' }),
    reload: sendTo('list', { type: 'list.reload' }),
    reportSaved: (_, _params: { user: User; isNew: boolean }) => {},
    reportDone: (_, _params: { action: UserAction }) => {},
  },
}).createMachine({
  id: 'users',
  context: ({ input: { selfId, mayImport, opening = { filters: {}, search: '', page: 1 } } }) => ({
    selfId,
    mayImport,
    opening,
    subject: null,
    temporary: null,
  }),
  invoke: {
    id: 'list',
    src: 'list',
    input: ({ context: { opening } }) => ({ ...opening, pageSize: limits.users.pageSize, fallback: t.loadFailed }),
  },
  initial: 'browsing',
  states: {
    browsing: {
      description: 'The list of people is in front.',
      on: {
        'form.open': { target: 'editing', actions: [withEvent('setSubject'), 'forgetError'] },
        'import.open': { guard: 'mayImport', target: 'importing', actions: 'forgetError' },
        'action.choose': [{ guard: withEvent('isAgainstSelf') }, { target: 'acting', actions: withEvent('act') }],
      },
    },
    editing: {
      description: 'The form for a new or an existing person is open.',
      on: {
        'form.closed': { target: 'browsing', actions: 'forgetSubject' },
        'form.saved': [
          {
            guard: withEvent('isGenerated'),
            target: 'revealing',
            actions: [withEvent('setTemporary'), 'forgetSubject', 'reload'],
          },
          {
            target: 'browsing',
            actions: [
              { type: 'reportSaved', params: ({ context, event }) => ({ user: event.user, isNew: context.subject === null }) },
              'forgetSubject',
              'reload',
            ],
          },
        ],
      },
    },
    importing: {
      description: 'The import of people from a file is open.',
      on: { 'import.closed': { target: 'browsing', actions: 'reload' } },
    },
    acting: {
      description: "An action from a row's menu is being confirmed and saved.",
      on: {
        'action.settled': [
          { guard: withEvent('isRevealing'), target: 'revealing', actions: withEvent('setAnswer') },
          { guard: withEvent('isDone'), target: 'browsing', actions: withEvent('reportDone') },
          { target: 'browsing' },
        ],
      },
    },
    revealing: {
      description: 'A temporary password or the link of an invitation is shown, once, until the admin closes it.',
      on: { 'temporary.close': { target: 'browsing', actions: 'forgetTemporary' } },
    },
  },
});
