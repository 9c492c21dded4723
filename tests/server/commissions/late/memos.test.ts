import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LateCompany, lateCompany } from '../../support/worlds/late.ts';

let at: LateCompany;
beforeEach(async () => {
  at = await lateCompany();
});
afterEach(() => at.end());

describe('decisions 2.02: a credit memo in another quarter takes back what was given for a late invoice of a closed month', () => {
  it.each(['pending', 'approved'] as const)('where that is %s', async (state) => {
    await at.save({ plans: [{ quota: { period: 'month', amount: 30_000 }, base_commission_rate: 0.04 }] });
    await at.close('2026-07');
    const id = await at.import('sam', '2026-07-05', 60_000);
    await at.compute();
    if (state === 'approved') await at.approve();
    const memo = await at.book('sam', '2026-10-05', -60_000, { credit_of_id: id });
    await at.compute();
    expect(await at.late()).toEqual([['sam', id, 345_000, state]]);
    expect(await at.amounts()).toEqual({ [`${memo} sam`]: -345_000 });
    await at.isSettled();
  });
});

describe('decisions 2.02: a credit memo of the whole of an invoice takes back what was paid and what was approved since', () => {
  it.each([
    ['is worth less now, in another quarter', '2026-11-05', 5_000, -25_000],
    ['is worth less now, in the same quarter', '2026-09-05', 5_000, -25_000],
    ['is worth more now', '2026-11-05', 20_000, 50_000],
  ] as const)('where the invoice %s', async (_, day, dollars, approved) => {
    await at.save({});
    const id = await at.book('sam', '2026-08-05', 10_000);
    await at.close('2026-08');
    await at.facts.changeInvoice(id, { net_cents: dollars * 100, gross_cents: dollars * 100 });
    await at.approve();
    await at.compute();
    const memo = await at.book('sam', day, -dollars, { credit_of_id: id });
    await at.compute();
    expect(await at.late()).toEqual([['sam', id, approved, 'approved']]);
    expect(await at.amounts()).toEqual({ [`${id} sam`]: 50_000, [`${memo} sam`]: -50_000 - approved });
    await at.isSettled();
  });
});
