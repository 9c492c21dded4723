import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Company } from '../../stand-ins/quickbooks/index.ts';
import { MINUTE } from '../support/testApp.ts';
import { type Accounting, accounting, invoiceThere } from '../support/worlds/accounting.ts';

const REALM = '4620816365000000001';
const INVOICES = 12;
let world: Accounting;
let company: Company;
let seller: number;

beforeAll(async () => {
  world = await accounting();
  company = world.standIn.company(REALM, 'Acme Books');
  seller = await world.server.add({ email: 'seller@example.test', role: 'salesperson', first_name: 'Sam', last_name: 'Seller' });
  company.put('Customer', { Id: '1', DisplayName: 'Acme School', Active: true });
});
afterAll(() => world.closeAll());

/** An invoice whose salesperson is in a field that invoice lists don't include. */
const newer = (id: number, person = 'seller@example.test') =>
  company.put('Invoice', {
    ...invoiceThere(String(id), String(id), 100),
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
  world.server.clock.advance(5 * MINUTE);
  world.standIn.advance(5 * MINUTE);
};
const personOf = async (id: number) => (await world.invoice(`${id}-ABC`))?.salesperson_id ?? null;

describe('the salesperson in a newer custom field', () => {
  it('decisions 7.03: a company without one costs a few reads, and none where nothing changed', async () => {
    for (let id = 1; id <= INVOICES; id += 1) company.put('Invoice', { ...invoiceThere(String(id), String(id), 100), CustomField: [] });
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

  it('decisions 7.03: once one is found, every invoice without a salesperson is read by itself and filled in, with progress', async () => {
    for (let id = 1; id <= INVOICES; id += 1) newer(id);
    company.put('Invoice', invoiceThere('40', '40', 100));
    const from = world.standIn.journal.length;
    const run = await world.sync();
    expect(run).toMatchObject({ status: 'completed' });
    expect(run.counts.total).toBeGreaterThanOrEqual(INVOICES);
    for (const id of [1, 9, INVOICES, 40]) expect(await personOf(id)).toBe(seller);
    expect(readsSince(from)).not.toContain('40');
  });

  it('decisions 7.03: a changed invoice keeps its salesperson, and one that is assigned here stays so', async () => {
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

  it('decisions 7.03: after a long pause everything is read again, and no invoice loses its salesperson in the meantime', async () => {
    const DAYS = 24 * 60 * MINUTE;
    world.server.clock.advance(40 * DAYS);
    world.standIn.advance(40 * DAYS);
    const run = await world.sync();
    expect(run).toMatchObject({ status: 'completed' });
    expect(run.counts).toMatchObject({ created: 0, changed: 0 });
    expect([await personOf(2), await personOf(3)]).toEqual([world.adminId, seller]);
  });

  it('decisions 7.03: an invoice that is deleted while it is read by itself does not stop the others', async () => {
    skipOverlap();
    newer(50);
    newer(51);
    company.vanish('Invoice', '50');
    expect(await world.sync()).toMatchObject({ status: 'completed' });
    expect(await personOf(51)).toBe(seller);
    expect((await world.invoice('50-ABC'))?.salesperson_id ?? null).toBeNull();
  });
});
