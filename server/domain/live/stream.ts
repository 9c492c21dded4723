import type { LiveChange } from '../../../contract/entities/live.ts';
import type { ReadPosition } from '../../db/repositories/live/changes.ts';
import { type Principal, principalOf } from '../session/principal.ts';
import type { Services } from '../shared/services.ts';
import type { Seat } from './pulse.ts';
import { changeFor, isEmptyChange, readNews } from './readChanges.ts';

type Asker = Readonly<{ principal: Principal; authorization: string | undefined; since: ReadPosition | null }>;

const lineOf = (change: LiveChange): string => `data: ${JSON.stringify(change)}\n\n`;
/** An empty comment line, so that proxies do not close the idle connection. */
const BEAT = ':\n\n';

/**
 * The event stream: first the changes since the client's last position, then new ones. Authentication is checked before every message, so
 * that the stream ends with the access token, session or account, and a new role applies at once.
 */
export async function* liveStream(services: Services, seat: Seat, { principal, authorization, since }: Asker): AsyncGenerator<string> {
  try {
    yield lineOf(await changeFor(services, principal, await readNews(services, since)));
    for (;;) {
      const message = await seat.next();
      if (message.kind === 'end') return;
      const now = await principalOf(services, authorization).catch(() => null);
      if (now === null || now.userId !== principal.userId) return;
      const change = message.kind === 'news' ? await changeFor(services, now, message.news) : null;
      if (change === null) yield BEAT;
      else if (!isEmptyChange(change)) yield lineOf(change);
    }
  } finally {
    seat.leave();
  }
}
