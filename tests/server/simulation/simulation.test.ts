import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Simulator } from '../../../server/domain/shared/simulator.ts';
import { createSimulator } from '../../../server/start/simulator.ts';
import { addPerson, type TestApp, testApp } from '../support/testApp.ts';

/**
 * Replaces the simulation: prints one day and keeps running. The faults `stops`, `babbles` and `breaks` end it, print an incomplete line,
 * or report a violation.
 */
const program = `
const fault = process.argv.includes('--fault') ? process.argv[process.argv.indexOf('--fault') + 1] : null;
const print = (line: object) => console.log(JSON.stringify(line));
const day = { day: '2025-07-01', acts: 3, earned: 10.5, paid: 0, due: 10.5, entries: [], checked: ['audit chain whole'] };
if (fault === 'stops') process.exit(1);
else if (fault === 'babbles') { console.log('{"type":'); setInterval(() => {}, 1000); }
else {
  print({ type: 'day', day });
  const violation = { day: '2025-07-02', invariant: 'the card adds up', facts: Object.keys(process.env).filter((name) => /URL|KEY|TOKEN/.test(name)) };
  if (fault === 'breaks') print({ type: 'end', digest: 'abc', violation });
  else setInterval(() => {}, 1000);
}
`;

let folder: string;
let simulator: Simulator;
let server: TestApp;
let token: string;
beforeAll(async () => {
  process.env.CANARY_KEY = 'of the server';
  folder = mkdtempSync(join(tmpdir(), 'quotaboard-simulator-'));
  mkdirSync(join(folder, 'soak/company'), { recursive: true });
  writeFileSync(join(folder, 'soak/company/watch.ts'), program);
  writeFileSync(join(folder, 'soak/company/listFaults.ts'), `console.log('["breaks","stops","babbles"]')`);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'));
  simulator = createSimulator(folder) as Simulator;
  server = await testApp({ simulator });
  await addPerson(server.db, { email: 'ada@example.test', role: 'admin' });
  await addPerson(server.db, { email: 'fay@example.test', role: 'finance' });
  token = (await server.signIn('ada@example.test')).access_token;
}, 120_000);
afterAll(async () => {
  delete process.env.CANARY_KEY;
  simulator.stop();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const call = async (method: 'GET' | 'PUT' | 'DELETE', body?: object) =>
  server.call(method, '/api/v1/simulation', { token, ...(body ? { body } : {}) });
const states = async (): Promise<string> => (await call('GET')).json().state;

describe('simulated company of the demo (decisions 1.10)', () => {
  it('runs in a process without the server’s addresses and keys, and shows violations', async () => {
    expect((await call('GET')).json()).toMatchObject({ state: 'none', days: [], faults: ['breaks', 'stops', 'babbles'] });
    expect((await call('PUT', { seed: 7, fault: 'breaks' })).json()).toMatchObject({ state: 'starting', seed: 7, fault: 'breaks' });
    await expect.poll(states).toBe('violated');
    expect((await call('GET')).json()).toMatchObject({
      days: [{ day: '2025-07-01', earned: 10.5, checked: ['audit chain whole'] }],
      violation: { day: '2025-07-02', invariant: 'the card adds up', facts: [] },
      digest: 'abc',
    });
  });

  it('runs once at a time, and ends when stopped', async () => {
    await call('PUT', { seed: 1, fault: null });
    await expect.poll(states).toBe('living');
    expect((await call('PUT', { seed: 2, fault: null })).json()).toMatchObject({ state: 'starting', seed: 2, days: [] });
    await expect.poll(states).toBe('living');
    expect((await call('DELETE')).statusCode).toBe(204);
    expect((await call('GET')).json()).toMatchObject({ state: 'stopped', seed: 2, days: [{ day: '2025-07-01' }] });
  });

  it.each(['stops', 'babbles'])('fails if its process %s', async (fault) => {
    await call('PUT', { seed: 1, fault });
    await expect.poll(states).toBe('failed');
  });

  it('refuses an unknown fault and invalid seeds', async () => {
    const unknown = await call('PUT', { seed: 1, fault: '../../etc/passwd' });
    expect([unknown.statusCode, unknown.json().errors]).toEqual([400, { fault: 'This fault is not known. Choose one of the list.' }]);
    for (const seed of [0, 1.5, 1_000_001, '1; rm', null]) {
      const refused = await call('PUT', { seed, fault: null });
      expect([refused.statusCode, Object.keys(refused.json().errors ?? {})], String(seed)).toEqual([400, ['seed']]);
    }
  });

  it('is advertised and available only where it can run', async () => {
    const settings = async (app: TestApp) => (await app.call('GET', '/api/v1/public/settings')).json().features;
    expect(await settings(server)).toContain('simulation');
    const finance = (await server.signIn('fay@example.test')).access_token;
    expect((await server.call('GET', '/api/v1/simulation', { token: finance })).statusCode).toBe(403);
    const other = await testApp();
    await addPerson(other.db, { email: 'ada@example.test', role: 'admin' });
    const { access_token } = await other.signIn('ada@example.test');
    expect(await settings(other)).not.toContain('simulation');
    for (const method of ['GET', 'DELETE'] as const)
      expect((await other.call(method, '/api/v1/simulation', { token: access_token })).statusCode).toBe(404);
    await other.close();
  });
});
