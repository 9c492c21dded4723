import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImportDetail, ImportPersonChange } from '../../../contract/entities/import.ts';
import { createImportCompany, type ImportCompany } from '../support/worlds/imports.ts';

let world: ImportCompany;
beforeEach(async () => {
  world = await createImportCompany();
});
afterEach(async () => {
  await world.isSettled();
  await world.server.close();
});

const HEADER = 'Invoice No,Customer,Invoice Date,Total,Sales Rep,Credit of';
const file = (...rows: string[]): string => [HEADER, ...rows].join('\n');
const row = (number: string, day: string, dollars: number, who: string, original = ''): string =>
  `${number},Acme,${day},${dollars},${who === '' ? '' : `${who}@example.test`},${original}`;
const tiered = (books: string | null, overrides: object = {}) => ({
  ...(books === null ? {} : { books_begin_on: books }),
  plans: [{ id: 'p', name: 'Plan', quota: { amount: 5000 }, base_commission_rate: 0.05, over_quota_commission_rate: 0.08, ...overrides }],
});

const commissionOf = async (): Promise<Map<number, number>> => {
  const rows = await world.server.db.query
    .selectFrom('commission_records')
    .select((by) => ['user_id', by.fn.sum<string>('amount_cents').as('cents')])
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ user_id, cents }) => [user_id, Number(cents)]));
};

const proposedOf = async (): Promise<number> => {
  const proposals = (await world.late()).filter(([, , , state]) => state !== 'void');
  return proposals.reduce((sum, [, , cents]) => sum + cents, 0);
};

/** Previews a file, runs it, and compares both for each person. @returns the people whose amount was exact */
const previewThenRun = async (content: string, kind: 'invoices' | 'receipts' = 'invoices'): Promise<readonly ImportPersonChange[]> => {
  await world.drain();
  const before = await commissionOf();
  const seen: ImportDetail = await world.preview(await world.upload(kind, content));
  await world.step(seen.id, 'start');
  const after = await commissionOf();
  const moved = new Map(
    [...new Set([...before.keys(), ...after.keys()])]
      .map((id) => [String(id), ((after.get(id) ?? 0) - (before.get(id) ?? 0)) / 100] as const)
      .filter(([, amount]) => amount !== 0),
  );
  const exact = seen.people.filter(({ estimate }) => !estimate);
  const announced = exact.filter(({ amount }) => amount !== 0).map(({ user_id, amount }) => [user_id, amount]);
  const isEstimated = (id: string) => seen.people.some(({ user_id, estimate }) => user_id === id && estimate);
  expect(new Map(announced as [string, number][]), content).toEqual(new Map([...moved].filter(([id]) => !isEstimated(id))));
  return exact;
};

