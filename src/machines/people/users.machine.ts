import { assign, sendTo, setup } from 'xstate';
import type { User } from '../../../contract/entities/user.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { listOf } from '../lists/list.machine.ts';
import type { ActionSettled } from '../lists/rowAction.machine.ts';
import { ofEvent } from '../support/params.ts';

export type UserAction = Readonly<{ kind: 'activate' | 'deactivate' | 'delete' | 'reset'; user: User }>;
/** A password that the server or the app made up: shown once. */
export type Temporary = Readonly<{ user: User; password: string }>;
/** What the address says (spec 7.13). */
type Opening = Readonly<{ filters: Readonly<Record<string, string>>; search: string; page: number }>;
type Context = {
  selfId: string;
  mayImport: boolean;
  opening: Opening;
  /** The user who is edited; null while one is added. */
  subject: User | null;
  temporary: Temporary | null;
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

const text = messages.users;

/** decisions 4.03: nobody deletes themself or locks themself out; one's own password is changed in Profile. */
export const isAgainstSelf = ({ kind, user }: UserAction, selfId: string): boolean => user.id === selfId && kind !== 'activate';

/**
 * User Management (spec 2.58, 8.12): a list of people, a form, an import, and what the row menu does.
 * Normal path: browsing → editing → browsing, or browsing → acting → browsing, while the list asks and saves; the page is read again after a change.
 * Never: deactivate or delete oneself, do what nobody confirmed, or show a temporary password twice.
 */
export const usersMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    input: {} as { selfId: string; mayImport: boolean; opening?: Opening },
    children: {} as { list: 'list' },
  },
  actors: { list: listOf<User, unknown, UserAction>() },
  guards: {
    mayImport: ({ context }) => context.mayImport,
    isAgainstSelf: ({ context }, params: { action: UserAction }) => isAgainstSelf(params.action, context.selfId),
    isMadeUp: (_, params: { password: string | null }) => params.password !== null,
    isRevealing: (_, params: ActionSettled<UserAction>) => params.outcome === 'succeeded' && params.answer !== null,
    isDone: (_, params: ActionSettled<UserAction>) => params.outcome === 'succeeded',
  },
  actions: {
    keepSubject: assign({ subject: (_, params: { user: User | null }) => params.user }),
    forgetSubject: assign({ subject: null }),
    act: sendTo('list', (_, { action }: { action: UserAction }) => ({ type: 'action.choose', action })),
    keepTemporary: assign({
      temporary: (_, { user, password }: { user: User; password: string | null }) => (password === null ? null : { user, password }),
    }),
    keepAnswer: assign({
      temporary: (_, params: ActionSettled<UserAction>) =>
        params.outcome === 'succeeded' && params.answer !== null ? { user: params.action.user, password: params.answer } : null,
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
    input: ({ context: { opening } }) => ({ ...opening, pageSize: limits.users.pageSize, fallback: text.loadFailed }),
  },
  initial: 'browsing',
  states: {
    browsing: {
      description: 'The list of people is in front.',
      on: {
        'form.open': { target: 'editing', actions: [ofEvent('keepSubject'), 'forgetError'] },
        'import.open': { guard: 'mayImport', target: 'importing', actions: 'forgetError' },
        'action.choose': [{ guard: ofEvent('isAgainstSelf') }, { target: 'acting', actions: ofEvent('act') }],
      },
    },
    editing: {
      description: 'The form for a new or an existing person is open.',
      on: {
        'form.closed': { target: 'browsing', actions: 'forgetSubject' },
        'form.saved': [
          {
            guard: ofEvent('isMadeUp'),
            target: 'revealing',
            actions: [ofEvent('keepTemporary'), 'forgetSubject', 'reload'],
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
          { guard: ofEvent('isRevealing'), target: 'revealing', actions: ofEvent('keepAnswer') },
          { guard: ofEvent('isDone'), target: 'browsing', actions: ofEvent('reportDone') },
          { target: 'browsing' },
        ],
      },
    },
    revealing: {
      description: 'A temporary password is shown, once, until the admin closes it.',
      on: { 'temporary.close': { target: 'browsing', actions: 'forgetTemporary' } },
    },
  },
});
