import { askForLinkMachine } from '../../../src/machines/session/askForLink.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const askForLink: MachineCases<typeof askForLinkMachine> = {
  machine: askForLinkMachine,
  inputs: [undefined],
  cases: {
    'link.ask': [{ email: 'sam@demo.test' }],
    'xstate.done.actor.askForLink': [{ output: undefined }],
    'xstate.error.actor.askForLink': [{ error: { status: 503 } }],
  },
  project: ({ email, error }) => [email, error],
};
