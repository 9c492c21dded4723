import { publicSettingsMachine } from '../../../src/machines/shell/publicSettings.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const publicSettings: MachineCases<typeof publicSettingsMachine> = {
  machine: publicSettingsMachine,
  inputs: [undefined],
  cases: {
    'settings.changed': [{}],
    'window.focused': [{}],
    'network.returned': [{}],
    'xstate.after.settingsRetry.publicSettings.unknown': [{}],
    'xstate.done.actor.loadSettings': [
      { output: { companyName: 'Acme', features: ['sessions'], time_zone: 'Asia/Tokyo', setting_up: true } },
      { output: { companyName: '' } },
    ],
    'xstate.error.actor.loadSettings': [{ error: { status: 500 } }],
    'xstate.after.settingsPatience.publicSettings.loading.hopeful': [{}],
  },
  project: ({ companyName, features, timeZone, settingUp }) => [companyName, features, timeZone, settingUp],
};
