import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { environmentOf, type Started, startThroughNpm } from '../support/process.ts';
import { freshPlace } from '../support/testDatabase.ts';

const DRAIN_S = 2;
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const pidOf = ({ child }: Started): number => child.pid ?? 0;
/** Kills npm and a server that outlived it. */
const killGroup = (started: Started): void => {
  try {
    process.kill(-pidOf(started), 'SIGKILL');
  } catch {
    // The group has no processes left.
  }
};
const serve = async (): Promise<Started> => {
  const { place, remove } = await freshPlace();
  const started = startThroughNpm('serve', { ...environmentOf(place), DRAIN_SECONDS: String(DRAIN_S), LOG_LEVEL: 'error' });
  cleanups.push(remove, () => killGroup(started));
  return started;
};

describe('a server started through npm', { timeout: 180_000 }, () => {
  it.each([
    ['npm', 1],
    ['every process of its group', -1],
  ])('decisions 1.06: drains and exits with 0 when %s gets SIGTERM', async (_, sign) => {
    const server = await serve();
    const url = await server.ready;
    process.kill(sign * pidOf(server), 'SIGTERM');
    const stoppedAt = performance.now();
    expect(await server.exit).toBe(0);
    expect(performance.now() - stoppedAt).toBeGreaterThan(DRAIN_S * 1000 - 100);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  it.each([
    ['npm', 1],
    ['every process of its group, as Ctrl+C does', -1],
  ])('exits with 0 at once when %s gets SIGINT', async (_, sign) => {
    const server = await serve();
    const url = await server.ready;
    process.kill(sign * pidOf(server), 'SIGINT');
    expect(await server.exit).toBe(0);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  it('replaces npm’s shell in every command that opens the database', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const commands = Object.values(scripts).filter((script) => script.includes('scripts/start.mjs'));
    expect(commands.length).toBeGreaterThan(5);
    for (const command of commands) expect(command).toMatch(/^exec node /);
  });
});
