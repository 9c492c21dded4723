import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NextPayout } from '../../../contract/entities/payout.ts';
import type { PayoutRun, PayoutRunList } from '../../../contract/entities/payoutRun.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import { readDraws } from '../../../server/domain/draws/readDraws.ts';
import { createPayoutWorld, type PayoutWorld } from '../support/worlds/payouts.ts';

let world: PayoutWorld;
let school: number;
beforeEach(async () => {
  world = await createPayoutWorld();
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
const addPaidInvoice = async (cents: number, day: string): Promise<void> => {
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
const idOf = (name: string): number => world.ids[name] as number;
const endEmployment = () => world.query.updateTable('users').set({ left_on: '2026-11-10' }).where('first_name', '=', 'Sam').execute();

describe('decisions 2.08: ending draws', () => {
  it('pays a draw of two months in the month of its first day and the next', async () => {
    await save({ amount: 2000, recoverable: true, months: 2 });
    expect(moneyOf(await pay('2026-09'))).toEqual([0, 2000, 0, 2000]);
    expect(moneyOf(await pay('2026-10'))).toEqual([0, 2000, 0, 2000]);
    await addPaidInvoice(1500_00, '2026-11-05');
    // Earlier draws are still recovered.
    expect(moneyOf(await propose('2026-11'))).toEqual([1500, 0, 1500, 0]);
  });

  it.each([
    ['recover', 750],
    ['recover_all', 1500],
    ['forgive', 0],
  ])('after employment has ended, %s recovers %i of 1,500', async (at_leaving, taken) => {
    await save({ amount: 2000, recoverable: true, max_share: 0.5, at_leaving });
    await pay('2026-10');
    await addPaidInvoice(1500_00, '2026-11-05');
    await endEmployment();
    expect(moneyOf(await propose('2026-11'))).toEqual([1500, 0, taken, 1500 - taken]);
  });
});

describe('decisions 2.08: a person who left with an imported draw balance and no draw in a run', () => {
  /** A draw balance of 2,000 from an opening file, or one in a run that is not completed. */
  const openingDraw = () =>
    world.query
      .insertInto('payouts')
      .values({
        user_id: idOf('sam'),
        amount_cents: 2000_00,
        drawn_cents: 2000_00,
        draw_balance_cents: 2000_00,
        paid_on: '2026-10-01',
        method: 'other',
        source: 'before',
        state: 'completed',
        reference: null,
        reversal_of_id: null,
        approved_by: null,
        created_by: idOf('ada'),
        created_at: '2026-10-01T00:00:00Z',
      })
      .execute();
  const drawLines = async () => {
    const store = openStore(world.server.db);
    const [person] = await store.facts.people([idOf('sam')]);
    if (!person) throw new Error('no person');
    const lines = await readDraws(store, person, { start_date: '2026-11-01', end_date: '2026-11-30' }, '2026-11-30');
    return lines.map(({ recovered, balance, pays }) => ({ recovered, balance, pays }));
  };

  it.each([
    // Half of 1,500 is taken, and 2,000 − 750 = 1,250 is still owed.
    ['recover', 750, 750, [{ recovered: 750_00, balance: 1250_00, pays: 750_00 }], 1250],
    // All 1,500 are taken, and 2,000 − 1,500 = 500 is still owed.
    ['recover_all', 1500, 0, [{ recovered: 1500_00, balance: 500_00, pays: 0 }], 500],
    // Nothing is taken, and nothing is owed.
    ['forgive', 0, 1500, [], undefined],
  ])('%s recovers %i of a due 1,500', async (at_leaving, taken, paid, lines, owed) => {
    await save({ amount: 2000, recoverable: true, max_share: 0.5, at_leaving });
    await openingDraw();
    await addPaidInvoice(1500_00, '2026-11-05');
    await endEmployment();
    await world.setClock('2026-11-30T18:00:00Z');
    expect(await drawLines()).toEqual(lines);
    const check = await world.ok<NextPayout>(world.call('sam', 'GET', 'payouts/next'));
    expect([check.ready, check.draw?.owed]).toEqual([paid, owed]);
    expect(moneyOf(await pay('2026-11'))).toEqual([1500, 0, taken, paid]);
    expect((await drawLines()).map(({ balance }) => balance)).toEqual(lines.map(({ balance }) => balance));
  });

  it('a draw in a merely proposed run is not paid once they leave, and nothing is owed', async () => {
    await save({ amount: 2000, recoverable: true, at_leaving: 'forgive' });
    const run = await propose('2026-11');
    expect(moneyOf(run)).toEqual([0, 2000, 0, 2000]);
    await endEmployment();
    // The pending draw has moved: the run can't be approved, only proposed again, and then pays no draw.
    expect((await world.call('finn', 'POST', `payout-runs/${run.id}/approve`, { version: run.version })).statusCode).toBe(409);
    await step('fay', run, 'cancel');
    await addPaidInvoice(1500_00, '2026-11-05');
    expect(moneyOf(await propose('2026-11'))).toEqual([1500, 0, 0, 1500]);
  });
});

it('the next check includes the draw of the run form’s first month (decisions 2.29)', async () => {
  await save({ amount: 2000, recoverable: true }, { payout: { day: 15 } });
  await world.setClock('2026-11-15T18:00:00Z');
  await pay('2026-11', '2026-11-15');
  await world.setClock('2026-11-20T18:00:00Z');
  await addPaidInvoice(300_00, '2026-11-18');
  const check = await world.ok<NextPayout>(world.call('sam', 'GET', 'payouts/next'));
  const { next } = await world.ok<PayoutRunList>(world.call('fay', 'GET', 'payout-runs'));
  expect(next).toEqual({ month: '2026-11', pay_on: '2026-12-15' });
  const [, , , amount] = moneyOf(await propose(next.month, next.pay_on));
  expect([check.ready, check.ready_on]).toEqual([amount, '2026-12-15']);
});
