import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImportMapping, ImportPersonChange } from '../../../contract/entities/import.ts';
import { createImportCompany, type ImportCompany } from '../support/worlds/imports.ts';
import { previewThenRun } from '../support/worlds/previewThenRun.ts';

let world: ImportCompany;
beforeEach(async () => {
  world = await createImportCompany();
});
afterEach(async () => {
  await world.isSettled();
  await world.server.close();
});

const file = (...rows: string[]): string =>
  [
    'Number,Customer,Date,Total,Rep,Credit of,Amount paid,Paid on',
    ...rows.map((row) => `${row}${','.repeat(7 - row.split(',').length + 1)}`),
  ].join('\n');
const receipts = (...rows: string[]): string => ['Invoice,Payment Date,Amount,Reference', ...rows].join('\n');
const paidColumns: ImportMapping = { paid: { column: 6, format: 'point' }, paid_on: { column: 7, format: 'ymd' } };
const plan = (when: string, overrides: object = {}): object => ({
  books_begin_on: '2026-07-01',
  plans: [{ id: 'p', name: 'Plan', base_commission_rate: 0.05, due: { when }, ...overrides }],
});
const SAM = 'sam@example.test';
const KIM = 'kim@example.test';

/** A-1 of 3,000.00 is Sam's record in July, which is closed. */
const closedSale = async (when = 'proportional_to_payments'): Promise<void> => {
  await world.save(plan(when));
  await world.run('invoices', file(`A-1,Acme,2026-07-10,3000,${SAM}`));
  await world.close('2026-07');
};
const shown = (people: readonly ImportPersonChange[]) =>
  Object.fromEntries(people.map(({ name, amount, released = null }) => [name.split(' ')[0], [amount, released]]));

describe('decisions 2.28: previewing an invoice whose record stays in its former seller’s closed month', () => {
  it('releases that record by payments in a later file', async () => {
    await closedSale();
    await world.run('invoices', file(`A-1,Acme,2026-07-10,3000,${KIM}`));
    const people = await previewThenRun(world, 'receipts', receipts('A-1,2026-11-10,1500,CHK-1'));
    expect(shown(people)).toMatchObject({ sam: [75, null] });
    const changed = await previewThenRun(world, 'receipts', receipts('A-1,2026-11-10,2000,CHK-1'));
    expect(shown(changed)).toMatchObject({ sam: [25, null] });
  });

  it('releases it by the paid amount in the row that moves it to another seller', async () => {
    await closedSale();
    const people = await previewThenRun(world, 'invoices', file(`A-1,Acme,2026-07-10,3000,${KIM},,1500,2026-11-10`), paidColumns);
    expect(shown(people)).toMatchObject({ sam: [0, 75] });
  });

  it('releases it by the paid amount in a row that leaves it with another seller, in another month', async () => {
    await closedSale();
    await world.run('invoices', file(`A-1,Acme,2026-10-10,3000,${KIM}`));
    const people = await previewThenRun(world, 'invoices', file(`A-1,Acme,2026-10-10,4000,${KIM},,1000,2026-11-10`), paidColumns);
    expect(shown(people)).toMatchObject({ sam: [0, 37.5] });
  });

  it('counts its credit memo', async () => {
    await closedSale();
    await world.run('receipts', receipts('A-1,2026-11-09,1500,CHK-1'));
    await world.run('invoices', file(`A-1,Acme,2026-07-10,3000,${KIM}`));
    const people = await previewThenRun(world, 'invoices', file(`M-1,Acme,2026-11-10,-1000,,A-1,,`), paidColumns);
    expect(shown(people)).toMatchObject({ sam: [0, expect.any(Number)] });
  });
});

describe('decisions 2.28: previewing an invoice that moves to another seller', () => {
  it('omits its credit memo, which another row moves to a third person’s invoice', async () => {
    await world.save(plan('on_booking'));
    await world.run(
      'invoices',
      file(
        `A-1,Acme,2026-11-02,3000,${KIM}`,
        `A-2,Acme,2026-11-02,2000,${SAM}`,
        'M-1,Acme,2026-11-05,-100,,A-1',
        'M-2,Acme,2026-11-05,-20,,A-1',
      ),
    );
    const people = await previewThenRun(
      world,
      'invoices',
      file('A-1,Acme,2026-11-02,3000,max@example.test', 'M-1,Acme,2026-11-05,-100,,A-2'),
    );
    expect(shown(people)).toEqual({ max: [149, null], kim: [-144, null], sam: [-5, null] });
  });
});

describe('decisions 2.28: previewing payments', () => {
  it('names a sales lead whose share they release', async () => {
    await world.save(plan('proportional_to_payments', { splits: { sales_person: 0.6, sales_lead: 0.4 } }));
    await world.run('invoices', file(`A-1,Acme,2026-11-02,1000,${SAM}`));
    const [invoice] = await world.server.db.query.selectFrom('invoices').select('id').execute();
    await world.facts.changeInvoice(invoice?.id ?? 0, { sales_lead_id: world.ids.kim } as never);
    const people = await previewThenRun(world, 'receipts', receipts('A-1,2026-11-10,500,CHK-1'));
    expect(shown(people)).toEqual({ sam: [15, null], kim: [10, null] });
  });
});
