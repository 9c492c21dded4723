import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Company } from '../../stand-ins/quickbooks/index.ts';
import { type AccountingWorld, createAcmeBooks, quickbooksInvoice } from '../support/worlds/accounting.ts';

let world: AccountingWorld;
let company: Company;
beforeAll(async () => {
  ({ world, company } = await createAcmeBooks());
});
afterAll(() => world.closeAll());

describe('an invoice changes in QuickBooks after import', () => {
  it('decisions 7.03: prefers a link from a sheet to a later custom field', async () => {
    company.put('Invoice', quickbooksInvoice('80', '1080', 100, { CustomField: [] }));
    await world.sync();
    const { query } = world.server.db;
    const { id: invoice_id } = (await world.invoice('1080-ABC'))!;
    await query.updateTable('invoices').set({ salesperson_id: world.adminId }).where('id', '=', invoice_id).execute();
    const { id: connection_id } = await query
      .insertInto('connections')
      .values({ kind: 'googlesheets', name: 'AR', state: 'connected', settings: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const line = {
      connection_id,
      external_id: '1',
      payload_hash: '1',
      invoice_id,
      invoice_number: '1080-ABC',
      salesperson_id: world.adminId,
    };
    const now = world.server.clock().toISOString();
    await query
      .insertInto('ledger_lines')
      .values({ ...line, created_at: now, updated_at: now })
      .execute();
    company.put('Invoice', quickbooksInvoice('80', '1080', 100));
    await world.sync();
    expect((await world.invoice('1080-ABC'))?.salesperson_id).toBe(world.adminId);
  });

  it('decisions 2.20: follows a void under the invoice’s local number if its new one is taken', async () => {
    company.put('Invoice', quickbooksInvoice('90', '1090', 100));
    await world.sync();
    const ours = { invoice_number: '2090-ABC', customer_name: 'Mesa', gross_cents: 1, net_cents: 1, booking_date: '2026-11-02' };
    await world.server.db.query
      .insertInto('invoices')
      .values({ ...ours, state: 'draft' })
      .execute();
    company.put('Invoice', quickbooksInvoice('90', '2090', 100));
    company.void('Invoice', '90');
    await world.sync();
    expect(await world.invoice('1090-ABC')).toMatchObject({ state: 'cancelled', external_state: 'voided' });
  });

  it('decisions 2.08, 2.19: keeps the local name and meaning of items made inactive there', async () => {
    const { id } = await world.one();
    await world.server.db.query
      .updateTable('connections')
      .set({ settings: sql`settings || '{"not_revenue": ["Travel"]}'` })
      .where('id', '=', id)
      .execute();
    const travelLine = (name: string) => ({
      Amount: 40,
      DetailType: 'SalesItemLineDetail',
      SalesItemLineDetail: { ItemRef: { value: '9', name } },
    });
    const invoice = (mark: string) =>
      quickbooksInvoice('95', '1095', 100, {
        CustomerRef: { value: '9', name: `Zion School${mark}` },
        Line: [travelLine(`Travel${mark}`)],
      });
    company.put('Customer', { Id: '9', DisplayName: 'Zion School', Active: true });
    company.put('Invoice', invoice(''));
    await world.sync();
    expect(await world.invoice('1095-ABC')).toMatchObject({ customer_name: 'Zion School', net_cents: 6000 });
    company.put('Customer', { Id: '9', DisplayName: 'Zion School (deleted)', Active: false });
    await world.sync();
    expect(await world.invoice('1095-ABC')).toMatchObject({ customer_name: 'Zion School' });
    company.put('Invoice', invoice(' (deleted)'));
    await world.sync();
    expect(await world.invoice('1095-ABC')).toMatchObject({ customer_name: 'Zion School', net_cents: 6000 });
  });
});
