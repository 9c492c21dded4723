import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMailedContent } from '../../../server/domain/invoices/invoiceContent.ts';
import { problemOf } from '../../../server/http/problems.ts';
import type { Company } from '../../stand-ins/quickbooks/index.ts';
import { type AccountingWorld, createAcmeBooks, quickbooksInvoice, quickbooksPayment } from '../support/worlds/accounting.ts';

let world: AccountingWorld;
let company: Company;
beforeAll(async () => {
  ({ world, company } = await createAcmeBooks());
});
afterAll(() => world.closeAll());

type Line = Readonly<{ TxnId: string; TxnType: string; Amount: number }>;
/** A payment applied to more than invoices and credit memos. */
const settling = (
  Id: string,
  TotalAmt: number,
  invoices: readonly (readonly [string, number])[],
  others: readonly Line[],
  overrides = {},
) => {
  const payment = quickbooksPayment(Id, TotalAmt, invoices);
  const lines = others.map(({ Amount, ...to }) => ({ Amount, LinkedTxn: [to] }));
  return { ...payment, Line: [...payment.Line, ...lines], ...overrides };
};
const entry = (Amount: number): Line => ({ TxnId: '9901', TxnType: 'JournalEntry', Amount });
const readInvoice = async (number: string) => {
  const row = await world.invoice(number);
  return (await world.call('GET', `/api/v1/invoices/${row?.id}`)).json();
};
const payment = async (externalId: string) => {
  const { query } = world.server.db;
  const { id } = await query.selectFrom('receipts').select('id').where('external_id', '=', externalId).executeTakeFirstOrThrow();
  return (await world.call('GET', `/api/v1/payments/cp-${id}`)).json();
};
const dueOf = async (number: string) => {
  const { id } = (await world.invoice(number)) ?? {};
  const rows = world.server.db.query.selectFrom('commission_records').select('due_cents').where('invoice_id', '=', Number(id));
  return (await rows.execute()).reduce((sum, { due_cents }) => sum + due_cents, 0);
};

const receiptGapOf = async (number: string): Promise<string | undefined> => {
  const row = await world.invoice(number);
  const { steps } = (await world.call('GET', `/api/v1/story?kind=invoice&id=${row?.id}`)).json();
  return steps.find(({ kind }: { kind: string }) => kind === 'receipt').gap?.sentence;
};

