/**
 * A second client in a separate process: requests a list every 20 ms until told to stop. Arguments: URL, token, and the longest allowed
 * wait in milliseconds. Answers every message from its parent with the measurements since the last one.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from './server.ts';

const [url = '', token = '', maxWaitMs = ''] = process.argv.slice(2);
const EVERY_MS = 20;

export type Measured = Readonly<{ lists: number; slow: number; slowestMs: number; failures: readonly string[] }>;
const none: Measured = { lists: 0, slow: 0, slowestMs: 0, failures: [] };
let measured = none;

process.on('message', () => {
  process.send?.(measured);
  measured = none;
});
process.on('disconnect', () => process.exit());

for (;;) {
  const from = performance.now();
  const failure = await ask(`${url}/api/v1/commissions?start_date=2026-01-01&end_date=2026-12-31&limit=25`, { token }).then(
    ({ status, text }) => (status === 200 ? null : `a list: ${status} ${text.slice(0, 100)}`),
    ({ message }: Error) => `a list: ${message}`,
  );
  const waitedMs = performance.now() - from;
  measured = {
    lists: measured.lists + 1,
    slow: measured.slow + (waitedMs > Number(maxWaitMs) ? 1 : 0),
    slowestMs: Math.max(measured.slowestMs, waitedMs),
    failures: failure === null ? measured.failures : [...measured.failures, failure],
  };
  await pause(EVERY_MS);
}
