import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Connector, type SyncPage, throwFormProblem } from '../../../server/domain/connections/connector.ts';
import { respondWith, type StandIn, startStandIn } from '../support/standIn.ts';
import { HOUR_MS } from '../support/testApp.ts';
import { type ConnectionWorld, createConnectionWorld } from '../support/worlds/connections.ts';

let world: ConnectionWorld;
let standIn: StandIn;
let pages: SyncPage[] = [];
const startedSyncs: unknown[] = [];
/** Causes an internal error after the last page. */
let isBroken = false;

/** A minimal connector: one call that verifies the sign-in, and pages supplied by tests. */
const skeleton: Connector = {
  kind: 'sling',
  brings: 'events',
  setup: () => ({ configured: true, message: null, redirect_url: null, values: null }),
  read: (form) =>
    form.name
      ? { name: String(form.name), account: String(form.email), settings: {}, secrets: { password: String(form.password) } }
      : throwFormProblem({ name: 'Please enter a name for this integration' }),
  test: async ({ outgoing, secret }) => {
    const password = (await secret('password'))?.text ?? '';
    await outgoing({ baseUrl: standIn.url }).json({ path: 'me', headers: { authorization: password } }, (body) => body);
    return {};
  },
  sync: async function* ({ outgoing }, checkpoint) {
    startedSyncs.push(checkpoint);
    for (const page of pages) {
      await outgoing({ baseUrl: standIn.url }).json({ path: 'page' }, (body) => body);
      yield page;
    }
    if (isBroken) throw new Error('inside');
  },
  keepAlive: async ({ outgoing }) => {
    await outgoing({ baseUrl: standIn.url }).json({ path: 'alive' }, (body) => body);
  },
  view: ({ external_account }) => ({ email: external_account }),
};

const customer = (id: string, name = `Customer ${id}`) => ({ kind: 'customer', external_id: id, name, email: null, gone: false }) as const;
const sling = { name: 'Shifts', email: 'boss@example.test', password: 'hush' };
const one = async () => (await world.call('GET', 'sling')).json().data[0];
const add = async (form: object = sling) => world.call('POST', 'sling', form);
const sync = async (id: string) => {
  const answer = await world.call('POST', `sling/${id}/sync`);
  await world.worker.drain();
  return answer;
};

beforeAll(async () => {
  standIn = await startStandIn();
  world = await createConnectionWorld({ sling: skeleton });
});
afterAll(async () => {
  await world.close();
  await standIn.close();
});

