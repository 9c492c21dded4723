import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LateCompany, lateCompany, TEAM } from '../../support/worlds/late.ts';

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
    await at.change('sam', { role: 'sales_manager', effective_from: '2026-11-01' });
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

describe('decisions 2.05: the manager of a seller changes after the share of a late sale was proposed', () => {
  const late = async () => {
    await at.save(TEAM);
    await at.close('2026-07');
    await at.import('sam', '2026-07-21', 10_000);
    await at.compute();
    await at.change('sam', { manager_id: String(at.ids.max), effective_from: '2026-07-01' });
    await at.compute();
  };

  it.each(['mia', 'sam', 'max'] as const)('it is the new manager’s, and no other look (%s) makes it two', async (who) => {
    await late();
    const proposed = (await at.late()).map(([name, , cents, state]) => [name, cents, state]).toSorted();
    expect(proposed).toEqual([
      ['max', 10_000, 'pending'],
      ['mia', 10_000, 'void'],
      ['sam', 50_000, 'pending'],
    ]);
    await at.book(who, '2026-08-02', 100);
    await at.compute();
    expect((await at.late()).map(([name, , cents, state]) => [name, cents, state]).toSorted()).toEqual(proposed);
  });
});
