import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenItems } from '../../../contract/entities/payment.ts';
import type { PeriodReview } from '../../../contract/entities/periodReview.ts';
import { type Paying, paying } from '../support/paying.ts';

let world: Paying;
beforeAll(async () => {
  world = await paying();
});
afterAll(() => world.server.close());

it('decisions 2.11: a payment under way counts in a review as far as it pays what that month and those before it earned', async () => {
  const school = await world.customer();
  for (const [day, cents] of [
    ['2026-10-05', 20_000_00],
    ['2026-11-02', 40_000_00],
  ] as const) {
    const invoice = await world.invoice(school, cents, day);
    await world.facts.pay(invoice, cents, '2026-11-09');
  }
  const { data } = await world.ok<OpenItems>(world.call('fay', 'GET', `payments/open/people/${world.ids.sam}`));
  expect(data.map(({ open }) => open)).toEqual([1000, 2000]);
  const allocations = data.map(({ kind, id }, at) => ({ kind, id, amount: at === 0 ? '300.00' : '2000.00' }));
  await world.record(world.payoutBody({ amount: '2300.00', allocations }));
  const of = async (month: string) => {
    const { people } = await world.ok<PeriodReview>(world.call('fay', 'GET', `periods/${month}/review`));
    return people.map(({ due, under_way }) => [due, under_way]);
  };
  expect(await of('2026-10')).toEqual([[1000, 300]]);
  expect(await of('2026-11')).toEqual([[3000, 2300]]);
});
