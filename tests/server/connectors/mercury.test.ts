import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mercuryConnector } from '../../../server/connectors/mercury/mercury.ts';
import { vendorsOf } from '../../../server/connectors/vendors.ts';
import { type MercuryStandIn, startMercury, TOKEN } from '../../stand-ins/mercury/mercury.ts';
import { HOUR_MS } from '../support/testApp.ts';
import { type ConnectionWorld, createConnectionWorld } from '../support/worlds/connections.ts';

let world: ConnectionWorld;
let bank: MercuryStandIn;
let id: string;
const now = { clock: (): Date => new Date() };
const DAY = 24 * HOUR_MS;
const form = { name: 'Operating bank', token_string: TOKEN };

beforeAll(async () => {
  bank = await startMercury({ now: () => now.clock() });
  world = await createConnectionWorld({ mercury: mercuryConnector(vendorsOf({ MERCURY_API_URL: bank.apiUrl })) });
  now.clock = world.server.clock;
  bank.addAccount();
});
afterAll(async () => {
  await world.close();
  // One transaction has a text for its amount on purpose.
  expect(bank.forgive('/amount must be number')).toHaveLength(1);
  await bank.close();
});
beforeEach(() => {
  bank.heal();
  bank.seen.length = 0;
});

const add = (overrides: object = {}) => world.call('POST', 'mercury', { ...form, ...overrides });
const one = async () => (await world.call('GET', 'mercury')).json().data[0];
const sync = async () => {
  await world.call('POST', `mercury/${id}/sync`);
  await world.worker.drain();
  return (await world.call('GET', `mercury/${id}/runs`)).json().data[0];
};
const rows = () => world.server.db.query.selectFrom('bank_transactions').selectAll().orderBy('id').execute();
const calls = (path: string) => bank.seen.filter((item) => item.path.startsWith(path)).length;

describe('spec 2.54, 5.06: connecting Mercury', () => {
  it.each([
    [{ token_string: '' }, { token_string: 'Please enter a Mercury Bank API token' }],
    [{ name: ' ' }, { name: 'Please enter a name for this integration' }],
    [{ name: 'x'.repeat(101) }, { name: 'The name must be at most 100 characters' }],
    [
      { token_string: TOKEN.replace('secret-token:', '') },
      { token_string: 'A Mercury token starts with "secret-token:". Copy all of it, with that prefix.' },
    ],
    [{ token_string: 'secret-token:short' }, { token_string: 'This is not a Mercury token. Copy it again from Mercury, without spaces.' }],
  ])('answers 400 to %o, names the field and calls nothing', async (overrides, errors) => {
    const answer = await add(overrides);
    expect([answer.statusCode, answer.json().errors]).toEqual([400, errors]);
    expect(bank.seen).toEqual([]);
  });

  it('spec 8.09: answers 400 to an unknown token and stores nothing', async () => {
    expect((await add({ token_string: `${TOKEN}x` })).statusCode).toBe(400);
    bank.listAddress(false);
    expect((await add()).statusCode).toBe(400);
    bank.listAddress(true);
    expect((await world.call('GET', 'mercury')).json().data).toEqual([]);
    expect(await world.store.secrets.namesOf('connection:')).toEqual([]);
  });

  it('spec 3.16: stores the last four digits of accounts, and returns the token in no answer', async () => {
    const answer = await add();
    expect(answer.statusCode, answer.body).toBe(201);
    id = answer.json().id;
    expect(answer.json()).toMatchObject({
      name: 'Operating bank',
      sync_accounts: true,
      sync_transactions: true,
      settings: { organization: 'Acme Robotics, Inc.', accounts: ['Operating ••4417'] },
    });
    expect(answer.body + JSON.stringify(await world.server.db.query.selectFrom('connections').selectAll().execute())).not.toMatch(
      /secret-token|202298124417/,
    );
    await world.worker.drain();
  });
});

