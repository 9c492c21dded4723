import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { quickbooksConnector } from '../../../server/connectors/quickbooks/quickbooks.ts';
import { vendorsOf } from '../../../server/connectors/vendors.ts';
import { openStore, type Store } from '../../../server/db/repositories/store.ts';
import { processDelivery } from '../../../server/domain/connections/processDelivery.ts';
import { receiveWebhook, webhookSecret } from '../../../server/domain/connections/receiveWebhook.ts';
import { parseSecretKey, type SecretKey } from '../../../server/start/secrets.ts';
import { createVault } from '../../../server/start/vault.ts';
import { MINUTE_MS, type TestApp, testApp } from '../support/testApp.ts';
import { testDatabaseKind } from '../support/testDatabase.ts';

const keys = [parseSecretKey(randomBytes(32).toString('base64')) as SecretKey];
const SECRET = 'the verifier token of the vendor';
let server: TestApp;
let store: Store;
const ids: Record<string, number> = {};

beforeAll(async () => {
  const config = { logLevel: 'info', trustProxy: [], publicUrl: undefined, encryptionKeys: keys } as const;
  server = await testApp({ config } as object);
  store = openStore(server.db);
  const vault = createVault(keys);
  for (const [name, kind, state] of [
    ['books', 'quickbooks', 'connected'],
    ['bank', 'mercury', 'connected'],
    ['gone', 'quickbooks', 'gone'],
    ['shifts', 'sling', 'connected'],
  ] as const) {
    const values = { kind, name, external_account: name, state };
    const row = await server.db.query.insertInto('connections').values(values).returning('id').executeTakeFirstOrThrow();
    ids[name] = row.id;
    await vault.seal(store, webhookSecret(row.id), SECRET, server.clock());
  }
  const bare = { kind: 'quickbooks', name: 'bare', external_account: 'bare' } as const;
  const locked = { kind: 'quickbooks', name: 'locked', external_account: 'locked', state: 'connected' } as const;
  ids.locked = (await server.db.query.insertInto('connections').values(locked).returning('id').executeTakeFirstOrThrow()).id;
  const otherKeys = [parseSecretKey(randomBytes(32).toString('base64')) as SecretKey];
  await createVault(otherKeys).seal(store, webhookSecret(ids.locked), SECRET, server.clock());
  ids.bare = (await server.db.query.insertInto('connections').values(bare).returning('id').executeTakeFirstOrThrow()).id;
});
afterAll(() => server.close());
beforeEach(async () => {
  for (const table of ['jobs', 'call_allowances'] as const) await server.db.query.deleteFrom(table).execute();
});

const BODY = JSON.stringify([{ specversion: '1.0', id: 'e-1', type: 'qbo.invoice.created.v1', intuitaccountid: '123' }]);
const signed = (body: string | Buffer, secret = SECRET) => createHmac('sha256', secret).update(body).digest('base64');
const deliver = (name: string | number, body: string | Buffer, headers: Record<string, string>) =>
  server.app.inject({
    method: 'POST',
    url: `/api/v1/webhooks/${typeof name === 'number' ? name : ids[name]}`,
    payload: body,
    headers: { 'content-type': 'application/json', ...headers },
  });
const books = (body: string | Buffer = BODY, signature = signed(body), name: string | number = 'books') =>
  deliver(name, body, { 'intuit-signature': signature });
const bank = (age = 0, body = BODY, over = body) => {
  const timestampS = Math.floor(server.clock().getTime() / 1000) - age;
  const v1 = createHmac('sha256', SECRET).update(`${timestampS}.${over}`).digest('hex');
  return deliver('bank', body, { 'mercury-signature': `t=${timestampS},v1=${v1}` });
};
const jobs = () => server.db.query.selectFrom('jobs').select(['kind', 'state', 'payload']).orderBy('id').execute();

