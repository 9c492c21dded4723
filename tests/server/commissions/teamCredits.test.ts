import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { computePeriod } from '../../../contract/rules/commission/engine.ts';
import { checkStatement } from '../../../server/domain/statements/statementCheck.ts';
import { type ClosingCompany, createClosingCompany } from '../support/worlds/closing.ts';

let world: ClosingCompany;
beforeEach(async () => {
  world = await createClosingCompany();
});
afterEach(() => world.server.close());

const reps = (overrides: object) => ({ plans: [{ id: 'reps', applies_to: { roles: ['salesperson'] }, ...overrides }] });

describe('decisions 2.07: shares for people without their own plan', () => {
  it('pays a manager the team’s share under the seller’s plan, whatever is computed', async () => {
    await world.save(reps({ team_override: { role: 'sales_manager', rate: 0.01 } }));
    const first = await world.book('sam', '2026-10-10', 10_000);
    const second = await world.book('sam', '2026-12-10', 20_000);
    const both = { [`${first} mia`]: 100_00, [`${first} sam`]: 500_00, [`${second} mia`]: 200_00, [`${second} sam`]: 1_000_00 };
    expect(await world.amounts()).toEqual(both);
    expect(await world.facts.recordsOf(first)).toMatchObject([{ plan_id: 'reps', credit: 'override' }, { plan_id: 'reps' }]);
    await world.save(reps({ name: 'The same', team_override: { role: 'sales_manager', rate: 0.01 } }));
    expect(await world.amounts()).toEqual(both);
    await world.close('2026-10');
    await world.facts.changeInvoice(first, { net_cents: 20_000_00 });
    expect((await world.late()).sort()).toEqual([
      ['mia', first, 100_00, 'pending'],
      ['sam', first, 500_00, 'pending'],
    ]);
  });

  it('pays a lead only if they have a plan, and then from the seller’s commission', async () => {
    await world.save(reps({ splits: { sales_person: 0.6, sales_lead: 0.4 } }));
    const sold = await world.book('sam', '2026-10-10', 10_000, { sales_lead_id: world.ids.max });
    expect(await world.amounts()).toEqual({ [`${sold} sam`]: 500_00 });
    await world.change('max', { role: 'salesperson', effective_from: '2026-10-01' });
    expect(await world.amounts()).toEqual({ [`${sold} sam`]: 300_00, [`${sold} max`]: 200_00 });
  });
});

describe('decisions 2.11: a later quarter’s memo that reverses a tiered share', () => {
  it('still fills the tiers once its month is closed, and in the statement check', async () => {
    const tiers = [
      { from: 0, rate: 0.01 },
      { from: 1, rate: 0.02 },
    ];
    await world.save(reps({ team_override: { role: 'sales_manager', tiers, quota: 100_000 } }));
    const first = await world.book('sam', '2026-09-10', 80_000);
    const memo = await world.book('sam', '2026-10-05', -40_000, { credit_of_id: first });
    const second = await world.book('sam', '2026-10-10', 120_000);
    expect(await world.amounts()).toMatchObject({ [`${memo} mia`]: -400_00, [`${second} mia`]: 1_200_00 });
    await world.close('2026-10');
    await world.book('sam', '2026-11-02', 1000);
    expect(await world.late()).toEqual([]);
    const runs = await checkStatement(world.facts.store, world.ids.mia, { start_date: '2026-10-01', end_date: '2026-10-31' });
    const recomputed = runs.flatMap(({ plans, quota, bookings, memos }) =>
      computePeriod(
        plans[0]!,
        quota,
        bookings.map(({ plan, ...booking }) => ({ ...booking, plan: plans[plan]! })),
        memos,
      ),
    );
    expect(recomputed.filter(({ id }) => id === memo || id === second).map(({ amount }) => amount)).toEqual([-400_00, 1_200_00]);
  });
});
