import { assign, fromPromise, sendTo, setup } from 'xstate';
import type { User } from '../../../contract/entities/user.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { listMachine } from '../lists/list.machine.ts';
import { failureOf } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { ofEvent } from '../support/params.ts';

export type UserAction = Readonly<{ kind: 'activate' | 'deactivate' | 'delete' | 'reset'; user: User }>;
/** A password that the server or the app made up: shown once. */
export type Temporary = Readonly<{ user: User; password: string }>;
/** What the address says (spec 7.13). */
type Opening = Readonly<{ role: string; search: string; page: number }>;
type Context = {
  selfId: string;
  mayImport: boolean;
  opening: Opening;
  /** The user who is edited; null while one is added. */
  subject: User | null;
  action: UserAction | null;
  /** Typed for a reset, until it is sent; empty: one is made up. */
  password: string;
  temporary: Temporary | null;
  error: string | null;
};
type Events =
  | { type: 'form.open'; user: User | null }
  | { type: 'form.closed' }
  | { type: 'form.saved'; user: User; password: string | null }
  | { type: 'import.open' }
  | { type: 'import.closed' }
  | { type: 'action.choose'; action: UserAction }
  | { type: 'temporary.close' }
  | { type: 'error.dismiss' };

const text = messages.users;

/** decisions 4.03: nobody deletes themself or locks themself out; one's own password is changed in Profile. */
export const isAgainstSelf = ({ kind, user }: UserAction, selfId: string): boolean => user.id === selfId && kind !== 'activate';

/** spec 8.12: the server's own sentence, else these. */
const reasonOf = (error: unknown, kind: UserAction['kind'] | undefined): string =>
  failureOf({ error, fallback: kind === 'delete' ? text.deleteFailed : text.updateFailed }).message;

/**
 * User Management (spec 2.58, 8.12): a list of people, a form, an import, and what the row menu does.
 * Normal path: browsing → editing → browsing, or browsing → asking → acting → browsing; the page is read again after a change.
 * Never: deactivate or delete oneself, do what nobody confirmed, or show a temporary password twice.
 */
export const usersMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    input: {} as { selfId: string; mayImport: boolean; opening?: Opening },
    children: {} as { list: 'list' },
  },
  actors: {
    list: listMachine,
    /** The browser's own question: null is no; else what was typed, empty where nothing is or a password is made up. */
    askAction: fromPromise<string | null, { action: UserAction }>(missing('askAction')),
    /** Answers the password that was made up, null where none was. */
    saveAction: fromPromise<string | null, { action: UserAction; password: string }>(missing('saveAction')),
  },
  guards: {
    mayImport: ({ context }) => context.mayImport,
    isAgainstSelf: ({ context }, params: { action: UserAction }) => isAgainstSelf(params.action, context.selfId),
    isRefused: (_, params: { output: string | null }) => params.output === null,
    isMadeUp: (_, params: { password: string | null }) => params.password !== null,
  },
  actions: {
    keepSubject: assign({ subject: (_, params: { user: User | null }) => params.user, error: null }),
    forgetSubject: assign({ subject: null }),
    keepAction: assign({ action: (_, params: { action: UserAction }) => params.action, error: null }),
    forgetAction: assign({ action: null, password: '' }),
    keepPassword: assign({ password: (_, params: { password: string | null }) => params.password ?? '' }),
    keepTemporary: assign({
      temporary: (_, { user, password }: { user: User | null; password: string | null }) =>
        user && password !== null ? { user, password } : null,
    }),
    forgetTemporary: assign({ temporary: null }),
    keepError: assign({ error: ({ context }, params: { error: unknown }) => reasonOf(params.error, context.action?.kind) }),
    forgetError: assign({ error: null }),
    reload: sendTo('list', { type: 'list.reload' }),
    reportSaved: (_, _params: { user: User; isNew: boolean }) => {},
    reportDone: (_, _params: { action: UserAction | null }) => {},
  },
}).createMachine({
  id: 'users',
  context: ({ input: { selfId, mayImport, opening = { role: '', search: '', page: 1 } } }) => ({
    selfId,
    mayImport,
    opening,
    subject: null,
    action: null,
    password: '',
    temporary: null,
    error: null,
  }),
  invoke: {
    id: 'list',
    src: 'list',
    input: ({ context: { opening } }) => ({
      pageSize: limits.users.pageSize,
      fallback: text.loadFailed,
      filters: { role: opening.role },
      search: opening.search,
      page: opening.page,
    }),
  },
  initial: 'browsing',
  states: {
    browsing: {
      on: {
        'form.open': { target: 'editing', actions: ofEvent('keepSubject') },
        'import.open': { guard: 'mayImport', target: 'importing', actions: 'forgetError' },
        'action.choose': [{ guard: ofEvent('isAgainstSelf') }, { target: 'asking', actions: ofEvent('keepAction') }],
        'error.dismiss': { actions: 'forgetError' },
      },
    },
    editing: {
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
    importing: { on: { 'import.closed': { target: 'browsing', actions: 'reload' } } },
    asking: {
      invoke: {
        id: 'askAction',
        src: 'askAction',
        // Entered with an action only, like the next one.
        input: ({ context }) => ({ action: context.action as UserAction }),
        onDone: [
          { guard: ofEvent('isRefused'), target: 'browsing', actions: 'forgetAction' },
          { target: 'acting', actions: { type: 'keepPassword', params: ({ event }) => ({ password: event.output }) } },
        ],
        onError: { target: 'browsing', actions: [ofEvent('keepError'), 'forgetAction'] },
      },
    },
    acting: {
      invoke: {
        id: 'saveAction',
        src: 'saveAction',
        input: ({ context }) => ({ action: context.action as UserAction, password: context.password }),
        onDone: [
          {
            guard: { type: 'isMadeUp', params: ({ event }) => ({ password: event.output }) },
            target: 'revealing',
            actions: [
              {
                type: 'keepTemporary',
                params: ({ context, event }) => ({ user: context.action?.user ?? null, password: event.output }),
              },
              'forgetAction',
              'reload',
            ],
          },
          { target: 'browsing', actions: [{ type: 'reportDone', params: ({ context }) => context }, 'forgetAction', 'reload'] },
        ],
        onError: { target: 'browsing', actions: [ofEvent('keepError'), 'forgetAction', 'reload'] },
      },
    },
    revealing: { on: { 'temporary.close': { target: 'browsing', actions: 'forgetTemporary' } } },
  },
});
