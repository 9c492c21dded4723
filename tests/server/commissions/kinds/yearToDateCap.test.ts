import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWaiting } from '../../../../server/domain/statements/waitingLines.ts';
import { instanceWorker } from '../../../../server/jobs/instanceWorker.ts';
import { type ClosingCompany, closingCompany } from '../../support/worlds/closing.ts';

let company: ClosingCompany;
let sold: number;
const plan = { quota: { period: 'year', amount: 400_000 }, over_quota_commission_rate: 0.1, caps: { year_to_date: 1 } };

beforeAll(async () => {
  company = await closingCompany();
  company.server.clock.set('2026-11-20T18:00:00Z');
  await company.save({ plans: [plan] });
  sold = await company.book('sam', '2026-11-20', 450_000);
});
afterAll(() => company.server.close());

const recordOf = async () => {
  const { id, amount_cents, released_cents, due_cents, status, reason } = await company.facts.recordOf(sold);
  return { id, money: [amount_cents, released_cents, due_cents], status, reason };
};
const expectedAt = async (until: string): Promise<number> => {
  const { liability } = await company.ask('GET', '/forecast');
  return liability.find((each: { until: string }) => each.until === until).payable;
};

describe('decisions 2.08: a year-to-date cap, from the sale to the end of the year', () => {
  it('releases the part within the quota to date, and says of the rest when it comes', async () => {
    await company.facts.pay(sold, 450_000_00, '2026-11-20');
    // 400,000 · 5% are released, and 50,000 · 10% wait.
    const { id, money, reason } = await recordOf();
    expect([money, reason]).toEqual([[25_000_00, 20_000_00, 20_000_00], 'partly_released']);
    const { sentence, takes } = await company.ask('GET', `/commissions/${id}/explain`);
    expect(sentence).toContain('a year-to-date cap of the plan holds $5,000.00 until the end of the year, on Dec 31, 2026');
    expect(takes).toMatchObject([{ kind: 'day', sentence: expect.stringContaining('Dec 31, 2026') }]);
    const [waiting] = await readWaiting(company.facts.store, company.ids.sam, '2026-11-30', '2026-11-20');
    expect(waiting?.line).toMatchObject({ amount: 5_000_00, expected: '2026-12-31' });
    expect([await expectedAt('month'), await expectedAt('year')]).toEqual([20_000, 25_000]);
  });

  it('releases it on the last day of the year', async () => {
    const errors: unknown[] = [];
    const worker = instanceWorker(company.server.db, (error) => void errors.push(error), company.server.clock);
    for (const [day, released] of [
      ['2026-12-30', 20_000_00],
      ['2026-12-31', 25_000_00],
    ] as const) {
      company.server.clock.set(`${day}T18:00:00Z`);
      await worker.drain();
      expect([(await recordOf()).money[1], errors]).toEqual([released, []]);
    }
    expect((await recordOf()).status).toBe('due');
  });

  it('a credit memo takes back its share of the held part', async () => {
    company.server.clock.set('2026-11-20T18:00:00Z');
    const memo = await company.book('sam', '2026-11-21', -45_000, { credit_of_id: sold, gross_cents: -45_000_00 });
    const { parts, amount_cents } = await company.facts.recordOf(memo);
    // A tenth of the sale: 45,000 · 10%, of which a fifth was held.
    expect([amount_cents, parts[0]?.trueUp]).toEqual([-4_500_00, -900_00]);
  });
});
