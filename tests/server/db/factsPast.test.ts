import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addReceipt } from '../support/facts.ts';
import { freshDatabase, type TestDatabase } from '../support/testDatabase.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

/** An instant strictly between the events before and after it: the embedded database's clock counts in milliseconds. */
const instant = async (): Promise<string> => {
  await pause(3);
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db.query);
  await pause(3);
  return rows[0]?.now ?? '';
};
const invoice = (invoice_number: string) =>
  db.query
    .insertInto('invoices')
    .values({
      invoice_number,
      customer_name: 'Acme School',
      gross_cents: 100_00,
      net_cents: 90_00,
      booking_date: '2026-11-02',
      state: 'sent',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
const known = async <Row>(question: RawBuilder<Row>): Promise<Row[]> => (await question.execute(db.query)).rows;

describe('facts as of a past day', () => {
  it('an invoice reads as before and after a change', async () => {
    const { id } = await invoice('P-1');
    const first = await instant();
    await db.query.updateTable('invoices').set({ net_cents: 80_00 }).where('id', '=', id).execute();
    const second = await instant();
    await db.query.updateTable('invoices').set({ state: 'cancelled', net_cents: 70_00 }).where('id', '=', id).execute();
    const factsAt = (moment: string) =>
      known(sql<{ net_cents: number; state: string }>`select net_cents, state from invoices_known_at(${moment}) where id = ${id}`);
    expect(await factsAt('2020-01-01')).toEqual([]);
    expect(await factsAt(first)).toEqual([{ net_cents: 90_00, state: 'sent' }]);
    expect(await factsAt(second)).toEqual([{ net_cents: 80_00, state: 'sent' }]);
    expect(await factsAt(await instant())).toEqual([{ net_cents: 70_00, state: 'cancelled' }]);
  });

  it('a change of irrelevant fields is not recorded', async () => {
    const { id } = await invoice('P-2');
    await db.query.updateTable('invoices').set({ notes: 'Called them' }).where('id', '=', id).execute();
    expect(await known(sql`select 1 from facts_past where entity = 'invoices' and id = ${id}`)).toEqual([]);
  });

  it('a deleted payment is still known for earlier days', async () => {
    const { id: invoice_id } = await invoice('P-3');
    const payment = { invoice_id, amount_cents: 90_00, payment_date: '2026-11-03', method: 'ACH', state: 'completed' as const };
    const row = { ...payment, receipt_id: await addReceipt(db.query, payment), reference: null, reversal_of_id: null, notes: null };
    const { id } = await db.query.insertInto('customer_payments').values(row).returning('id').executeTakeFirstOrThrow();
    const before = await instant();
    await db.query.deleteFrom('customer_payments').where('id', '=', id).execute();
    const paymentsAt = (moment: string) =>
      known(sql<{ amount_cents: number }>`select amount_cents from customer_payments_known_at(${moment}) where id = ${id}`);
    expect(await paymentsAt(before)).toEqual([{ amount_cents: 90_00 }]);
    expect(await paymentsAt(await instant())).toEqual([]);
  });

  it('the past cannot be rewritten', async () => {
    await expect(sql`update facts_past set recorded_at = now()`.execute(db.query)).rejects.toThrow('facts_past is append-only');
    await expect(sql`truncate facts_past`.execute(db.query)).rejects.toThrow('facts_past is append-only');
  });

  it('an external id is unique within a connection', async () => {
    const connection = { kind: 'quickbooks' as const, name: 'Acme Books' };
    const { id: connection_id } = await db.query.insertInto('connections').values(connection).returning('id').executeTakeFirstOrThrow();
    const arrived = (name: string) => db.query.insertInto('customers').values({ name, connection_id, external_id: '77' }).execute();
    await arrived('One');
    await expect(arrived('Other')).rejects.toMatchObject({ code: '23505' });
    await expect(db.query.insertInto('customers').values({ name: 'From nowhere', external_id: '78' }).execute()).rejects.toMatchObject({
      code: '23514',
    });
  });
});
