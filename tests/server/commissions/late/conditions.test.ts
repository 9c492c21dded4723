import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectLinesRecomputed } from '../../support/statementLines.ts';
import { type ClosingCompany, createClosingCompany } from '../../support/worlds/closing.ts';

let world: ClosingCompany;
beforeEach(async () => {
  world = await createClosingCompany();
});
afterEach(() => world.server.close());

const marginGate = (match?: object) => ({
  gates: [{ when: { metric: 'margin', level: 0.45, ...(match && { match }) } }],
  gate_mode: 'retroactive',
});

describe('issue 49: late figures that conditions of a closed month read (decisions 2.11)', () => {
  it('proposes the step when a late cost opens a gate, once', async () => {
    await world.save({ plans: [marginGate()] });
    const sold = await world.book('sam', '2026-10-05', 120_000);
    await world.close('2026-10');
    await world.facts.changeInvoice(sold, { cost_cents: 60_000_00 });
    // 20,000 · 7.5% − 20,000 · 5%
    expect(await world.late()).toEqual([['sam', sold, 500_00, 'pending']]);
    const next = await world.book('sam', '2026-11-05', 10_000);
    expect((await world.amounts())[`${next} sam`]).toBe(750_00);
    await world.facts.changeInvoice(sold, { cost_cents: 120_000_00 });
    expect(await world.late()).toEqual([['sam', sold, 500_00, 'void']]);
    expect((await world.amounts())[`${next} sam`]).toBe(500_00);
  });

  it('proposes the step when late units reach a kicker', async () => {
    await world.save({ plans: [{ kickers: [{ when: { metric: 'units', level: 20 }, times: 1.1 }] }] });
    const sold = await world.book('sam', '2026-10-05', 10_000);
    await world.close('2026-10');
    await world.facts.changeInvoice(sold, { units: 20 });
    // 10,000 · 5% · 10%
    expect(await world.late()).toEqual([['sam', sold, 50_00, 'pending']]);
  });

  it('does not count a sale that matches a condition only since closing', async () => {
    await world.save({ plans: [marginGate({ customer_type: 'Library' })] });
    const sold = await world.book('sam', '2026-10-05', 120_000, { customer_type: 'School', cost_cents: 60_000_00 });
    const other = await world.book('sam', '2026-10-06', 10_000, { customer_type: 'Library' });
    await world.close('2026-10');
    await world.facts.changeInvoice(sold, { customer_type: 'Library' });
    expect(await world.late()).toEqual([]);
    // Its cost was unknown, but it matched: 10,000 and 20,000 at 7.5% instead of 5%.
    await world.facts.changeInvoice(other, { cost_cents: 4_000_00 });
    expect((await world.late()).reduce((sum, [, , cents]) => sum + cents, 0)).toBe(750_00);
  });
});

describe('issue 49: a month closed before its plan had conditions', () => {
  it('counts toward a gate of the next version and in the statement check', async () => {
    await world.save({ plans: [{}] });
    for (const day of ['2026-10-05', '2026-10-06']) await world.book('sam', day, 50_000);
    await world.close('2026-10');
    const gates = [{ when: { metric: 'deals', level: 3 } }];
    const parts = [{ id: 'all', amount: 100_000 }];
    const steps = [{ quota: 'all', base_commission_rate: 0.05, over_quota_commission_rate: 0.1 }];
    await world.save({
      plans: [
        { id: 'next', effective_from: '2026-11-01', gates, quota: { parts }, rates: steps },
        { id: 'default', effective_to: '2026-10-31' },
      ],
    });
    const third = await world.book('sam', '2026-11-05', 10_000);
    expect((await world.amounts())[`${third} sam`]).toBe(1_000_00);
    const november = { start_date: '2026-11-01', end_date: '2026-11-30' };
    await expectLinesRecomputed(world.facts.store, world.ids.sam, november, 1);
  });
});
