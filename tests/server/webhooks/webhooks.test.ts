import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IssuedWebhook, Webhook, WebhookDelivery } from '../../../contract/entities/webhook.ts';
import { createOutside } from '../../../server/connectors/outside.ts';
import { createMessages } from '../../../server/connectors/slack/postMessage.ts';
import { createWebhookSender } from '../../../server/mail/webhookSender.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { addRecord } from '../support/records.ts';
import { HOUR_MS, MINUTE_MS } from '../support/testApp.ts';
import { type ConnectionWorld, createConnectionWorld } from '../support/worlds/connections.ts';

const PATH = '/api/v1/outgoing-webhooks';
const DAY = 24 * HOUR_MS;
let world: ConnectionWorld;
let receiver: Receiver;
let sam: number;

beforeAll(async () => {
  world = await createConnectionWorld({});
  sam = await world.server.add({ email: 'sam@example.test', role: 'salesperson' });
});
afterAll(() => world.close());
beforeEach(async () => {
  receiver = await startReceiver();
  const outside = createOutside({} as never, { messages: createMessages({ localUrl: receiver.url }) });
  Object.assign(world.outside, outside);
});
afterEach(async () => {
  await receiver.close();
  for (const table of ['webhooks', 'secrets', 'notifications', 'payouts', 'pay_periods'] as const)
    await world.server.db.query.deleteFrom(table).execute();
  expect(world.failures).toEqual([]);
});

const body = (overrides: object = {}) => ({
  name: 'Ledger',
  address: `${receiver.url}/hook?key=hidden`,
  types: ['payout.completed'],
  enabled: true,
  ...overrides,
});
const add = async (overrides: object = {}): Promise<IssuedWebhook> => {
  const answer = await world.call('POST', PATH, body(overrides));
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json();
};
const list = async (): Promise<Webhook[]> => (await world.call('GET', PATH)).json().data;
const log = async ({ webhook }: IssuedWebhook): Promise<WebhookDelivery[]> =>
  (await world.call('GET', `${PATH}/${webhook.id}/deliveries`)).json().data;
const sender = () => {
  const { store, vault, outside, server, failures } = world;
  return createWebhookSender({ store, vault, outside, clock: server.clock, log: (error) => void failures.push(error) });
};
const send = async (): Promise<void> => {
  while ((await sender().drain()) > 0);
};
const payout = async (state: 'pending' | 'completed' = 'completed'): Promise<number> => {
  const values = {
    user_id: sam,
    amount_cents: 12_345,
    paid_on: '2026-11-21',
    method: 'ACH',
    reference: null,
    state,
    reversal_of_id: null,
    created_by: null,
    approved_by: null,
  };
  return (await world.server.db.query.insertInto('payouts').values(values).returning('id').executeTakeFirstOrThrow()).id;
};
const notices = async (): Promise<string[]> =>
  (await world.server.db.query.selectFrom('notifications').select('message').where('title', '=', 'Webhook switched off').execute()).map(
    ({ message }) => message,
  );
const audited = async (): Promise<string[]> =>
  (await world.server.db.query.selectFrom('audit_log').select('action').where('entity', '=', 'webhook').orderBy('id').execute()).map(
    ({ action }) => action,
  );