describe('decisions 2.28: an import preview equals its run to the cent per person', () => {
  it('with invoices from before the books, which it does not count', async () => {
    await world.save(tiered('2026-10-01'));
    const history = ['2025-11-03', '2026-08-03', '2026-09-30'].map((day, index) => row(`H-${index}`, day, 90_000, 'sam'));
    const exact = await previewThenRun(file(...history, row('N-1', '2026-11-02', 1000, 'sam'), row('H-9', '2026-09-01', 70_000, 'kim')));
    expect(exact.map(({ rows, amount }) => [rows, amount])).toEqual([[1, 50]]);
  });

  it('with an invoice that moves across the first day of the books, in either direction', async () => {
    await world.save(tiered('2026-10-01'));
    await previewThenRun(file(row('A-1', '2026-09-20', 3000, 'sam'), row('A-2', '2026-10-20', 4000, 'sam')));
    const exact = await previewThenRun(file(row('A-1', '2026-10-21', 3000, 'sam'), row('A-2', '2026-09-21', 4000, 'sam')));
    expect(exact.map(({ amount }) => amount)).toEqual([-50]);
  });

  it('with an invoice with a lead and its own rate that changes amount, seller or period', async () => {
    await world.save(tiered(null, { splits: { sales_person: 0.6, sales_lead: 0.4 } }));
    await previewThenRun(file(row('A-1', '2026-08-20', 3000, 'sam'), row('A-2', '2026-11-02', 2000, 'sam')));
    const set = { rate_override: '0.2', sales_lead_id: world.ids.kim } as never;
    for (const { id } of await world.server.db.query.selectFrom('invoices').select('id').execute())
      await world.facts.changeInvoice(id, set);
    const exact = await previewThenRun(file(row('A-1', '2026-11-03', 3000, 'sam'), row('A-2', '2026-11-02', 2500, 'max')));
    expect(exact.length).toBe(3);
  });

  it('with a credit memo of an existing invoice in an earlier quota period', async () => {
    await world.save(tiered(null));
    await previewThenRun(file(row('A-1', '2026-08-20', 4000, 'sam'), row('A-2', '2026-08-21', 3000, 'sam')));
    const [exact] = await previewThenRun(
      file(
        row('M-1', '2026-11-02', -1000, 'sam', 'A-2'),
        row('M-2', '2026-11-03', -500, 'sam', 'A-2'),
        row('A-3', '2026-11-04', 1000, 'sam'),
      ),
    );
    // 1,000.00 of A-2 at 5% and 2,000.00 at 8% earned 210.00, half of which is reversed.
    expect(exact?.amount).toBe(-105 + 50);
    expect((await previewThenRun(file(row('A-2', '2026-08-21', 3500, 'sam')))).length).toBe(1);
  });

  it.each([
    ['leaves a closed month for an open one', '2026-10-05', 3500],
    ['leaves a closed month for another of its quarter', '2026-09-05', 3500],
    ['changes within its closed month', '2026-07-15', 2000],
  ])('with an invoice that %s, whose quarters become months under the next plan', async (_, day, dollars) => {
    await world.save(tiered('2026-07-01'));
    await previewThenRun(
      file(row('A-1', '2026-07-10', 3000, 'sam'), row('A-2', '2026-08-10', 4000, 'sam'), row('A-3', '2026-09-10', 4000, 'sam')),
    );
    await world.close('2026-07', '2026-08');
    await world.save(tiered('2026-07-01', { quota: { amount: 2000, period: 'month' } }));
    await world.drain();
    const before = await proposedOf();
    const exact = await previewThenRun(
      file(row('A-1', day, dollars, 'sam'), row('A-2', '2026-08-11', 4100, 'sam'), row('A-4', '2026-10-06', 900, 'sam')),
    );
    expect(exact.map(({ proposed }) => proposed)).toEqual([((await proposedOf()) - before) / 100]);
  });

  it('with an invoice that returns to its seller in another month, while a closed month has its record', async () => {
    await world.save(tiered('2026-07-01'));
    await previewThenRun(file(row('A-1', '2026-07-10', 3000, 'sam')));
    await world.close('2026-07');
    await previewThenRun(file(row('A-1', '2026-10-10', 3000, 'kim')));
    const before = await proposedOf();
    const exact = await previewThenRun(file(row('A-1', '2026-11-10', 3500, 'sam')));
    expect(exact.reduce((sum, { proposed }) => sum + (proposed ?? 0), 0)).toBe(((await proposedOf()) - before) / 100);
  });

  it('with any file of new and changed invoices, memos, history and unknown people', async () => {
    await world.save(tiered('2026-07-01'));
    let seed = 7;
    const next = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const days = ['2026-05-04', '2026-06-30', '2026-07-01', '2026-08-15', '2026-10-02', '2026-11-09'];
    const people = ['sam', 'kim', 'max', 'nobody', ''];
    let exactAmounts = 0;
    for (let round = 0; round < 8; round += 1) {
      const rows = Array.from({ length: 12 }, () =>
        row(`R-${next(24)}`, days[next(days.length)] ?? '', 500 + next(4000), people[next(people.length)] ?? ''),
      );
      const memos = round % 2 === 0 ? [] : [row(`M-${round}`, '2026-11-10', -1 - next(400), '', `R-${next(24)}`)];
      const exact = await previewThenRun(file(...rows, ...memos));
      exactAmounts += exact.filter(({ amount }) => amount !== 0).length;
    }
    expect(exactAmounts).toBeGreaterThan(10);
  }, 120_000);
});
