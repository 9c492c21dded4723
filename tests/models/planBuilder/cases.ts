import { planBuilderMachine } from '../../../src/machines/settings/planBuilder.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const inUse = '{ "second_approval_over": 500 }';
export const paying = '{ "second_approval_over": 600 }';
/** A change of goals moves no pay. */
export const goals = '{ "second_approval_over": 500, "goals": [] }';
export const broken = '{ "second_approval_over": ';
export const settings = { id: '1', companyName: 'Acme', commissionsConfig: inUse, version: 4 };
export const newer = { ...settings, commissionsConfig: '{ "second_approval_over": 550 }', version: 5 };
export const conflict = { status: 409, data: { code: 'stale_version', message: 'Somebody else saved the settings.' } };

const texts = [{ text: inUse }, { text: paying }, { text: goals }, { text: broken }];

export const planBuilder: MachineCases<typeof planBuilderMachine> = {
  machine: planBuilderMachine,
  inputs: [
    { kept: null, reviews: true },
    { kept: { text: paying, version: 3 }, reviews: true },
  ],
  cases: {
    'settings.retry': [{}],
    'text.type': texts,
    'part.remove': [{ text: paying }, { text: inUse }],
    'removal.undo': [{}],
    'draft.publish': [{}],
    'draft.discard': [{}],
    'plans.reload': [{}],
    'review.close': [{}],
    'review.saved': [{ settings: { ...settings, commissionsConfig: paying, version: 5 } }],
    'error.dismiss': [{}],
    'xstate.done.actor.loadGeneral': [{ output: settings }],
    'xstate.error.actor.loadGeneral': [{ error: { status: 500 } }],
    'xstate.done.actor.loadCurrent': [{ output: newer }],
    'xstate.error.actor.loadCurrent': [{ error: { status: 500 } }],
    'xstate.done.actor.saveGeneral': [{ output: { ...settings, commissionsConfig: goals, version: 5 } }],
    'xstate.error.actor.saveGeneral': [{ error: conflict }],
  },
  project: ({ text, error, beforeRemoval, settings: current }) => [
    text,
    error !== null,
    beforeRemoval !== null,
    current?.commissionsConfig,
  ],
};
