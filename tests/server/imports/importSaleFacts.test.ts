import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createImportCompany, type ImportCompany } from '../support/worlds/imports.ts';

let world: ImportCompany;
beforeEach(async () => {
  world = await createImportCompany();
});
afterEach(async () => {
  expect(world.failures).toEqual([]);
  await world.server.close();
});

const csv = (...rows: string[]): string =>
  ['Invoice No,Customer,Invoice Date,Total,Sales Rep,Customer Type,Activity Type,New or Renewal,Contract Term,Cost', ...rows].join('\n');
const factsOf = async () =>
  (await world.server.db.query.selectFrom('invoices').selectAll().orderBy('id').execute()).map(
    ({ customer_type, activity_type, sale_kind, term_months, cost_cents }) => [
      customer_type,
      activity_type,
      sale_kind,
      term_months,
      cost_cents,
    ],
  );

describe('decisions 2.08: sale facts in an invoice file', () => {
  it('are imported; empty cells keep the existing value, and unreadable ones wait with the reason', async () => {
    const done = await world.run(
      'invoices',
      csv(
        'F-1,Acme,2026-11-02,1000,sam@example.test,School,Robotics,Renewal,24,400.50',
        'F-2,Acme,2026-11-02,1000,sam@example.test,,,New business,,',
        'F-3,Acme,2026-11-02,1000,sam@example.test,,,upsell,,',
        'F-4,Acme,2026-11-02,1000,sam@example.test,,,,two years,',
        'F-5,Acme,2026-11-02,1000,sam@example.test,,,,,-5',
      ),
    );
    expect(done).toMatchObject({ counts: { rows: 5, new: 2, quarantined: 3 } });
    expect(await factsOf()).toEqual([
      ['School', 'Robotics', 'renewal', 24, 400_50],
      [null, null, 'new', null, null],
    ]);
    expect((await world.quarantine(done.id)).map(({ row, column, reason }) => [row, column, reason])).toEqual([
      [4, 'New or Renewal', '"upsell" is neither new nor renewal.'],
      [5, 'Contract Term', '"two years" is not a contract term: it must be a whole number of months, from 1 to 600.'],
      [6, 'Cost', 'Cost must not be below zero.'],
    ]);
    await world.run('invoices', csv('F-1,Acme,2026-11-02,1000,sam@example.test,,,,36,'));
    expect((await factsOf())[0]).toEqual(['School', 'Robotics', 'renewal', 36, 400_50]);
  });
});
