import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PayoutRun } from '../../../contract/entities/payoutRun.ts';
import { countLockWaits } from '../support/lockWaits.ts';
import { testDatabaseKind } from '../support/testDatabase.ts';
import { createPayoutWorld, type PayoutWorld } from '../support/worlds/payouts.ts';

let world: PayoutWorld;
let run: PayoutRun;
beforeAll(async () => {
  world = await createPayoutWorld();
  const school = await world.customer();
  for (const seller of ['sam', 'kim']) {
    const invoice = await world.invoice(school, 10_000_00, '2026-10-05', seller);
    await world.facts.pay(invoice, 10_000_00, '2026-11-03');
  }
  const { id, version } = await world.ok<PayoutRun>(
    world.call('fay', 'POST', 'payout-runs', { month: '2026-10', pay_on: '2026-11-30' }),
    201,
  );
  run = await world.ok<PayoutRun>(world.call('finn', 'POST', `payout-runs/${id}/approve`, { version }));
});
afterAll(() => world.server.close());

const hasLockWaits = async (): Promise<boolean> => (await countLockWaits(world.query)) > 0;

// The embedded database runs one transaction at a time.
describe.runIf(testDatabaseKind() === 'postgres')('a payment step waits while its run is being changed', () => {
  it.each([
    ['complete', 'sam', {}],
    ['fail', 'kim', { reason: 'Returned by the bank' }],
  ])('without locking anything that the change needs: %s', async (kind, name, overrides) => {
    const person = run.data.find(({ user_id }) => user_id === String(world.ids[name]));
    const known = { id: person?.payment_id ?? '', version: person?.payment_version ?? 0 };
    const { answer, free } = await world.query.transaction().execute(async (trx) => {
      await sql`select 1 from payout_runs where id = ${run.id} for update`.execute(trx);
      const answer = world.step('fay', known, kind, overrides);
      await expect.poll(hasLockWaits).toBe(true);
      const { rows } = await sql`select 1 from payouts where id = ${known.id.slice(3)} for update skip locked`.execute(trx);
      return { answer, free: rows.length > 0 };
    });
    expect(free).toBe(true);
    expect((await answer).statusCode, (await answer).body).toBe(200);
  });
});
