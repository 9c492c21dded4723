import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createImportCompany, type ImportCompany } from '../support/worlds/imports.ts';

let world: ImportCompany;
beforeEach(async () => {
  world = await createImportCompany();
});
afterEach(async () => {
  await world.isSettled();
  await world.server.close();
});

const reasons = async (id: string) => (await world.quarantine(id)).map(({ row, column, reason, twice }) => [row, column, reason, twice]);
const receipts = () =>
  world.server.db.query
    .selectFrom('receipts')
    .select(['amount_cents', 'received_on', 'reference', 'customer_id', 'state'])
    .orderBy('id')
    .execute();
const payments = async () =>
  (
    await world.server.db.query
      .selectFrom('customer_payments')
      .innerJoin('invoices', 'invoices.id', 'customer_payments.invoice_id')
      .select(['invoice_number', 'customer_payments.amount_cents'])
      .orderBy('invoice_number')
      .orderBy('customer_payments.id')
      .execute()
  ).map(({ invoice_number, amount_cents }) => [invoice_number, amount_cents]);
const INVOICES = [
  'Number,Customer,Date,Total,Sales Rep',
  'F-1,Acme,2026-11-02,1000,sam@example.test',
  'F-2,Acme,2026-11-03,500,sam@example.test',
].join('\n');
const HEADER = 'Payment Date,Check Number,Invoice,Amount,Customer';
const csv = (...rows: string[]): string => [HEADER, ...rows].join('\n');

describe('receipt import (decisions 2.15)', () => {
  beforeEach(() => world.run('invoices', INVOICES));

  it('bad input: quarantines money without customer and invoice, unless another row of the receipt names them', async () => {
    const done = await world.run(
      'receipts',
      csv('2026-11-10,771,,40,', '2026-11-11,772,F-1,10,', '2026-11-11,772,,30,', '2026-11-12,,,5,Acme'),
    );
    expect(done).toMatchObject({ counts: { new: 3, quarantined: 1 } });
    expect(await reasons(done.id)).toEqual([[2, 'Customer', 'Customer is empty.', false]]);
    expect((await receipts()).map(({ amount_cents, customer_id }) => [amount_cents, customer_id !== null])).toEqual([
      [4000, true],
      [500, true],
    ]);
  });

  it('joins rows of one reference and day into a receipt; each invoice takes its open amount, and the rest is customer credit', async () => {
    const done = await world.run('receipts', csv('2026-11-10,771,F-1,1000,', '2026-11-10,771,F-2,700,', '2026-11-11,772,,50,Acme'));
    expect(done).toMatchObject({ state: 'completed', waiting: 0, counts: { new: 3, done: 3 } });
    expect(await receipts()).toMatchObject([
      { amount_cents: 170_000, received_on: '2026-11-10', reference: '771', state: 'completed' },
      { amount_cents: 5_000, reference: '772', customer_id: expect.any(Number) },
    ]);
    expect(await payments()).toEqual([
      ['F-1', 100_000],
      ['F-2', 50_000],
    ]);
    await world.drain();
    const [record] = await world.server.db.query
      .selectFrom('commission_records')
      .select(['released_cents', 'amount_cents'])
      .where('invoice_number', '=', 'F-1')
      .execute();
    expect(record?.released_cents).toBe(record?.amount_cents);
  });

  it('previews the released commission per person, and changes nothing for a repeated file', async () => {
    const file = csv('2026-11-10,771,F-1,1000,');
    const seen = await world.preview(await world.upload('receipts', file));
    expect(seen.people).toMatchObject([{ name: 'sam Person', rows: 1, records: 1, estimate: false }]);
    await world.step(seen.id, 'start');
    const [record] = await world.server.db.query
      .selectFrom('commission_records')
      .select('released_cents')
      .where('invoice_number', '=', 'F-1')
      .execute();
    expect(seen.people[0]?.amount).toBe((record?.released_cents ?? 0) / 100);
    expect(await world.run('receipts', file)).toMatchObject({ counts: { same: 1, new: 0, changed: 0 } });
    expect(await payments()).toEqual([['F-1', 100_000]]);
  });

  it('asks about a repeated amount, reference and day, in the file or elsewhere, and imports it on confirmation', async () => {
    await world.server.db.query
      .insertInto('receipts')
      .values({ amount_cents: 9_00, received_on: '2026-11-12', reference: '9', method: 'ACH', state: 'completed' })
      .execute();
    const done = await world.run(
      'receipts',
      csv('2026-11-10,771,F-1,100,', '2026-11-10,771,F-1,100,', '2026-11-12,9,F-2,9,', '2026-11-13,10,F-9,9,', '2026-11-13,11,F-1,-9,'),
    );
    expect(await reasons(done.id)).toEqual([
      [3, 'Amount', 'The same amount, reference and day are in row 2 of this file too.', true],
      [4, 'Amount', 'A receipt of the same amount, reference and day is here already.', true],
      [5, 'Invoice', 'There is no invoice F-9.', false],
      [6, 'Amount', 'The amount of a receipt must be more than zero.', false],
    ]);
    const [second] = await world.quarantine(done.id);
    await world.ask('POST', `/${done.id}/quarantine/retry`, { ids: [second?.id] });
    await world.drain();
    expect((await world.ask('GET', `/${done.id}`)).waiting).toBe(4);
    await world.ask('POST', `/${done.id}/quarantine/retry`, { ids: [second?.id], accept: true });
    await world.drain();
    expect(await world.ask('GET', `/${done.id}`)).toMatchObject({ waiting: 3, state: 'completed' });
    expect(await payments()).toEqual([
      ['F-1', 10_000],
      ['F-1', 10_000],
    ]);
    expect((await receipts()).map(({ amount_cents }) => amount_cents)).toEqual([900, 20_000]);
  });

  it('undoes completely: receipts, allocations and releases', async () => {
    const first = await world.run('receipts', csv('2026-11-10,771,F-1,400,'));
    const second = await world.run('receipts', csv('2026-11-10,771,F-1,600,', '2026-11-11,772,F-2,500,'));
    expect(second.counts).toMatchObject({ changed: 1, new: 1 });
    expect(await payments()).toEqual([
      ['F-1', 60_000],
      ['F-2', 50_000],
    ]);
    expect(await world.step(second.id, 'undo')).toMatchObject({ state: 'undone' });
    expect(await payments()).toEqual([['F-1', 40_000]]);
    expect(await world.step(first.id, 'undo')).toMatchObject({ state: 'undone' });
    expect([await payments(), await receipts()]).toEqual([[], []]);
  });

  it('undoes in several batches if it lowered the amounts of receipts', async () => {
    const numbers = Array.from({ length: 120 }, (_, index) => index);
    const file = (cents: number) => csv(...numbers.map((number) => `2026-11-10,${800 + number},F-1,${cents / 100},`));
    await world.run('receipts', file(8_00));
    const lower = await world.run('receipts', file(3_00));
    expect(lower.counts).toMatchObject({ changed: 120 });
    expect(await world.step(lower.id, 'undo')).toMatchObject({ state: 'undone', error: null });
    expect((await receipts()).map(({ amount_cents }) => amount_cents)).toEqual(numbers.map(() => 8_00));
    expect(await payments()).toEqual(numbers.map(() => ['F-1', 8_00]));
  });

  it('undoes if a row accepted later changed its own receipt', async () => {
    await world.run('receipts', csv('2026-11-10,771,F-1,100,'));
    const second = await world.run(
      'receipts',
      csv('2026-11-10,771,F-1,200,', '2026-11-10,771,F-9,300,', '2026-11-11,772,F-2,50,', '2026-11-11,772,F-9,20,'),
    );
    await world.run('invoices', 'Number,Customer,Date,Total,Sales Rep\nF-9,Acme,2026-11-04,400,sam@example.test');
    await world.ask('POST', `/${second.id}/quarantine/retry`, {});
    await world.drain();
    expect(await payments()).toEqual([
      ['F-1', 200_00],
      ['F-2', 50_00],
      ['F-9', 300_00],
      ['F-9', 20_00],
    ]);
    expect(await world.step(second.id, 'undo')).toMatchObject({ state: 'undone', error: null });
    expect(await payments()).toEqual([['F-1', 100_00]]);
    expect((await receipts()).map(({ amount_cents }) => amount_cents)).toEqual([100_00]);
  });
});

