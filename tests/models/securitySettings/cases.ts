import { securitySettingsMachine } from '../../../src/machines/settings/securitySettings.machine.ts';
import { deskCasesOf } from '../support/desk.ts';

export const stored = { second_factor_roles: ['admin' as const], payout_limit: 5000 };
export const changed = { second_factor_roles: ['admin' as const, 'finance' as const], payout_limit: 2500.5 };
export const refused = { status: 422, data: { message: 'Enter an amount', errors: { payout_limit: 'Enter an amount' } } };
export const forbidden = { status: 403, data: { message: 'Confirm with a code from your authenticator app first.' } };

export const securitySettingsCases = deskCasesOf<typeof securitySettingsMachine>({
  parts: ['newest', 'dismiss'],
  machine: securitySettingsMachine,
  inputs: [undefined],
  cases: {
    'step.submit': [{ step: { kind: 'save', settings: changed } }],
    'xstate.done.actor.load': [{ output: stored }],
    'xstate.error.actor.load': [{ error: { status: 500 } }],
    'xstate.done.actor.save': [{ output: changed }],
    'xstate.error.actor.save': [{ error: refused }, { error: forbidden }, { error: { status: 503 } }],
  },
  project: ({ content, step, error }) => [content?.payout_limit, step?.kind, error],
});
