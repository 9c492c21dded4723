import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLateCompany, type LateCompany, TEAM_CONFIG } from '../../support/worlds/late/late.ts';

let world: LateCompany;
beforeEach(async () => {
  world = await createLateCompany();
});
afterEach(() => world.end());

const reps = { id: 'reps', applies_to: { roles: ['salesperson'] } };
const sharing = { ...reps, splits: { sales_person: 0.7, sales_lead: 0.3 } };

describe('decisions 2.07: a seller’s role change pays the lead under the seller’s current plan', () => {
  const change = async (plans: readonly object[]) => {
    await world.save({ plans });
    const id = await world.book('sam', '2026-11-05', 10_000, { sales_lead_id: world.ids.kim });
    expect(await world.amounts()).toEqual({ [`${id} sam`]: 35_000, [`${id} kim`]: 15_000 });
    await world.change('sam', { role: 'sales_manager', effective_from: '2026-11-01' });
    await world.compute();
    return id;
  };

  it('neither earns without a plan', async () => {
    await change([sharing]);
    expect(await world.amounts()).toEqual({});
    await world.isSettled();
  });

  it('the lead earns nothing if the plan shares with nobody', async () => {
    const id = await change([sharing, { id: 'managers', applies_to: { roles: ['sales_manager'] } }]);
    expect(await world.amounts()).toEqual({ [`${id} sam`]: 50_000 });
    await world.isSettled();
  });
});

it('decisions 2.11: a late sale proposes nothing to someone without a plan, even if the closed month paid them a manual share', async () => {
  await world.save({ plans: [{ ...reps, quota: { period: 'month', amount: 30_000 } }] });
  const shared = await world.book('sam', '2026-08-05', 10_000);
  await world.split(shared, { sam: 0.5, mia: 0.5 });
  await world.compute();
  expect(await world.amounts()).toEqual({ [`${shared} sam`]: 25_000, [`${shared} mia`]: 25_000 });
  await world.close('2026-08');
  await world.import('mia', '2026-08-20', 20_000);
  await world.compute();
  expect(await world.late()).toEqual([]);
});

describe('decisions 2.05: a seller’s manager changes after a late share was proposed', () => {
  const late = async () => {
    await world.save(TEAM_CONFIG);
    await world.close('2026-07');
    await world.import('sam', '2026-07-21', 10_000);
    await world.compute();
    await world.change('sam', { manager_id: String(world.ids.max), effective_from: '2026-07-01' });
    await world.compute();
  };

  it.each(['mia', 'sam', 'max'] as const)(
    'moves the share to the new manager, and a further check (%s) does not double it',
    async (who) => {
      await late();
      const proposed = (await world.late()).map(([name, , cents, state]) => [name, cents, state]).toSorted();
      expect(proposed).toEqual([
        ['max', 10_000, 'pending'],
        ['mia', 10_000, 'void'],
        ['sam', 50_000, 'pending'],
      ]);
      await world.book(who, '2026-08-02', 100);
      await world.compute();
      expect((await world.late()).map(([name, , cents, state]) => [name, cents, state]).toSorted()).toEqual(proposed);
    },
  );
});
