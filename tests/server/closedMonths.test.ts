import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClosingCompany, closingCompany } from './support/closing.ts';

let at: ClosingCompany;
beforeEach(async () => {
  at = await closingCompany();
});
afterEach(() => at.server.close());

const teams = { plans: [{ team_override: { role: 'sales_manager', rate: 0.01 } }] };

describe('decisions 2: saving never touches a closed period, nor does anything that comes later', () => {
  it('months that were closed under a longer quota period than the one of today', async () => {
    const sold = [await at.book('sam', '2026-07-10', 10_000), await at.book('sam', '2026-08-10', 100_000)];
    await at.close('2026-07', '2026-08', '2026-09');
    const before = await at.amounts();
    await at.save({ plans: [{ quota: { period: 'month', amount: 50_000 }, base_commission_rate: 0.1, over_quota_commission_rate: 0.1 }] });
    await at.facts.pay(sold[0]!, 10_000_00, '2026-11-02');
    expect(await at.amounts()).toEqual(before);
    expect(await at.late()).toEqual([]);
  });

  it('a month outside the quota period of today that a closed one still belongs to', async () => {
    await at.save({ plans: [{ quota: { period: 'year' }, base_commission_rate: 0.05 }] });
    await at.book('sam', '2026-02-10', 10_000);
    await at.book('sam', '2026-08-10', 10_000);
    await at.close('2026-02', '2026-08');
    await at.save({ plans: [{ quota: { period: 'quarter' }, base_commission_rate: 0.1, over_quota_commission_rate: 0.1 }] });
    const before = await at.amounts();
    const late = await at.book('sam', '2026-02-20', 1_000);
    expect(await at.amounts()).toEqual(before);
    expect(await at.late()).toEqual([['sam', late, 50_00, 'pending']]);
  });
});

describe('decisions 2: a late fact becomes a proposed adjustment', () => {
  it("for the manager too, by the team's share of the month that was closed", async () => {
    await at.save(teams);
    await at.book('sam', '2026-05-10', 10_000);
    await at.close('2026-05');
    await at.save({});
    const late = await at.book('sam', '2026-05-20', 10_000);
    expect((await at.late()).sort()).toEqual([
      ['mia', late, 100_00, 'pending'],
      ['sam', late, 500_00, 'pending'],
    ]);
  });

  it('whose calculation names rates with all their digits', async () => {
    await at.save({ plans: [{ base_commission_rate: 0.0033 }] });
    await at.close('2026-05');
    await at.book('sam', '2026-05-10', 475);
    const [row] = await at.server.db.query.selectFrom('adjustments').select('calculation').execute();
    expect(row?.calculation).toMatchObject({ after: '$1.57 on net revenue of $475.00 (475.00 × 0.33%)' });
  });
});
