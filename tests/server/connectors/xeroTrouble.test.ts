import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../support/testApp.ts';
import { ACME_ID, createXeroWorld, OTHER_ID, type XeroWorld } from '../support/worlds/xero.ts';

const DAY = 24 * HOUR_MS;

let world: XeroWorld;
beforeAll(async () => {
  world = await createXeroWorld();
  await world.connect('ACME', [ACME_ID]);
  await world.drain();
  world.invoice('i-1', '1001', 1000);
  await world.sync();
});
afterAll(() => world.close());

describe('Xero connection trouble', () => {
  it('exchanges an expired or refused token, and waits for a rate limit', async () => {
    world.base.server.clock.advance(2 * HOUR_MS);
    expect(await world.sync()).toMatchObject({ status: 'completed' });
    world.standIn.expireAccess();
    expect(await world.sync()).toMatchObject({ status: 'completed' });
    world.standIn.fail({ status: 429, headers: { 'retry-after': '3', 'x-rate-limit-problem': 'minute' } }, { part: '/Invoices' });
    expect(await world.sync()).toMatchObject({ status: 'completed' });
  });

  it('bad input: saves nothing of an answer with an unknown shape and reports it', async () => {
    world.standIn.fail({ status: 200, body: { Invoices: [{ Type: 'ACCREC' }], DateTimeUTC: '/Date(1)/' } }, { part: '/Invoices' });
    expect(await world.sync()).toMatchObject({ status: 'failed', error: expect.stringContaining('could not be read') });
    expect(await world.sync()).toMatchObject({ status: 'completed' });
  });

  it('names a missing scope, and Reconnect requests it again', async () => {
    await world.connect('PART', [OTHER_ID], 'offline_access accounting.invoices.read accounting.contacts.read');
    await world.drain();
    const { id } = await world.one('PART');
    const tested = (await world.base.call('POST', `xero/${id}/test-connection`)).json();
    expect(tested).toMatchObject({
      connection_status: 'error',
      connection_message:
        'Other Books was connected without permission to read sales. Choose Reconnect and allow everything that Xero lists.',
    });
    await world.base.call('DELETE', `xero/${id}`);
  });

  it('bad input: expires an organisation disconnected in Xero, with the reason; Reconnect resumes it with its data', async () => {
    world.standIn.disconnect(ACME_ID);
    expect(await world.sync()).toMatchObject({
      status: 'failed',
      error: 'Acme Books was disconnected from this app in Xero. Choose Reconnect; imported data stays.',
    });
    const expired = await world.one();
    expect(expired).toMatchObject({ status: 'expired', connection_status: 'error' });
    expect((await world.connect('ACME', [OTHER_ID])).body).toContain(
      'This is a different account. Connect Acme Books with its previous account.',
    );
    expect(await world.one()).toMatchObject({ status: 'expired' });
    await world.connect('ACME', [ACME_ID]);
    expect(await world.one()).toMatchObject({ id: expired.id, status: 'active', brought: expired.brought });
    await world.drain();
  });

  it('ends the sign-in after a refresh token is unused for 60 days', async () => {
    world.setAhead(59 * DAY);
    expect(await world.sync()).toMatchObject({ status: 'completed' });
    world.setAhead(120 * DAY);
    expect(await world.sync()).toMatchObject({ status: 'failed' });
    expect(await world.one()).toMatchObject({ status: 'expired' });
    await world.connect('ACME', [ACME_ID]);
    await world.drain();
    expect(await world.one()).toMatchObject({ status: 'active' });
  });

  it('decisions 7.04: deleting the connection keeps its data and disconnects only its organisation', async () => {
    await world.connect('TWO', [OTHER_ID]);
    await world.drain();
    const { id } = await world.one();
    await world.base.call('DELETE', `xero/${id}`);
    expect([await world.one(), world.standIn.connected()]).toEqual([undefined, [OTHER_ID]]);
    expect(await world.invoiceHere('1001-ACME')).toMatchObject({ net_cents: 100_000 });
    await world.connect('ACME', [ACME_ID]);
    await world.drain();
    expect(await world.one()).toMatchObject({ id });
    expect((await world.sync()).counts).toMatchObject({ created: 0, changed: 0 });
  });
});
