import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLensCompany, type LensCompany } from '../support/worlds/lens.ts';

const range = 'start_date=2026-06-01&end_date=2026-06-30';
let company: LensCompany;
beforeAll(async () => {
  company = await createLensCompany('2026-06-10');
  const { as, ids, live } = company;
  const prize = (overrides: object = {}) => ({
    user_id: String(ids.sam),
    effective_date: '2026-06-09',
    kind: 'prize',
    adjustment_amount: '300',
    adjustment_reason: 'Won the spring contest',
    ...overrides,
  });
  let id = '';
  await live('2026-06-11', async () => {
    id = (await as('ada', 'POST', '/adjustments', prize())).json().id;
  });
  await live('2026-06-12', () =>
    as('ada', 'PUT', `/adjustments/${id}`, prize({ adjustment_amount: '200', kind: 'correction', version: 1 })),
  );
  await live('2026-06-13', () => as('ada', 'DELETE', `/adjustments/${id}?version=2`));
});
afterAll(() => company.server.close());

it.each([
  ['2026-06-10', 0],
  ['2026-06-11', 300],
  ['2026-06-12', 200],
  ['2026-06-13', 0],
])('decisions 2.25: at the end of %s an adjustment for a person was worth %i', async (asOf, amount) => {
  const answer = await company.as('ada', 'GET', `/commissions/summary?${range}&asOf=${asOf}`);
  expect(answer.json().summary, answer.body).toMatchObject({ total_adjustments: amount, total_commission_due: amount });
});
