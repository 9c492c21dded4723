import { holdMachine } from '../../../src/machines/holds/hold.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const values = { reason: 'The order is disputed', releaseOn: '' } as const;
export const refused = { status: 422, data: { message: 'Reason is required', errors: { reason: 'Reason is required' } } };

export const holdCases: MachineCases<typeof holdMachine> = {
  machine: holdMachine,
  inputs: [undefined],
  cases: {
    'hold.open': [{}],
    'hold.submit': [{ values }],
    'hold.close': [{}],
    'hold.release': [{}],
    'xstate.done.actor.saveHold': [{ output: {} }],
    'xstate.error.actor.saveHold': [{ error: refused }],
    'xstate.done.actor.releaseHold': [{ output: undefined }],
    'xstate.error.actor.releaseHold': [{ error: { status: 409, data: { message: 'This record is not held.' } } }],
  },
  project: ({ error }) => [error !== null],
};
