import type { Passkey, SecondFactorState } from '../../../contract/entities/secondFactor.ts';
import { type FactorStep, secondFactorMachine } from '../../../src/machines/session/secondFactor.machine.ts';
import { deskCasesOf } from '../support/desk.ts';

export const passkey: Passkey = { id: '3', name: 'Laptop', created_at: '2026-11-01T12:00:00.000Z', last_used_at: null };
export const off: SecondFactorState = { since: null, required: false, password_needed: true, recovery_codes_left: 0, passkeys: [] };
export const on: SecondFactorState = {
  since: '2026-11-01T12:00:00.000Z',
  required: false,
  password_needed: true,
  recovery_codes_left: 10,
  passkeys: [passkey],
};
export const begun = { secret: 'ABCDEFGH', qr: '<svg xmlns="http://www.w3.org/2000/svg"></svg>' };
export const codes = ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'];
export const wrongCode = { status: 422, data: { message: 'The code is not right.', errors: { code: 'The code is not right.' } } };
export const gone = { status: 409, data: { message: 'No second factor is set up.' } };

const begin: FactorStep = { kind: 'begin', password: 'a good sentence' };
const enable: FactorStep = { kind: 'enable', code: '123456' };
const add: FactorStep = { kind: 'addPasskey', name: 'Phone' };
const remove: FactorStep = { kind: 'removePasskey', passkey };

export const secondFactorCases = deskCasesOf<typeof secondFactorMachine>({
  parts: ['form', 'confirm', 'newest', 'again', 'dismiss', 'reload'],
  machine: secondFactorMachine,
  inputs: [undefined],
  cases: {
    'form.open': ({ context: { content } }) => [{ form: { kind: content?.state.since ? 'passkey' : 'setUp' } }],
    'form.close': [{}],
    'step.submit': ({ context: { content, form } }) => {
      if (form) return [{ step: form.kind === 'passkey' ? add : begin }];
      if (content?.begun) return [{ step: enable }];
      return content?.state.since && content.codes === null
        ? [{ step: { kind: 'renewCodes' } }, { step: { kind: 'disable' } }, { step: remove }]
        : [{ step: add }];
    },
    'xstate.done.actor.load': [off, on].map((state) => ({ output: { state, begun: null, codes: null } })),
    'xstate.error.actor.load': [{ error: { status: 500 } }],
    'xstate.done.actor.confirm': [{ output: true }, { output: false }],
    'xstate.error.actor.confirm': [{ error: {} }],
    'xstate.done.actor.save': ({ context: { step } }) => {
      if (step?.kind === 'begin') return [{ output: { begun } }];
      return [{ output: step?.kind === 'enable' || step?.kind === 'renewCodes' ? { codes } : null }];
    },
    'xstate.error.actor.save': [{ error: wrongCode }, { error: gone }],
  },
  project: ({ content, step, form, error }) => [
    content?.state.since !== null,
    content?.begun != null,
    content?.codes != null,
    step?.kind,
    form?.kind,
    error,
  ],
});
