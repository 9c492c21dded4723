import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Repositories } from '../../../server/db/repositories/store.ts';
import { notify } from '../../../server/domain/notifications/notify.ts';
import { HOUR_MS } from '../support/testApp.ts';
import { CHANNELS_PATH, SECOND_MS, setUpChannels } from '../support/worlds/channels.ts';

const setup = setUpChannels();
const { add, addOwn, body, company, rows, sender, tell, tellPay } = setup;
const put = (id: string, overrides: object) => setup.world.call('PUT', `${CHANNELS_PATH}/${id}`, body(overrides));
const test = (id: string) => setup.world.call('POST', `${CHANNELS_PATH}/${id}/test`, {});
const advance = (ms: number): void => setup.world.server.clock.advance(ms);
const states = async (): Promise<string[]> => (await rows()).map(({ state }) => state);
const DAY = 24 * HOUR_MS;
/** Long enough that the sender is waiting for the locked channel. */
const SETTLE_MS = 300;

const notifyOfInvoice = (tx: Repositories) => {
  const subject = { kind: 'invoice', id: 5 } as const;
  const words = { customer: 'Acme', amount: '$9,000.00', invoice: '1042', day: 'Nov 1' };
  const audience = { to: [], at: setup.world.server.clock(), channels: true };
  return notify(tx, 'invoiceOverdue', { subject, occurrence: 'overdue', words }, audience);
};

/** A channel that carries overdue invoices, and one such notice that failed once. */
const withWaitingInvoice = async (): Promise<string> => {
  const { id } = await add({ topics: ['invoices', 'events'], readers: ['finance', 'admin'] });
  setup.slack.fail({ status: 500 });
  await setup.world.store.transaction(notifyOfInvoice);
  await sender().drain();
  expect(await states()).toEqual(['queued']);
  return id;
};

describe('decisions 3.08: a message waiting while its channel changes', () => {
  it.each([
    ['another role reads the channel', { topics: ['events'], readers: ['admin', 'salesperson'] }],
    ['the channel no longer carries its topic', { topics: ['events'], readers: ['finance', 'admin'] }],
  ])('is dropped once %s', async (_change, change) => {
    const id = await withWaitingInvoice();
    expect((await put(id, { ...change, address: '' })).statusCode).toBe(200);
    advance(HOUR_MS);
    await sender().drain();
    expect([setup.slack.texts(), await rows()]).toEqual([[], []]);
  });

  it('is still sent if fewer roles read it and more topics are sent', async () => {
    const id = await withWaitingInvoice();
    expect((await put(id, { topics: ['invoices', 'events', 'deals'], readers: ['admin'], address: '' })).statusCode).toBe(200);
    advance(HOUR_MS);
    await sender().drain();
    expect(setup.slack.texts()).toEqual([expect.stringContaining('Acme')]);
  });

  it('is not resent if it was in flight during the change', async () => {
    const { id } = await add({ topics: ['invoices'], readers: ['finance', 'admin'] });
    await setup.world.store.transaction(notifyOfInvoice);
    const lease_until = new Date(setup.world.server.clock().getTime() + 300 * SECOND_MS).toISOString();
    await setup.world.server.db.query.updateTable('mail_outbox').set({ state: 'sending', attempts: 1, lease_until }).execute();
    await put(id, { topics: ['events'], readers: ['salesperson'], address: '' });
    advance(HOUR_MS);
    await sender().drain();
    expect(setup.slack.texts()).toEqual([]);
  });

  it('is dropped if its notification commits after another role may read the channel', async () => {
    const { id } = await add({ topics: ['invoices'], readers: ['finance', 'admin'] });
    let change: ReturnType<typeof put> | undefined;
    await setup.world.store.transaction(async (tx) => {
      await notifyOfInvoice(tx);
      change = put(id, { topics: ['events'], readers: ['admin', 'salesperson'], address: '' });
      await Promise.race([change, sleep(SETTLE_MS)]);
    });
    expect((await change)?.statusCode).toBe(200);
    await sender().drain();
    expect([setup.slack.texts(), await rows()]).toEqual([[], []]);
  });

  it('is dropped once the channel’s person is inactive', async () => {
    await addOwn();
    setup.slack.fail({ status: 500 });
    await tellPay([setup.sam]);
    await sender().drain();
    const setActive = (active: boolean) =>
      setup.world.server.db.query.updateTable('users').set({ active }).where('id', '=', setup.sam).execute();
    await setActive(false);
    advance(HOUR_MS);
    await sender().drain();
    await setActive(true);
    await sender().drain();
    expect([setup.slack.texts(), await rows()]).toEqual([[], []]);
  });
});

describe('decisions 5.03: the receiver asks to wait', () => {
  it('waits an hour at most, and disables the channel after a day', async () => {
    await add();
    setup.slack.fail({ status: 429, body: 'x', headers: { 'retry-after': '999999999' } }, { times: 50 });
    await tell();
    for (let hours = 0; hours < 26; hours += 1) {
      await sender().drain();
      advance(HOUR_MS);
    }
    expect((await company())[0]).toMatchObject({ off_at: expect.any(String) });
  });

  it('keeps the normal pace if asked to wait zero seconds', async () => {
    await add();
    setup.slack.fail({ status: 429, body: 'x', headers: { 'retry-after': '0' } }, { times: 3 });
    await tell();
    expect(await sender().drain()).toBe(1);
    expect(setup.slack.messages).toEqual([]);
  });
});

