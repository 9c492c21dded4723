import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NextPayout } from '../../../contract/entities/payout.ts';
import type { PayoutRun } from '../../../contract/entities/payoutRun.ts';
import { createPayoutWorld, type PayoutWorld } from '../support/worlds/payouts.ts';

let world: PayoutWorld;
let school: number;
beforeAll(async () => {
  world = await createPayoutWorld();
  school = await world.customer();
  await world.query.updateTable('users').set({ joined_on: '2026-01-05' }).execute();
});
afterAll(() => world.server.close());

const id = (name: string): number => world.ids[name] as number;
const save = (config: object) =>
  world.ok(world.call('ada', 'PUT', 'settings/general', { companyName: 'C', commissionsConfig: JSON.stringify(config) }));
/** An invoice that earns 5%, paid immediately. */
const addPaidInvoice = async (cents: number, day: string, seller = 'sam'): Promise<void> => {
  await world.facts.pay(await world.invoice(school, cents * 20, day, seller), cents * 20, day);
};
const propose = (month: string, pay_on = '2026-11-30') =>
  world.ok<PayoutRun>(world.call('fay', 'POST', 'payout-runs', { month, pay_on }), 201);
const step = (name: string, { id: run, version }: PayoutRun, kind: string) =>
  world.ok<PayoutRun>(world.call(name, 'POST', `payout-runs/${run}/${kind}`, { version }));
const outcomesOf = ({ data }: PayoutRun) =>
  Object.fromEntries(data.map(({ user_name, outcome, proposed, amount }) => [user_name, [outcome, proposed, amount]]));
const nextOf = async (name: string) => {
  const { next, ready, held_back } = await world.ok<NextPayout>(world.call(name, 'GET', 'payouts/next'));
  return [next.amount, ready, held_back];
};

describe('decisions 2.16: company rules for payout runs', () => {
  beforeEach(() => save({ payout: { minimum: 100 } }));

  it('hold amounts below the minimum until they reach it, and the next check says so', async () => {
    await addPaidInvoice(60_00, '2026-10-05');
    await addPaidInvoice(100_00, '2026-10-05', 'kim');
    expect(await nextOf('sam')).toEqual([0, 0, { reason: 'too_small', amount: 60 }]);
    const first = await propose('2026-10');
    expect(outcomesOf(first)).toEqual({ 'Kim Keller': ['paid', 100, 100], 'Sam Seller': ['too_small', 60, 0] });
    expect([first.people, first.amount]).toEqual([1, 100]);
    const detail = await world.ok<{ amount: number; parts: unknown[] }>(world.call('sam', 'GET', `payouts/next-${id('sam')}`));
    expect([detail.amount, detail.parts]).toEqual([0, []]);
    await step('fay', first, 'cancel');
    await addPaidInvoice(40_00, '2026-11-05');
    expect(await nextOf('sam')).toEqual([100, 100, undefined]);
    const second = await propose('2026-11');
    expect(outcomesOf(second)).toMatchObject({ 'Sam Seller': ['paid', 100, 100] });
    await step('fay', second, 'cancel');
  });

  it('let finance pay small amounts manually', async () => {
    const run = await propose('2026-10');
    const body = { version: run.version, amount: '60.00', reason: 'Asked for it' };
    const changed = await world.ok<PayoutRun>(world.call('fay', 'PUT', `payout-runs/${run.id}/people/${id('sam')}`, body));
    expect(outcomesOf(changed)).toMatchObject({ 'Sam Seller': ['paid', 60, 60] });
    await step('fay', changed, 'cancel');
  });

  it('pay a draw and a departed person’s final amount, however small', async () => {
    // An administrator's own draw would wait for another person's approval.
    const plan = { applies_to: { roles: ['salesperson'] }, draw: { amount: 80, recoverable: true } };
    await save({ payout: { minimum: 100 }, plans: [plan] });
    const withDraw = await propose('2026-10');
    expect(outcomesOf(withDraw)).toMatchObject({ 'Sam Seller': ['paid', 80, 80] });
    await step('fay', withDraw, 'cancel');
    await save({ payout: { minimum: 100 } });
    await world.query.updateTable('users').set({ left_on: '2026-11-10' }).where('id', '=', id('sam')).execute();
    const afterLeaving = await propose('2026-10');
    expect(outcomesOf(afterLeaving)).toMatchObject({ 'Sam Seller': ['paid', 60, 60] });
    await step('fay', afterLeaving, 'cancel');
  });

  it('pay only people employed on the pay day, if so configured', async () => {
    await save({ payout: { only_employed: true } });
    expect(await nextOf('sam')).toEqual([0, 0, { reason: 'not_employed', amount: 100 }]);
    const run = await propose('2026-10');
    expect(outcomesOf(run)).toEqual({ 'Kim Keller': ['paid', 100, 100], 'Sam Seller': ['not_employed', 60, 0] });
    await step('fay', run, 'cancel');
    await world.query.updateTable('users').set({ left_on: '2026-11-30' }).where('id', '=', id('sam')).execute();
    const lastDay = await propose('2026-10');
    expect(outcomesOf(lastDay)).toMatchObject({ 'Sam Seller': ['paid', 60, 60] });
    await step('fay', lastDay, 'cancel');
  });
});
