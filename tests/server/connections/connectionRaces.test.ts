import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionRow } from '../../../server/db/repositories/connections/connections.ts';
import { chooseSettings } from '../../../server/domain/connections/changeConnection.ts';
import { createConnectedContext } from '../../../server/domain/connections/connected.ts';
import type { Connector, Info, SyncPage } from '../../../server/domain/connections/connector.ts';
import { HOUR, MINUTE } from '../../../server/domain/shared/clock.ts';
import { countLockWaits } from '../support/lockWaits.ts';
import { respondWith, type StandIn, startStandIn } from '../support/standIn.ts';
import { testDatabaseKind } from '../support/testDatabase.ts';
import { type ConnectionWorld, createConnectionWorld } from '../support/worlds/connections.ts';

let world: ConnectionWorld;
let standIn: StandIn;
let id: string;
let info: Info = {};
let pages: SyncPage[] = [];
/** Causes an internal error once the connection is made. */
let isBroken = false;
const startedSyncs: unknown[] = [];

const skeleton: Connector = {
  kind: 'sling',
  brings: 'events',
  setup: () => ({ configured: true, message: null, redirect_url: null, values: null }),
  read: (form) => ({
    name: String(form.name),
    account: String(form.email),
    settings: {},
    secrets: { password: String(form.password) },
  }),
  test: async ({ outgoing, secret, keepSecret }) => {
    const authorization = (await secret('password'))?.text ?? '';
    await keepSecret('token', `token of ${authorization}`);
    await outgoing({ baseUrl: standIn.url }).json({ path: 'me', headers: { authorization } }, (body) => body);
    return info;
  },
  sync: async function* ({ outgoing }, checkpoint) {
    startedSyncs.push(checkpoint);
    for (const page of pages) {
      await outgoing({ baseUrl: standIn.url }).json({ path: 'page' }, (body) => body);
      yield page;
    }
  },
  view: ({ settings }) => {
    if (isBroken) throw new Error('inside');
    return { settings };
  },
};

const sling = { name: 'Shifts', email: 'boss@example.test', password: 'hush' };
const one = async () => (await world.call('GET', 'sling')).json().data[0];
const row = () => world.store.connections.byId(Number(id));
const secretsOf = async (connectionId = id): Promise<(string | undefined)[]> =>
  Promise.all(
    ['password', 'token'].map(async (field) => (await world.vault.open(world.store, `connection:${connectionId}:${field}`))?.text),
  );

/** Delays the outside system's response until `step` is done. */
const runDuringCall = (step: () => Promise<unknown>): void =>
  standIn.next((response, seen) => void step().then(() => respondWith(200, { ok: true })(response, seen)));

const choose = (chosen: object) => {
  const deps = { store: world.store, clock: world.server.clock, vault: world.vault, outside: world.outside };
  const principal = { userId: world.adminId } as Parameters<typeof chooseSettings>[4]['principal'];
  return chooseSettings(deps, 'sling', Number(id), chosen as Record<string, unknown>, {
    principal,
    origin: { network: '', requestId: '', device: '' },
  });
};

beforeAll(async () => {
  standIn = await startStandIn();
  world = await createConnectionWorld({ sling: skeleton }, {}, false);
});
beforeEach(async () => {
  info = {};
  id ??= (await world.call('POST', 'sling', sling)).json().id;
});
afterAll(async () => {
  await world.close();
  await standIn.close();
});

describe('connection secrets', () => {
  const reconnect = (password: string) => world.call('POST', `sling/${id}/reconnect`, { ...sling, password });

  it('stay where they were created, whatever fails later', async () => {
    isBroken = true;
    const answer = await world.call('POST', 'sling', { ...sling, name: 'Second', email: 'second@example.test' });
    isBroken = false;
    expect(answer.statusCode).toBe(500);
    const { data } = (await world.call('GET', 'sling')).json();
    const made = data.find(({ name }: { name: string }) => name === 'Second');
    expect(await secretsOf(made.id)).toEqual(['hush', 'token of hush']);
  });

  it('stay unchanged until new ones are verified', async () => {
    const seen: unknown[] = [];
    standIn.next((response, { headers }) => {
      void secretsOf().then((secrets) => {
        seen.push(headers.authorization, secrets);
        respondWith(401)(response, {} as never);
      });
    });
    expect((await reconnect('wrong')).statusCode).toBe(400);
    expect(seen).toEqual(['wrong', ['hush', 'token of hush']]);
    expect(await secretsOf()).toEqual(['hush', 'token of hush']);
    expect((await reconnect('new')).statusCode).toBe(200);
    expect(await secretsOf()).toEqual(['new', 'token of new']);
  });

  it('are deleted with a connection that is deleted while reconnecting', async () => {
    runDuringCall(() => world.call('DELETE', `sling/${id}`));
    expect((await reconnect('late')).statusCode).toBe(404);
    expect(await row()).toBeUndefined();
    expect(await secretsOf()).toEqual([undefined, undefined]);
    await world.call('POST', 'sling', sling);
  });

  it('keeps settings chosen during a reconnect', async () => {
    runDuringCall(() => choose({ by_class: true }));
    await reconnect('hush');
    expect(await one()).toMatchObject({ settings: { by_class: true } });
  });
});

