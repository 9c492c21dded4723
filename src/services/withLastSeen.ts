import { limits } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import { getHttpStatus, type Http, isServerAnswer } from './http.ts';
import { hasFigures, type LastSeen, toStoredQuestion } from './lastSeen.ts';
import { LateError, withTimeout } from './withTimeout.ts';

type NetworkPort = Readonly<{
  answered: () => void;
  /** Called when stored figures of this instant are shown. */
  restored: (at: string) => void;
  lost: () => void;
  isOffline: () => boolean;
  /** Sends the server a quick request; false if it does not answer in time. */
  isAnswering: () => Promise<boolean>;
}>;

/** Statuses of refusals that mean the user may no longer see the stored answer. */
const refusals: readonly (number | null)[] = [401, 403, 404];
const warn = (error: unknown): void => console.warn(error);

/**
 * Stores answers, and returns the stored one if the server sends none, because the call failed, or because it takes long and the server
 * answers no other requests either.
 * @throws immediately for a change while the network is known to be lost; the message says that nothing was sent
 */
export const withLastSeen = ({ send, lastSeen, network }: Readonly<{ send: Http; lastSeen: LastSeen; network: NetworkPort }>): Http => {
  const isOnlySlow = async (): Promise<boolean> => !network.isOffline() && (await network.isAnswering());
  return async <Data>(path: string, options: Parameters<Http>[1] = {}): Promise<Data> => {
    const isRead = (options.method ?? 'GET') === 'GET';
    // A sign-out also ends the session on the server if the server can be reached.
    const needsNetwork = !isRead && !options.anonymous && path !== '/api/v1/auth/logout';
    if (needsNetwork && network.isOffline()) throw Object.assign(new Error('offline'), { data: { message: messages.network.notSent } });
    const question = toStoredQuestion(path, options);
    const store = lastSeen.createStore();
    const request = send<Data>(path, options).then(
      (body) => {
        network.answered();
        if (question !== null) void store(question, body).catch(warn);
        return body;
      },
      (error: unknown) => {
        if (isServerAnswer(error)) network.answered();
        if (question !== null && refusals.includes(getHttpStatus(error))) void lastSeen.remove(question).catch(warn);
        throw error;
      },
    );
    try {
      return await (question === null ? request : withTimeout(request, limits.network.patienceMs));
    } catch (error) {
      if (!isRead || isServerAnswer(error)) throw error;
      const stored = question === null ? null : await lastSeen.restore(question);
      const mustWait = stored === null || options.signal?.aborted;
      if (error instanceof LateError && (mustWait || (await isOnlySlow()))) return request;
      if (stored !== null && hasFigures(path)) network.restored(stored.at);
      else network.lost();
      if (stored === null) throw error;
      return stored.body as Data;
    }
  };
};
