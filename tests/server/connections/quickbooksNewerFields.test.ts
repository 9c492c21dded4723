import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Company } from '../../stand-ins/quickbooks/index.ts';
import { MINUTE_MS } from '../support/testApp.ts';
import { type AccountingWorld, createAccountingWorld, quickbooksInvoice } from '../support/worlds/accounting.ts';

const REALM = '4620816365000000001';
const INVOICES = 12;
let world: AccountingWorld;
let company: Company;
let seller: number;

beforeAll(async () => {
  world = await createAccountingWorld();
  company = world.standIn.company(REALM, 'Acme Books');
  seller = await world.server.add({ email: 'seller@example.test', role: 'salesperson', first_name: 'Sam', last_name: 'Seller' });
  company.put('Customer', { Id: '1', DisplayName: 'Acme School', Active: true });
});
afterAll(() => world.closeAll());

/** An invoice whose salesperson is in a field that invoice lists don't include. */
const newer = (id: number, person = 'seller@example.test') =>
  company.put('Invoice', {
    ...quickbooksInvoice(String(id), String(id), 100),
    CustomField: [],
    NewerField: [{ Name: 'Sales Rep', StringValue: person }],
  });
const readsSince = (from: number): string[] =>
  world.standIn.journal.slice(from).flatMap(({ path, query }) => {
    const [, id] = /\/invoice\/(\d+)$/.exec(path) ?? [];
    return id && query.get('include') === 'enhancedAllCustomFields' ? [id] : [];
  });
/** Moves the clock past the overlap, within which changes are reported again. */
const skipOverlap = (): void => {
  world.server.clock.advance(5 * MINUTE_MS);
  world.standIn.advance(5 * MINUTE_MS);
};
const personOf = async (id: number) => (await world.invoice(`${id}-ABC`))?.salesperson_id ?? null;

describe('salespeople in newer custom fields', () => {
  it('decisions 7.03: cost a few reads if a company has none, and no reads without changes', async () => {
    for (let id = 1; id <= INVOICES; id += 1)
      company.put('Invoice', { ...quickbooksInvoice(String(id), String(id), 100), CustomField: [] });
    skipOverlap();
    await world.connect(REALM, 'ABC');
    await world.drain();
    expect(readsSince(0).length).toBe(5);
    expect(await personOf(1)).toBeNull();
    skipOverlap();
    const from = world.standIn.journal.length;
    await world.sync();
    expect(readsSince(from)).toEqual([]);
  });

  it('decisions 7.03: fill in every invoice without a salesperson once found, with progress', async () => {
    for (let id = 1; id <= INVOICES; id += 1) newer(id);
    company.put('Invoice', quickbooksInvoice('40', '40', 100));
    const from = world.standIn.journal.length;
    const run = await world.sync();
    expect(run).toMatchObject({ status: 'completed' });
    expect(run.counts.total).toBeGreaterThanOrEqual(INVOICES);
    for (const id of [1, 9, INVOICES, 40]) expect(await personOf(id)).toBe(seller);
    expect(readsSince(from)).not.toContain('40');
  });

  it('decisions 7.03: survive changes of the invoice and keep local assignments', async () => {
    await world.server.db.query
      .updateTable('invoices')
      .set({ salesperson_id: world.adminId })
      .where('invoice_number', '=', '2-ABC')
      .execute();
    // Changes from just before the last run are reported once more.
    skipOverlap();
    await world.sync();
    skipOverlap();
    for (const id of [2, 3]) company.put('Invoice', { Id: String(id), TotalAmt: 150 });
    const from = world.standIn.journal.length;
    await world.sync();
    expect(readsSince(from).sort()).toEqual(['2', '3']);
    expect([await personOf(2), await personOf(3)]).toEqual([world.adminId, seller]);
    expect(await world.invoice('2-ABC')).toMatchObject({ gross_cents: 15_000, told_salesperson: 'seller@example.test' });
  });

  it('decisions 7.03: are read again after a long pause without losing any meanwhile', async () => {
    const DAYS = 24 * 60 * MINUTE_MS;
    world.server.clock.advance(40 * DAYS);
    world.standIn.advance(40 * DAYS);
    const run = await world.sync();
    expect(run).toMatchObject({ status: 'completed' });
    expect(run.counts).toMatchObject({ created: 0, changed: 0 });
    expect([await personOf(2), await personOf(3)]).toEqual([world.adminId, seller]);
  });

  it('decisions 7.03: do not stop at an invoice deleted during its own read', async () => {
    skipOverlap();
    newer(50);
    newer(51);
    company.vanish('Invoice', '50');
    expect(await world.sync()).toMatchObject({ status: 'completed' });
    expect(await personOf(51)).toBe(seller);
    expect((await world.invoice('50-ABC'))?.salesperson_id ?? null).toBeNull();
  });
});