describe('docs/integrations/mercury.md: webhooks', () => {
  const SECRET = 'a signing secret that Mercury showed';
  const deliver = async () => {
    const body = JSON.stringify({ id: 'e-1', resourceType: 'transaction', resourceId: 't-1', operationType: 'create' });
    const t = Math.floor(world.server.clock().getTime() / 1000);
    const v1 = createHmac('sha256', SECRET).update(`${t}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'mercury-signature': `t=${t},v1=${v1}` };
    return (await world.server.app.inject({ method: 'POST', url: `/api/v1/webhooks/${id}`, payload: body, headers })).statusCode;
  };

  it.each(['short', 123, {}, '     x'])('refuse an invalid secret (%j) by field, without a call', async (webhook_secret) => {
    bank.seen.length = 0;
    for (const path of ['mercury', `mercury/${id}/reconnect`]) {
      const answer = await world.call('POST', path, { ...form, webhook_secret });
      expect([answer.statusCode, answer.json().errors]).toEqual([
        400,
        { webhook_secret: 'webhook_secret must be a text of 16 to 200 characters, as Mercury shows it.' },
      ]);
    }
    expect(bank.seen).toEqual([]);
  });

  it('are set up once their secret was sent with the token, and start the next sync', async () => {
    expect(await deliver()).toBe(401);
    const answer = await world.call('POST', `mercury/${id}/reconnect`, { token_string: TOKEN, webhook_secret: SECRET });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.body).not.toContain(SECRET);
    await world.worker.drain();
    const runs = async () => (await world.call('GET', `mercury/${id}/runs`)).json().data.length;
    const before = await runs();
    expect(await deliver()).toBe(200);
    await world.worker.drain();
    expect(await runs()).toBe(before + 1);
  });
});

describe('decisions 7.07: Mercury sync', () => {
  it('reads every page once with GET only, and changes nothing on a repeat', async () => {
    for (let n = 0; n < 703; n += 1)
      bank.add({ amount: n + 1, createdAt: new Date(now.clock().getTime() - (704 - n) * HOUR_MS).toISOString() });
    expect(await sync()).toMatchObject({ status: 'completed', counts: { created: 703, changed: 0, held: 0 } });
    expect(calls('/transactions')).toBe(3);
    expect((await rows()).length).toBe(703);
    // A first sync reads no earlier changes.
    expect(calls('/transaction/')).toBe(0);
    bank.seen.length = 0;
    expect(await sync()).toMatchObject({ status: 'completed', counts: { created: 0, changed: 0 } });
    expect((await rows()).length).toBe(703);
  });

  it('rereads the list, but not each transaction, after an interruption before the changes', async () => {
    const account = (bank.transactions[0] as { accountId: string }).accountId;
    for (let index = 0; index < 30; index += 1) bank.add({ accountId: account, amount: 100 + index });
    world.server.clock.advance(1000);
    bank.fail({ path: '/events', kind: 'status', status: 500, times: 9 });
    expect((await sync()).status).not.toBe('completed');
    // More transactions arrive meanwhile; the next attempt lists them.
    world.server.clock.advance(HOUR_MS);
    for (let index = 0; index < 5; index += 1) bank.add({ accountId: account, amount: 200 + index });
    bank.heal();
    bank.seen.length = 0;
    world.server.clock.advance(1000);
    await world.worker.drain();
    expect((await world.call('GET', `mercury/${id}/runs`)).json().data[0]).toMatchObject({ status: 'completed', counts: { created: 35 } });
    expect(calls('/transaction/')).toBe(0);
  });

  it('reads changes of any age: a transaction settled, reversed or deleted', async () => {
    const old = bank.add({ status: 'pending', createdAt: '2025-02-01T12:00:00Z', counterpartyName: 'Slow Check' });
    const deleted = bank.add({ status: 'pending', createdAt: '2025-03-01T12:00:00Z', counterpartyName: 'Dropped' });
    await sync();
    world.server.clock.advance(HOUR_MS);
    bank.change(old.id, { status: 'sent', postedAt: now.clock().toISOString() });
    bank.remove(deleted.id);
    await sync();
    const found = async (name: string) => (await rows()).find(({ counterparty }) => counterparty === name);
    expect(await found('Slow Check')).toMatchObject({ bank_status: 'settled' });
    expect(await found('Dropped')).toMatchObject({ bank_status: 'cancelled', state: 'ignored' });
    bank.change(old.id, { status: 'reversed', reasonForFailure: 'R10' });
    await sync();
    expect(await found('Slow Check')).toMatchObject({ bank_status: 'reversed', failure: 'R10', state: 'ignored' });
  });

  it('names credit cards, omits failed transfers, and follows a deposit that the bank returns by another transaction', async () => {
    const card = bank.addCard();
    bank.add({ accountId: card.id, amount: -12.5, counterpartyName: 'Card Shop' });
    bank.add({ amount: 0, counterpartyName: 'Zero Check' });
    const deposit = bank.add({ amount: 700, counterpartyName: 'Bounced School' });
    expect(await sync()).toMatchObject({ status: 'completed', counts: { created: 2, held: 0 } });
    const found = async (name: string) => (await rows()).filter(({ counterparty }) => counterparty === name);
    expect(await found('Card Shop')).toMatchObject([{ account_name: 'Credit card', amount_cents: -1250 }]);
    expect(await found('Zero Check')).toEqual([]);
    const related = (id: string, amount: number, relationKind: string) => ({
      relatedTransactions: [{ id, accountId: bank.accounts[0]?.id ?? '', amount, relationKind }],
    });
    const back = bank.add({
      amount: -700,
      counterpartyName: 'Bounced School',
      ...related(deposit.id, 700, 'ReturnToOriginalTransaction'),
    });
    bank.change(deposit.id, related(back.id, -700, 'OriginalTransactionToReturn'));
    world.server.clock.advance(HOUR_MS);
    await sync();
    expect(await found('Bounced School')).toMatchObject([
      { amount_cents: 70_000, bank_status: 'reversed', state: 'ignored' },
      { amount_cents: -70_000, bank_status: 'settled', internal: true },
    ]);
  });

  it('rereads the last thirty days without access to events', async () => {
    const recent = bank.add({
      status: 'pending',
      counterpartyName: 'Recent',
      createdAt: new Date(now.clock().getTime() - 20 * DAY).toISOString(),
    });
    await sync();
    bank.change(recent.id, { status: 'sent', postedAt: now.clock().toISOString() });
    bank.fail({ path: '/events', kind: 'status', status: 403, times: 2 });
    expect((await sync()).status).toBe('completed');
    expect((await rows()).find(({ counterparty }) => counterparty === 'Recent')?.bank_status).toBe('settled');
  });

  it('quarantines unreadable transactions and continues with the rest', async () => {
    bank.add({ amount: 'much' as unknown as number, counterpartyName: 'Odd' });
    bank.add({ amount: 5, counterpartyName: 'Even' });
    expect(await sync()).toMatchObject({ status: 'completed', counts: { held: 1 } });
    expect((await rows()).some(({ counterparty }) => counterparty === 'Even')).toBe(true);
    const { data } = (await world.call('GET', `mercury/${id}/quarantine`)).json();
    expect(data.map(({ reason }: { reason: string }) => reason)).toEqual(['This transaction has no amount or no date.']);
  });

  it.each([
    [{ kind: 'status', status: 429, headers: { 'retry-after': '2' } }, 'completed'],
    [{ kind: 'status', status: 500 }, 'completed'],
    [{ kind: 'half' }, 'failed'],
    [{ kind: 'shape' }, 'failed'],
  ] as const)('a sync with %o ends %s, and the next one imports everything once', async (fault, status) => {
    bank.add({ amount: 7, counterpartyName: JSON.stringify(fault) });
    bank.fail({ path: '/transactions', ...fault });
    expect((await sync()).status).toBe(status);
    expect((await sync()).status).toBe('completed');
    expect((await rows()).filter(({ counterparty }) => counterparty === JSON.stringify(fault)).length).toBe(1);
    expect(new Set((await rows()).map(({ external_id }) => external_id)).size).toBe((await rows()).length);
  });

  it('decisions 7.04: expires on a revoked token, and Reconnect resumes it with its data', async () => {
    const before = (await rows()).length;
    bank.revoke();
    expect((await sync()).status).toBe('failed');
    expect(await one()).toMatchObject({ status: 'expired' });
    const newToken = `secret-token:mercury_production_rw_${'9f8e7d6c'.repeat(8)}`;
    bank.allow(newToken);
    const answer = await world.call('POST', `mercury/${id}/reconnect`, { token_string: newToken });
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await sync()).status).toBe('completed');
    expect((await rows()).length).toBe(before);
  });

  it('calls once a day, even on Manual', async () => {
    await world.call('PUT', `mercury/${id}/schedule`, { frequency: 'manual' });
    bank.seen.length = 0;
    world.server.clock.advance(DAY + HOUR_MS);
    await world.worker.drain();
    world.server.clock.advance(HOUR_MS);
    await world.worker.drain();
    expect(bank.seen.map(({ path }) => path)).toEqual(['/accounts']);
  });
});
