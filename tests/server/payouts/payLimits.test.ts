import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Explanation } from '../../../contract/entities/explanation.ts';
import type { NextPayout } from '../../../contract/entities/payout.ts';
import type { PayoutRun } from '../../../contract/entities/payoutRun.ts';
import { createPayoutWorld, type PayoutWorld } from '../support/worlds/payouts.ts';

let world: PayoutWorld;
let school: number;
beforeEach(async () => {
  world = await createPayoutWorld();
  school = await world.customer();
  await world.query.updateTable('users').set({ joined_on: '2026-01-05' }).execute();
});
afterEach(() => world.server.close());

const id = (name: string): number => world.ids[name] as number;
const get = <T>(name: string, path: string): Promise<T> => world.ok<T>(world.call(name, 'GET', path));
const save = (config: object) =>
  world.ok(world.call('ada', 'PUT', 'settings/general', { companyName: 'C', commissionsConfig: JSON.stringify(config) }));
/** An invoice that earns 5%, paid immediately. */
const addPaidInvoice = async (cents: number, day: string): Promise<number> => {
  const invoice = await world.invoice(school, cents * 20, day);
  await world.facts.pay(invoice, cents * 20, day);
  return invoice;
};
const check = (name = 'fay'): Promise<NextPayout> => get(name, `payouts/next?user_id=${id('sam')}`);
const propose = (month: string, pay_on: string) => world.ok<PayoutRun>(world.call('fay', 'POST', 'payout-runs', { month, pay_on }), 201);
const approve = (run: PayoutRun) =>
  world.ok<PayoutRun>(world.call('finn', 'POST', `payout-runs/${run.id}/approve`, { version: run.version }));
const pay = async (month: string, pay_on: string): Promise<void> => {
  const run = await approve(await propose(month, pay_on));
  await world.ok(world.call('fay', 'POST', `payout-runs/${run.id}/complete`, {}));
};
const endEmployment = (day: string) => world.query.updateTable('users').set({ left_on: day }).where('id', '=', id('sam')).execute();
const why = async (invoice: number) => {
  const { blocks, takes } = await get<Explanation>('fay', `commissions/${(await world.facts.recordOf(invoice)).id}/explain`);
  return [...(blocks ?? []).map(({ sentence }) => sentence), ...(takes ?? []).map(({ sentence }) => sentence)];
};

describe('decisions 2.04, 2.16: Why names no pay day for money that no run pays', () => {
  it('to a person who has left, if runs pay only employees', async () => {
    await save({ payout: { only_employed: true } });
    const invoice = await addPaidInvoice(100_00, '2026-11-05');
    expect(await why(invoice)).toEqual(['$100.00 waits for a payout. The next pay day is Nov 30, 2026.']);
    await endEmployment('2026-11-10');
    expect((await check()).held_back).toEqual({ reason: 'not_employed', amount: 100 });
    expect(await why(invoice)).toEqual(['$100.00 waits for a payout, but payout runs pay only people who are employed on the pay day.']);
  });

  it('to a person who leaves before the due day', async () => {
    await save({ payout: { only_employed: true } });
    const invoice = await addPaidInvoice(100_00, '2026-11-05');
    const { id: record } = await world.facts.recordOf(invoice);
    await world.ok(world.call('fay', 'PUT', `commissions/${record}/hold`, { reason: 'Audit', release_on: '2026-12-15' }));
    await endEmployment('2026-12-10');
    expect((await why(invoice)).at(-1)).toBe(
      'It becomes due automatically on Dec 15, 2026, but payout runs pay only people who are employed on the pay day.',
    );
  });

  it('below the minimum', async () => {
    await save({ payout: { minimum: 500 } });
    const invoice = await addPaidInvoice(100_00, '2026-11-05');
    expect((await check()).held_back).toEqual({ reason: 'too_small', amount: 100 });
    expect(await why(invoice)).toEqual(['$100.00 waits for a payout. Everything due to the person is below the minimum payment of a run.']);
    await addPaidInvoice(400_00, '2026-11-06');
    expect(await why(invoice)).toEqual(['$100.00 waits for a payout. The next pay day is Nov 30, 2026.']);
  });

  it('below the minimum in a run after the next one', async () => {
    await save({ payout: { minimum: 500, day: 28 } });
    await addPaidInvoice(500_00, '2026-10-05');
    const small = await addPaidInvoice(100_00, '2026-11-05');
    expect((await check()).ready).toBe(500);
    await pay('2026-10', '2026-11-28');
    expect(await why(small)).toEqual(['$100.00 waits for a payout. Everything due to the person is below the minimum payment of a run.']);
  });
});
