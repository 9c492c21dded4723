import { expect, it } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import type { ReadPosition } from '../../../server/db/repositories/live/changes.ts';
import { createChangePoller, type StreamMessage } from '../../../server/domain/live/changePoller.ts';

it('decisions 6.05: a stream without a reader ends instead of buffering, while a read one continues', async () => {
  const seen = { at: 1, snapshot: '1:2:' } as ReadPosition;
  let looks = 0;
  const read = async () => {
    looks += 1;
    return { seen, changes: [], events: null, isFull: true };
  };
  const poller = createChangePoller({ read, log: (error) => expect.unreachable(String(error)), pace: { lookMs: 1, beatMs: 60_000 } });
  const [stuck, reader] = [poller.join(1), poller.join(2)];
  const kinds: StreamMessage['kind'][] = [];
  while (looks < limits.live.unread + 20) kinds.push((await reader.next()).kind);
  expect(new Set(kinds)).toEqual(new Set(['news']));
  // Missed changes aren't delivered late: a returning client continues after the last one it received.
  expect((await stuck.next()).kind).toBe('end');
  poller.stop();
});
