import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Adjustment } from '../../../contract/entities/adjustment.ts';
import { countLockWaits } from '../support/lockWaits.ts';
import type { Answer } from '../support/testApp.ts';
import { testDatabaseKind } from '../support/testDatabase.ts';
import { createAdjustmentWorld } from '../support/worlds/adjustments.ts';

const { server, ids, tokens, renew, make, made, edit, decide, remove } = await createAdjustmentWorld();
afterAll(() => server.close());
beforeEach(() => renew());

const hasLockWaits = async (): Promise<boolean> => (await countLockWaits(server.db.query)) > 0;

const split = async ({ related_invoice_id }: Adjustment): Promise<Answer> =>
  server.call('PUT', `/api/v1/invoices/${related_invoice_id}/split`, {
    token: tokens.vic,
    body: { shares: [{ user_id: String(ids.sam), share: 1 }], reason: 'All his own work', version: 0 },
  });

const steps: Record<string, (adjustment: Adjustment) => Promise<Answer>> = {
  approve: (adjustment) => decide('vic', 'approve', adjustment),
  reject: (adjustment) => decide('vic', 'reject', adjustment),
  edit: (adjustment) => edit('mia', adjustment, { adjustment_amount: '30' }),
  void: (adjustment) => remove('mia', adjustment),
  'another one by its author': () => make('mia'),
  split,
};

const hold = async ({ commission_id }: Adjustment): Promise<Answer> =>
  server.call('PUT', `/api/v1/commissions/${commission_id}/hold`, { token: tokens.vic, body: { reason: 'Under review' } });

// The embedded database runs one transaction at a time.
describe.runIf(testDatabaseKind() === 'postgres')('changes wait for a running computation and lock no row that it needs', () => {
  it.each(Object.entries(steps))('%s', async (_, step) => {
    const adjustment = await made('mia', { adjustment_amount: '900' });
    const { answer, held } = await server.db.query.transaction().execute(async (trx) => {
      await sql`select 1 from users where id = ${ids.sam} for no key update`.execute(trx);
      const answer = step(adjustment);
      await expect.poll(hasLockWaits).toBe(true);
      // The correction of a late fact updates the adjustment after locking the person.
      const { rows } = await sql`select 1 from adjustments where id = ${adjustment.id} for update skip locked`.execute(trx);
      return { answer, held: rows.length === 0 };
    });
    expect(held).toBe(false);
    expect((await answer).statusCode, (await answer).body).toBeLessThan(300);
  });

  it.each(Object.entries({ ...steps, hold }))('%s, while the manager is being computed', async (_, step) => {
    const adjustment = await made('mia', { adjustment_amount: '900' });
    const { answer, free } = await server.db.query.transaction().execute(async (trx) => {
      await sql`select 1 from users where id = ${ids.mia} for no key update`.execute(trx);
      const answer = step(adjustment);
      await expect.poll(hasLockWaits).toBe(true);
      const { rows } = await sql`select 1 from users where id = ${ids.sam} for no key update skip locked`.execute(trx);
      return { answer, free: rows.length > 0 };
    });
    expect(free).toBe(true);
    expect((await answer).statusCode, (await answer).body).toBeLessThan(300);
  });
});
