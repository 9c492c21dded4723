import type { DraftTrial } from '../../../contract/entities/configTrial.ts';
import { draftTrialMachine } from '../../../src/machines/settings/draftTrial.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const draft = '{ "second_approval_over": 600 }';
export const broken = '{ "second_approval_over": ';
export const trial: DraftTrial = {
  as_of: '2026-11-21T12:00:00.000Z',
  range: { start_date: '2026-07-01', end_date: '2026-09-30' },
  errors: [],
  people: [{ user_id: '7', name: 'Sam Sales', records: 2, before: 5000, after: 5750 }],
};

export const draftTrial: MachineCases<typeof draftTrialMachine> = {
  machine: draftTrialMachine,
  inputs: [{ commissionsConfig: '{}' }],
  cases: {
    'draft.changed': [{ commissionsConfig: draft }, { commissionsConfig: broken }],
    'people.choose': [{ people: [] }, { people: ['7'] }],
    'xstate.after.typingPause.draftTrial.waiting': [{}],
    'xstate.done.actor.tryDraft': [{ output: trial }],
    'xstate.error.actor.tryDraft': [{ error: { status: 500 } }],
  },
  project: ({ commissionsConfig, people }) => [commissionsConfig, people.length],
};
