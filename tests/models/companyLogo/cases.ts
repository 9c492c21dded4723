import { companyLogoMachine } from '../../../src/machines/settings/companyLogo.machine.ts';
import { deskCasesOf } from '../support/desk.ts';

export const shown = { address: '/api/v1/public/logo?v=1a2b3c' };
export const refused = { status: 422, data: { message: 'The logo must be a PNG or JPEG picture. Nothing was saved.' } };
export const gone = { status: 404, data: { message: 'This logo no longer exists.' } };

export const companyLogoCases = deskCasesOf<typeof companyLogoMachine>({
  parts: ['confirm', 'again', 'dismiss'],
  machine: companyLogoMachine,
  inputs: [undefined],
  cases: {
    'step.submit': [{ step: { kind: 'replace' } }, { step: { kind: 'remove' } }],
    'xstate.done.actor.load': [{ output: shown }, { output: { address: '' } }],
    'xstate.error.actor.load': [{ error: { status: 500 } }],
    'xstate.done.actor.confirm': [{ output: true }, { output: false }],
    'xstate.error.actor.confirm': [{ error: {} }],
    'xstate.done.actor.save': [{ output: undefined }],
    'xstate.error.actor.save': [{ error: refused }, { error: gone }],
  },
  project: ({ content, step, error }) => [content?.address, step?.kind, error],
});