describe('decisions 5.03: a repaired channel', () => {
  const failTimes = async (times: number): Promise<void> => {
    setup.slack.fail('drop', { times });
    await tell();
    for (let count = 0; count < times; count += 1) {
      await sender().drain();
      if (count < times - 1) advance(HOUR_MS);
    }
    advance(10 * SECOND_MS);
  };

  it('sends waiting messages to the new address at once', async () => {
    const { id } = await add();
    await failTimes(7);
    await put(id, {});
    expect(await sender().drain()).toBe(1);
    advance(SECOND_MS);
    expect((await test(id)).statusCode).toBe(204);
    expect(setup.slack.texts()).toHaveLength(2);
  });

  it('retries the new address for a day, however old the message', async () => {
    const { id } = await add();
    await failTimes(23);
    await put(id, {});
    setup.slack.fail('drop', { times: 5 });
    for (let hours = 0; hours < 5; hours += 1) {
      await sender().drain();
      advance(HOUR_MS);
    }
    expect((await company())[0]).toMatchObject({ off_at: null });
  });

  it('can be tested during a pending retry, and then sends new notifications', async () => {
    const { id } = await add();
    await failTimes(7);
    expect((await test(id)).statusCode).toBe(204);
    expect((await test(id)).statusCode).toBe(429);
    advance(SECOND_MS);
    await tell();
    expect(await sender().drain()).toBe(1);
  });

  it('is not disabled by its old address’s answer, and sends the message to the new one', async () => {
    const old = setup.slack.webhook();
    const { id } = await add({ address: old });
    setup.slack.closeWebhook(old, 'no_service');
    await tell();
    await setup.whilePosting(async () => {
      expect((await put(id, {})).statusCode).toBe(200);
    });
    expect(await company()).toEqual([expect.objectContaining({ problem: null, off_at: null })]);
    advance(SECOND_MS);
    await sender().drain();
    expect([setup.slack.texts().length, await states()]).toEqual([1, ['sent']]);
  });

  it('can be deleted while a message’s answer is recorded', async () => {
    const { id } = await add();
    await tell();
    let deletion = Promise.resolve();
    await setup.whilePosting(async () => {
      await new Promise<void>((locked) => {
        deletion = setup.world.store.transaction(async ({ channels }) => {
          await channels.lock(Number(id));
          locked();
          await sleep(SETTLE_MS);
          await channels.remove(Number(id));
        });
      });
    });
    await deletion;
    expect([await company(), await rows()]).toEqual([[], []]);
  });

  it('is not disabled again by a message left by a stopped server', async () => {
    const address = setup.slack.webhook();
    const { id } = await add({ address });
    await tell();
    const lease_until = new Date(setup.world.server.clock().getTime() + 300 * SECOND_MS).toISOString();
    await setup.world.server.db.query.updateTable('mail_outbox').set({ state: 'sending', attempts: 1, lease_until }).execute();
    setup.slack.closeWebhook(address, 'no_service');
    await setup.world.store.channels.change(Number(id), { off_at: setup.world.server.clock().toISOString(), problem: 'gone' });
    advance(30 * DAY);
    setup.slack.openWebhook(address);
    expect((await test(id)).statusCode).toBe(204);
    advance(2 * SECOND_MS);
    await sender().drain();
    expect([(await company())[0]?.off_at, await states()]).toEqual([null, ['failed']]);
  });

  it('leaves no message that was in flight when it was disabled', async () => {
    const address = setup.slack.webhook();
    await add({ address });
    await tell();
    const lease_until = new Date(setup.world.server.clock().getTime() + 300 * SECOND_MS).toISOString();
    await setup.world.server.db.query.updateTable('mail_outbox').set({ state: 'sending', attempts: 1, lease_until }).execute();
    setup.slack.closeWebhook(address, 'no_service');
    await tell();
    await sender().drain();
    expect(await states()).toEqual(['failed']);
  });
});

describe('decisions 5.03: channel addresses', () => {
  it('are refused if already used, so that nothing arrives twice', async () => {
    const address = setup.slack.webhook();
    const { id } = await add({ address });
    const second = await add({ name: 'Second' });
    const answers = [
      await setup.world.call('POST', `${CHANNELS_PATH}?scope=company`, body({ address })),
      await put(second.id, { name: 'Second', address }),
    ];
    expect(answers.map((answer) => [answer.statusCode, Object.keys(answer.json().errors ?? {})])).toEqual([
      [422, ['address']],
      [422, ['address']],
    ]);
    expect((await put(id, { address })).statusCode).toBe(200);
    expect(await company()).toHaveLength(2);
    expect(await addOwn({ address })).toMatchObject({ id: expect.any(String) });
  });
});
