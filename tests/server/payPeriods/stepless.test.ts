import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ClosingCompany, createClosingCompany } from '../support/worlds/closing.ts';

let world: ClosingCompany;
beforeEach(async () => {
  world = await createClosingCompany();
});
afterEach(() => world.server.close());

/** 4%, or 6% of all revenue from 100,000 on; October is closed by rules that left a memo's tier change to the next sale. */
const october = async (): Promise<{ first: number; memo: number }> => {
  await world.save({
    plans: [{ tier_mode: 'retroactive', quota: { amount: 100_000 }, base_commission_rate: 0.04, over_quota_commission_rate: 0.06 }],
  });
  const old = await world.book('sam', '2026-09-10', 20_000);
  const first = await world.book('sam', '2026-10-05', 110_000);
  const memo = await world.book('sam', '2026-10-20', -20_000, { credit_of_id: old });
  const { query, script } = world.server.db;
  // As the earlier rules recorded it: 4% of its own amount, without taking back 2% of the other 90,000.
  const parts = JSON.stringify([{ net: -2_000_000, rate: 0.04, amount: -80_000, clause: 'memo' }]);
  await sql`update commission_records set amount_cents = -80000, parts = ${parts}::jsonb where invoice_id = ${memo}`.execute(query);
  await script('alter table pay_period_snapshots alter column rules set default 3');
  await world.close('2026-09', '2026-10');
  await script('alter table pay_period_snapshots alter column rules set default 4');
  return { first, memo };
};

it('decisions 2.23: a step that a closed month did not reverse is not paid again by the next sale', async () => {
  const { first, memo } = await october();
  const next = await world.book('sam', '2026-11-05', 30_000);
  const amounts = await world.amounts();
  expect(await world.late()).toEqual([]);
  // October paid 110,000 · 6%, and the memo took 20,000 · 4%. The counter of the quarter was 90,000 and is 120,000: 30,000 · 6%.
  expect([amounts[`${first} sam`], amounts[`${memo} sam`], amounts[`${next} sam`]]).toEqual([660_000, -80_000, 180_000]);
});

it('decisions 2.23: the next sale reverses it if the tier is not reached again', async () => {
  await october();
  const next = await world.book('sam', '2026-11-05', 5_000);
  // The counter is 95,000, and 110,000 were paid at 6%: 5,000 · 4% − 110,000 · 2%.
  expect((await world.amounts())[`${next} sam`]).toBe(-200_000);
});
