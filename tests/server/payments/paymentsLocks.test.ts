import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countLockWaits } from '../support/lockWaits.ts';
import { testDatabaseKind } from '../support/testDatabase.ts';
import { createPayoutWorld, type PayoutWorld } from '../support/worlds/payouts.ts';

let world: PayoutWorld;
beforeAll(async () => {
  world = await createPayoutWorld();
});
afterAll(() => world.server.close());

// The embedded database runs one transaction at a time.
describe.runIf(testDatabaseKind() === 'postgres')('two people record the same payment at once', () => {
  const recordBoth = async (bodies: Readonly<Record<'fay' | 'finn', object>>) => {
    const { answers } = await world.query.transaction().execute(async (trx) => {
      await sql`lock table receipts in exclusive mode`.execute(trx);
      const answers = Promise.all(Object.entries(bodies).map(([name, body]) => world.call(name, 'POST', 'payments', body)));
      await expect.poll(() => countLockWaits(world.query)).toBe(2);
      return { answers };
    });
    return answers;
  };
  const statusesOf = (answers: Awaited<ReturnType<typeof recordBoth>>) => answers.map(({ statusCode }) => statusCode).sort();

  it('decisions 2.15: asks the second one if the customer has nothing open', async () => {
    const body = world.receiptBody(await world.customer(), { amount: '75.00', reference: 'Check 77' });
    expect(statusesOf(await recordBoth({ fay: body, finn: body }))).toEqual([201, 409]);
  });

  it('decisions 2.15: asks the second one if two customers supposedly sent the same reference', async () => {
    const more = { amount: '76.00', reference: 'Check 78' };
    const [one, other] = [world.receiptBody(await world.customer(), more), world.receiptBody(await world.customer(), more)];
    const answers = await recordBoth({ fay: one, finn: other });
    expect(statusesOf(answers)).toEqual([201, 409]);
    const [made, duplicate] = answers[0]?.statusCode === 201 ? answers : [...answers].reverse();
    expect(duplicate?.json()).toMatchObject({ code: 'payment_duplicate', current: { id: made?.json().id } });
    const confirmed = { ...(duplicate === answers[0] ? one : other), confirmed: true };
    expect((await world.call('fay', 'POST', 'payments', confirmed)).statusCode).toBe(201);
  });
});
