import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Company } from '../../stand-ins/quickbooks/index.ts';
import { type AccountingWorld, createAcmeBooks, quickbooksInvoice, quickbooksPayment } from '../support/worlds/accounting.ts';

const DAY = 86_400_000;
let world: AccountingWorld;
let company: Company;
beforeAll(async () => {
  ({ world, company } = await createAcmeBooks());
  for (let id = 100; id < 120; id += 1) {
    company.put('Invoice', quickbooksInvoice(String(id), `1${id}`, 100));
    company.put('Payment', quickbooksPayment(`5${id}`, 100, [[String(id), 100]]));
  }
  company.put('CreditMemo', { ...quickbooksInvoice('70', '70', 10), CustomField: [] });
  company.put('Payment', quickbooksPayment('90', 0, [['119', 10]], [['70', 10]]));
  await world.sync();
});
afterAll(() => world.closeAll());

const dueOf = async (number: string) => {
  const { id } = (await world.invoice(number)) ?? {};
  const rows = world.server.db.query.selectFrom('commission_records').select('due_cents').where('invoice_id', '=', Number(id));
  return (await rows.execute()).reduce((sum, { due_cents }) => sum + due_cents, 0);
};
const stateOf = async (id: string) =>
  (await world.server.db.query.selectFrom('receipts').select('state').where('external_id', '=', id).executeTakeFirst())?.state;
/** More changes than fit in one response. */
const changeMany = (): void => {
  for (let id = 0; id < 1010; id += 1) company.put('Customer', { Id: String(5000 + id), DisplayName: `School ${id}`, Active: true });
};
const advanceClock = (days: number): void => {
  world.standIn.advance(days * DAY);
  world.server.clock.advance(days * DAY);
};
const waiting = async () => {
  const { id } = await world.one();
  return (await world.call('GET', `quickbooks/${id}/quarantine`)).json().data as {
    id: string;
    kind: string;
    reason: string;
    asks: string;
  }[];
};

describe('deletions in QuickBooks that no change reports (decisions 2.20)', () => {
  it('detects an invoice and a payment among more than 1,000 changes', async () => {
    expect(await dueOf('1100-ABC')).toBe(500);
    changeMany();
    company.remove('Payment', '5100');
    company.remove('Invoice', '100');
    company.remove('Payment', '5101');
    expect(await world.sync()).toMatchObject({ status: 'completed' });
    expect(await world.invoice('1100-ABC')).toMatchObject({ state: 'cancelled', external_state: 'deleted' });
    expect([await dueOf('1100-ABC'), await dueOf('1101-ABC')]).toEqual([0, 0]);
    expect([await stateOf('5100'), await stateOf('5101'), await stateOf('5102')]).toEqual(['failed', 'failed', 'completed']);
  });

  it('detects an invoice, a payment and a credit memo after a pause of 40 days', async () => {
    company.remove('Payment', '5102');
    company.remove('Invoice', '102');
    company.remove('CreditMemo', '70');
    company.remove('Payment', '90');
    advanceClock(40);
    expect(await world.sync()).toMatchObject({ status: 'completed' });
    expect(await world.invoice('1102-ABC')).toMatchObject({ state: 'cancelled', external_state: 'deleted' });
    expect([await dueOf('1102-ABC'), await stateOf('5102'), await stateOf('90')]).toEqual([0, 'failed', 'failed']);
    const memos = world.server.db.query.selectFrom('invoices').select('state').where('external_id', 'like', 'memo:70:%');
    expect((await memos.execute()).map(({ state }) => state)).toEqual(['cancelled']);
    const repeated = await world.sync();
    expect(repeated.counts).toMatchObject({ created: 0, changed: 0 });
    expect(await waiting()).toEqual([]);
  });

  it('asks for confirmation before deleting more than 30% of the invoices', async () => {
    for (let id = 103; id < 113; id += 1) {
      company.remove('Payment', `5${id}`);
      company.remove('Invoice', String(id));
    }
    advanceClock(40);
    expect(await world.sync()).toMatchObject({ status: 'completed' });
    expect(await world.invoice('1103-ABC')).toMatchObject({ state: 'sent' });
    expect(await dueOf('1103-ABC')).toBe(500);
    const held = await waiting();
    expect(held.map(({ reason }) => reason).sort()).toEqual([
      '10 of 17 payments are no longer in Acme Books, so they were left as they are.',
      '10 of 18 invoices are no longer in Acme Books, so they were left as they are.',
    ]);
    const { id } = await world.one();
    await world.sync();
    expect(await waiting()).toHaveLength(2);
    await world.call('POST', `quickbooks/${id}/quarantine/retry`, { ids: held.map((item) => item.id), answer: 'remove' });
    await world.sync();
    expect(await world.invoice('1103-ABC')).toMatchObject({ state: 'cancelled' });
    expect([await dueOf('1103-ABC'), await stateOf('5103'), await dueOf('1113-ABC')]).toEqual([0, 'failed', 500]);
    expect(await waiting()).toEqual([]);
  });

  it('checks an invoice missing from a page of ids individually, and keeps it', async () => {
    company.hide('Invoice', '115');
    advanceClock(40);
    await world.sync();
    expect(await world.invoice('1115-ABC')).toMatchObject({ state: 'sent' });
  });

  it('does not remove sales receipts missing from an answer for invoices, and checks them separately', async () => {
    for (let id = 201; id < 206; id += 1) company.put('SalesReceipt', quickbooksInvoice(String(id), `2${id}`, 10));
    await world.sync();
    for (const id of ['116', '117', '118', '119']) company.remove('Invoice', id);
    for (const id of ['201', '202', '203', '204']) company.remove('SalesReceipt', id);
    advanceClock(40);
    await world.sync();
    const held = await waiting();
    expect(held.map(({ reason }) => reason).sort()).toEqual([
      '4 of 5 sales receipts are no longer in Acme Books, so they were left as they are.',
      '4 of 8 invoices are no longer in Acme Books, so they were left as they are.',
    ]);
    const { id } = await world.one();
    const ofInvoices = held.filter(({ reason }) => reason.startsWith('4 of 8 invoices'));
    await world.call('POST', `quickbooks/${id}/quarantine/retry`, { ids: ofInvoices.map((ofInvoice) => ofInvoice.id), answer: 'remove' });
    await world.sync();
    expect([(await world.invoice('1116-ABC'))?.state, (await world.invoice('2201-ABC'))?.state]).toEqual(['cancelled', 'sent']);
    expect(await waiting()).toHaveLength(1);
  });
});