describe('decisions 2.27: cash is what was received', () => {
  it('ignores a zero payment that applies a journal entry', async () => {
    company.put('Invoice', quickbooksInvoice('10', '1010', 1000));
    company.put('Payment', settling('50', 0, [['10', 1000]], [entry(1000)]));
    const run = await world.sync();
    expect([await world.received('1010-ABC'), await dueOf('1010-ABC')]).toEqual([0, 0]);
    const invoice = await readInvoice('1010-ABC');
    expect(invoice).toMatchObject({ received: 0, settled_otherwise: 1000, balance: 0, status: 'settled' });
    expect(invoice.settlements).toEqual([{ day: '2026-11-10', amount: 1000, means: 'journal entry' }]);
    expect(await payment('50')).toMatchObject({ amount: 0, unapplied: 0, lines: [] });
    expect((await payment('50')).settled).toEqual([{ invoice_id: invoice.id, label: '1010-ABC', amount: 1000, means: 'journal entry' }]);
    expect(run.counts).toMatchObject({ settled: 1, differing: 0 });
  });

  it('counts non-cash settlements in an invoice’s story and file', async () => {
    company.put('Invoice', quickbooksInvoice('19', '1019', 600));
    company.put('Payment', settling('59', 450, [['19', 500]], [entry(50)]));
    await world.sync();
    expect(await receiptGapOf('1019-ABC')).toContain('$100.00 of invoice 1019-ABC');
    const { invoice, received, credited } = await readMailedContent(world.store, Number((await world.invoice('1019-ABC'))?.id));
    expect({ gross: invoice.gross_cents, received, credited }).toEqual({ gross: 600_00, received: 450_00, credited: 50_00 });
    company.put('Payment', settling('59', 450, [['19', 600]], [entry(150)]));
    await world.sync();
    expect(await receiptGapOf('1019-ABC')).toBeUndefined();
  });

  it('shares the received part of a payment with a journal entry over its invoices', async () => {
    company.put('Invoice', quickbooksInvoice('11', '1011', 600));
    company.put('Payment', settling('51', 450, [['11', 600]], [entry(150)]));
    company.put('Invoice', quickbooksInvoice('12', '1012', 100));
    company.put('Invoice', quickbooksInvoice('13', '1013', 200));
    const both = [
      ['12', 100],
      ['13', 200],
    ] as const;
    company.put('Payment', settling('52', 200, both, [{ TxnId: '9', TxnType: 'Deposit', Amount: 100 }]));
    await world.sync();
    expect(await world.received('1011-ABC')).toBe(45_000);
    expect(await readInvoice('1011-ABC')).toMatchObject({ received: 450, settled_otherwise: 150, balance: 0 });
    expect([await world.received('1012-ABC'), await world.received('1013-ABC')]).toEqual([6667, 13_333]);
    expect((await readInvoice('1012-ABC')).settlements).toEqual([{ day: '2026-11-10', amount: 33.33, means: 'deposit' }]);
  });

  it('deducts a charge to the customer from the received money, and pays nothing from unapplied cash', async () => {
    company.put('Invoice', quickbooksInvoice('14', '1014', 300));
    company.put('Payment', settling('53', 500, [['14', 300]], [entry(200)], { UnappliedAmt: 0 }));
    company.put('Invoice', quickbooksInvoice('15', '1015', 300));
    company.put('Payment', settling('54', 500, [['15', 300]], [entry(100)], { UnappliedAmt: 300 }));
    await world.sync();
    expect([await world.received('1014-ABC'), await world.received('1015-ABC')]).toEqual([30_000, 20_000]);
    expect(await readInvoice('1015-ABC')).toMatchObject({ settled_otherwise: 100 });
  });

  it('reverses a settlement with its payment, and adds it when its invoice is read later', async () => {
    company.remove('Payment', '50');
    company.put('Payment', settling('55', 0, [['16', 80]], [entry(80)]));
    await world.sync();
    expect(await readInvoice('1010-ABC')).toMatchObject({ settled_otherwise: 0, balance: 1000, settlements: [] });
    company.put('Invoice', quickbooksInvoice('16', '1016', 80));
    await world.sync();
    expect(await readInvoice('1016-ABC')).toMatchObject({ received: 0, settled_otherwise: 80, balance: 0 });
    expect(await world.received('1016-ABC')).toBe(0);
  });

  it('leaves nothing of a settled amount open to other payments or reminders', async () => {
    const { query } = world.server.db;
    company.put('Invoice', quickbooksInvoice('17', '1017', 500, { DueDate: '2026-11-05' }));
    company.put('Payment', settling('56', 0, [['17', 500]], [entry(500)]));
    await world.sync();
    expect(await readInvoice('1017-ABC')).toMatchObject({ status: 'settled', days_overdue: 0 });
    const overdue = (await world.call('GET', '/api/v1/invoices?status=overdue')).json().data as { invoice_number: string }[];
    expect(overdue.map(({ invoice_number }) => invoice_number)).not.toContain('1017-ABC');
    const { customer_id } = (await world.invoice('1017-ABC'))!;
    const open = (await world.store.receipts.openOf(Number(customer_id), 0, 100)).map(({ invoice_number }) => invoice_number);
    expect(open).not.toContain('1017-ABC');
    expect(open).toContain('1010-ABC');
    expect((await query.selectFrom('settled_otherwise').selectAll().execute()).length).toBeGreaterThan(3);
  });
});