describe('webhook deliveries', () => {
  it('are 200 and create a job with their content if signed', async () => {
    expect((await books()).statusCode).toBe(200);
    expect((await bank()).statusCode).toBe(200);
    expect(await jobs()).toEqual([
      { kind: 'quickbooks_webhook', state: 'queued', payload: { connection_id: ids.books, body: BODY } },
      { kind: 'mercury_webhook', state: 'queued', payload: { connection_id: ids.bank, body: BODY } },
    ]);
  });

  it('are read byte by byte, whatever their content type', async () => {
    const body = '[ {"a" :1e2 } ]\n';
    expect(
      (await deliver('books', body, { 'intuit-signature': signed(body), 'content-type': 'application/cloudevents-batch+json' })).statusCode,
    ).toBe(200);
    expect((await jobs())[0]?.payload).toMatchObject({ body });
  });

  it('become one job if repeated while waiting', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => books()));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
    expect(await jobs()).toHaveLength(1);
  });

  it.each([
    ['no signature', () => books(BODY, '')],
    ['a wrong secret', () => books(BODY, signed(BODY, 'guessed'))],
    ['an extra byte', () => books(`${BODY} `, signed(BODY))],
    ['the signature of another vendor', () => deliver('bank', BODY, { 'intuit-signature': signed(BODY) })],
    ['an old signature', () => bank(301)],
    ['a signature dated in the future', () => bank(-301)],
    ['the signature of another body', () => bank(0, BODY, '[]')],
    ['a connection without a secret', () => books(BODY, signed(BODY), 'bare')],
    ['a deleted connection', () => books(BODY, signed(BODY), 'gone')],
    ['no signature, and a secret that no key decrypts', () => books(BODY, '', 'locked')],
    ['a signature that cannot be checked, because no key decrypts the secret', () => books(BODY, signed(BODY), 'locked')],
    ['a vendor that does not sign', () => books(BODY, signed(BODY), 'shifts')],
    ['an unknown connection', () => books(BODY, signed(BODY), 999_999)],
  ])('with %s are 401 with the same words and create no job', async (_name, send) => {
    const answer = await send();
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'webhook_refused']);
    expect(answer.json().message).toContain('The signature does not match.');
    expect(await jobs()).toEqual([]);
  });

  it('of more than 256 kB are 413; non-text is 400', async () => {
    const large = 'x'.repeat(256 * 1024 + 1);
    expect((await books(large)).statusCode).toBe(413);
    expect((await books('x'.repeat(256 * 1024))).statusCode).toBe(200);
    for (const raw of [Buffer.from([0xff, 0xfe]), Buffer.from([0x5b, 0, 0x5d])]) expect((await books(raw)).statusCode).toBe(400);
  });

  it('in excess are 429 with the wait time, and are accepted later', async () => {
    const drained = { connection_id: ids.books ?? 0, rule: 'webhook', full_at: new Date(Date.now() + MINUTE_MS).toISOString() };
    await server.db.query.insertInto('call_allowances').values(drained).execute();
    const answer = await books();
    expect(answer.statusCode).toBe(429);
    // A burst of a hundred uses up twelve seconds of the allowance.
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(30);
    expect(await jobs()).toEqual([]);
    expect((await bank()).statusCode).toBe(200);
    await server.db.query.deleteFrom('call_allowances').execute();
    expect((await books()).statusCode).toBe(200);
  });

  // The embedded database has only one connection, so no lock can be held during another request.
  it.skipIf(testDatabaseKind() === 'embedded')(
    'are answered within 3 s even if the database is busy, so that the sender retries',
    async () => {
      await server.db.query.transaction().execute(async (trx) => {
        await sql`lock table jobs in access exclusive mode`.execute(trx);
        const startedAt = performance.now();
        const answer = await books('["busy"]');
        expect(performance.now() - startedAt).toBeLessThan(3000);
        expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '10']);
      });
    },
  );
});

describe('subject of a delivery', () => {
  const events = (...realms: readonly string[]) =>
    JSON.stringify(realms.map((intuitaccountid) => ({ specversion: '1.0', type: 'qbo.invoice.void.v1', intuitaccountid, data: {} })));
  const before = (...realms: readonly string[]) =>
    JSON.stringify({ eventNotifications: realms.map((realmId) => ({ realmId, dataChangeEvent: { entities: [] } })) });
  const depsOf = (webhookToken: string) => {
    const connector = quickbooksConnector(vendorsOf({ QUICKBOOKS_WEBHOOK_TOKEN: webhookToken }));
    return { store, clock: server.clock, vault: createVault(keys), outside: { connectors: { quickbooks: connector } } } as never;
  };
  /** The names of the connections that a delivery to a connection synced. */
  const synced = async (body: string, webhookToken: string, to = 'books') => {
    const query = server.db.query;
    await query.deleteFrom('sync_runs').execute();
    await processDelivery(depsOf(webhookToken), ids[to] ?? 0, body);
    const runs = await query
      .selectFrom('sync_runs as r')
      .innerJoin('connections as c', 'c.id', 'r.connection_id')
      .select('c.name')
      .execute();
    return runs.map(({ name }) => name).sort();
  };

  it.each([
    ['of the connection’s company', events('books'), '', ['books']],
    ['of several companies of the app', events('other', 'books', 'stranger', 'other'), 'token', ['books', 'other']],
    ['of another company, to a connection with a secret of its own', events('other'), '', []],
    ['of an unknown company', events('stranger'), 'token', []],
    ['in the older format', before('books', 'stranger'), 'token', ['books']],
    ['of no company', '{}', 'token', []],
  ])('decisions 7.01: %s', async (_, body, token, names) => {
    const values = { kind: 'quickbooks', name: 'other', external_account: 'other', state: 'connected' } as const;
    await server.db.query
      .insertInto('connections')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    expect(await synced(body, token)).toEqual(names);
  });

  it('decisions 7.01: a deleted connection’s address still serves the app’s other companies, and no one else', async () => {
    const raw = Buffer.from(events('books'));
    const send = (webhookToken: string, secret: string) => {
      const delivery = { raw, headers: { 'intuit-signature': signed(raw, secret) } };
      return receiveWebhook(depsOf(webhookToken), ids.gone ?? 0, delivery, raw.toString());
    };
    await send('token', 'token');
    expect((await jobs()).map(({ payload }) => payload)).toEqual([{ connection_id: ids.gone, body: raw.toString() }]);
    await expect(send('token', SECRET)).rejects.toMatchObject({ status: 401 });
    await expect(send('', SECRET)).rejects.toMatchObject({ status: 401 });
    expect(await synced(events('books', 'gone'), 'token', 'gone')).toEqual(['books']);
    expect(await synced(events('books', 'gone'), '', 'gone')).toEqual([]);
  });

  it('is refused if not JSON, and nothing is synced', async () => {
    await expect(synced('not JSON', 'token')).rejects.toThrow(SyntaxError);
  });
});
