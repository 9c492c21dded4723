import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../../../contract/rules/time/period.ts';
import { HISTORIES_MS, historiesOf, seedsOf } from '../../support/histories.ts';
import { type Random, randomOf } from '../../support/records.ts';
import { type ClosingCompany, createClosingCompany } from '../../support/worlds/closing.ts';

const HISTORIES = historiesOf(3, 2);
const FIRST_DAY = '2026-10-01';
const CHANGE = '2026-10-25';
let world: ClosingCompany;
beforeAll(async () => {
  world = await createClosingCompany();
});
afterAll(() => world.server.close());

type Sale = Readonly<{ day: string; dollars: number; credited: number }>;
const salesOf = (random: Random): Sale[] =>
  Array.from({ length: 3 + random.below(4) }, () => {
    const dollars = 5_000 + random.below(60_000);
    return { day: addDays(FIRST_DAY, random.below(50)), dollars, credited: random.below(3) === 0 ? 0 : random.below(dollars) };
  });

const planOf = (random: Random) => ({
  tier_mode: random.of(['marginal', 'retroactive']),
  quota: { amount: 60_000 + random.below(60_000) },
  tiers: [
    { from: 0, rate: 0.04 },
    { from: 0.5, rate: 0.06 },
    { from: 1, rate: 0.09 },
  ],
});
const versions = (before: object, after: object) => ({
  plans: [
    { ...before, id: 'a', effective_to: addDays(CHANGE, -1) },
    { ...after, id: 'b', effective_from: CHANGE },
  ],
});

const bookAll = async (name: 'sam' | 'kim', sales: readonly Sale[]): Promise<number[]> => {
  const ids: number[] = [];
  for (const { day, dollars } of sales) ids.push(await world.book(name, day, dollars));
  return ids;
};
/** Credits each sale by its given amount, in `parts` memos on random later days of the quarter. */
const creditAll = async (name: 'sam' | 'kim', sales: readonly Sale[], ids: readonly number[], parts: number, random: Random) => {
  for (const [index, { day, credited }] of sales.entries()) {
    let remaining = credited;
    for (let part = parts; part > 0 && remaining > 0; part -= 1) {
      const dollars = part === 1 ? remaining : Math.floor(remaining / part);
      remaining -= dollars;
      if (dollars > 0) await world.book(name, addDays(day, random.below(30)), -dollars, { credit_of_id: ids[index] });
    }
  }
};
const sumOf = async (name: 'sam' | 'kim'): Promise<number> =>
  Object.entries(await world.amounts()).reduce((sum, [key, cents]) => (key.endsWith(name) ? sum + cents : sum), 0);
const clear = async (): Promise<void> => {
  const rows = await world.server.db.query.selectFrom('invoices').select('id').where('state', '=', 'sent').orderBy('id', 'desc').execute();
  for (const { id } of rows) await world.facts.changeInvoice(id, { state: 'cancelled' });
};

describe('decisions 2.21, 2.23: a quarter’s pay, whatever its parts (issue 46, a to c)', () => {
  it(
    'memos in one or several parts, and plans changed at once or stepwise, pay the same as net sales',
    async () => {
      for (const seed of seedsOf(HISTORIES)) {
        const random = randomOf(seed * 104_729);
        const sales = salesOf(random);
        const [before, between, after] = [planOf(random), planOf(random), planOf(random)];
        await world.save(versions(before, between));
        await creditAll('sam', sales, await bookAll('sam', sales), 1, random);
        const ids = await bookAll('kim', sales);
        await world.save(versions(before, after));
        await creditAll('kim', sales, ids, 3, random);
        const [one, several] = [await sumOf('sam'), await sumOf('kim')];
        expect(several, `history ${seed}`).toBe(one);
        await clear();
        await bookAll(
          'sam',
          sales.map((sale) => ({ ...sale, dollars: sale.dollars - sale.credited })),
        );
        expect(await sumOf('sam'), `history ${seed}, net sales`).toBe(one);
        await clear();
      }
    },
    HISTORIES_MS,
  );

  it(
    'customer payments release what the plan pays on them, if other sales were fully credited',
    async () => {
      for (const seed of seedsOf(HISTORIES)) {
        const random = randomOf(seed * 32_452_843);
        const sales = salesOf(random).map((sale) => (random.below(2) === 0 ? { ...sale, credited: sale.dollars } : sale));
        const now = world.server.clock();
        await world.save(versions(planOf(random), planOf(random)));
        world.server.clock.set('2026-12-31T18:00:00Z');
        const ids = await bookAll('sam', sales);
        await creditAll('sam', sales, ids, 2, random);
        for (const [index, { dollars, credited }] of sales.entries())
          if (dollars > credited) await world.facts.pay(ids[index] ?? 0, (dollars - credited) * 100, '2026-10-02');
        const rows = await world.server.db.query.selectFrom('commission_records').select(['released_cents', 'amount_cents']).execute();
        const sum = (key: 'released_cents' | 'amount_cents'): number => rows.reduce((total, row) => total + row[key], 0);
        expect(sum('released_cents'), `history ${seed}`).toBe(sum('amount_cents'));
        await world.server.db.query.updateTable('customer_payments').set({ state: 'failed' }).execute();
        await clear();
        world.server.clock.set(now.toISOString());
      }
    },
    HISTORIES_MS,
  );

  it(
    'raising a rate from a day lowers no sale under marginal tiers',
    async () => {
      for (const seed of seedsOf(HISTORIES)) {
        const random = randomOf(seed * 15_485_863);
        const before = { ...planOf(random), tier_mode: 'marginal' };
        const raised = { ...before, tiers: before.tiers.map(({ from, rate }) => ({ from, rate: rate + random.below(5) / 100 })) };
        await world.save(versions(before, before));
        await bookAll('sam', salesOf(random));
        const was = await world.amounts();
        await world.save(versions(before, raised));
        const actual = await world.amounts();
        for (const [key, cents] of Object.entries(was)) expect(actual[key], `history ${seed}: ${key}`).toBeGreaterThanOrEqual(cents);
        await clear();
      }
    },
    HISTORIES_MS,
  );
});
