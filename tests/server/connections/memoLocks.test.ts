import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Company } from '../../stand-ins/quickbooks/index.ts';
import { countLockWaits } from '../support/lockWaits.ts';
import { testDatabaseKind } from '../support/testDatabase.ts';
import { type AccountingWorld, createAcmeBooks, quickbooksInvoice, quickbooksPayment } from '../support/worlds/accounting.ts';

let world: AccountingWorld;
let company: Company;
beforeAll(async () => {
  ({ world, company } = await createAcmeBooks());
});
afterAll(() => world.closeAll());

// The embedded database runs one transaction at a time.
describe.runIf(testDatabaseKind() === 'postgres')('a sync changes a credit memo while someone applies its credit', () => {
  const memo = (net: number) => company.put('CreditMemo', { ...quickbooksInvoice('91', '91', net), CustomField: [] });

  it.each(['the memo', 'a payment of its invoice', 'its invoice'])('%s: neither deadlocks', async (label) => {
    company.put('Invoice', quickbooksInvoice('41', '4001', 100));
    company.put('Payment', quickbooksPayment('61', 80, [['41', 80]]));
    memo(50);
    company.put('Payment', quickbooksPayment('62', 0, [['41', 50]], [['91', 50]]));
    await world.sync();
    const invoice = await world.invoice('4001-ABC');
    const { id, version } = await world.server.db.query
      .selectFrom('receipts')
      .select(['id', 'version'])
      .where('reference', 'like', 'CM-91%')
      .executeTakeFirstOrThrow();
    if (label === 'the memo') memo(60);
    if (label === 'a payment of its invoice') company.put('Payment', quickbooksPayment('61', 75, [['41', 75]]));
    if (label === 'its invoice') company.put('Invoice', quickbooksInvoice('41', '4001', 101));
    const waits = () => countLockWaits(world.server.db.query);
    const { syncing, applying } = await world.server.db.query.transaction().execute(async (trx) => {
      await sql`select 1 from invoices where id = ${invoice?.id} for no key update`.execute(trx);
      const syncing = world.sync();
      await expect.poll(waits, { timeout: 15_000 }).toBe(1);
      const allocations = [{ kind: 'invoice', id: String(invoice?.id), amount: '5.00' }];
      const applying = world.call('PUT', `/api/v1/payments/cp-${id}/allocations`, { version, allocations });
      await expect.poll(waits, { timeout: 15_000 }).toBe(2);
      return { syncing, applying };
    });
    expect(await syncing).toMatchObject({ status: 'completed' });
    expect([200, 409]).toContain((await applying).statusCode);
  });
});

describe.runIf(testDatabaseKind() === 'postgres')('a sync restores an invoice’s deposit', () => {
  it('locks the deposit’s receipt before the invoice', async () => {
    const putDeposit = (Deposit: number) => company.put('Invoice', quickbooksInvoice('51', '5001', 80, { Deposit }));
    for (const deposit of [80, 0]) {
      putDeposit(deposit);
      await world.sync();
    }
    const { query } = world.server.db;
    const invoice = await world.invoice('5001-ABC');
    putDeposit(80);
    const { syncing } = await query.transaction().execute(async (trx) => {
      await sql`select 1 from receipts where external_id = 'deposit:51' for update`.execute(trx);
      const syncing = world.sync();
      await expect.poll(() => countLockWaits(query), { timeout: 15_000 }).toBe(1);
      await sql`select 1 from invoices where id = ${invoice?.id} for no key update nowait`.execute(trx);
      return { syncing };
    });
    expect(await syncing).toMatchObject({ status: 'completed' });
    expect(await world.received('5001-ABC')).toBe(80_00);
  });
});
