import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { methodsWith } from '../../contract/rules/session/factorMethods.ts';
import { liveMachine } from '../machines/live/live.machine.ts';
import { sessionMachine } from '../machines/session/session.machine.ts';
import { stepUpMachine } from '../machines/session/stepUp.machine.ts';
import { tokenRefreshMachine } from '../machines/session/tokenRefresh.machine.ts';
import { appearanceMachine, densities, themes } from '../machines/shell/appearance.machine.ts';
import { confirmationMachine } from '../machines/shell/confirmation.machine.ts';
import { navigationMachine } from '../machines/shell/navigation.machine.ts';
import { publicSettingsMachine } from '../machines/shell/publicSettings.machine.ts';
import { toastsMachine } from '../machines/shell/toasts.machine.ts';
import { createAuth } from '../services/auth.ts';
import {
  deviceChoice,
  deviceFlag,
  isHidden,
  isScreenTight,
  navigateTo,
  onFocus,
  onOnline,
  onRestored,
  onVisibility,
  setColorScheme,
} from '../services/browser.ts';
import { createHttp } from '../services/http.ts';
import { createLive } from '../services/live.ts';
import { createSettings } from '../services/settings.ts';
import { createTokens } from '../services/tokens.ts';
import { createCachedServices } from './cachedServices.ts';
import { composeNetwork } from './composeNetwork.ts';
import type { Inspect } from './inspect.ts';
import { ssoReturnPath } from './routes.ts';

export type ClientOptions = { baseURL?: string; inspect?: Inspect | undefined };

const logFailure = (_: unknown, { error }: { error: unknown }): void => console.warn(error);

/**
 * Connects the app-wide machines to the outside world: session, token refresh, settings, toasts, confirmations.
 * Screens connect their own machines; they take `http` and these actors from here.
 */
