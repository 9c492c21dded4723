import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { xeroDay, xeroId } from '../../stand-ins/xero/organisation.ts';
import { HOUR_MS } from '../support/testApp.ts';
import { ACME_ID, allocationTo, Contact, createXeroWorld, type XeroWorld } from '../support/worlds/xero.ts';

let world: XeroWorld;
beforeAll(async () => {
  world = await createXeroWorld();
  await world.connect('ACME', [ACME_ID]);
  await world.drain();
});
afterAll(() => world.close());

describe('Xero sync', () => {
  it('decisions 2.19, 2.26, 7.03: imports approved invoices net of tax with their salesperson; payments make them due', async () => {
    world.invoice('i-1', '1001', 1000, { TotalTax: 100, Total: 1100 });
    world.invoice('i-2', '1002', 500, { Status: 'DRAFT' });
    world.invoice('i-3', '1003', 300, { CurrencyCode: 'GBP' });
    world.invoice('i-4', '', 200);
    world.payment('p-1', 'i-1', 1100);
    expect(await world.sync()).toMatchObject({ status: 'completed' });
    expect(await world.invoiceHere('1001-ACME')).toMatchObject({
      ...{ gross_cents: 110_000, net_cents: 100_000, salesperson_id: world.seller, source: 'xero', customer_name: 'Acme School' },
      booking_date: '2026-11-02',
    });
    expect([await world.invoiceHere('1002-ACME'), await world.invoiceHere('1003-ACME')]).toEqual([undefined, undefined]);
    expect(await world.invoiceHere(`XERO-${xeroId('i-4')}`)).toMatchObject({ net_cents: 20_000 });
    expect([await world.received('1001-ACME'), await world.due()]).toEqual([110_000, 5000]);
    expect(await world.waiting()).toMatchObject([
      { external_id: xeroId('i-3'), reason: 'It is in GBP. Other currencies are not converted.' },
    ]);
    expect(world.standIn.writes()).toBe(0);
  });

  it('decisions 7.07: counts everything as unchanged on a second sync', async () => {
    const { counts } = await world.sync();
    expect(counts).toMatchObject({ created: 0, changed: 0 });
    await world.base.store.connections.keepCheckpoint(Number((await world.one()).id), null);
    const repeated = (await world.sync()).counts;
    expect(repeated).toMatchObject({ created: 0, changed: 0 });
    expect(repeated.same).toBeGreaterThan(3);
  });

  it('reads only later changes', async () => {
    world.invoice('i-2', '1002', 500, { Status: 'AUTHORISED' });
    await world.sync();
    expect(await world.invoiceHere('1002-ACME')).toMatchObject({ net_cents: 50_000 });
    world.base.server.clock.advance(HOUR_MS);
    expect((await world.sync()).counts).toMatchObject({ created: 0, changed: 0, same: 0 });
  });

  it('decisions 2.20: reverses the allocation of a reversed payment', async () => {
    world.payment('p-1', 'i-1', 1100, { Status: 'DELETED' });
    await world.sync();
    expect([await world.received('1001-ACME'), await world.due()]).toEqual([0, 0]);
    world.payment('p-2', 'i-1', 1100);
    await world.sync();
    expect(await world.received('1001-ACME')).toBe(110_000);
  });

  it('decisions 2.20: reverses revenue of a credit note’s invoices; the unallocated rest waits for a person', async () => {
    world.creditNote('n-1', 'CN-1', 400, { Allocations: [allocationTo('i-2', 300)] });
    await world.sync();
    const part = await world.invoiceHere('CM-CN-1-ACME');
    expect(part).toMatchObject({ gross_cents: -30_000, net_cents: -30_000, credit_of_id: (await world.invoiceHere('1002-ACME'))?.id });
    expect(await world.waiting()).toContainEqual(
      expect.objectContaining({ external_id: xeroId('n-1'), reason: '$100.00 of this credit memo is not applied to an invoice.' }),
    );
    world.creditNote('n-1', 'CN-1', 400);
    await world.sync();
    expect(await world.invoiceHere('CM-CN-1-ACME')).toMatchObject({ state: 'cancelled' });
    world.creditNote('n-1', 'CN-1', 400, { Status: 'VOIDED' });
    await world.sync();
    expect((await world.waiting()).map(({ external_id }: { external_id: string }) => external_id)).toEqual([xeroId('i-3')]);
  });

  it('decisions 2.27: asks for the invoice of a repaid credit note, and reverses its money too', async () => {
    world.creditNote('n-2', 'CN-2', 150, {
      Payments: [{ PaymentID: xeroId('r-1'), Date: xeroDay('2026-11-14'), Amount: 150 }],
      Status: 'PAID',
    });
    await world.sync();
    const held = (await world.waiting()).find(({ external_id }: { external_id: string }) => external_id === `R${xeroId('n-2')}`);
    expect(held).toMatchObject({ asks: 'Which invoice does it reverse?' });
    await world.base.call('POST', `xero/${(await world.one()).id}/quarantine/retry`, { ids: [held.id], answer: '1001-ACME' });
    await world.drain();
    expect(await world.invoiceHere('CM-CN-2-ACME')).toMatchObject({ gross_cents: -15_000 });
    const refund = { external_id: `refund:R${xeroId('n-2')}`, amount_cents: -15_000, state: 'completed', received_on: '2026-11-12' };
    expect(await world.base.server.db.query.selectFrom('receipts').selectAll().where('amount_cents', '<', 0).execute()).toMatchObject([
      refund,
    ]);
    expect(await world.due()).toBe(4250);
    expect((await world.waiting()).map(({ external_id }: { external_id: string }) => external_id)).toEqual([xeroId('i-3')]);
  });

  it('decisions 2.27: counts a prepayment on its own day for its allocated invoices', async () => {
    world.invoice('i-5', '1005', 800);
    const known = {
      Type: 'RECEIVE-PREPAYMENT',
      PrepaymentID: xeroId('a-1'),
      Contact,
      CurrencyCode: 'USD',
      Status: 'AUTHORISED',
      Total: 900,
    };
    world.books.put('Prepayments', { ...known, Date: xeroDay('2026-10-30'), Allocations: [allocationTo('i-5', 800)], Payments: [] });
    await world.sync();
    expect(await world.received('1005-ACME')).toBe(80_000);
  });

  it('decisions 2.20: counts a voided invoice as zero and keeps its row, marked', async () => {
    world.invoice('i-4', '', 200, { Status: 'VOIDED' });
    await world.sync();
    expect(await world.invoiceHere(`XERO-${xeroId('i-4')}`)).toMatchObject({ state: 'cancelled', external_state: 'voided' });
  });

  it('continues at the interrupted page and reads several pages', async () => {
    for (let index = 0; index < 230; index += 1) world.invoice(`m-${String(index).padStart(3, '0')}`, `M${index}`, 10, { LineItems: [] });
    world.standIn.fail({ status: 403, body: {} }, { part: '/Invoices', skip: 1 });
    expect(await world.sync()).toMatchObject({ status: 'failed' });
    const before = world.standIn.journal.length;
    expect(await world.sync()).toMatchObject({ status: 'completed' });
    const pages = world.standIn.journal.slice(before).filter(({ path }) => path.endsWith('/Invoices'));
    expect([pages.length, (await world.invoiceHere('M229-ACME'))?.net_cents]).toEqual([2, 1000]);
  });

  it('follows a contact rename', async () => {
    world.books.put('Contacts', { ...Contact, Name: 'Acme Academy' });
    await world.sync();
    expect(await world.invoiceHere('1001-ACME')).toMatchObject({ customer_name: 'Acme Academy' });
  });
});
