import type { User } from '../../../contract/entities/user.ts';
import { sessionMachine } from '../../../src/machines/session/session.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const user: User = {
  id: '7',
  first_name: 'Sam',
  last_name: 'Sales',
  email: 'sales@demo.test',
  role: 'salesperson',
  territory: 'West',
  active: true,
  manager_id: '3',
  must_change_password: false,
  preferences: { table_column_orders: {}, table_column_widths: {}, dashboard_settings: {}, notification_settings: {} },
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};
export const newcomer: User = { ...user, must_change_password: true };
export const unprotected: User = { ...user, second_factor_due: true };
export const challenge = { token: 'sf_attempt', methods: ['code', 'recovery_code', 'passkey'], passkey: { challenge: 'abc' } } as const;
export const reply = { kind: 'code', typed: '123456' } as const;
export const wrongCode = { status: 422, data: { message: 'The code is not right.', errors: { code: 'The code is not right.' } } };
export const attemptExpired = { status: 410, data: { message: 'This sign-in took too long.' } };
export const credentials = { email: 'sales@demo.test', password: 'secret', remember_me: true };
export const refused = { status: 401, data: { message: 'Your session has ended.' } };
export const broken = { status: 503, data: { message: 'Down for a minute.' } };

export const ssoBody = { remember_me: false, return_to: null };
export const issuerPage = { url: 'https://login.example.test/page' };

export const session: MachineCases<typeof sessionMachine> = {
  machine: sessionMachine,
  inputs: [{ hasToken: true }, { hasToken: false }],
  cases: {
    'login.submit': [{ credentials }],
    'login.edit': [{}],
    'code.submit': [{ reply }],
    'code.cancel': [{}],
    'factor.enabled': ({ context }) => (context.user?.second_factor_due ? [{}] : []),
    'factor.changed': [{}],
    'factor.due': [{}],
    'sso.submit': [{ body: ssoBody }],
    'sso.returned': [{}],
    'page.restored': [{}],
    'logout.submit': [{}],
    'window.focused': [{}],
    'user.changed': [{ user: { ...user, territory: 'Global' } }, { user: { ...user, id: '99' } }],
    'password.changed': [{}],
    'session.ended': [{}],
    'tokens.found': [{}],
    'tokens.cleared': [{}],
    'xstate.done.actor.loadUser': [{ output: user }, { output: newcomer }, { output: unprotected }],
    'xstate.error.actor.loadUser': [{ error: refused }, { error: broken }],
    'xstate.done.actor.login': [{ output: user }, { output: newcomer }, { output: unprotected }, { output: challenge }],
    'xstate.error.actor.login': [{ error: refused }],
    'xstate.done.actor.finishLogin': [{ output: user }, { output: newcomer }],
    'xstate.error.actor.finishLogin': [{ error: wrongCode }, { error: attemptExpired }],
    'xstate.done.actor.beginSso': [{ output: issuerPage }],
    'xstate.error.actor.beginSso': [{ error: broken }],
    'xstate.done.actor.finishSso': [{ output: { user, returnTo: null } }, { output: { user: newcomer, returnTo: null } }],
    'xstate.error.actor.finishSso': [{ error: refused }],
    'xstate.done.actor.logout': [{ output: issuerPage }, { output: { url: null } }],
    'xstate.error.actor.logout': [{ error: broken }],
    'xstate.after.logoutPatience.session.signingOut': [{}],
  },
  project: ({ user, error, challenge }) => [user?.must_change_password, user?.second_factor_due, error !== null, challenge !== null],
};