export const composeApp = ({ baseURL = '', inspect }: ClientOptions = {}) => {
  const inspection = inspect ? { inspect } : {};
  const tokens = createTokens(localStorage, window);

  const refresh = createActor(
    tokenRefreshMachine.provide({
      actors: {
        exchange: fromPromise(({ input }) => auth.exchange(input.rejected)),
        askRetry: fromPromise(async () => {
          const { context } = await waitFor(settings, (snapshot) => snapshot.hasTag('settled'));
          return context.features.includes('refresh-retry');
        }),
      },
      actions: { endSession: () => session.send({ type: 'session.ended' }) },
    }),
    inspection,
  );
  const renew = async (rejectedToken: string | null): Promise<string | null> => {
    refresh.send({ type: 'refresh.request', rejected: rejectedToken });
    const settledState = await waitFor(refresh, (snapshot) => snapshot.hasTag('settled'));
    return settledState.context.token;
  };

  const stepUp = createActor(
    stepUpMachine.provide({
      actors: {
        loadMethods: fromPromise(async ({ signal }) => {
          const { passkeys } = await (await loadSecondFactor()).state(signal);
          return methodsWith(passkeys);
        }),
        confirmFactor: fromPromise(async ({ input }) => (await loadSecondFactor()).confirm(input)),
      },
    }),
    inspection,
  );
  const loadSecondFactor = async () => (await import('../services/secondFactor.ts')).createSecondFactor(http);
  const confirmFactor = async (): Promise<boolean> => {
    stepUp.send({ type: 'factor.ask' });
    return (await waitFor(stepUp, (snapshot) => snapshot.hasTag('settled'))).matches('confirmed');
  };

  /** Reloads the user, which makes the app show the setup. */
  const onFactorDue = (): void => session.send({ type: 'factor.due' });

  const connection = composeNetwork({ send: createHttp({ baseURL, tokens, renew, confirmFactor, onFactorDue }), tokens, inspection });
  const { network, isRemembered } = connection;
  const { http, getService, forgetAll, forgetStale } = createCachedServices(connection.http);
  const auth = createAuth(http, tokens);

  const session = createActor(
    sessionMachine.provide({
      actors: {
        loadUser: fromPromise(({ signal }) => auth.me(signal)),
        login: fromPromise(({ input }) => auth.login(input)),
        finishLogin: fromPromise(({ input, signal }) => auth.finishLogin(input, signal)),
        logout: fromPromise(() => auth.logout()),
        beginSso: fromPromise(({ input }) => auth.beginSso(input)),
        finishSso: fromPromise(() => auth.finishSso()),
      },
      actions: {
        removeAccessToken: tokens.removeAccessToken,
        clearTokens: tokens.clear,
        openPage: (_, { url }) => {
          if (url !== null) navigateTo(url);
        },
        logFailure,
      },
    }),
    // A refresh token alone is enough, so a short server outage does not end a session.
    { ...inspection, input: { hasToken: tokens.access() !== null || tokens.refresh() !== null } },
  );
  const settings = createActor(
    publicSettingsMachine.provide({
      actors: { loadSettings: fromPromise(({ signal }) => createSettings(http).public(signal)) },
      actions: { logFailure },
    }),
    inspection,
  );
  const toasts = createActor(toastsMachine, inspection);
  const confirmation = createActor(confirmationMachine, inspection);
  const liveChanges = createLive(http);
  const live = createActor(
    liveMachine.provide({
      actors: {
        readStream: fromCallback(({ input, sendBack }) => liveChanges.stream(input.since, sendBack)),
        readChanges: fromPromise(({ input, signal }) => liveChanges.changes(input.since, signal)),
      },
    }),
    inspection,
  );
  const menuFolded = deviceFlag('menu_folded', isScreenTight);
  const navigation = createActor(navigationMachine.provide({ actions: { saveFolded: (_, params) => menuFolded.write(params.folded) } }), {
    ...inspection,
    input: { folded: menuFolded.read() },
  });
  const [theme, density] = [deviceChoice('theme', themes), deviceChoice('density', densities)];
  const appearance = createActor(
    appearanceMachine.provide({
      actions: {
        apply: (_, chosen) => {
          setColorScheme(chosen.theme === 'system' ? '' : chosen.theme);
          theme.write(chosen.theme);
          density.write(chosen.density);
        },
      },
    }),
    { ...inspection, input: { theme: theme.read(), density: density.read() } },
  );

  /**
   * The id of the user who gets live changes; null unless they are signed in, need not change their password or set up a second factor, and the server offers
   * `live`.
   */
  const listener = (): string | null => {
    const { user } = session.getSnapshot().context;
    return user && !user.must_change_password && !user.second_factor_due && settings.getSnapshot().context.features.includes('live')
      ? user.id
      : null;
  };
  const followSession = (): void => {
    let previousUserId: string | null = null;
    const followUser = (): void => {
      const userId = listener();
      if (userId === previousUserId) return;
      if (previousUserId !== null) live.send({ type: 'session.ended' });
      previousUserId = userId;
      if (userId === null) return;
      live.send({ type: 'session.began' });
      if (isHidden()) live.send({ type: 'tab.hidden' });
    };
    session.subscribe(followUser);
    settings.subscribe(followUser);
    onVisibility((visible) => live.send({ type: visible ? 'tab.shown' : 'tab.hidden' }));
  };

  /** Figures are stored only for the signed-in user. */
  const followOwner = (): void => {
    let owner: string | null | undefined;
    session.subscribe((snapshot) => {
      const { user } = snapshot.context;
      // While the user loads, the owner of the stored answers is not known yet.
      if (snapshot.hasTag('loading') || owner === (user?.id ?? null)) return;
      // The server could not say who the user is, but the session continues.
      if (user === null && tokens.refresh() !== null) return;
      owner = user?.id ?? null;
      connection.followUser(user);
    });
  };

  const start = (): void => {
    // Subscribed first, so that caches are cleared before screens hear of a change and reload.
    live.on('change.heard', ({ change }) => forgetStale(change));
    network.on('page.renew', forgetAll);
    network.on('figures.left', forgetAll);
    connection.start();
    for (const actor of [refresh, stepUp, settings, toasts, confirmation, navigation, appearance, live]) actor.start();
    followSession();
    let previousUserId: string | null = null;
    session.subscribe(({ context }) => {
      const userId = context.user?.id ?? null;
      if (previousUserId !== null && previousUserId !== userId) {
        forgetAll();
        // The next user must not repeat calls that are still waiting.
        stepUp.send({ type: 'code.cancel' });
      }
      previousUserId = userId;
    });
    followOwner();
    session.start();
    if (window.location.pathname === ssoReturnPath) session.send({ type: 'sso.returned' });
    tokens.onOtherTab((hasToken) => session.send({ type: hasToken ? 'tokens.found' : 'tokens.cleared' }));
    onFocus(() => {
      session.send({ type: 'window.focused' });
      settings.send({ type: 'window.focused' });
    });
    onRestored(() => session.send({ type: 'page.restored' }));
    onOnline(() => {
      settings.send({ type: 'network.returned' });
      live.send({ type: 'network.returned' });
    });
  };

  return {
    http,
    auth,
    session,
    stepUp,
    settings,
    toasts,
    confirmation,
    navigation,
    appearance,
    network,
    isRemembered,
    live,
    inspect,
    start,
    getService,
  };
};
export type App = ReturnType<typeof composeApp>;
