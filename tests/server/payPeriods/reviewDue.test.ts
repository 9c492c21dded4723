import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenItems } from '../../../contract/entities/payment.ts';
import type { PeriodReview } from '../../../contract/entities/periodReview.ts';
import { createPayoutWorld, type PayoutWorld } from '../support/worlds/payouts.ts';

let world: PayoutWorld;
beforeAll(async () => {
  world = await createPayoutWorld();
});
afterAll(() => world.server.close());

it('decisions 2.11: a payment in progress counts in a review up to what this and earlier months earned', async () => {
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
  const allocations = data.map(({ kind, id }, index) => ({ kind, id, amount: index === 0 ? '300.00' : '2000.00' }));
  await world.record(world.payoutBody({ amount: '2300.00', allocations }));
  const peopleIn = async (month: string) => {
    const { people } = await world.ok<PeriodReview>(world.call('fay', 'GET', `periods/${month}/review`));
    return people.map(({ due, under_way }) => [due, under_way]);
  };
  expect(await peopleIn('2026-10')).toEqual([[1000, 300]]);
  expect(await peopleIn('2026-11')).toEqual([[3000, 2300]]);
});

it('decisions 2.11: a payment in progress counts for a record up to its due amount, as in a payout run', async () => {
  const school = await world.customer();
  const paid = await world.invoice(school, 20_000_00, '2026-10-06', 'kim');
  await world.facts.pay(paid, 20_000_00, '2026-11-09');
  const sold = await world.invoice(school, 2_000_00, '2026-10-07', 'kim');
  await world.facts.pay(sold, 2_000_00, '2026-11-09');
  const memo = await world.facts.addInvoice({
    salesperson_id: world.ids.kim as number,
    booking_date: '2026-10-20',
    net_cents: -1_000_00,
    credit_of_id: sold,
  });
  const ofKim = async () => {
    const { people } = await world.ok<PeriodReview>(world.call('fay', 'GET', 'periods/2026-10/review'));
    return people.filter(({ user_id }) => user_id === String(world.ids.kim)).map(({ due, under_way }) => [due, under_way]);
  };
  const { data } = await world.ok<OpenItems>(world.call('fay', 'GET', `payments/open/people/${world.ids.kim}`));
  // The memo is offered with its sale, as one net amount (decisions 2.24).
  expect(data.map(({ open }) => open)).toEqual([1000, 50]);
  const allocations = data.map(({ kind, id, open }) => ({ kind, id, amount: open.toFixed(2) }));
  await world.record(world.payoutBody({ user_id: String(world.ids.kim), amount: '1050.00', allocations }));
  expect(await ofKim()).toEqual([[1050, 1050]]);
  // Reversed in another way: nothing is due on it any more, but the payment still contains its line.
  await world.facts.payOut(memo, -50_00, '2026-11-12');
  expect(await ofKim()).toEqual([[1100, 1100]]);
});
