import { createActor, fromPromise } from 'xstate';
import type { User } from '../../contract/entities/user.ts';
import { networkMachine } from '../machines/shell/network.machine.ts';
import { now, onOffline, onOnline } from '../services/browser.ts';
import { getHttpStatus, type Http } from '../services/http.ts';
import { createLastSeen, withLastSeen } from '../services/lastSeen.ts';
import { startOfflineWorker, stopOfflineWorker } from '../services/offlineWorker.ts';
import type { Tokens } from '../services/tokens.ts';
import type { Inspect } from './inspect.ts';

type NetworkParts = Readonly<{ send: Http; tokens: Tokens; inspection: { inspect?: Inspect } }>;

/** The app without its server (decisions 8.09): the network's state, the last seen answers, and the stored app of a remembered session. */
export const composeNetwork = ({ send, tokens, inspection }: NetworkParts) => {
  const lastSeen = createLastSeen({ caches: globalThis.caches, now, userId: tokens.rememberedUser() });
  let answeredAt: string | null = null;
  const network = createActor(
    networkMachine.provide({
      actors: {
        askServer: fromPromise(async ({ signal }) => {
          try {
            await send('/api/v1/public/settings', { anonymous: true, signal });
          } catch (error) {
            if (getHttpStatus(error) === null) throw error;
          }
        }),
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
      isOffline: () => network.getSnapshot().hasTag('offline'),
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
    },
    /** @param user null: nobody is signed in */
    followUser: (user: User | null): void => {
      const remembers = user !== null && isRemembered(user.id);
      void (user === null ? lastSeen.forget() : lastSeen.begin(user, remembers)).catch(warn);
      void (remembers ? startOfflineWorker() : stopOfflineWorker()).catch(warn);
    },
  };
};
