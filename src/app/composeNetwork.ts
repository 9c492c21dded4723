import { createActor, fromPromise } from 'xstate';
import type { User } from '../../contract/entities/user.ts';
import { limits } from '../../contract/limits.ts';
import { networkMachine } from '../machines/shell/network.machine.ts';
import { isFields } from '../services/answers/read.ts';
import { isHidden, now, onOffline, onOnline, onVisibility } from '../services/browser.ts';
import { type Http, isServerAnswer } from '../services/http.ts';
import { createLastSeen } from '../services/lastSeen.ts';
import { startOfflineWorker, stopOfflineWorker } from '../services/offlineWorker.ts';
import type { Tokens } from '../services/tokens.ts';
import { withLastSeen } from '../services/withLastSeen.ts';
import { withTimeout } from '../services/withTimeout.ts';
import type { Inspect } from './inspect.ts';

type NetworkParts = Readonly<{ send: Http; tokens: Tokens; inspection: { inspect?: Inspect } }>;

/** The app without its server (decisions 8.09): the network's state, the last seen answers, and the stored app of a remembered session. */
export const composeNetwork = ({ send, tokens, inspection }: NetworkParts) => {
  const lastSeen = createLastSeen({ caches: globalThis.caches, now, userId: tokens.rememberedUser() });
  let answeredAt: string | null = null;
  /** @throws if the server does not answer; a proxy's page is not an answer */
  const askServer = async (signal?: AbortSignal): Promise<void> => {
    try {
      const body = await send<unknown>('/api/v1/public/settings', { anonymous: true, ...(signal ? { signal } : {}) });
      if (!isFields(body) || !('companyName' in body)) throw new TypeError('not the answer of the server');
    } catch (error) {
      if (!isServerAnswer(error)) throw error;
    }
  };
  const network = createActor(
    networkMachine.provide({
      actors: {
        // A hidden tab sends no request until it is shown again.
        askServer: fromPromise(({ signal }) => (isHidden() ? Promise.reject(new Error('hidden')) : askServer(signal))),
      },
    }),
    inspection,
  );
  const http = withLastSeen({
    send,
    lastSeen,
    network: {
      answered: () => {
        answeredAt = now();
        network.send({ type: 'server.answered' });
      },
      restored: (at) => network.send({ type: 'answer.restored', at }),
      lost: () => network.send({ type: 'network.lost', at: null }),
      isOffline: () => network.getSnapshot().hasTag('offline'),
      isAnswering: () =>
        withTimeout(askServer(), limits.network.patienceMs).then(
          () => true,
          () => false,
        ),
    },
  });
  const isRemembered = (userId: string): boolean => tokens.rememberedUser() === userId;
  const warn = (error: unknown): void => console.warn(error);
  return {
    http,
    network,
    isRemembered,
    start: (): void => {
      network.start();
      onOffline(() => network.send({ type: 'network.lost', at: answeredAt }));
      onOnline(() => network.send({ type: 'network.returned' }));
      onVisibility((visible) => {
        if (visible) network.send({ type: 'network.returned' });
      });
    },
    /** @param user null if nobody is signed in */
    followUser: (user: User | null): void => {
      const remembers = user !== null && isRemembered(user.id);
      void (user === null ? lastSeen.forget() : lastSeen.signIn(user, remembers)).catch(warn);
      void (remembers ? startOfflineWorker() : stopOfflineWorker()).catch(warn);
    },
  };
};
