import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseKind } from '../support/testDatabase.ts';
import { waiting } from '../support/waiting.ts';
import { type Paying, paying } from '../support/worlds/paying.ts';

let world: Paying;
beforeAll(async () => {
  world = await paying();
});
afterAll(() => world.server.close());

// On the embedded database one transaction is all there is.
describe.runIf(testDatabaseKind() === 'postgres')('two who record the same payment at once', () => {
  it('decisions 2.15: the second is asked, where nothing of the customer is open', async () => {
    const school = await world.customer();
    const body = world.receiptBody(school, { amount: '75.00', reference: 'Check 77' });
    const { answers } = await world.query.transaction().execute(async (trx) => {
      await sql`lock table receipts in exclusive mode`.execute(trx);
      const answers = Promise.all(['fay', 'finn'].map((name) => world.call(name, 'POST', 'payments', body)));
      await expect.poll(() => waiting(world.query)).toBe(2);
      return { answers };
    });
    expect((await answers).map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  });
});