describe('webhook deliveries (decisions 4.14)', () => {
  it('are signed per Standard Webhooks, and name the payout without its amount', async () => {
    const { secret } = await add();
    const id = await payout();
    await send();
    expect(receiver.received).toHaveLength(1);
    const [{ headers, body: text }] = receiver.received as [{ headers: Record<string, string>; body: string }];
    expect(JSON.parse(text)).toEqual({
      type: 'payout.completed',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      data: { payout_id: `po-${id}`, user_id: String(sam), state: 'completed' },
    });
    expect(text).not.toContain('123.45');
    expect(Number(headers['webhook-timestamp'])).toBe(Math.floor(world.server.clock().getTime() / 1000));
    expect(headers['content-type']).toMatch('application/json');
    // The vendor's own client refuses timestamps far from the clock of this machine.
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    expect(new Verifier(secret).sign(headers['webhook-id']!, at, text)).toBe(headers['webhook-signature']);
    expect(() => new Verifier('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw').verify(text, headers)).toThrow();
  });

  it('are verified by the example of docs/api.md', async () => {
    const { secret } = await add();
    await payout();
    await send();
    const docs = await readFile('docs/api.md', 'utf8');
    const [, example] = /```js\n([\s\S]*?isFromQuotaboard[\s\S]*?)```/.exec(docs) ?? [];
    const source = String(example).replace(/^import .*$/gm, '');
    const verify = new Function('createHmac', 'timingSafeEqual', `${source}; return isFromQuotaboard;`)(createHmac, timingSafeEqual);
    const [{ headers, body: text }] = receiver.received as [{ headers: Record<string, string>; body: string }];
    const now = world.server.clock().getTime();
    expect(verify(secret, headers, text, now)).toBe(true);
    expect(verify(secret, headers, `${text} `, now)).toBe(false);
    expect(verify(secret, headers, text, now + 6 * MINUTE_MS)).toBe(false);
    expect(verify(`whsec_${Buffer.alloc(32).toString('base64')}`, headers, text, now)).toBe(false);
  });

  it('are written with their cause or not at all', async () => {
    const hook = await add();
    await expect(
      world.server.db.query.transaction().execute(async (trx) => {
        await trx
          .insertInto('payouts')
          .values({
            user_id: sam,
            amount_cents: 1,
            paid_on: '2026-11-21',
            method: 'ACH',
            reference: null,
            state: 'completed',
            reversal_of_id: null,
            created_by: null,
            approved_by: null,
          })
          .execute();
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await log(hook)).toEqual([]);
  });

  it('are repeated under the same id after a server dies during one', async () => {
    const hook = await add();
    await payout();
    await world.server.db.query
      .updateTable('webhook_deliveries')
      .set({ state: 'sending', attempts: 1, lease_until: new Date(world.server.clock().getTime() + MINUTE_MS).toISOString() })
      .execute();
    await send();
    expect(receiver.received).toEqual([]);
    world.server.clock.advance(2 * MINUTE_MS);
    await send();
    expect(receiver.received[0]?.headers['webhook-id']).toBe((await log(hook))[0]?.id);
    expect((await log(hook))[0]).toMatchObject({ state: 'delivered', attempts: 2, status: 204, error: null });
  });

  it('to a slow receiver do not delay others', async () => {
    await add({ name: 'Slow', address: `${receiver.url}/slow` });
    const other = await startReceiver();
    try {
      Object.assign(world.outside, {
        messages: { ...world.outside.messages, refusalOf: () => null, send: slowFor(receiver.url, world.outside.messages.send) },
      });
      await add({ name: 'Quick', address: `${other.url}/hook` });
      await payout();
      const lane = sender();
      const round = lane.drain();
      await expect.poll(() => waitingFor('Quick')).toBe(0);
      expect(await waitingFor('Slow')).toBe(1);
      release();
      await round;
      expect(await waitingFor('Slow')).toBe(0);
    } finally {
      await other.close();
    }
  });
});
let release = (): void => {};
/** Answers 204 immediately, or for one origin only when the test allows it. */
const slowFor =
  (origin: string, _send: unknown) =>
  async (address: string): Promise<{ status: number; code: null; retryAfterSeconds: null }> => {
    if (address.startsWith(origin))
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    return { status: 204, code: null, retryAfterSeconds: null };
  };
const waitingFor = async (name: string): Promise<number | undefined> => (await list()).find((hook) => hook.name === name)?.waiting;

describe('a rejected delivery', () => {
  it('is retried after growing waits, or as Retry-After says', async () => {
    const hook = await add();
    await payout();
    receiver.replies.push({ status: 500 }, { status: 503, headers: { 'retry-after': '600' } });
    const nextIn = async () => Date.parse((await log(hook))[0]?.next_at ?? '') - world.server.clock().getTime();
    await send();
    expect([(await log(hook))[0]?.status, await nextIn()]).toEqual([500, 5000]);
    world.server.clock.advance(4999);
    await send();
    expect(receiver.received).toHaveLength(1);
    world.server.clock.advance(1);
    await send();
    expect([(await log(hook))[0]?.error, await nextIn()]).toEqual(['The receiver answered 503.', 600_000]);
    expect((await list())[0]).toMatchObject({ problem: 'The receiver answered 503.', off_at: null, waiting: 1 });
    world.server.clock.advance(600_000);
    await send();
    expect((await list())[0]).toMatchObject({ problem: null, waiting: 0 });
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3);
  });

  it('does not follow a redirect', async () => {
    const hook = await add();
    const privateReceiver = await startReceiver();
    receiver.replies.push({ status: 307, headers: { location: privateReceiver.url } });
    await payout();
    await send();
    await privateReceiver.close();
    expect(privateReceiver.received).toEqual([]);
    expect((await log(hook))[0]).toMatchObject({ state: 'queued', status: 307 });
  });

  it('disables its receiver at once on 410, and notifies the administrators', async () => {
    const hook = await add();
    receiver.replies.push({ status: 410 });
    await payout();
    await payout();
    await send();
    expect(receiver.received).toHaveLength(1);
    expect((await list())[0]).toMatchObject({
      off_at: expect.any(String),
      problem: 'The receiver answered that it is gone (410).',
      waiting: 0,
    });
    expect((await log(hook)).map(({ state }) => state)).toEqual(['failed', 'failed']);
    expect(await notices()).toEqual(['No more events are sent to Ledger: The receiver answered that it is gone (410).']);
    await payout();
    expect(await log(hook)).toHaveLength(2);
  });

  it('disables its receiver after three days without an accepted one', async () => {
    await add();
    await payout();
    receiver.replies.push(...Array.from({ length: 20 }, () => ({ status: 500 })));
    for (let hours = 0; hours < 80; hours += 1) {
      await send();
      world.server.clock.advance(HOUR_MS);
    }
    expect((await list())[0]).toMatchObject({ off_at: expect.any(String), problem: 'Nothing was accepted for 3 days.' });
    expect(await notices()).toHaveLength(1);
    expect((await audited()).at(-1)).toBe('webhook.switched_off');
    expect(receiver.received.length).toBeGreaterThan(6);
  });

  it('from a test does not count toward the receiver’s failing time', async () => {
    const hook = await add();
    receiver.replies.push({ status: 500 }, { status: 503 });
    expect((await world.call('POST', `${PATH}/${hook.webhook.id}/test`)).json().code).toBe('not_delivered');
    world.server.clock.advance(4 * DAY);
    await payout();
    await send();
    expect((await list())[0]).toMatchObject({ off_at: null, waiting: 1 });
    world.server.clock.advance(5000);
    await send();
    expect((await log(hook))[0]).toMatchObject({ type: 'payout.completed', state: 'delivered', attempts: 2 });
  });

  it('is retried as usual if the server cannot decrypt its secret', async () => {
    const hook = await add();
    await payout();
    const { vault } = world;
    Object.assign(world, { vault: { ...vault, open: () => Promise.reject(new Error('another key')) } });
    await send();
    Object.assign(world, { vault });
    expect((await log(hook))[0]).toMatchObject({ state: 'queued', attempts: 1, next_at: expect.any(String) });
    expect(receiver.received).toEqual([]);
  });

  it('is not sent to a name that resolves to an internal address', async () => {
    const hook = await add();
    await payout();
    await world.server.db.query.updateTable('secrets').set({ name: 'moved' }).where('name', 'like', '%:address').execute();
    Object.assign(world.outside, { messages: createMessages() });
    await send();
    expect(receiver.received).toEqual([]);
    expect((await log(hook))[0]).toMatchObject({ state: 'queued', status: null });
  });
});

describe('webhook receivers', () => {
  it('have a secret that is shown once, and an address that is never shown', async () => {
    const { webhook, secret } = await add();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({
      name: 'Ledger',
      address: new URL(receiver.url).host,
      types: ['payout.completed'],
      off_at: null,
      waiting: 0,
    });
    await payout();
    await send();
    const log = await world.server.db.query
      .selectFrom('audit_log')
      .select(['before', 'after', 'cause'])
      .where('entity', '=', 'webhook')
      .execute();
    const allOutput = [JSON.stringify(await list()), JSON.stringify(log), world.server.log.join('')].join();
    for (const text of [secret, secret.slice(6, 20), 'key=hidden']) expect(allOutput).not.toContain(text);
    const sealed = await world.server.db.query.selectFrom('secrets').selectAll().execute();
    expect(JSON.stringify(sealed)).not.toContain('hidden');
  });

  it('are signed for with both secrets for a day after a new one', async () => {
    const first = await add();
    const answer = await world.call('POST', `${PATH}/${first.webhook.id}/secret`);
    const second: IssuedWebhook = answer.json();
    const signedBy = (secret: string, { headers, body: text }: Receiver['received'][number]) =>
      String(headers['webhook-signature'])
        .split(' ')
        .includes(new Verifier(secret).sign(String(headers['webhook-id']), new Date(Number(headers['webhook-timestamp']) * 1000), text));
    await payout();
    await send();
    expect([first, second].map(({ secret }) => signedBy(secret, receiver.received[0]!))).toEqual([true, true]);
    world.server.clock.advance(DAY);
    await payout();
    await send();
    expect([first, second].map(({ secret }) => signedBy(secret, receiver.received[1]!))).toEqual([false, true]);
  });

  it('get only their chosen events', async () => {
    const hook = await add({ types: ['commission.changed', 'payout.changed', 'period.closed', 'sync.failed', 'approval.requested'] });
    const record = await addRecord(world.server.db, { user_id: sam, booking_date: '2026-11-02' });
    await world.server.db.query.updateTable('commission_records').set({ notes: 'No figure' }).where('id', '=', record).execute();
    await world.server.db.query.updateTable('commission_records').set({ amount_cents: 700 }).where('id', '=', record).execute();
    const pending = await payout('pending');
    await world.server.db.query.updateTable('payouts').set({ state: 'completed' }).where('id', '=', pending).execute();
    await world.server.db.query
      .insertInto('pay_periods')
      .values({ start_date: '2026-10-01', end_date: '2026-10-31', state: 'closed' } as never)
      .execute();
    await send();
    const events = receiver.received.map(({ body: text }) => JSON.parse(text)).map(({ type, data }) => [type, data]);
    const changed = ['commission.changed', { commission_ids: [String(record)], user_ids: [String(sam)] }];
    expect(events).toEqual([
      changed,
      changed,
      ['payout.changed', { payout_id: `po-${pending}`, user_id: String(sam), state: 'pending' }],
      ['period.closed', { month: '2026-10' }],
    ]);
    expect(await log(hook)).toHaveLength(4);
  });

  it('can be tested, disabled and enabled, and get an old delivery again', async () => {
    const hook = await add();
    const hookPath = `${PATH}/${hook.webhook.id}`;
    expect((await world.call('POST', `${hookPath}/test`)).statusCode).toBe(204);
    expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ type: 'webhook.test', data: {} });
    receiver.replies.push({ status: 400 });
    expect((await world.call('POST', `${hookPath}/test`)).json()).toMatchObject({
      code: 'not_delivered',
      message: 'The test was not accepted: The receiver answered 400.',
    });
    await payout();
    expect((await world.call('PUT', hookPath, body({ address: '', enabled: false }))).json()).toMatchObject({
      off_at: expect.any(String),
      waiting: 0,
    });
    await payout();
    const [ended, ...others] = await log(hook);
    expect([ended?.state, ended?.error, others.length]).toEqual(['failed', 'The webhook was switched off.', 2]);
    const replay = () => world.call('POST', `${hookPath}/deliveries/${ended?.id}/replay`);
    expect((await replay()).json().code).toBe('webhook_off');
    await world.call('PUT', hookPath, body({ address: '' }));
    expect((await replay()).statusCode).toBe(204);
    expect((await replay()).json().code).toBe('delivery_open');
    await send();
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(ended?.id);
    expect((await world.call('DELETE', hookPath)).statusCode).toBe(204);
    expect(await world.server.db.query.selectFrom('secrets').selectAll().execute()).toEqual([]);
    expect((await audited()).slice(-5)).toEqual([
      'webhook.added',
      'webhook.changed',
      'webhook.changed',
      'webhook.replayed',
      'webhook.deleted',
    ]);
  });

  it('get nothing that was written while disabled', async () => {
    const hook = await add();
    const hookPath = `${PATH}/${hook.webhook.id}`;
    await world.call('PUT', hookPath, body({ address: '', enabled: false }));
    // A transaction that began earlier commits later.
    const late = { webhook_id: Number(hook.webhook.id), type: 'payout.completed', data: '{}', created_at: new Date().toISOString() };
    await world.server.db.query.insertInto('webhook_deliveries').values(late).execute();
    await world.call('PUT', hookPath, body({ address: '' }));
    await send();
    expect(receiver.received).toEqual([]);
    expect((await log(hook))[0]).toMatchObject({ state: 'failed' });
  });

  it('get nothing from a company that is not live', async () => {
    const hook = await add();
    const { query } = world.server.db;
    const { live_at } = await query.selectFrom('general_settings').select('live_at').executeTakeFirstOrThrow();
    await query.updateTable('general_settings').set({ live_at: null }).execute();
    await payout();
    await query.updateTable('general_settings').set({ live_at }).execute();
    expect(await log(hook)).toEqual([]);
  });

  it('have a paged log', async () => {
    const hook = await add();
    for (let count = 0; count < 3; count += 1) await payout();
    const page = async (query: string) => (await world.call('GET', `${PATH}/${hook.webhook.id}/deliveries?${query}`)).json();
    const first = await page('limit=2');
    const second = await page(`limit=2&cursor=${first.pagination.cursor}`);
    expect([first.data.length, second.data.length, second.pagination.cursor]).toEqual([2, 1, null]);
    expect((await page('cursor=abc')).code).toBe('cursor_invalid');
  });

  it.each([
    ['address', 'http://example.com/hook'],
    ['address', 'https://127.0.0.1/hook'],
    ['address', 'https://[::1]/hook'],
    ['address', 'https://169.254.169.254/latest/meta-data'],
    ['address', 'https://localhost/hook'],
    ['address', 'https://user:password@example.com/'],
    ['address', 'https://example.com/#part'],
    ['address', ''],
    ['name', ''],
    ['types', []],
  ])('are refused with 422 for %s %j', async (field, value) => {
    const answer = await world.call('POST', PATH, body({ [field]: value }));
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]]);
  });

  it('are managed by admins in a session only, ten at most', async () => {
    const seller = (await world.server.signIn('sam@example.test')).access_token;
    expect((await world.call('GET', PATH, undefined, seller)).statusCode).toBe(403);
    for (let count = 0; count < 10; count += 1) await add({ name: `Receiver ${count}` });
    expect((await world.call('POST', PATH, body())).json().code).toBe('too_many_webhooks');
  });

  it('can be removed while money moves without blocking anything', async () => {
    const { webhook } = await add();
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 8 }, () => payout()),
      world.call('DELETE', `${PATH}/${webhook.id}`),
    ]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  });
});
