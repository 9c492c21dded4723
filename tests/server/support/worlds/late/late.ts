import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Database } from '../../../../../server/db/database.ts';
import { openDatabase } from '../../../../../server/db/open.ts';
import { openStore, type Repositories, type Store } from '../../../../../server/db/repositories/store.ts';
import { computeMarked } from '../../../../../server/domain/commissions/recompute/computeMarked.ts';
import { affectedBy, beginRun, type Cause, computeMarks, markAffected } from '../../../../../server/domain/commissions/recompute/index.ts';
import type { NewInvoice } from '../../facts.ts';
import type { TestDatabase } from '../../testDatabase.ts';
import { createClosingCompany } from '../closing.ts';
import { bookWithMarks, marksLeft, remainingDifferences, wrongSums } from '../marks.ts';

/** A manager's share of the team's sales. */
export const TEAM_CONFIG = { plans: [{ team_override: { role: 'sales_manager', rate: 0.01 } }] };
export type InvoiceChange = Partial<NewInvoice> & { state?: 'sent' | 'cancelled' };

/** Changes invoices as an import does: marks them without computing amounts. @returns the ids that `work` returned */
export const changeWithMarks = async (
  db: TestDatabase,
  cause: Cause,
  known: readonly number[],
  work: (trx: TestDatabase['query']) => Promise<readonly number[]>,
): Promise<readonly number[]> => {
  const runId = await beginRun(openStore(db), cause);
  return db.query.transaction().execute(async (trx) => {
    const tx = openStore({ ...db, query: trx });
    await tx.periods.lockShared();
    const before = await affectedBy(tx, { invoices: known });
    const created = await work(trx);
    const after = await affectedBy(tx, { invoices: [...known, ...created] });
    await markAffected(tx, [...before, ...after], { rank: 1, runId, at: cause.at });
    return created;
  });
};

/** The result of `work`, or 'waits' if it takes longer than a second. */
export const resultOrWaits = async (work: Promise<string>): Promise<string> => Promise.race([work, pause(1000, 'waits')]);

/** The company of the closings, where marks stay until they are computed. `other` is a second instance, on PostgreSQL. */
export const createLateCompany = async () => {
  const company = await createClosingCompany({ settles: false });
  const { server, facts, ids, late, decide, ask } = company;
  let second: Database | undefined;
  const cause = (): Cause => ({
    actorId: ids.ada,
    at: server.clock(),
    origin: { network: '127.0.0.0/24', requestId: 'import' },
    why: 'An import',
  });
  const compute = () => computeMarks(facts.store, server.clock);
  /** The only existing proposal. */
  const proposal = async (): Promise<number> => (await server.db.query.selectFrom('adjustments').select('id').executeTakeFirstOrThrow()).id;
  const other = async (): Promise<Store> => {
    second ??= await openDatabase(server.db.place);
    return openStore(second);
  };
  return {
    ...company,
    cause,
    compute,
    other,
    /** Books an invoice as an import does. */
    import: async (name: keyof typeof ids, booking_date: string, dollars: number): Promise<number> => {
      const [id] = await bookWithMarks(
        server.db,
        facts.store,
        [{ salesperson_id: ids[name], booking_date, net_cents: dollars * 100 }],
        cause(),
      );
      if (id === undefined) throw new Error('no invoice was made');
      return id;
    },
    /** Changes an invoice as an import does. */
    changeMarked: async (id: number, change: InvoiceChange): Promise<void> => {
      await changeWithMarks(server.db, cause(), [id], async (trx) => {
        await trx.updateTable('invoices').set(change).where('id', '=', id).execute();
        return [];
      });
    },
    computeOne: (store: Store, name: keyof typeof ids, day: string, around: (tx: Repositories) => Repositories = (tx) => tx) =>
      store.transaction((tx) => computeMarked(around(tx), [{ user_id: ids[name], day }], 100, server.clock())),
    split: async (id: number, shares: Partial<Record<keyof typeof ids, number>>): Promise<void> => {
      const named = Object.entries(shares).map(([name, share]) => ({ user_id: String(ids[name as keyof typeof ids]), share }));
      await ask('PUT', `/invoices/${id}/split`, { version: 0, reason: 'Both sold it', shares: named });
    },
    proposal,
    /** The proposals of `late`, independent of the order of computation. */
    proposed: async () => (await late()).toSorted(([one], [two]) => one.localeCompare(two)),
    approve: async (): Promise<void> => decide(await proposal(), 'approve'),
    /** Asserts that no marks are left and that a full recomputation would change nothing. */
    isSettled: async (): Promise<void> => {
      expect(await marksLeft(server.db)).toEqual([]);
      expect(await remainingDifferences(facts.store, server.clock())).toEqual([]);
      expect(await wrongSums(server.db)).toEqual([]);
    },
    end: async (): Promise<void> => {
      await second?.close();
      await server.close();
    },
  };
};
export type LateCompany = Awaited<ReturnType<typeof createLateCompany>>;
