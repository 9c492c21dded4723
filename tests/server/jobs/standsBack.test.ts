import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { behind } from '../../../server/db/behind.ts';
import { instanceWorker } from '../../../server/jobs/instanceWorker.ts';
import { testDatabaseKind } from '../support/testDatabase.ts';
import { type ImportingCompany, importingCompany } from '../support/worlds/importing.ts';

let at: ImportingCompany;
beforeEach(async () => {
  at = await importingCompany();
});
afterEach(() => at.server.close());

const LOCK_NOT_AVAILABLE = '55P03';

/** Does somebody hold rows of the table who goes on only once this is answered? Whoever goes on by itself is through in a moment. */
const isHeld = async (table: 'audit_head' | 'company_sums'): Promise<boolean> =>
  at.server.db.query
    .transaction()
    .execute(async (trx) => {
      await sql`set local lock_timeout = '1s'`.execute(trx);
      await sql`select 1 from ${sql.table(table)} for update`.execute(trx);
      return false;
    })
    .catch((error: { code?: string }) => {
      if (error.code === LOCK_NOT_AVAILABLE) return true;
      throw error;
    });

// On the embedded database a job stands back before its transaction begins, and never within.
describe.runIf(testDatabaseKind() === 'postgres')('a job that stands back for people', () => {
  it('holds no lock meanwhile that every writer of money needs', async () => {
    const [held, seen] = [[] as string[], { passes: 0 }];
    const pass = async (): Promise<void> => {
      seen.passes += 1;
      for (const table of ['audit_head', 'company_sums'] as const) if (await isHeld(table)) held.push(table);
    };
    const worker = instanceWorker(
      behind(at.server.db, { pass, isQuiet: () => false }),
      (error) => at.failures.push(error),
      at.server.clock,
    );
    const drained = async (): Promise<void> => {
      await worker.drain();
      await worker.drain();
    };
    const file = (amount: number): string => `Number,Customer,Date,Total,Sales Rep\nF-1,Acme,2026-11-02,${amount},sam@example.test`;
    for (const amount of [1000, 1200]) {
      const { id } = await at.preview(await at.upload('invoices', file(amount)));
      await at.ask('POST', `/${id}/start`, {});
      await drained();
      if (amount === 1000) continue;
      await at.ask('POST', `/${id}/undo`, {});
      await drained();
      expect(await at.ask('GET', `/${id}`)).toMatchObject({ state: 'undone' });
    }
    await worker.stop();
    await at.isSettled();
    expect(seen.passes).toBeGreaterThan(50);
    expect([...new Set(held)]).toEqual([]);
  });
});