describe('sales sheet import (decisions 7.05)', () => {
  it('assigns people to existing invoices and creates only missing ones', async () => {
    await world.run('invoices', INVOICES);
    const sheet = [
      'Invoice,Rep,Customer,Date,Revenue,Amount',
      'F-1,Kim Person,Somebody Else,2026-01-01,1,1',
      'F-2,sam@example.test,,,,',
      'F-3,Kim Person,Bell,2026-11-05,300,330',
      'F-4,Kim Person,,,,',
      'F-5,,Bell,2026-11-05,1,1',
    ].join('\n');
    const done = await world.run('sales', sheet);
    expect(done.counts).toMatchObject({ changed: 1, same: 1, new: 1, quarantined: 2 });
    expect(await world.invoices()).toMatchObject([
      { invoice_number: 'F-1', salesperson_id: world.ids.kim, customer_name: 'Acme', gross_cents: 100_000, booking_date: '2026-11-02' },
      { invoice_number: 'F-2', salesperson_id: world.ids.sam },
      { invoice_number: 'F-3', salesperson_id: world.ids.kim, source: 'file', gross_cents: 33_000, net_cents: 30_000 },
    ]);
    expect(await reasons(done.id)).toEqual([
      [5, 'Invoice', 'There is no invoice F-4. To add it, the row needs a customer, a date and an amount.', false],
      [6, 'Rep', 'Salesperson is empty.', false],
    ]);
    expect(await world.step(done.id, 'undo')).toMatchObject({ state: 'undone' });
    expect((await world.invoices()).map(({ salesperson_id, state }) => [salesperson_id, state])).toEqual([
      [world.ids.sam, 'sent'],
      [world.ids.sam, 'sent'],
      [world.ids.kim, 'cancelled'],
    ]);
  });
});
