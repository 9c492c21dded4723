import { stepUpMachine } from '../../../src/machines/session/stepUp.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const reply = { kind: 'code', typed: '123456' } as const;
export const wrongCode = { status: 422, data: { message: 'The code is not right.' } };
export const methods = ['code', 'recovery_code', 'passkey'] as const;

export const stepUp: MachineCases<typeof stepUpMachine> = {
  machine: stepUpMachine,
  inputs: [undefined],
  cases: {
    'factor.ask': [{}],
    'code.submit': [{ reply }],
    'code.cancel': [{}],
    'xstate.done.actor.loadMethods': [{ output: methods }],
    'xstate.error.actor.loadMethods': [{ error: new Error('offline') }],
    'xstate.done.actor.confirmFactor': [{ output: undefined }],
    'xstate.error.actor.confirmFactor': [{ error: wrongCode }],
  },
  project: ({ methods: known, reply: sent, error }) => [known.length, sent !== null, error],
};
