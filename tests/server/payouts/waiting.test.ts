import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payoutRunsRepository } from '../../../server/db/repositories/payouts/payoutRuns.ts';
import { addRandomRecords } from '../support/records.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
const people: number[] = [];

beforeAll(async () => {
  server = await testApp();
  for (const name of ['ann', 'bob', 'cleo']) people.push(await server.add({ email: `${name}@example.test`, role: 'salesperson' }));
  await addRandomRecords(server.db, people, { seed: 26, count: 60, from: '2026-01-10', days: 100 });
});
afterAll(() => server.close());

/** The same amounts, summed from the records. */
const notReleased = async (upTo: string): Promise<[number, number][]> => {
  const { rows } = await sql<{ user_id: number; cents: number }>`
    select user_id, sum(amount_cents + adjustments_cents - released_cents)::int8 as cents from commission_records
    where status = 'not_due' and booking_date <= ${upTo} group by 1 order by 1`.execute(server.db.query);
  return rows.map(({ user_id, cents }) => [user_id, cents]);
};

describe('decisions 2.16: amounts that a payout run leaves for later', () => {
  it.each(['2026-01-09', '2026-01-20', '2026-01-31', '2026-02-01', '2026-02-17', '2026-02-28', '2026-03-30', '2026-12-31'])(
    'up to %s, even if the day cuts a month with earlier months',
    async (upTo) => {
      const rows = await payoutRunsRepository(server.db.query).waiting(upTo);
      const found = rows.map(({ user_id, not_released }) => [user_id, not_released]).sort(([a = 0], [b = 0]) => a - b);
      const expected = await notReleased(upTo);
      expect(expected.length).toBe(upTo < '2026-01-10' ? 0 : people.length);
      expect(found).toEqual(expected.filter(([, cents]) => cents > 0));
    },
  );
});
