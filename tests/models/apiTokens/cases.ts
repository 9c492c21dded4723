import type { ApiToken, ApiTokenBody, IssuedToken } from '../../../contract/entities/apiToken.ts';
import { apiTokensMachine } from '../../../src/machines/tokens/apiTokens.machine.ts';
import { deskCasesOf } from '../support/desk.ts';

export const token: ApiToken = {
  id: '4',
  name: 'Payroll',
  hint: 'qb_Ab12',
  scopes: ['read:pay'],
  owner_id: '7',
  owner_name: 'Sam Seller',
  created_at: '2026-11-01T12:00:00.000Z',
  expires_at: '2099-12-01T12:00:00.000Z',
  last_used_at: null,
  revoked_at: null,
};
export const issued: IssuedToken = { token: { ...token, id: '5', name: 'Export' }, secret: 'qb_secret' };
export const body: ApiTokenBody = { name: 'Export', scopes: ['read:pay'], expires_in_days: 30, current_password: 'a good sentence' };
export const wrongPassword = {
  status: 422,
  data: { code: 'form_refused', message: 'Wrong password', errors: { current_password: 'Wrong password' } },
};
export const gone = { status: 404, data: { message: 'The token no longer exists.' } };

export const apiTokensCases = deskCasesOf<typeof apiTokensMachine>({
  parts: ['form', 'confirm', 'newest', 'again', 'dismiss', 'reload'],
  machine: apiTokensMachine,
  inputs: [undefined],
  cases: {
    'form.open': [{ form: { kind: 'new' } }],
    'form.close': [{}],
    'step.submit': ({ context: { form } }) => [
      ...(form ? [{ step: { kind: 'create', body } } as const] : []),
      { step: { kind: 'revoke', token } },
    ],
    'xstate.done.actor.load': [{ output: { tokens: [token], issued: null } }],
    'xstate.error.actor.load': [{ error: { status: 500 } }],
    'xstate.done.actor.confirm': [{ output: true }, { output: false }],
    'xstate.error.actor.confirm': [{ error: {} }],
    'xstate.done.actor.save': ({ context: { step } }) => [{ output: step?.kind === 'create' ? issued : null }],
    'xstate.error.actor.save': [{ error: wrongPassword }, { error: gone }],
  },
  project: ({ content, step, form, error }) => [content?.tokens.length, content?.issued !== null, step?.kind, form !== null, error],
});
