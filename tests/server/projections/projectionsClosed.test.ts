import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProjectionInputs } from '../../../contract/entities/projection.ts';
import { type ClosingCompany, createClosingCompany } from '../support/worlds/closing.ts';

const Q2 = { start_date: '2026-04-01', end_date: '2026-06-30' };
let company: ClosingCompany;
beforeAll(async () => {
  company = await createClosingCompany();
  company.server.clock.set('2026-05-20T18:00:00Z');
});
afterAll(() => company.server.close());

describe('decisions 2.13: projection in a quota period with a closed month', () => {
  it('a credit memo reverses what its closed invoice was paid, not what it would be paid today', async () => {
    const { ask, save, book, close, ids } = company;
    const plan = (rate: number) => save({ plans: [{ id: 'default', base_commission_rate: rate }] });
    await plan(0.05);
    const invoice = await book('kim', '2026-04-05', 1000);
    await close('2026-04');
    await plan(0.1);
    await book('kim', '2026-05-06', -400, { credit_of_id: invoice });
    await book('kim', '2026-05-07', 100);
    const { summary } = await ask('GET', `/commissions/summary?start_date=2026-04-01&end_date=2026-06-30&user_id=${ids.kim}`);
    expect(summary.period_commission).toBe(50 - 20 + 10);
    const body = { ...Q2, user_id: String(ids.kim), deal_ids: [], extra: [], weighted: false };
    const { before } = await ask('POST', '/commissions/projections', body);
    expect([before.net_revenue, before.commission]).toEqual([summary.period_net_revenue, summary.period_commission]);
    const inputs: ProjectionInputs = await ask('GET', `/commissions/projections/inputs?user_id=${ids.kim}`);
    expect(inputs.bookings.filter(({ settled }) => settled).map(({ net }) => net)).toEqual([-400_00]);
  });
});
