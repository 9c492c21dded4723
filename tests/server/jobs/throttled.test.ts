import { expect, it, vi } from 'vitest';
import { throttleErrors } from '../../../server/jobs/throttled.ts';
import { createWorker } from '../../../server/jobs/worker.ts';

const full = Object.assign(new Error('could not extend file'), { code: '53100' });
const lost = Object.assign(new Error('terminated'), { code: '57P01' });

it('errors with the same code are logged once a minute', () => {
  const logged: unknown[] = [];
  let now = Date.parse('2026-11-21T12:00:00Z');
  const log = throttleErrors(
    (error) => logged.push(error),
    () => new Date(now),
  );
  const own = new Error('a fault of ours');
  for (const error of [full, lost, own, full, lost, own]) log(error);
  expect(logged).toEqual([full, lost, own]);
  now += 59_999;
  log(full);
  expect(logged).toHaveLength(3);
  now += 1;
  log(full);
  expect(logged).toEqual([full, lost, own, full]);
});

it('a worker that finds the disk full on every check logs it once', async () => {
  vi.useFakeTimers();
  try {
    const logged: unknown[] = [];
    const store = { transaction: () => Promise.reject(full), jobs: {} } as unknown as Parameters<typeof createWorker>[0]['store'];
    const handlers = { statement: { lane: 'quick', handle: () => Promise.resolve(null) }, day: () => Promise.resolve(null) } as const;
    const worker = createWorker({ store, handlers, log: (error) => logged.push(error), plan: () => Promise.reject(full) });
    worker.start();
    await vi.advanceTimersByTimeAsync(10_000);
    await worker.stop();
    expect(logged).toEqual([full]);
  } finally {
    vi.useRealTimers();
  }
});