describe('decisions 2.27: deposits and differing balances', () => {
  it('counts an invoice’s deposit as received money', async () => {
    company.put('Invoice', quickbooksInvoice('30', '1030', 300, { Deposit: 100 }));
    company.put('Payment', quickbooksPayment('60', 200, [['30', 200]]));
    await world.sync();
    expect(await readInvoice('1030-ABC')).toMatchObject({ received: 300, balance: 0, source_balance: 0, status: 'paid' });
    expect(await dueOf('1030-ABC')).toBe(1500);
    expect(await payment('deposit:30')).toMatchObject({ amount: 100, unapplied: 0, payment_method: 'deposit', payment_date: '2026-11-02' });
  });

  it('follows changes of the deposit, and reverses it with its invoice', async () => {
    company.put('Invoice', quickbooksInvoice('30', '1030', 300, { Deposit: 50 }));
    await world.sync();
    expect(await readInvoice('1030-ABC')).toMatchObject({ received: 250, balance: 50, source_balance: 50 });
    company.put('Invoice', quickbooksInvoice('30', '1030', 300, { Deposit: 0 }));
    await world.sync();
    expect([await world.received('1030-ABC'), await dueOf('1030-ABC')]).toEqual([20_000, 0]);
    company.put('Invoice', quickbooksInvoice('31', '1031', 80, { Deposit: 80 }));
    await world.sync();
    expect(await dueOf('1031-ABC')).toBe(400);
    company.remove('Invoice', '31');
    await world.sync();
    expect([await world.received('1031-ABC'), await dueOf('1031-ABC')]).toEqual([0, 0]);
  });

  it('reports a differing balance in the run and on the invoice until they agree', async () => {
    company.put('Invoice', quickbooksInvoice('32', '1032', 80, { Balance: 0 }));
    const run = await world.sync();
    expect(await readInvoice('1032-ABC')).toMatchObject({ received: 0, balance: 80, source_balance: 0, status: 'sent' });
    expect(run).toMatchObject({ counts: { differing: 1 }, differing_invoices: ['1032-ABC'] });
    company.put('Invoice', { Id: '32', Balance: 80 });
    const later = await world.sync();
    expect([later.counts.differing, later.differing_invoices]).toEqual([0, undefined]);
  });

  it('keeps the previous run’s counts if a run reads nothing', async () => {
    const advanceClock = () => {
      world.standIn.advance(600_000);
      world.server.clock.advance(600_000);
    };
    company.put('Invoice', { Id: '32', Balance: 0 });
    expect((await world.sync()).counts.differing).toBe(1);
    advanceClock();
    await world.sync();
    advanceClock();
    const { id } = (await world.invoice('1032-ABC')) ?? {};
    await world.server.db.query
      .updateTable('outside_balances')
      .set({ balance_cents: 80_00 })
      .where('invoice_id', '=', Number(id))
      .execute();
    expect(await world.sync()).toMatchObject({ counts: { done: 0, differing: 1 }, differing_invoices: ['1032-ABC'] });
    company.put('Invoice', { Id: '32', Balance: 80 });
    expect((await world.sync()).counts.differing).toBe(0);
  });
});

describe('decisions 2.27: allocations of a receipt never exceed it', () => {
  const add = (receipt: number, invoice: number, cents: number) =>
    sql`insert into customer_payments (receipt_id, invoice_id, amount_cents, payment_date, method, state)
      values (${receipt}, ${invoice}, ${cents}, '2026-11-10', 'check', 'completed')`.execute(world.server.db.query);
  const receiptOf = async (cents: number) =>
    Number(
      (
        await world.server.db.query
          .insertInto('receipts')
          .values({ amount_cents: cents, received_on: '2026-11-10', method: 'check', state: 'completed' })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    );

  it('no matter who writes them, even manually', async () => {
    company.put('Invoice', quickbooksInvoice('20', '1020', 900));
    await world.sync();
    const { id: invoice } = (await world.invoice('1020-ABC'))!;
    const receipt = await receiptOf(10_000);
    await add(receipt, invoice, 6000);
    await add(receipt, invoice, 4000);
    await expect(add(receipt, invoice, 1)).rejects.toThrow(/allocations_within_receipt/);
    await expect(
      world.server.db.query.updateTable('receipts').set({ amount_cents: 9999 }).where('id', '=', receipt).execute(),
    ).rejects.toThrow(/allocations_within_receipt/);
    await expect(
      world.server.db.query.updateTable('customer_payments').set({ amount_cents: 6001 }).where('receipt_id', '=', receipt).execute(),
    ).rejects.toThrow(/allocations_within_receipt/);
    const back = await receiptOf(-5000);
    await add(back, invoice, -5000);
    await expect(add(back, invoice, -1)).rejects.toThrow(/allocations_within_receipt/);
    const refused = await add(back, invoice, 5001).catch((error) => error);
    expect(refused.message).toMatch(/allocations_within_receipt/);
    expect(problemOf(refused)).toMatchObject({ status: 409, code: 'allocation_over_receipt' });
  });

  it('and may be written in any order within a transaction', async () => {
    const { id: invoice } = (await world.invoice('1020-ABC'))!;
    const receipt = await receiptOf(10_000);
    await add(receipt, invoice, 10_000);
    await world.server.db.query.transaction().execute(async (trx) => {
      await trx.updateTable('receipts').set({ amount_cents: 4000 }).where('id', '=', receipt).execute();
      await trx.updateTable('customer_payments').set({ amount_cents: 4000 }).where('receipt_id', '=', receipt).execute();
    });
    expect((await world.store.allocations.of([receipt])).map(({ amount_cents }) => amount_cents)).toEqual([4000]);
  });
});
