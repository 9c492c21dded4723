import { expect, it } from 'vitest';
import type { ImportMapping } from '../../../contract/entities/import.ts';
import { HISTORIES_MS, historiesOf, seedsOf } from '../support/histories.ts';
import { type Random, randomOf } from '../support/records.ts';
import { createImportCompany, type ImportCompany } from '../support/worlds/imports.ts';
import { previewThenRun } from '../support/worlds/previewThenRun.ts';

const HISTORIES = historiesOf(2, 1);
const FILES = 3;
let world: ImportCompany;

const DAYS = ['2026-05-04', '2026-07-01', '2026-08-15', '2026-09-30', '2026-10-02', '2026-11-09', '2026-12-20'];
const REPS = ['sam@example.test', 'Person, Kim', 'max person', 'nobody', ''];
const PAID_DAYS = ['2026-08-20', '2026-10-05', '2026-11-12'];
/** Amounts paid are recorded only where a mapping names their column. */
const paidColumns: ImportMapping = { paid: { column: 7, format: 'point' }, paid_on: { column: 8, format: 'ymd' } };
const STATES = ['Paid', 'Open', 'Draft', 'Void', 'Uncollectible', 'Parked', ''];

const invoicesFile = (random: Random): string => {
  const lines = Array.from({ length: 14 }, () => {
    const total = 500 + random.below(4000);
    const paid = random.of(['', 0, total, random.below(total)]);
    const facts = [`R-${random.below(20)}`, 'Acme', random.of(DAYS), total, random.of(REPS), random.of(STATES), ''];
    const cells = [...facts, paid, paid ? random.of(PAID_DAYS) : ''];
    return cells.map((cell) => `"${cell}"`).join(',');
  });
  const memos = Array.from(
    { length: random.below(3) },
    (_, n) => `M-${n},Acme,2026-11-10,-${1 + random.below(300)},,Paid,R-${random.below(20)},,`,
  );
  return ['Number,Customer,Date,Total,Rep,Status,Credit of,Amount paid,Paid on', ...lines, ...memos].join('\n');
};
const receiptsFile = (random: Random): string => {
  const lines = Array.from(
    { length: 10 },
    () =>
      `R-${random.below(20)},2026-11-${10 + random.below(9)},${200 + random.below(5000)},CHK-${random.below(8)},${random.of(['Paid', 'Failed'])}`,
  );
  return ['Invoice,Payment Date,Amount,Reference,Status', ...lines].join('\n');
};

const planOf = (random: Random, period: string): object => ({
  id: 'p',
  name: 'Plan',
  quota: { amount: 3000 + random.below(9000), period },
  base_commission_rate: 0.05,
  over_quota_commission_rate: 0.08,
  due: { when: random.of(['invoice_paid_in_full', 'proportional_to_payments']) },
});
const importHistory = async (random: Random): Promise<number> => {
  let exact = 0;
  for (let n = 0; n < FILES; n += 1)
    exact += (await previewThenRun(world, 'invoices', invoicesFile(random), random.below(3) > 0 ? paidColumns : {})).length;
  return exact + (await previewThenRun(world, 'receipts', receiptsFile(random))).length;
};

it(
  'decisions 2.28: preview and run agree per person over random files and companies',
  async () => {
    let exact = 0;
    for (const seed of seedsOf(HISTORIES)) {
      const random = randomOf(seed * 7919);
      world = await createImportCompany();
      const books_begin_on = random.of(['2026-04-01', '2026-07-01']);
      const save = (): Promise<unknown> => world.save({ books_begin_on, plans: [planOf(random, random.of(['month', 'quarter']))] });
      // Months are closed under the plan that prices them.
      await save();
      const isClosed = random.below(2) === 0;
      if (isClosed) await world.close('2026-07', '2026-08');
      exact += await importHistory(random);
      // The same company continues under another plan, with months that were closed under the previous one.
      await world.close(...(isClosed ? ['2026-09'] : random.of([['2026-07'], ['2026-07', '2026-08']])));
      await save();
      await world.drain();
      exact += await importHistory(random);
      await world.server.close();
    }
    expect(exact).toBeGreaterThan(2);
  },
  HISTORIES_MS,
);
