import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LateCompany, lateCompany } from '../../support/worlds/late.ts';

let at: LateCompany;
beforeEach(async () => {
  at = await lateCompany();
});
afterEach(() => at.end());

const reps = { id: 'reps', applies_to: { roles: ['salesperson'] } };
const sharing = { ...reps, splits: { sales_person: 0.7, sales_lead: 0.3 } };

describe('decisions 2.07: the role of a seller changes, and the lead is paid under the plan that the seller has now', () => {
  const change = async (plans: readonly object[]) => {
    await at.save({ plans });
    const id = await at.book('sam', '2026-11-05', 10_000, { sales_lead_id: at.ids.kim });
    expect(await at.amounts()).toEqual({ [`${id} sam`]: 35_000, [`${id} kim`]: 15_000 });
    await at.change('sam', { role: 'sales_manager' });
    await at.compute();
    return id;
  };

  it('neither earns where there is none', async () => {
    await change([sharing]);
    expect(await at.amounts()).toEqual({});
    await at.isSettled();
  });

  it('the lead earns nothing where it shares with nobody', async () => {
    const id = await change([sharing, { id: 'managers', applies_to: { roles: ['sales_manager'] } }]);
    expect(await at.amounts()).toEqual({ [`${id} sam`]: 50_000 });
    await at.isSettled();
  });
});

it('decisions 2.11: who has no plan is proposed nothing for a late sale, though the closed month paid them a share by hand', async () => {
  await at.save({ plans: [{ ...reps, quota: { period: 'month', amount: 30_000 } }] });
  const shared = await at.book('sam', '2026-08-05', 10_000);
  await at.split(shared, { sam: 0.5, mia: 0.5 });
  await at.compute();
  expect(await at.amounts()).toEqual({ [`${shared} sam`]: 25_000, [`${shared} mia`]: 25_000 });
  await at.close('2026-08');
  await at.import('mia', '2026-08-20', 20_000);
  await at.compute();
  expect(await at.late()).toEqual([]);
});
