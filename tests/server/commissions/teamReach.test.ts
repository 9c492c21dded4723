import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { computePeriod } from '../../../contract/rules/commission/engine.ts';
import type { Plan } from '../../../contract/rules/commission/plan.ts';
import { checkStatement } from '../../../server/domain/statements/statementCheck.ts';
import { type ClosingCompany, createClosingCompany } from '../support/worlds/closing.ts';

let world: ClosingCompany;
beforeEach(async () => {
  world = await createClosingCompany();
  await world.change('mia', { manager_id: String(world.ids.vic), effective_from: '2026-01-01' });
});
afterEach(() => world.server.close());

const levels = {
  team_override: [
    { role: 'sales_manager', rate: 0.01 },
    { role: 'vp_sales', rate: 0.005 },
  ],
};

describe('decisions 2.07: shares beyond the direct manager', () => {
  it('pays manager and VP for a sale, its memo and a changed amount', async () => {
    await world.save({ plans: [levels] });
    const sold = await world.book('sam', '2026-10-10', 10_000);
    expect(await world.amounts()).toEqual({ [`${sold} sam`]: 500_00, [`${sold} mia`]: 100_00, [`${sold} vic`]: 50_00 });
    await world.facts.changeInvoice(sold, { net_cents: 20_000_00 });
    expect(await world.amounts()).toEqual({ [`${sold} sam`]: 1_000_00, [`${sold} mia`]: 200_00, [`${sold} vic`]: 100_00 });
    const memo = await world.book('sam', '2026-11-10', -5_000, { credit_of_id: sold, gross_cents: -5_000_00 });
    expect(await world.amounts()).toMatchObject({ [`${memo} sam`]: -250_00, [`${memo} mia`]: -50_00, [`${memo} vic`]: -25_00 });
  });

  it('pays added levels for open months, and removes dropped levels', async () => {
    const sold = await world.book('sam', '2026-10-10', 10_000);
    await world.save({ plans: [levels] });
    expect(await world.amounts()).toMatchObject({ [`${sold} vic`]: 50_00 });
    await world.save({ plans: [{}] });
    expect(await world.amounts()).toEqual({ [`${sold} sam`]: 500_00 });
  });

  it('moves the team along when its manager reports to someone new', async () => {
    await world.save({ plans: [levels] });
    const before = await world.book('sam', '2026-10-10', 10_000);
    const after = await world.book('sam', '2026-10-20', 10_000);
    await world.change('mia', { manager_id: null, effective_from: '2026-10-15' });
    expect(await world.amounts()).toEqual({
      [`${before} sam`]: 500_00,
      [`${before} mia`]: 100_00,
      [`${before} vic`]: 50_00,
      [`${after} sam`]: 500_00,
      [`${after} mia`]: 100_00,
    });
  });

  it('proposes the differences of all levels for a late fact in a closed month', async () => {
    await world.save({ plans: [levels] });
    const sold = await world.book('sam', '2026-10-10', 10_000);
    await world.close('2026-10');
    await world.facts.changeInvoice(sold, { net_cents: 20_000_00 });
    expect((await world.late()).sort()).toEqual([
      ['mia', sold, 100_00, 'pending'],
      ['sam', sold, 500_00, 'pending'],
      ['vic', sold, 50_00, 'pending'],
    ]);
  });

  it('counts the team’s sales together for override tiers', async () => {
    await world.change('kim', { manager_id: String(world.ids.mia), effective_from: '2026-01-01' });
    const tiers = [
      { from: 0, rate: 0.02 },
      { from: 1, rate: 0.03 },
    ];
    await world.save({ plans: [{ team_override: { role: 'sales_manager', quota: 15_000, tiers } }] });
    const first = await world.book('sam', '2026-10-10', 10_000);
    const second = await world.book('kim', '2026-10-20', 10_000);
    // 10,000 × 2%; then 5,000 × 2% + 5,000 × 3%.
    expect(await world.amounts()).toMatchObject({ [`${first} mia`]: 200_00, [`${second} mia`]: 250_00 });
    await world.close('2026-10');
    await world.facts.changeInvoice(first, { net_cents: 20_000_00 });
    // Now 15,000 × 2% + 5,000 × 3% = 450 and 10,000 × 3% = 300.
    expect((await world.late()).filter(([name]) => name === 'mia').sort((a, b) => a[1] - b[1])).toEqual([
      ['mia', first, 250_00, 'pending'],
      ['mia', second, 50_00, 'pending'],
    ]);
  });

  it('computes the shares of all levels in the statement check, with their rules', async () => {
    const tiers = [
      { from: 0, rate: 0.02 },
      { from: 1, rate: 0.03 },
    ];
    const override = [
      { role: 'sales_manager', quota: 15_000, tiers },
      { role: 'vp_sales', rate: 0.005 },
    ];
    const sellers = { id: 'sellers', applies_to: { roles: ['salesperson'] }, team_override: override };
    await world.save({ plans: [sellers, { id: 'managers', applies_to: { roles: ['sales_manager'] } }] });
    await world.book('sam', '2026-10-10', 10_000);
    await world.book('sam', '2026-10-20', 10_000);
    const range = { start_date: '2026-10-01', end_date: '2026-10-31' };
    for (const [name, amounts] of [
      ['mia', [200_00, 250_00]],
      ['vic', [50_00, 50_00]],
    ] as const) {
      const runs = await checkStatement(world.facts.store, world.ids[name], range);
      const computed = runs.flatMap(({ plans, quota, memos, bookings }) => {
        const booked = bookings.map((booking) => ({ ...booking, plan: plans[booking.plan] as Plan }));
        return computePeriod(plans[0] as Plan, quota, booked, memos);
      });
      expect(computed.map(({ amount }) => amount)).toEqual(amounts);
      const reasons = runs.flatMap(({ records }) => records.map((record) => record.reasons?.map(([clause]) => clause)));
      expect(computed.map(({ parts }) => parts.map(({ clause }) => clause))).toEqual(reasons);
    }
  });

  it('pays supporters on top for all sales of their seller, and no others', async () => {
    await world.save({ plans: [{ overlays: [{ user_id: String(world.ids.max), sellers: [String(world.ids.sam)], rate: 0.02 }] }] });
    const sold = await world.book('sam', '2026-10-10', 10_000);
    const others = await world.book('kim', '2026-10-10', 10_000);
    expect(await world.amounts()).toEqual({ [`${sold} sam`]: 500_00, [`${sold} max`]: 200_00, [`${others} kim`]: 500_00 });
    await world.facts.changeInvoice(sold, { salesperson_id: world.ids.kim });
    expect(await world.amounts()).toMatchObject({ [`${sold} kim`]: 500_00 });
    expect(Object.keys(await world.amounts())).not.toContain(`${sold} max`);
  });

  it('ends an overlay when the supporter’s employment ends', async () => {
    await world.save({ plans: [{ overlays: [{ user_id: String(world.ids.max), sellers: [String(world.ids.sam)], rate: 0.02 }] }] });
    const before = await world.book('sam', '2026-10-10', 10_000);
    const after = await world.book('sam', '2026-10-20', 10_000);
    await world.change('max', { employment_end: '2026-10-15' });
    const amounts = await world.amounts();
    expect([amounts[`${before} max`], amounts[`${after} max`]]).toEqual([200_00, undefined]);
  });
});
