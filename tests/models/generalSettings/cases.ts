import type { ConfigPreview } from '../../../contract/entities/settings.ts';
import { generalSettingsMachine } from '../../../src/machines/settings/generalSettings.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const settings = { id: '1', companyName: 'Acme', commissionsConfig: '{}', version: 4 };
export const newConfig = '{ "second_approval_over": 600 }';
export const refused = {
  status: 422,
  data: { message: 'The configuration cannot be used.', errors: { commissionsConfig: 'plans[0].tiers: must be a list' } },
};
export const preview: ConfigPreview = {
  as_of: '2026-11-21T12:00:00.000Z',
  errors: [],
  changed_records: 12,
  people: 1,
  delta_total: -120.5,
  closed_untouched: 3,
  by_user: [{ user_id: '7', name: 'Sam Sales', records: 12, delta: -120.5 }],
};

export const generalSettings: MachineCases<typeof generalSettingsMachine> = {
  machine: generalSettingsMachine,
  inputs: [undefined],
  cases: {
    'settings.retry': [{}],
    'name.type': [{ text: 'Acme' }, { text: 'Acme Ltd' }],
    'config.type': [{ text: '{}' }, { text: newConfig }],
    'draft.save': [{}],
    'draft.cancel': [{}],
    'error.dismiss': [{}],
    'preview.ask': [{}],
    'preview.close': [{}],
    'review.open': [{ review: { commissionsConfig: newConfig, backTo: null } }],
    'review.close': [{}],
    'review.saved': [{ settings }],
    'xstate.done.actor.loadGeneral': [{ output: settings }],
    'xstate.error.actor.loadGeneral': [{ error: { status: 500 } }],
    'xstate.done.actor.saveGeneral': [{ output: settings }],
    'xstate.error.actor.saveGeneral': [{ error: refused }, { error: { status: 500 } }],
    'xstate.done.actor.previewConfig': [{ output: preview }],
    'xstate.error.actor.previewConfig': [{ error: { status: 500 } }],
  },
  project: ({ draft, error, review }) => [draft, error !== null, review !== null],
};
