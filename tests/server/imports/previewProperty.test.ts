import { expect, it } from 'vitest';
import type { ImportDetail, ImportMapping } from '../../../contract/entities/import.ts';
import type { ImportKind } from '../../../contract/rules/imports/fields.ts';
import { HISTORIES_MS, historiesOf, seedsOf } from '../support/histories.ts';
import { type Random, randomOf } from '../support/records.ts';
import { type ImportingCompany, importingCompany } from '../support/worlds/importing.ts';

const HISTORIES = historiesOf(2, 1);
const FILES = 3;
let world: ImportingCompany;

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

type Record = Readonly<{ user_id: number; amount_cents: number; released_cents: number }>;
const recordsNow = async (): Promise<ReadonlyMap<string, Record>> => {
  const rows = await world.server.db.query
    .selectFrom('commission_records')
    .select(['id', 'invoice_id', 'user_id', 'amount_cents', 'released_cents'])
    .execute();
  return new Map(rows.map((row) => [`${row.invoice_id} ${row.user_id}`, row]));
};
const proposedNow = async (): Promise<ReadonlyMap<number, number>> => {
  const rows = await world.server.db.query
    .selectFrom('adjustments')
    .select((by) => ['user_id', by.fn.sum<string>('amount_cents').as('cents')])
    .where('origin', '=', 'late_fact')
    .where('state', '<>', 'void')
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ user_id, cents }) => [user_id, Number(cents)]));
};

type Change = Readonly<{ records: number; cents: number; released: number; proposed: number }>;
/** A run's result per person: records created, changed or deleted, cents of the kind the preview shows, cents released, and proposals. */
const changesOf = (
  kind: ImportKind,
  [before, after]: readonly [ReadonlyMap<string, Record>, ReadonlyMap<string, Record>],
  proposals: readonly [ReadonlyMap<number, number>, ReadonlyMap<number, number>],
): ReadonlyMap<string, Change> => {
  const changes = new Map<string, Change>();
  const note = (userId: number, more: Partial<Change>): void => {
    const { records, cents, released, proposed } = changes.get(String(userId)) ?? { records: 0, cents: 0, released: 0, proposed: 0 };
    changes.set(String(userId), {
      records: records + (more.records ?? 0),
      cents: cents + (more.cents ?? 0),
      released: released + (more.released ?? 0),
      proposed: proposed + (more.proposed ?? 0),
    });
  };
  const worth = (record: Record | undefined): number => (kind === 'receipts' ? record?.released_cents : record?.amount_cents) ?? 0;
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(key), after.get(key)];
    const isMoved = !was || !is || was.amount_cents !== is.amount_cents || was.released_cents !== is.released_cents;
    const released = (is?.released_cents ?? 0) - (was?.released_cents ?? 0);
    if (isMoved) note((is ?? was)?.user_id ?? 0, { records: 1, cents: worth(is) - worth(was), released });
  }
  for (const id of new Set(proposals.flatMap((one) => [...one.keys()])))
    note(id, { proposed: (proposals[1].get(id) ?? 0) - (proposals[0].get(id) ?? 0) });
  return changes;
};

const previewThenRun = async (kind: ImportKind, content: string, columns: ImportMapping = {}): Promise<number> => {
  await world.drain();
  const [records, proposals] = [await recordsNow(), await proposedNow()];
  const seen: ImportDetail = await world.preview(await world.upload(kind, content), columns);
  await world.step(seen.id, 'start');
  await world.isSettled();
  const rows = await world.server.db.query
    .selectFrom('import_rows')
    .select(['row_number', 'fate', 'done'])
    .where('run_id', '=', Number(seen.id))
    .execute();
  expect(
    rows.filter(({ fate, done }) => fate !== done),
    content,
  ).toEqual([]);
  const changes = changesOf(kind, [records, await recordsNow()], [proposals, await proposedNow()]);
  const exact = seen.people.filter(({ estimate }) => !estimate);
  for (const { user_id, records: count, amount, released: unlocked, proposed } of exact) {
    const { cents = 0, released = 0, proposed: late = 0, records: moved = 0 } = changes.get(user_id) ?? {};
    expect([user_id, count, amount, proposed], content).toEqual([user_id, moved, cents / 100, late / 100]);
    if (columns.paid) expect([user_id, unlocked], content).toEqual([user_id, released / 100]);
  }
  const named = new Set(seen.people.map(({ user_id }) => user_id));
  const unnamed = [...changes].filter(([id, change]) => !named.has(id) && (change.cents !== 0 || change.proposed !== 0));
  expect(unnamed, content).toEqual([]);
  return exact.length;
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
    exact += await previewThenRun('invoices', invoicesFile(random), random.below(3) > 0 ? paidColumns : {});
  return exact + (await previewThenRun('receipts', receiptsFile(random)));
};

it(
  'decisions 2.28: per person, what the preview says is what the run writes, over random files and companies',
  async () => {
    let exact = 0;
    for (const seed of seedsOf(HISTORIES)) {
      const random = randomOf(seed * 7919);
      world = await importingCompany();
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
