import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Connector, Info, SyncPage } from '../../../server/connectors/connector.ts';
import { chooseSettings } from '../../../server/domain/connections/changeConnection.ts';
import { answering, type StandIn, startStandIn } from '../support/standIn.ts';
import { testDatabaseKind } from '../support/testDatabase.ts';
import { type Connecting, connecting } from '../support/worlds/connecting.ts';

let at: Connecting;
let standIn: StandIn;
let id: string;
let said: Info = {};
let pages: SyncPage[] = [];
const begun: unknown[] = [];

const skeleton: Connector = {
  kind: 'sling',
  setup: () => ({ configured: true, message: null, redirect_url: null, values: null }),
  read: (form) => ({
    name: String(form.name),
    account: String(form.email),
    settings: {},
    secrets: { password: String(form.password) },
  }),
  test: async ({ outgoing }) => {
    await outgoing({ baseUrl: standIn.url }).json({ path: 'me' }, (body) => body);
    return said;
  },
  sync: async function* ({ outgoing }, checkpoint) {
    begun.push(checkpoint);
    for (const page of pages) {
      await outgoing({ baseUrl: standIn.url }).json({ path: 'page' }, (body) => body);
      yield page;
    }
  },
  view: ({ settings }) => ({ settings }),
};

const sling = { name: 'Shifts', email: 'boss@example.test', password: 'hush' };
const one = async () => (await at.call('GET', 'sling')).json().data[0];
const row = () => at.store.connections.byId(Number(id));

/** An answer of the outside system that comes once this was done. */
const meanwhile = (deed: () => Promise<unknown>): void =>
  standIn.next((response, seen) => void deed().then(() => answering(200, { ok: true })(response, seen)));

const choose = (chosen: object) => {
  const deps = { store: at.store, clock: at.server.clock, vault: at.vault, outside: at.outside };
  const principal = { userId: at.adminId } as Parameters<typeof chooseSettings>[4]['principal'];
  return chooseSettings(deps, 'sling', Number(id), chosen as Record<string, unknown>, {
    principal,
    origin: { network: '', requestId: '', device: '' },
  });
};

beforeAll(async () => {
  standIn = await startStandIn();
  at = await connecting({ sling: skeleton }, {}, false);
});
beforeEach(async () => {
  said = {};
  id ??= (await at.call('POST', 'sling', sling)).json().id;
});
afterAll(async () => {
  await at.close();
  await standIn.close();
});

describe('what a person chooses while an outside system is asked', () => {
  it('stays, when a test comes back with what the system says of itself', async () => {
    said = { settings: { portal: '7' } };
    meanwhile(() => choose({ by_class: true }));
    await at.call('POST', `sling/${id}/test-connection`);
    expect(await one()).toMatchObject({ settings: { by_class: true, portal: '7' } });
  });

  it('lets the next sync read everything again, whatever the one under way read', async () => {
    pages = [
      { facts: [], checkpoint: { after: 1 } },
      { facts: [], checkpoint: { after: 2 } },
    ];
    standIn.next(answering(200));
    meanwhile(() => choose({ by_class: false }));
    await at.call('POST', `sling/${id}/sync`);
    await at.worker.drain();
    expect(await row()).toMatchObject({ checkpoint: null, settings: { by_class: false } });
    begun.length = 0;
    await at.call('POST', `sling/${id}/sync`);
    await at.worker.drain();
    expect(begun).toEqual([null]);
    expect(await row()).toMatchObject({ checkpoint: { after: 2 } });
  });
});

const waits = async (): Promise<boolean> => {
  const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    at.server.db.query,
  );
  return rows.length > 0;
};

// On the embedded database one transaction is all there is.
describe.runIf(testDatabaseKind() === 'postgres')('a connection that goes while somebody waits for it', () => {
  const deeds = {
    schedule: () => at.call('PUT', `sling/${id}/schedule`, { frequency: 'daily' }),
    'settings chosen': () =>
      choose({ by_class: true }).then(
        () => ({ statusCode: 200 }),
        ({ status }: { status: number }) => ({ statusCode: status }),
      ),
  };
  afterEach(() => sql`update connections set state = 'connected' where id = ${id}`.execute(at.server.db.query));

  it.each(Object.entries(deeds))('is 404, and nothing is written of it: %s', async (_, deed) => {
    const entries = async () => (await at.server.db.query.selectFrom('audit_log').select('id').execute()).length;
    const before = await entries();
    const answer = await at.server.db.query.transaction().execute(async (trx) => {
      await sql`update connections set state = 'gone' where id = ${id}`.execute(trx);
      const asked = deed();
      await expect.poll(waits).toBe(true);
      return { asked };
    });
    expect((await answer.asked).statusCode).toBe(404);
    expect(await entries()).toBe(before);
  });
});
