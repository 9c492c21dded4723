import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClosingCompany, createClosingCompany } from '../../support/worlds/closing.ts';

const october = { start_date: '2026-10-01', end_date: '2026-10-31' };
let world: ClosingCompany;

beforeEach(async () => {
  world = await createClosingCompany();
});
afterEach(() => world.server.close());

const ask = (url: string, who: 'sam' | 'kim' | null, range: object = october) =>
  world.ask('GET', `/commissions/${url}?${new URLSearchParams({ ...range, ...(who ? { user_id: String(world.ids[who]) } : {}) })}`);

describe('decisions 2.05: difference between Earned and Total', () => {
  it('names adjustments of these records in other months, and adjustments of other months’ records', async () => {
    const september = await world.book('sam', '2026-09-20', 10_000);
    const autumn = await world.book('sam', '2026-10-10', 10_000);
    const kimsSale = await world.book('kim', '2026-10-12', 10_000);
    await world.facts.adjust(autumn, 30_00, '2026-11-02');
    await world.facts.adjust(september, -45_00, '2026-10-05');
    await world.facts.adjust(autumn, 7_00, '2026-10-20');
    await world.facts.adjust(kimsSale, 99_00, '2026-11-03');
    const { summary } = await ask('summary', 'sam');
    expect([summary.total_commission_earned, summary.total_commission]).toEqual([537, 462]);
    const answer = await ask('difference', 'sam');
    expect(answer).toMatchObject({
      amount: 75,
      adjustments: [
        {
          salesperson_name: expect.stringContaining('sam'),
          amount: 45,
          effective_date: '2026-10-05',
          booking_date: '2026-09-20',
          records: 'others',
        },
        { amount: 30, effective_date: '2026-11-02', booking_date: '2026-10-10', records: 'these' },
      ],
      others: { count: 0, amount: 0 },
    });
    const all = await ask('difference', null);
    expect([all.amount, all.adjustments.map(({ amount }: { amount: number }) => amount)]).toEqual([174, [99, 45, 30]]);
  });

  it('lists the 25 largest first and sums the rest', async () => {
    const invoice = await world.book('sam', '2026-10-10', 10_000);
    for (let cents = 1; cents <= 27; cents += 1) await world.facts.adjust(invoice, cents * 100, '2026-11-02');
    const { amount, adjustments, others } = await ask('difference', null);
    expect([amount, adjustments.length, adjustments[0].amount, others]).toEqual([378, 25, 27, { count: 2, amount: 3 }]);
  });

  it('spec 6.02: refuses a salesperson who asks for someone else', async () => {
    const { access_token: token } = await world.server.signIn('sam@example.test');
    const url = `/api/v1/commissions/difference?${new URLSearchParams({ ...october, user_id: String(world.ids.kim) })}`;
    expect((await world.server.call('GET', url, { token })).statusCode).toBe(403);
  });
});

describe('look.md: distance to the next rate of a person’s plan', () => {
  const rate = async (who: 'sam' | null, range: object) => (await ask('summary', who, range)).summary.next_rate;

  it('covers the whole quota period that the range ends in, until that is over', async () => {
    await world.book('sam', '2026-10-10', 92_000);
    const november = { start_date: '2026-11-01', end_date: '2026-11-21' };
    expect(await rate('sam', november)).toEqual({ missing: 8_000, rate: 0.075, period: 'Q4 2026' });
    expect(await rate('sam', october)).toEqual({ missing: 8_000, rate: 0.075, period: 'Q4 2026' });
    expect(await rate('sam', { start_date: '2026-09-01', end_date: '2026-09-30' })).toBeNull();
    expect(await rate(null, november)).toBeNull();
    await world.book('sam', '2026-11-10', 8_000);
    expect(await rate('sam', november)).toBeNull();
  });
});
