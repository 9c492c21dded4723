import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Company } from '../../stand-ins/quickbooks/index.ts';
import { type Accounting, acmeBooks, invoiceThere } from '../support/worlds/accounting.ts';

let at: Accounting;
let company: Company;
beforeAll(async () => {
  ({ at, company } = await acmeBooks());
});
afterAll(() => at.closeAll());

describe('an invoice that changes in QuickBooks after it came', () => {
  it('decisions 7.03: a link by a sheet answers before a custom field that is told later', async () => {
    company.put('Invoice', invoiceThere('80', '1080', 100, { CustomField: [] }));
    await at.sync();
    const { query } = at.server.db;
    const { id: invoice_id } = (await at.invoice('1080-ABC'))!;
    await query.updateTable('invoices').set({ salesperson_id: at.adminId }).where('id', '=', invoice_id).execute();
    const { id: connection_id } = await query
      .insertInto('connections')
      .values({ kind: 'googlesheets', name: 'AR', state: 'connected', settings: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const line = { connection_id, external_id: '1', payload_hash: '1', invoice_id, invoice_number: '1080-ABC', salesperson_id: at.adminId };
    const now = at.server.clock().toISOString();
    await query
      .insertInto('ledger_lines')
      .values({ ...line, created_at: now, updated_at: now })
      .execute();
    company.put('Invoice', invoiceThere('80', '1080', 100));
    await at.sync();
    expect((await at.invoice('1080-ABC'))?.salesperson_id).toBe(at.adminId);
  });

  it('decisions 2.20: a void is followed under the number that the invoice has, where its new one is somebody else’s here', async () => {
    company.put('Invoice', invoiceThere('90', '1090', 100));
    await at.sync();
    const ours = { invoice_number: '2090-ABC', customer_name: 'Mesa', gross_cents: 1, net_cents: 1, booking_date: '2026-11-02' };
    await at.server.db.query
      .insertInto('invoices')
      .values({ ...ours, state: 'draft' })
      .execute();
    company.put('Invoice', invoiceThere('90', '2090', 100));
    company.void('Invoice', '90');
    await at.sync();
    expect(await at.invoice('1090-ABC')).toMatchObject({ state: 'cancelled', external_state: 'voided' });
  });

  it('decisions 2.08, 2.19: what is made inactive there keeps its name here, and what it meant', async () => {
    const { id } = await at.one();
    await at.server.db.query
      .updateTable('connections')
      .set({ settings: sql`settings || '{"not_revenue": ["Travel"]}'` })
      .where('id', '=', id)
      .execute();
    const travel = (name: string) => ({
      Amount: 40,
      DetailType: 'SalesItemLineDetail',
      SalesItemLineDetail: { ItemRef: { value: '9', name } },
    });
    const invoice = (mark: string) =>
      invoiceThere('95', '1095', 100, { CustomerRef: { value: '9', name: `Zion School${mark}` }, Line: [travel(`Travel${mark}`)] });
    company.put('Customer', { Id: '9', DisplayName: 'Zion School', Active: true });
    company.put('Invoice', invoice(''));
    await at.sync();
    expect(await at.invoice('1095-ABC')).toMatchObject({ customer_name: 'Zion School', net_cents: 6000 });
    company.put('Customer', { Id: '9', DisplayName: 'Zion School (deleted)', Active: false });
    await at.sync();
    expect(await at.invoice('1095-ABC')).toMatchObject({ customer_name: 'Zion School' });
    company.put('Invoice', invoice(' (deleted)'));
    await at.sync();
    expect(await at.invoice('1095-ABC')).toMatchObject({ customer_name: 'Zion School', net_cents: 6000 });
  });
});
