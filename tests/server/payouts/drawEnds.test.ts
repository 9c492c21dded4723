import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NextPayout } from '../../../contract/entities/payout.ts';
import type { PayoutRun, PayoutRunList } from '../../../contract/entities/payoutRun.ts';
import { type Paying, paying } from '../support/worlds/paying.ts';

let world: Paying;
let school: number;
beforeEach(async () => {
  world = await paying();
  school = await world.customer();
  await world.query.updateTable('users').set({ joined_on: '2026-09-20' }).execute();
});
afterEach(() => world.server.close());

const save = (draw: object, more: object = {}) => {
  const plans = [
    { id: 'others', applies_to: { roles: ['sales_manager', 'vp_sales'] } },
    { id: 'sellers', applies_to: { roles: ['salesperson'] }, draw },
  ];
  return world.ok(
    world.call('ada', 'PUT', 'settings/general', { companyName: 'C', commissionsConfig: JSON.stringify({ ...more, plans }) }),
  );
};
/** An invoice that earns 5%, paid immediately. */
const due = async (cents: number, day: string): Promise<void> => {
  await world.facts.pay(await world.invoice(school, cents * 20, day, 'sam'), cents * 20, day);
};
const propose = (month: string, pay_on = '2026-11-30') =>
  world.ok<PayoutRun>(world.call('fay', 'POST', 'payout-runs', { month, pay_on }), 201);
const step = (name: string, { id, version }: PayoutRun, kind: string) =>
  world.ok<PayoutRun>(world.call(name, 'POST', `payout-runs/${id}/${kind}`, kind === 'complete' ? {} : { version }));
const pay = async (month: string, pay_on?: string): Promise<PayoutRun> =>
  step('fay', await step('finn', await propose(month, pay_on), 'approve'), 'complete');
const moneyOf = ({ data }: PayoutRun) => {
  const { due: open, drawn, recovered, amount } = data.find(({ user_name }) => user_name === 'Sam Seller') ?? {};
  return [open, drawn, recovered, amount];
};
const leaves = () => world.query.updateTable('users').set({ left_on: '2026-11-10' }).where('first_name', '=', 'Sam').execute();

describe('decisions 2.08: draws that end', () => {
  it('a draw of two months is paid in the month of the first day and the next', async () => {
    await save({ amount: 2000, recoverable: true, months: 2 });
    expect(moneyOf(await pay('2026-09'))).toEqual([0, 2000, 0, 2000]);
    expect(moneyOf(await pay('2026-10'))).toEqual([0, 2000, 0, 2000]);
    await due(1500_00, '2026-11-05');
    // Earlier draws are still recovered.
    expect(moneyOf(await propose('2026-11'))).toEqual([1500, 0, 1500, 0]);
  });

  it.each([
    ['recover', 750],
    ['recover_all', 1500],
    ['forgive', 0],
  ])('after employment has ended, %s takes %i of 1,500', async (at_leaving, taken) => {
    await save({ amount: 2000, recoverable: true, max_share: 0.5, at_leaving });
    await pay('2026-10');
    await due(1500_00, '2026-11-05');
    await leaves();
    expect(moneyOf(await propose('2026-11'))).toEqual([1500, 0, taken, 1500 - taken]);
  });
});

it('the next check has the draw of the month that the form of a run starts with (decisions 2.29)', async () => {
  await save({ amount: 2000, recoverable: true }, { payout: { day: 15 } });
  await world.setClock('2026-11-15T18:00:00Z');
  await pay('2026-11', '2026-11-15');
  await world.setClock('2026-11-20T18:00:00Z');
  await due(300_00, '2026-11-18');
  const check = await world.ok<NextPayout>(world.call('sam', 'GET', 'payouts/next'));
  const { next } = await world.ok<PayoutRunList>(world.call('fay', 'GET', 'payout-runs'));
  expect(next).toEqual({ month: '2026-11', pay_on: '2026-12-15' });
  const [, , , amount] = moneyOf(await propose(next.month, next.pay_on));
  expect([check.ready, check.ready_on]).toEqual([amount, '2026-12-15']);
});
