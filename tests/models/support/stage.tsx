import type { ReactNode } from 'react';
import { createActor, fromPromise, type InspectionEvent, waitFor } from 'xstate';
import type { PublicSettings } from '../../../contract/entities/settings.ts';
import type { User } from '../../../contract/entities/user.ts';
import type { App } from '../../../src/app/compose.ts';
import { AppProvider } from '../../../src/app/context.ts';
import { liveMachine } from '../../../src/machines/live/live.machine.ts';
import { sessionMachine } from '../../../src/machines/session/session.machine.ts';
import { stepUpMachine } from '../../../src/machines/session/stepUp.machine.ts';
import { appearanceMachine } from '../../../src/machines/shell/appearance.machine.ts';
import { confirmationMachine } from '../../../src/machines/shell/confirmation.machine.ts';
import { navigationMachine } from '../../../src/machines/shell/navigation.machine.ts';
import { networkMachine } from '../../../src/machines/shell/network.machine.ts';
import { publicSettingsMachine } from '../../../src/machines/shell/publicSettings.machine.ts';
import { toastsMachine } from '../../../src/machines/shell/toasts.machine.ts';
import { Widgets } from '../../../src/ui/Widgets.tsx';
import { user as someone } from '../session/cases.ts';

type StageOptions = Readonly<{
  features?: readonly string[];
  sso?: NonNullable<PublicSettings['sso']>;
  user?: User;
  /** The test's own session; by default `user` is signed in. */
  session?: App['session'];
  inspect?: (inspected: InspectionEvent) => void;
}>;

/** The app around a screen, with its own actors and without a server: an unexpected call fails the test. */
export const createStage = async ({ features = [], sso, user = someone, session, inspect }: StageOptions = {}): Promise<App> => {
  const settings = createActor(
    publicSettingsMachine.provide({
      actors: {
        loadSettings: fromPromise<PublicSettings>(async () => ({ companyName: 'Acme', features: [...features], ...(sso ? { sso } : {}) })),
      },
    }),
  ).start();
  const signedIn =
    session ??
    createActor(sessionMachine.provide({ actors: { loadUser: fromPromise(async () => user) } }), { input: { hasToken: true } }).start();
  const stepUp = createActor(stepUpMachine).start();
  const toasts = createActor(toastsMachine).start();
  const confirmation = createActor(confirmationMachine).start();
  const navigation = createActor(navigationMachine, { input: { folded: false } }).start();
  const appearance = createActor(appearanceMachine, { input: { theme: 'system', density: 'compact' } }).start();
  const live = createActor(liveMachine).start();
  const network = createActor(networkMachine.provide({ actors: { askServer: fromPromise(() => new Promise(() => {})) } })).start();
  await waitFor(settings, (snapshot) => snapshot.matches('known'));
  if (!session) await waitFor(signedIn, (snapshot) => snapshot.hasTag('authenticated'));
  const http = (path: string) => Promise.reject(new Error(`no call was expected, got ${path}`));
  const parts: Partial<App> = {
    http: http as App['http'],
    session: signedIn,
    stepUp,
    settings,
    toasts,
    confirmation,
    navigation,
    appearance,
    live,
    network,
    isRemembered: () => false,
    inspect: inspect as App['inspect'],
    getService: (create) => create(http as App['http']),
  };
  return parts as App;
};

export function Stage({ app, children }: { app: App; children: ReactNode }) {
  return (
    <Widgets>
      <AppProvider value={app}>{children}</AppProvider>
    </Widgets>
  );
}
