import type { LiveChange } from '../../../contract/entities/live.ts';
import type { ReadPosition } from '../../db/repositories/live/changes.ts';
import { type Principal, readPrincipal } from '../session/principal.ts';
import type { Services } from '../shared/services.ts';
import type { StreamSubscription } from './changePoller.ts';
import { isEmptyChange, readChangeFor, readNews } from './readChanges.ts';

type StreamRequester = Readonly<{ principal: Principal; authorization: string | undefined; since: ReadPosition | null }>;

const lineOf = (change: LiveChange): string => `data: ${JSON.stringify(change)}\n\n`;
/** An empty comment line, so that proxies do not close the idle connection. */
const HEARTBEAT = ':\n\n';

/**
 * The event stream: first the changes since the client's last position, then new ones. Authentication is checked before every message, so
 * that the stream ends with the access token, session or account, and a new role applies at once.
 */
export async function* streamChanges(
  services: Services,
  subscription: StreamSubscription,
  { principal, authorization, since }: StreamRequester,
): AsyncGenerator<string> {
  try {
    yield lineOf(await readChangeFor(services, principal, await readNews(services, since)));
    for (;;) {
      const message = await subscription.next();
      if (message.kind === 'end') return;
      const now = await readPrincipal(services, authorization).catch(() => null);
      if (now === null || now.userId !== principal.userId) return;
      // As for calls: the person must set up a second factor or change the password first.
      if (now.secondFactorDue || now.mustChangePassword) return;
      const change = message.kind === 'news' ? await readChangeFor(services, now, message.news) : null;
      if (change === null) yield HEARTBEAT;
      else if (!isEmptyChange(change)) yield lineOf(change);
    }
  } finally {
    subscription.leave();
  }
}
