import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { xeroDay, xeroId } from '../../stand-ins/xero/organisation.ts';
import { ACME_ID, allocationTo, Contact, createXeroWorld, type XeroWorld } from '../support/worlds/xero.ts';

let world: XeroWorld;
beforeAll(async () => {
  world = await createXeroWorld();
  await world.connect('ACME', [ACME_ID]);
  await world.drain();
});
afterAll(async () => {
  expect(world.standIn.forgive('/Status')).toHaveLength(3);
  await world.close();
});

type Held = Readonly<{ id: string; kind: string; external_id: string; reason: string; choices?: readonly object[] }>;
const waiting = async (): Promise<Held[]> =>
  (await world.waiting()).toSorted((a: Held, b: Held) => a.external_id.localeCompare(b.external_id));
const answer = async (external_id: string, value: string) => {
  const held = (await waiting()).find((item) => item.external_id === external_id);
  await world.base.call('POST', `xero/${(await world.one()).id}/quarantine/retry`, { ids: [held?.id], answer: value });
  await world.drain();
};
const readEverything = async () => world.base.store.connections.keepCheckpoint(Number((await world.one()).id), null);
const unknown = { Status: 'LOCKED' };

describe('Xero documents in an undocumented state', () => {
  it('decisions 2.26: wait with a question that names the state, while the rest of the page is imported', async () => {
    world.invoice('i-1', '1001', 1000);
    world.invoice('i-2', '1002', 500, unknown);
    world.invoice('i-3', '1003', 700, unknown);
    expect(await world.sync()).toMatchObject({ status: 'completed', counts: { held: 2 } });
    expect(await world.invoiceHere('1001-ACME')).toMatchObject({ net_cents: 100_000 });
    expect([await world.invoiceHere('1002-ACME'), await world.invoiceHere('1003-ACME')]).toEqual([undefined, undefined]);
    const [held] = await waiting();
    expect(held).toMatchObject({
      kind: 'invoice',
      reason: 'Its state is “LOCKED”, which Quotaboard doesn’t know, so nothing of it was imported.',
      asks: 'Do documents in this state count?',
      choices: [
        { value: 'counts', label: 'They count' },
        { value: 'left_out', label: 'Leave them out' },
      ],
    });
  });

  it('are all imported after one answer, now and later', async () => {
    await answer(xeroId('i-2'), 'counts');
    expect(await waiting()).toEqual([]);
    expect(await world.invoiceHere('1002-ACME')).toMatchObject({ net_cents: 50_000, state: 'sent' });
    expect(await world.invoiceHere('1003-ACME')).toMatchObject({ net_cents: 70_000, state: 'sent' });
    world.invoice('i-3', '1003', 800, unknown);
    world.invoice('i-4', '1004', 90, unknown);
    await readEverything();
    expect(await world.sync()).toMatchObject({ status: 'completed', counts: { held: 0 } });
    expect(await world.invoiceHere('1003-ACME')).toMatchObject({ net_cents: 80_000 });
    expect(await world.invoiceHere('1004-ACME')).toMatchObject({ net_cents: 9000 });
  });

  it('keep the imported version while a newer state waits, and remove it if excluded', async () => {
    world.invoice('i-1', '1001', 2000, { Status: 'DISPUTED' });
    await world.sync();
    expect(await world.invoiceHere('1001-ACME')).toMatchObject({ net_cents: 100_000, state: 'sent' });
    await answer(xeroId('i-1'), 'left_out');
    expect(await world.invoiceHere('1001-ACME')).toMatchObject({ state: 'cancelled' });
    await readEverything();
    expect(await world.sync()).toMatchObject({ counts: { held: 0 } });
    expect(await world.invoiceHere('1001-ACME')).toMatchObject({ state: 'cancelled' });
  });

  it('stop waiting once they have a documented state', async () => {
    world.invoice('i-5', '1005', 60, { Status: 'HELD' });
    await world.sync();
    expect((await waiting()).map(({ external_id }) => external_id)).toEqual([xeroId('i-5')]);
    world.invoice('i-5', '1005', 60);
    await world.sync();
    expect(await waiting()).toEqual([]);
    expect(await world.invoiceHere('1005-ACME')).toMatchObject({ net_cents: 6000 });
  });

  it('bad input: keep waiting after an invalid answer', async () => {
    world.invoice('i-6', '1006', 60, { Status: 'ODD' });
    await world.sync();
    await answer(xeroId('i-6'), 'maybe');
    expect((await waiting()).map(({ external_id }) => external_id)).toEqual([xeroId('i-6')]);
    await answer(xeroId('i-6'), 'left_out');
    expect([await waiting(), await world.invoiceHere('1006-ACME')]).toEqual([[], undefined]);
  });

  it('move no money of a payment or credit note until their state is answered', async () => {
    world.payment('p-1', 'i-5', 60, { Status: 'PENDING' });
    world.creditNote('n-1', 'CN-1', 10, { Status: 'PENDING', Allocations: [allocationTo('i-5', 10)] });
    expect(await world.sync()).toMatchObject({ status: 'completed' });
    expect([await world.received('1005-ACME'), await world.invoiceHere('CM-CN-1-ACME')]).toEqual([0, undefined]);
    expect((await waiting()).map(({ kind }) => kind).sort()).toEqual(['credit_memo', 'payment', 'payment']);
    await answer(xeroId('p-1'), 'counts');
    expect(await waiting()).toEqual([]);
    expect(await world.invoiceHere('CM-CN-1-ACME')).toMatchObject({ gross_cents: -1000 });
    expect(await world.received('1005-ACME')).toBe(6000);
  });

  it('include a prepayment that may be a customer’s or a supplier’s', async () => {
    const advance = {
      PrepaymentID: xeroId('a-1'),
      Contact,
      CurrencyCode: 'USD',
      Status: 'AUTHORISED',
      Total: 90,
      Date: xeroDay('2026-11-03'),
    };
    world.books.put('Prepayments', { ...advance, Type: 'NEW-PREPAYMENT', Allocations: [allocationTo('i-4', 90)], Payments: [] });
    await world.sync();
    expect(await waiting()).toMatchObject([
      { reason: 'Its type is “NEW-PREPAYMENT”, which Quotaboard doesn’t know, so nothing of it was imported.' },
    ]);
    await answer(xeroId('a-1'), 'counts');
    expect(await world.received('1004-ACME')).toBe(9000);
  });
});
