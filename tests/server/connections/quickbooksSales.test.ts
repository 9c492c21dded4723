import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Company } from '../../stand-ins/quickbooks/index.ts';
import { type AccountingWorld, createAcmeBooks, quickbooksInvoice } from '../support/worlds/accounting.ts';

let world: AccountingWorld;
let company: Company;
beforeAll(async () => {
  ({ world, company } = await createAcmeBooks());
});
afterAll(() => world.closeAll());

const dueOf = async () => {
  const rows = await world.server.db.query.selectFrom('commission_records').select('due_cents').execute();
  return rows.reduce((sum, { due_cents }) => sum + due_cents, 0);
};
const readInvoice = async (number: string) => (await world.call('GET', `/api/v1/invoices/${(await world.invoice(number))?.id}`)).json();
const answer = async (number: string) => {
  const { id } = await world.one();
  const { data } = (await world.call('GET', `quickbooks/${id}/quarantine`)).json();
  expect(data).toHaveLength(1);
  await world.call('POST', `quickbooks/${id}/quarantine/retry`, { ids: [data[0].id], answer: number });
  await world.drain();
};

describe('decisions 2.27: sales receipts and refunds', () => {
  it('a sales receipt is an invoice paid on its day', async () => {
    company.put('SalesReceipt', { ...quickbooksInvoice('40', '4001', 110), TxnTaxDetail: { TotalTax: 10 } });
    company.put('SalesReceipt', quickbooksInvoice('41', null, 50));
    expect(await world.sync()).toMatchObject({ status: 'completed' });
    expect(await readInvoice('4001-ABC')).toMatchObject({
      status: 'paid',
      received: 110,
      net_revenue: 100,
      balance: 0,
      booking_date: '2026-11-02',
    });
    expect(await world.invoice('QBO-S41')).toMatchObject({ gross_cents: 5000 });
    expect(await dueOf()).toBe(750);
  });

  it('an invoice and a sales receipt with the same id are separate', async () => {
    company.put('Invoice', quickbooksInvoice('40', '4002', 20));
    await world.sync();
    expect([(await world.invoice('4001-ABC'))?.gross_cents, (await world.invoice('4002-ABC'))?.gross_cents]).toEqual([11_000, 2000]);
  });

  it('a refund reverses the sale and its money once the sale is known', async () => {
    company.put('RefundReceipt', { ...quickbooksInvoice('60', '6001', 40), CustomField: [] });
    await world.sync();
    expect(await dueOf()).toBe(750);
    await answer('4001-ABC');
    expect(await dueOf()).toBe(550);
    expect(await readInvoice('4001-ABC')).toMatchObject({ received: 70, credited: 40, balance: 0, status: 'paid' });
    expect(await world.invoice('CM-6001-ABC')).toMatchObject({ gross_cents: -4000 });
    const { id } = await world.server.db.query
      .selectFrom('receipts')
      .select('id')
      .where('amount_cents', '=', -4000)
      .executeTakeFirstOrThrow();
    expect((await world.call('GET', `/api/v1/payments/cp-${id}`)).json()).toMatchObject({ amount: -40, unapplied: 0, status: 'completed' });
    const { customer_id } = (await world.invoice('4001-ABC'))!;
    expect(await world.store.receipts.unappliedOf(Number(customer_id), 0)).toBe(0);
  });

  it('an unchanged refund is not written again', async () => {
    const written = async () => {
      const { query } = world.server.db;
      const receipts = query.selectFrom('receipts').select(['id', 'version']).where('amount_cents', '=', -4000);
      const receipt = await receipts.executeTakeFirstOrThrow();
      const parts = await query.selectFrom('customer_payments').select('id').where('receipt_id', '=', receipt.id).execute();
      return { ...receipt, parts };
    };
    const before = await written();
    company.put('SalesReceipt', { Id: '40', CustomerMemo: { value: 'Paid at the fair' } });
    expect((await world.sync()).counts).toMatchObject({ changed: 1 });
    expect(await written()).toEqual(before);
    expect(await readInvoice('4001-ABC')).toMatchObject({ received: 70, credited: 40, balance: 0 });
  });

  it('follows a changed or deleted refund, and a void or deleted sale', async () => {
    company.put('RefundReceipt', { Id: '60', TotalAmt: 11 });
    await world.sync();
    expect(await readInvoice('4001-ABC')).toMatchObject({ received: 99, credited: 11, balance: 0 });
    company.remove('RefundReceipt', '60');
    await world.sync();
    expect(await readInvoice('4001-ABC')).toMatchObject({ received: 110, credited: 0, balance: 0 });
    expect(await dueOf()).toBe(750);
    company.void('SalesReceipt', '41');
    company.remove('SalesReceipt', '40');
    await world.sync();
    expect([(await world.invoice('QBO-S41'))?.state, (await world.invoice('4001-ABC'))?.state, await dueOf()]).toEqual([
      'cancelled',
      'cancelled',
      0,
    ]);
  });

  it('detects a sale deleted during a pause by its id', async () => {
    company.put('SalesReceipt', quickbooksInvoice('42', '4042', 80));
    await world.sync();
    expect(await dueOf()).toBe(400);
    company.remove('SalesReceipt', '42');
    world.standIn.advance(40 * 86_400_000);
    world.server.clock.advance(40 * 86_400_000);
    await world.sync();
    expect([(await world.invoice('4042-ABC'))?.state, await dueOf()]).toEqual(['cancelled', 0]);
  });
});
