import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ClosingCompany, createClosingCompany } from '../support/worlds/closing.ts';

let company: ClosingCompany;
beforeAll(async () => {
  company = await createClosingCompany();
  company.server.clock.set('2026-11-20T18:00:00Z');
  const due = [
    { share: 0.9, when: 'proportional_to_payments' },
    { share: 0.1, when: 'year_end' },
  ];
  await company.save({ plans: [{ id: 'default', name: 'Plan', due }] });
  const sold = await company.book('sam', '2026-11-05', 20_000, { due_date: '2026-11-25' });
  await company.facts.pay(sold, 5_000_00, '2026-11-10');
});
afterAll(() => company.server.close());

it('decisions 2.29, 2.30: a record that waits for a payment and a day has a line for each, in My check and in the forecast', async () => {
  // 20,000 · 5% = 1,000: of 900, a quarter is due; 675 wait for the customer, and 100 also for the end of the year.
  const { data, total } = await company.ask('GET', `/payouts/waiting?user_id=${company.ids.sam}`);
  expect([total, data.map((row: { amount: number; expected_on: string }) => [row.amount, row.expected_on])]).toEqual([
    775,
    [
      [675, '2026-11-25'],
      [100, '2026-12-31'],
    ],
  ]);
  const { liability } = await company.ask('GET', '/forecast');
  const payable = (until: string): number => liability.find((each: { until: string }) => each.until === until).payable;
  expect([payable('month'), payable('year')]).toEqual([900, 1000]);
});
