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

const invoices = (...rows: string[]): string => ['Invoice No,Customer,Invoice Date,Total,Net,Sales Rep,Credit of', ...rows].join('\n');
const reasons = async (id: string) => (await world.quarantine(id)).map(({ row, column, reason }) => [row, column, reason]);
const SALE_ROW = 'F-1,Acme,2026-11-02,1000,800,sam@example.test,';
/** Net amounts in dollars, by number. */
const nets = async () =>
  Object.fromEntries((await world.invoices()).map(({ invoice_number, net_cents }) => [invoice_number, net_cents / 100]));
const amounts = async (): Promise<Record<string, number>> => {
  const rows = await world.server.db.query
    .selectFrom('commission_records as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.invoice_number', 'u.first_name', 'r.amount_cents'])
    .execute();
  return Object.fromEntries(rows.map((row) => [`${row.invoice_number} ${row.first_name}`, row.amount_cents / 100]));
};

describe('decisions 2.19: net of an imported invoice', () => {
  it('is between zero and the gross, as in the form', async () => {
    const done = await world.run(
      'invoices',
      invoices(
        'F-1,Acme,2026-11-02,100,5000,sam@example.test,',
        'F-2,Acme,2026-11-02,100,-50,sam@example.test,',
        'F-3,Acme,2026-11-02,100,0,sam@example.test,',
      ),
    );
    const sentence = 'The net amount must be between zero and the gross amount.';
    expect(await reasons(done.id)).toEqual([
      [2, 'Net', sentence],
      [3, 'Net', sentence],
    ]);
    expect(await nets()).toEqual({ 'F-3': 0 });
  });
});

describe('an imported invoice with payments or credits', () => {
  it('cannot fall below them: the row waits with the reason', async () => {
    await world.run('invoices', invoices(SALE_ROW));
    await world.run('receipts', 'Invoice,Payment Date,Amount,Reference\nF-1,2026-11-10,600,CHK-1');
    const low = await world.run('invoices', invoices('F-1,Acme,2026-11-02,599,500,sam@example.test,'));
    const sentence = 'Invoice F-1 has received or been credited $600.00, so it cannot be changed to less.';
    expect(await reasons(low.id)).toEqual([[2, 'Total', sentence]]);
    expect(await world.run('invoices', invoices('F-1,Acme,2026-11-02,600,500,sam@example.test,'))).toMatchObject({
      counts: { changed: 1 },
    });
    await world.run(
      'invoices',
      invoices('F-2,Acme,2026-11-02,1000,800,sam@example.test,', 'M-2,Acme,2026-11-05,-900,-720,sam@example.test,F-2'),
    );
    const lower = await world.run('invoices', invoices('F-2,Acme,2026-11-02,100,80,sam@example.test,'));
    expect(await reasons(lower.id)).toEqual([
      [2, 'Total', 'Invoice F-2 has received or been credited $900.00, so it cannot be changed to less.'],
    ]);
  });
});

describe('decisions 2.02: imported credit memos', () => {
  it('reverse their share of the net by default, and the rest with the last one, to the cent', async () => {
    await world.run('invoices', invoices('F-1,Acme,2026-11-02,100,33.33,sam@example.test,'));
    await world.run('invoices', invoices('M-1,Acme,2026-11-05,-50,,sam@example.test,F-1', 'M-2,Acme,2026-11-05,-50,,sam@example.test,F-1'));
    expect(await nets()).toEqual({ 'F-1': 33.33, 'M-1': -16.67, 'M-2': -16.66 });
  });

  it('belong to the original’s seller by default, and wait if they name someone else', async () => {
    await world.run('invoices', invoices(SALE_ROW));
    const done = await world.run('invoices', invoices('M-1,Acme,2026-11-05,-100,,,F-1', 'M-2,Acme,2026-11-05,-100,,kim@example.test,F-1'));
    expect(await reasons(done.id)).toEqual([[3, 'Sales Rep', 'Its original, invoice F-1, belongs to somebody else.']]);
    expect(await amounts()).toEqual({ 'F-1 sam': 40, 'M-1 sam': -4 });
  });

  it('belong to the original’s customer in any case, and wait with another, even in the same file', async () => {
    await world.run('invoices', invoices(SALE_ROW));
    const done = await world.run(
      'invoices',
      invoices(
        'M-1,ACME,2026-11-05,-100,,sam@example.test,F-1',
        'M-2,Globe,2026-11-05,-100,,sam@example.test,F-1',
        'M-3,Globe,2026-11-05,-100,,sam@example.test,F-2',
        'F-2,Acme,2026-11-02,1000,800,sam@example.test,',
      ),
    );
    expect(await reasons(done.id)).toEqual([
      [3, 'Customer', 'Its original, invoice F-1, belongs to another customer.'],
      [4, 'Customer', 'Its original, invoice F-2, belongs to another customer.'],
    ]);
  });

  it('reverse no more than the original’s remainder, whatever else the file has; the preview agrees', async () => {
    const file = invoices(
      'M-1,Acme,2026-11-05,-700,,sam@example.test,F-1',
      'M-2,Acme,2026-11-05,-400,,sam@example.test,F-1',
      'M-3,Acme,2026-11-05,-300,,sam@example.test,F-1',
      'M-4,Globe,2026-11-05,-10,,sam@example.test,F-1',
      'M-5,Acme,2026-11-05,-10,,sam@example.test,F-9',
      SALE_ROW,
    );
    const seen = await world.preview(await world.upload('invoices', file));
    expect(seen.counts).toMatchObject({ rows: 6, new: 3, quarantined: 3 });
    // The rest of the sale is zero, and so is its net amount.
    expect(seen.people).toMatchObject([{ name: 'sam Person', rows: 3, records: 3, amount: 0, estimate: false }]);
    const refused = (await world.ask('GET', `/${seen.id}/rows?fate=quarantined`)).data as { row: number; reason: string }[];
    const done = await world.step(seen.id, 'start');
    expect(refused.map(({ row, reason }) => [row, reason])).toEqual(
      (await world.quarantine(done.id)).map(({ row, reason }) => [row, reason]),
    );
    expect(done.counts).toMatchObject({ new: 3, quarantined: 3 });
    expect((await reasons(done.id))[0]).toEqual([3, 'Total', 'It reverses more than the $300.00 that is left of invoice F-1.']);
    expect(await nets()).toEqual({ 'F-1': 800, 'M-1': -560, 'M-3': -240 });
    const more = await world.run('invoices', invoices('M-1,Acme,2026-11-05,-701,,sam@example.test,F-1'));
    expect(await reasons(more.id)).toEqual([[2, 'Total', 'It reverses more than the $700.00 that is left of invoice F-1.']]);
    const repeated = await world.run(
      'invoices',
      invoices('M-1,Acme,2026-11-05,-700,,sam@example.test,F-1', 'M-3,Acme,2026-11-05,-300,,sam@example.test,F-1'),
    );
    expect(repeated).toMatchObject({ counts: { same: 2, changed: 0, quarantined: 0 } });
  });
});
