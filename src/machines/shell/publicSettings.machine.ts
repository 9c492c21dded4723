import { assign, fromPromise, setup } from 'xstate';
import type { PublicSettings } from '../../../contract/entities/settings.ts';
import { specifiedTerritories } from '../../../contract/entities/user.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { missing } from '../support/missing.ts';
import { withError } from '../support/params.ts';

/** `timeZone`: the company's; null if unknown. `settingUp`: true until the company goes live (decisions 8.07). */
type Context = {
  companyName: string;
  /** The URL of the company's logo. */
  logo: string | null;
  features: readonly string[];
  timeZone: string | null;
  settingUp: boolean;
  territories: readonly string[];
  /** Single sign-on, if the server offers it (decisions 4.15). */
  sso: PublicSettings['sso'] | null;
};
type Events = { type: 'settings.changed' } | { type: 'window.focused' } | { type: 'network.returned' };

/**
 * The company's name, its time zone and the server's features (spec 1.03, 7.02, 9.02; decisions 1.02, 2.01).
 * Normal path: loading → known; without a response unknown → retrying → known.
 * Never: block the app because the name failed to load, or forget a known name because a reload failed.
 */
export const publicSettingsMachine = setup({
  types: { context: {} as Context, events: {} as Events, tags: {} as 'settled' },
  actors: { loadSettings: fromPromise<PublicSettings>(missing('loadSettings')) },
  delays: { settingsPatience: limits.auth.settingsPatienceMs, settingsRetry: limits.auth.settingsRetryMs },
  actions: {
    keep: assign((_, params: { settings: PublicSettings }) => ({
      companyName: params.settings.companyName || messages.company.fallback,
      logo: params.settings.logo ?? null,
      features: params.settings.features ?? [],
      timeZone: params.settings.time_zone ?? null,
      settingUp: params.settings.setting_up ?? false,
      territories: params.settings.territories ?? specifiedTerritories,
      sso: params.settings.sso ?? null,
    })),
    logFailure: (_, _params: { error: unknown }) => {},
  },
}).createMachine({
  id: 'publicSettings',
  context: {
    companyName: messages.company.fallback,
    logo: null,
    features: [],
    timeZone: null,
    settingUp: false,
    territories: specifiedTerritories,
    sso: null,
  },
  initial: 'loading',
  states: {
    loading: {
      description: "The company's name and features are on their way for the first time.",
      invoke: {
        id: 'loadSettings',
        src: 'loadSettings',
        onDone: { target: 'known', actions: { type: 'keep', params: ({ event }) => ({ settings: event.output }) } },
        onError: { target: 'unknown', actions: withError('logFailure') },
      },
      initial: 'hopeful',
      states: {
        hopeful: { description: 'The app waits briefly, so that it can start with the right name.', after: { settingsPatience: 'late' } },
        late: { description: 'The answer is slow: the app starts with the fallback name and uses the answer later.', tags: 'settled' },
      },
      on: { 'settings.changed': 'retrying' },
    },
    known: {
      description: "The company's name, time zone and features are in use. They are loaded again when the user returns to the window.",
      tags: 'settled',
      on: { 'settings.changed': 'reloading', 'window.focused': 'reloading' },
    },
    unknown: {
      description: "The server didn't answer: the app runs with the fallback name and tries again later.",
      tags: 'settled',
      after: { settingsRetry: 'retrying' },
      on: { 'settings.changed': 'retrying', 'window.focused': 'retrying', 'network.returned': 'retrying' },
    },
    retrying: {
      description: 'The app runs with the fallback name while the settings are requested again.',
      tags: 'settled',
      invoke: {
        id: 'loadSettings',
        src: 'loadSettings',
        onDone: { target: 'known', actions: { type: 'keep', params: ({ event }) => ({ settings: event.output }) } },
        onError: { target: 'unknown', actions: withError('logFailure') },
      },
      on: { 'settings.changed': { target: 'retrying', reenter: true } },
    },
    reloading: {
      description: 'The settings changed: the old ones stay in use until the new ones arrive.',
      tags: 'settled',
      invoke: {
        id: 'loadSettings',
        src: 'loadSettings',
        onDone: { target: 'known', actions: { type: 'keep', params: ({ event }) => ({ settings: event.output }) } },
        onError: { target: 'known', actions: withError('logFailure') },
      },
      // The response in flight is older than the change.
      on: { 'settings.changed': { target: 'reloading', reenter: true } },
    },
  },
});
