import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Adjustment } from '../../../contract/entities/adjustment.ts';
import type { PayoutRun } from '../../../contract/entities/payoutRun.ts';
import { createPayoutWorld, type PayoutWorld } from '../support/worlds/payouts.ts';

let world: PayoutWorld;
beforeAll(async () => {
  world = await createPayoutWorld();
  // A draw requires employment in its month.
  await world.query.updateTable('users').set({ joined_on: '2026-11-01' }).execute();
  const quota = { amount: 100_000_000, period: 'year' };
  const plan = { id: 'd', quota, applies_to: { roles: ['salesperson'] }, draw: { amount: 2000, recoverable: true } };
  const commissionsConfig = JSON.stringify({
    plans: [{ id: 'default', quota, applies_to: { roles: ['sales_manager', 'vp_sales'] } }, plan],
  });
  await world.ok(world.call('ada', 'PUT', 'settings/general', { companyName: 'C', commissionsConfig }));
});
afterAll(() => world.server.close());

const addAdjustment = async (effective_date: string, adjustment_amount: string): Promise<void> => {
  const body = {
    user_id: String(world.ids.sam),
    kind: 'objective',
    effective_date,
    adjustment_amount,
    adjustment_reason: 'Opened a district',
  };
  const { id, state, version } = await world.ok<Adjustment>(world.call('vic', 'POST', 'adjustments', body), 201);
  if (state === 'pending') await world.ok(world.call('ada', 'POST', `adjustments/${id}/approve`, { version }));
};
const pay = async (month: string) => {
  const pay_on = world.server.clock().toISOString().slice(0, 10);
  const run = await world.ok<PayoutRun>(world.call('fay', 'POST', 'payout-runs', { month, pay_on }), 201);
  const approved = await world.ok<PayoutRun>(world.call('finn', 'POST', `payout-runs/${run.id}/approve`, { version: run.version }));
  await world.ok(world.call('fay', 'POST', `payout-runs/${run.id}/complete`, {}));
  const { outcome, due, drawn, recovered, amount } = approved.data.find(({ user_name }) => user_name === 'Sam Seller') ?? {};
  return [outcome, due, drawn, recovered, amount];
};

it('decisions 2.08, 2.25: an adjustment without an invoice is due under a draw like a record', async () => {
  await addAdjustment('2026-11-03', '500');
  await addAdjustment('2026-12-02', '4000');
  await world.setClock('2026-11-30T18:00:00Z');
  expect(await pay('2026-11')).toEqual(['paid', 500, 1500, 0, 2000]);
  await world.setClock('2026-12-31T18:00:00Z');
  expect(await pay('2026-12')).toEqual(['paid', 4000, 0, 1500, 2500]);
});