describe('settings chosen during a vendor call', () => {
  it('stay when a test returns the system’s own details', async () => {
    info = { settings: { portal: '7' } };
    runDuringCall(() => choose({ by_class: true }));
    await world.call('POST', `sling/${id}/test-connection`);
    expect(await one()).toMatchObject({ settings: { by_class: true, portal: '7' } });
  });

  it('make the next sync read everything again, whatever the running one has read', async () => {
    pages = [
      { facts: [], checkpoint: { after: 1 } },
      { facts: [], checkpoint: { after: 2 } },
    ];
    standIn.next(respondWith(200));
    runDuringCall(() => choose({ by_class: false }));
    await world.call('POST', `sling/${id}/sync`);
    await world.worker.drain();
    expect(await row()).toMatchObject({ checkpoint: null, settings: { by_class: false } });
    startedSyncs.length = 0;
    await world.call('POST', `sling/${id}/sync`);
    await world.worker.drain();
    expect(startedSyncs).toEqual([null]);
    expect(await row()).toMatchObject({ checkpoint: { after: 2 } });
  });
});

const hasLockWaits = async (): Promise<boolean> => (await countLockWaits(world.server.db.query)) > 0;

// The embedded database runs one transaction at a time.
describe.runIf(testDatabaseKind() === 'postgres')('deleting a connection during a wait', () => {
  const steps = {
    schedule: () => world.call('PUT', `sling/${id}/schedule`, { frequency: 'daily' }),
    'settings chosen': () =>
      choose({ by_class: true }).then(
        () => ({ statusCode: 200 }),
        ({ status }: { status: number }) => ({ statusCode: status }),
      ),
  };
  afterEach(() => sql`update connections set state = 'connected' where id = ${id}`.execute(world.server.db.query));

  it.each(Object.entries(steps))('answers 404 and writes nothing: %s', async (_, step) => {
    const entries = async () => (await world.server.db.query.selectFrom('audit_log').select('id').execute()).length;
    const before = await entries();
    const answer = await world.server.db.query.transaction().execute(async (trx) => {
      await sql`update connections set state = 'gone' where id = ${id}`.execute(trx);
      const pending = step();
      await expect.poll(hasLockWaits).toBe(true);
      return { asked: pending };
    });
    expect((await answer.asked).statusCode).toBe(404);
    expect(await entries()).toBe(before);
  });
});

describe.runIf(testDatabaseKind() === 'postgres')('resolving quarantined records during a sync', () => {
  it.each(['retry', 'drop'])('locks none of them before the connection: %s', async (verb) => {
    const run = await world.server.db.query.selectFrom('sync_runs').select('id').executeTakeFirstOrThrow();
    const payload = { kind: 'customer', external_id: verb, name: `Customer ${verb}`, email: null, gone: false };
    await world.store.heldRecords.put(Number(id), run.id, [{ kind: 'customer', external_id: verb, code: 'currency', facts: {}, payload }]);
    const held = await world.server.db.query
      .selectFrom('quarantine')
      .select('id')
      .where('external_id', '=', verb)
      .executeTakeFirstOrThrow();
    const { asked: pending, free } = await world.server.db.query.transaction().execute(async (trx) => {
      await sql`select 1 from connections where id = ${id} for update`.execute(trx);
      const pending = world.call('POST', `sling/${id}/quarantine/${verb}`, { ids: [String(held.id)] });
      await expect.poll(hasLockWaits).toBe(true);
      const { rows } = await sql`select 1 from quarantine where id = ${held.id} for update skip locked`.execute(trx);
      return { asked: pending, free: rows.length > 0 };
    });
    expect(free).toBe(true);
    expect((await pending).statusCode, (await pending).body).toBe(200);
  });
});

describe('token exchange lease', () => {
  it('is released only by its holder, even after expiry', async () => {
    const deps = { store: world.store, clock: world.server.clock, vault: world.vault, outside: world.outside };
    const connected = await createConnectedContext(deps, (await row()) as ConnectionRow);
    const late = await connected.lease(MINUTE);
    world.server.clock.advance(2 * MINUTE);
    const now = await connected.lease(HOUR);
    await late?.();
    expect(await connected.lease(HOUR)).toBeNull();
    await now?.();
    expect(await connected.lease(HOUR)).not.toBeNull();
  });
});
