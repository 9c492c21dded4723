import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLateCompany, type LateCompany } from '../../support/worlds/late/late.ts';

let world: LateCompany;
beforeEach(async () => {
  world = await createLateCompany();
});
afterEach(() => world.end());

describe('decisions 2.02: a credit memo in another quarter reverses what a late invoice of a closed month earned', () => {
  it.each(['pending', 'approved'] as const)('when that is %s', async (state) => {
    await world.save({ plans: [{ quota: { period: 'month', amount: 30_000 }, base_commission_rate: 0.04 }] });
    await world.close('2026-07');
    const id = await world.import('sam', '2026-07-05', 60_000);
    await world.compute();
    if (state === 'approved') await world.approve();
    const memo = await world.book('sam', '2026-10-05', -60_000, { credit_of_id: id });
    await world.compute();
    expect(await world.late()).toEqual([['sam', id, 345_000, state]]);
    expect(await world.amounts()).toEqual({ [`${memo} sam`]: -345_000 });
    await world.isSettled();
  });
});

describe('decisions 2.02: a full credit memo reverses what was paid and later approved', () => {
  it.each([
    ['was lowered, in another quarter', '2026-11-05', 5_000, -25_000],
    ['was lowered, in the same quarter', '2026-09-05', 5_000, -25_000],
    ['was raised', '2026-11-05', 20_000, 50_000],
  ] as const)('when the invoice %s', async (_, day, dollars, approved) => {
    await world.save({});
    const id = await world.book('sam', '2026-08-05', 10_000);
    await world.close('2026-08');
    await world.facts.changeInvoice(id, { net_cents: dollars * 100, gross_cents: dollars * 100 });
    await world.approve();
    await world.compute();
    const memo = await world.book('sam', day, -dollars, { credit_of_id: id });
    await world.compute();
    expect(await world.late()).toEqual([['sam', id, approved, 'approved']]);
    expect(await world.amounts()).toEqual({ [`${id} sam`]: 50_000, [`${memo} sam`]: -50_000 - approved });
    await world.isSettled();
  });
});