describe('connections', () => {
  it('spec 8.11: creates nothing if the sign-in is refused', async () => {
    standIn.next(respondWith(401));
    const answer = await add();
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'connection_refused']);
    expect((await world.call('GET', 'sling')).json().data).toEqual([]);
    expect(await world.store.secrets.namesOf('connection:')).toEqual([]);
  });

  it('creates nothing if the system is down, and says that it will not retry', async () => {
    standIn.next(respondWith(503), respondWith(503), respondWith(503), respondWith(503));
    const answer = await add();
    expect([answer.statusCode, answer.json().message]).toEqual([
      503,
      'Shifts does not respond properly at the moment, so nothing was saved. Check whether the system is down, then connect again.',
    ]);
    expect((await world.call('GET', 'sling')).json().data).toEqual([]);
  });

  it('spec 7.08: creates a connection after a successful call, and returns its secret in no answer', async () => {
    const answer = await add();
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      name: 'Shifts',
      email: 'boss@example.test',
      status: 'active',
      connection_status: 'connected',
      frequency: 'hourly',
    });
    expect(answer.body).not.toContain('hush');
    expect(standIn.seen.at(-1)?.headers.authorization).toBe('hush');
  });

  it('spec 8.11: answers 400 to a taken name in any case', async () => {
    const answer = await add({ ...sling, name: 'SHIFTS', email: 'other@example.test' });
    expect([answer.statusCode, answer.json().errors]).toEqual([400, { name: 'An integration with this name already exists' }]);
  });

  it('spec 5.08: answers 400 to an invalid form with its own messages', async () => {
    const answer = await add({ email: 'boss@example.test' });
    expect([answer.statusCode, answer.json().errors]).toEqual([400, { name: 'Please enter a name for this integration' }]);
  });

  it('spec 6.05, 6.06: allows only admins', async () => {
    await world.server.add({ email: 'finance@example.test', role: 'finance' });
    const { access_token } = await world.server.signIn('finance@example.test');
    for (const path of ['sling', 'sling/1/runs', 'sling/setup'])
      expect((await world.call('GET', path, undefined, access_token)).statusCode).toBe(403);
    expect((await world.call('POST', 'sling', {}, access_token)).statusCode).toBe(403);
  });

  it('decisions 7.07: answers a sync with 202 and a run, and a second request with the same run', async () => {
    const { id } = await one();
    pages = [
      { facts: [customer('1'), customer('2')], checkpoint: { after: 2 }, total: 3 },
      { facts: [customer('3')], checkpoint: { after: 3 } },
    ];
    const [first, second] = await Promise.all([world.call('POST', `sling/${id}/sync`), world.call('POST', `sling/${id}/sync`)]);
    expect([first.statusCode, second.statusCode]).toEqual([202, 202]);
    expect(first.json().id).toBe(second.json().id);
    await world.worker.drain();
    const { data } = (await world.call('GET', `sling/${id}/runs`)).json();
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ status: 'completed', counts: { created: 3, changed: 0, same: 0, held: 0, done: 3, total: 3 } });
    expect(await one()).toMatchObject({ brought: { customer: 3 }, run: null, last_sync_at: world.server.clock().toISOString() });
  });

  it('continues from the checkpoint, and counts unchanged repeats as unchanged', async () => {
    const { id } = await one();
    startedSyncs.length = 0;
    pages = [{ facts: [customer('3'), customer('2', 'Renamed')], checkpoint: { after: 4 } }];
    await sync(id);
    expect(startedSyncs).toEqual([{ after: 3 }]);
    const { data } = (await world.call('GET', `sling/${id}/runs`)).json();
    expect(data[0].counts).toMatchObject({ created: 0, changed: 1, same: 1 });
  });

  it('retries through the queue while the system is down; after three tries it fails and notifies admins', async () => {
    const { id } = await one();
    const down = Array.from({ length: 6 }, () => respondWith(503));
    standIn.next(...down);
    await world.call('POST', `sling/${id}/sync`);
    for (let tries = 0; tries < 3; tries += 1) {
      await world.worker.drain();
      world.server.clock.advance(2 * HOUR_MS);
    }
    expect(await one()).toMatchObject({ status: 'active', connection_status: 'error' });
    const notices = await world.server.call('GET', '/api/v1/notifications?limit=10', {
      token: (await world.server.signIn('admin@example.test')).access_token,
    });
    expect(notices.json().data.map(({ title }: { title: string }) => title)).toContain('Integration error');
  });

  it('stops a run that repeatedly fails at the same place, without counting twice', async () => {
    const { id } = await one();
    const before = pages;
    isBroken = true;
    pages = [{ facts: [customer('8'), customer('9')], checkpoint: { after: 4 }, total: 2 }];
    const { id: syncId } = (await world.call('POST', `sling/${id}/sync`)).json();
    for (let tries = 0; tries < 8; tries += 1) {
      await world.worker.drain();
      world.server.clock.advance(2 * HOUR_MS);
    }
    isBroken = false;
    // A scheduled sync also ran meanwhile.
    const { data } = (await world.call('GET', `sling/${id}/runs`)).json();
    const run = data.find((item: { id: string }) => item.id === syncId);
    expect(run).toMatchObject({ status: 'failed', error: 'The sync failed. The next one continues where it stopped.' });
    expect(run.counts).toMatchObject({ done: 2, total: 2 });
    pages = before;
    await sync(id);
  });

  it('decisions 7.04: expires when the sign-in is refused, and Reconnect resumes it with its data', async () => {
    const { id } = await one();
    standIn.next(respondWith(200), respondWith(401));
    await world.call('POST', `sling/${id}/test-connection`);
    await world.call('POST', `sling/${id}/sync`);
    await world.worker.drain();
    expect(await one()).toMatchObject({
      status: 'expired',
      connection_status: 'error',
      next_sync_at: null,
    });
    expect((await world.call('POST', `sling/${id}/sync`)).statusCode).toBe(409);
    // Waiting doesn't fix a refused sign-in, so a rate limit must not replace that reason.
    const { connection_message: reason } = await one();
    standIn.next(...Array.from({ length: 3 }, () => respondWith(429)));
    const tested = (await world.call('POST', `sling/${id}/test-connection`)).json();
    expect([tested.status, tested.connection_message]).toEqual(['expired', reason]);
    world.server.clock.advance(HOUR_MS);
    const answer = await world.call('POST', `sling/${id}/reconnect`, { ...sling, password: 'new' });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({ id, status: 'active', connection_status: 'connected' }),
    ]);
    expect(answer.json().brought).toEqual({ customer: 5 });
  });

  it('calls the vendor once a day, even on Manual', async () => {
    const { id } = await one();
    const answer = await world.call('PUT', `sling/${id}/schedule`, { frequency: 'manual' });
    expect(answer.json()).toMatchObject({ frequency: 'manual', next_sync_at: null });
    world.server.clock.advance(25 * HOUR_MS);
    const calls = standIn.seen.length;
    await world.worker.drain();
    expect(standIn.seen.slice(calls).map(({ url }) => url)).toEqual(['/alive']);
  });

  it('deletes an unfinished connection and its secrets after an hour', async () => {
    const pending = { kind: 'sling', name: 'Half', created_by: world.adminId, created_at: world.server.clock().toISOString() } as const;
    const { id } = await world.store.connections.add(pending);
    await world.vault.seal(world.store, `connection:${id}:password`, 'hush', world.server.clock());
    world.server.clock.advance(25 * HOUR_MS);
    await world.worker.drain();
    expect(await world.store.connections.byId(id)).toBeUndefined();
    expect(await world.store.secrets.namesOf(`connection:${id}:`)).toEqual([]);
  });

  it('decisions 7.04: deletes a connection’s secrets, and adopts its data when the same account reconnects', async () => {
    const { id } = await one();
    expect((await world.call('DELETE', `sling/${id}`)).statusCode).toBe(204);
    expect((await world.call('GET', 'sling')).json().data).toEqual([]);
    expect(await world.store.secrets.namesOf('connection:')).toEqual([]);
    const repeated = await world.call('POST', 'sling', sling);
    expect(repeated.json()).toMatchObject({ id, brought: { customer: 5 } });
  });
});
