import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditRepository } from '../../../../server/db/repositories/audit/audit.ts';
import { openStore } from '../../../../server/db/repositories/store.ts';
import { beginRun, computeMarks, markAffected } from '../../../../server/domain/commissions/recompute/index.ts';
import { computeMarksJob as marksJob } from '../../../../server/jobs/computeMarks.ts';
import { instanceWorker } from '../../../../server/jobs/instanceWorker.ts';
import { testDatabaseKind } from '../../support/testDatabase.ts';
import { type ClosingCompany, createClosingCompany } from '../../support/worlds/closing.ts';
import { bookWithMarks, marksLeft, remainingDifferences, wrongSums } from '../../support/worlds/marks.ts';

let world: ClosingCompany;
const cause = () => ({
  actorId: world.ids.ada,
  at: world.server.clock(),
  origin: { network: '127.0.0.0/24', requestId: 'test' },
  why: 'An import',
});
const importing = (...invoices: Parameters<typeof bookWithMarks>[2]) =>
  bookWithMarks(world.server.db, world.facts.store, invoices, cause());
const compute = (options: Parameters<typeof computeMarks>[2] = {}) => computeMarks(world.facts.store, world.server.clock, options);
const recordCount = async (): Promise<number> =>
  (await world.server.db.query.selectFrom('commission_records').select('id').execute()).length;
const expectRecomputed = async (): Promise<void> => {
  expect(await remainingDifferences(world.facts.store, world.server.clock())).toEqual([]);
  expect(await wrongSums(world.server.db)).toEqual([]);
};

beforeEach(async () => {
  world = await createClosingCompany();
});
afterEach(() => world.server.close());

describe('decisions 7.08: incoming facts are written at once and computed soon after', () => {
  it('commits marks with the figures, with one audit row per person and quota period', async () => {
    const { sam, kim } = world.ids;
    const ids = await importing(
      { salesperson_id: sam, booking_date: '2026-10-05', net_cents: 60_000_00 },
      { salesperson_id: sam, booking_date: '2026-11-05', net_cents: 60_000_00 },
      { salesperson_id: kim, booking_date: '2026-02-05', net_cents: 10_000_00 },
    );
    expect(await recordCount()).toBe(0);
    expect(await marksLeft(world.server.db)).toHaveLength(3);
    expect(await compute()).toEqual({ pairs: 2, written: 3 });
    expect(await marksLeft(world.server.db)).toEqual([]);
    expect(await world.amounts()).toEqual({ [`${ids[0]} sam`]: 3_000_00, [`${ids[1]} sam`]: 3_500_00, [`${ids[2]} kim`]: 500_00 });
    await expectRecomputed();
    const rows = await world.server.db.query.selectFrom('audit_log').selectAll().where('action', '=', 'commissions.recomputed').execute();
    expect(rows.map(({ after, cause: why }) => [after, why])).toMatchObject([
      [{ user_id: kim, records: 1, amount_cents: 500_00, from: '2026-01-01', to: '2026-03-31' }, 'An import'],
      [{ user_id: sam, records: 2, came: 2, went: 0, amount_cents: 6_500_00, from: '2026-10-01', to: '2026-12-31' }, 'An import'],
    ]);
    const { rows: changes } = await sql<{ run_id: number; after_cents: number }>`
      select run_id, after_cents from amount_changes order by after_cents`.execute(world.server.db.query);
    expect(changes.map(({ run_id, after_cents }) => [String(run_id), after_cents])).toEqual(
      [500_00, 3_000_00, 3_500_00].map((cents) => [rows[0]?.entity_id, cents]),
    );
    expect(await auditRepository(world.server.db.query).verifyChain()).toMatchObject({ broken: null });
  });

  it('progresses with each transaction, so that kills of other servers do not count as failures', async () => {
    await importing(
      { salesperson_id: world.ids.sam, booking_date: '2026-10-05', net_cents: 60_000_00 },
      { salesperson_id: world.ids.kim, booking_date: '2026-02-05', net_cents: 10_000_00 },
    );
    const progress: number[] = [];
    const handle = marksJob(world.facts.store, world.server.clock);
    await handle({ progress_done: 7 } as Parameters<typeof handle>[0], {
      signal: new AbortController().signal,
      progress: async (done) => void progress.push(done),
      checkpoint: async () => {},
    });
    expect(progress.length).toBeGreaterThan(0);
    expect(progress).toEqual(progress.map((_, index) => 8 + index));
  });

  it('notifies admins once of an upgrade’s changes', async () => {
    const { sam, kim, ada } = world.ids;
    await importing(
      { salesperson_id: sam, booking_date: '2026-10-05', net_cents: 60_000_00 },
      { salesperson_id: kim, booking_date: '2026-10-05', net_cents: 10_000_00 },
    );
    await world.server.db.query.updateTable('recompute_runs').set({ untold: true, network: 'server' }).execute();
    const noticesOf = () =>
      world.server.db.query
        .selectFrom('notifications')
        .select(['user_id', 'message'])
        .where('title', '=', 'New rules changed open months')
        .execute();
    const worker = instanceWorker(world.server.db, (error) => expect.fail(String(error)), world.server.clock);
    await worker.drain();
    await worker.drain();
    expect(await noticesOf()).toEqual([{ user_id: ada, message: expect.stringContaining('the pay of 2 people by $3,500.00 in all') }]);
    await importing({ salesperson_id: sam, booking_date: '2026-10-06', net_cents: 60_000_00 });
    await worker.drain();
    expect(await noticesOf()).toHaveLength(1);
  });

  it('runs in the worker', async () => {
    await importing({ salesperson_id: world.ids.sam, booking_date: '2026-10-05', net_cents: 60_000_00 });
    const worker = instanceWorker(world.server.db, (error) => expect.fail(String(error)), world.server.clock);
    await worker.drain();
    expect(await marksLeft(world.server.db)).toEqual([]);
    await expectRecomputed();
  });

  it('queues a booking behind the marks of its period with priority, and computes others at once', async () => {
    const { sam, kim } = world.ids;
    await importing(
      { salesperson_id: kim, booking_date: '2026-01-05', net_cents: 1_000_00 },
      { salesperson_id: sam, booking_date: '2026-10-05', net_cents: 60_000_00 },
    );
    const waits = await world.facts.addInvoice({ salesperson_id: sam, booking_date: '2026-11-05', net_cents: 60_000_00 });
    const clear = await world.facts.addInvoice({ salesperson_id: sam, booking_date: '2026-08-05', net_cents: 1_000_00 });
    expect(await world.amounts()).toEqual({ [`${clear} sam`]: 50_00 });
    expect((await marksLeft(world.server.db))[0]).toEqual({ user_id: sam, day: '2026-11-05', rank: 0 });
    const order: number[] = [];
    const signal = new AbortController();
    const onBatch = (_ms: number, count: number): void => {
      order.push(count);
      signal.abort();
    };
    await compute({ signal: signal.signal, took: onBatch });
    expect(order).toEqual([2]);
    expect((await world.amounts())[`${waits} sam`]).toBe(3_500_00);
    await compute();
    await expectRecomputed();
  });

  it('marks a change of more records than the limit, and its figures follow', async () => {
    const days = Array.from({ length: 80 }, (_, day) => `2026-0${7 + (day % 3)}-${String(1 + (day % 28)).padStart(2, '0')}`);
    await importing(...days.map((booking_date) => ({ salesperson_id: world.ids.sam, booking_date, net_cents: 5_000_00 })));
    await compute();
    const first = await world.facts.addInvoice({ salesperson_id: world.ids.sam, booking_date: '2026-07-01', net_cents: 90_000_00 });
    expect(await world.facts.recordsOf(first)).toEqual([]);
    expect(await marksLeft(world.server.db)).toEqual([{ user_id: world.ids.sam, day: '2026-07-01', rank: 0 }]);
    await compute();
    expect(await world.facts.recordsOf(first)).toHaveLength(1);
    await expectRecomputed();
  });

  it('writes more records than one transaction takes in correct parts', async () => {
    const days = Array.from({ length: 600 }, (_, day) => `2026-0${7 + (day % 3)}-${String(1 + (day % 28)).padStart(2, '0')}`);
    await importing(...days.map((booking_date) => ({ salesperson_id: world.ids.sam, booking_date, net_cents: 1_000_00 })));
    const written: number[] = [];
    const signal = new AbortController();
    const onBatch = (_ms: number, count: number): void => {
      written.push(count);
      signal.abort();
    };
    await compute({ signal: signal.signal, took: onBatch });
    expect(written[0]).toBe(testDatabaseKind() === 'postgres' ? 480 : 240);
    expect(await wrongSums(world.server.db)).toEqual([]);
    expect(await marksLeft(world.server.db)).toHaveLength(1);
    await compute();
    expect(await recordCount()).toBe(600);
    await expectRecomputed();
  });

  it('loses and duplicates nothing when killed at any point', async () => {
    const { sam, kim } = world.ids;
    for (const salesperson_id of [sam, kim])
      await importing(
        ...['2026-02-03', '2026-05-03', '2026-08-03', '2026-11-03'].map((booking_date) => ({
          salesperson_id,
          booking_date,
          net_cents: 9_000_00,
        })),
      );
    const store = openStore(world.server.db);
    let calls = 0;
    const crashing = {
      ...store,
      transaction: ((work) =>
        store.transaction(async (tx) => {
          const done = await work(tx);
          calls += 1;
          if (calls % 3 === 0) throw new Error('killed');
          return done;
        })) as typeof store.transaction,
    };
    for (let tries = 0; (await marksLeft(world.server.db)).length > 0; tries += 1) {
      expect(tries).toBeLessThan(10);
      await computeMarks(crashing, world.server.clock).catch(() => undefined);
    }
    expect(calls).toBeGreaterThan(8);
    expect(await recordCount()).toBe(8);
    await expectRecomputed();
  });

  it('keeps a failing person marked without stopping others', async () => {
    const { sam, kim } = world.ids;
    await importing(
      { salesperson_id: sam, booking_date: '2026-02-03', net_cents: 9_000_00 },
      { salesperson_id: kim, booking_date: '2026-05-03', net_cents: 9_000_00 },
    );
    const store = openStore(world.server.db);
    const failing = {
      ...store,
      transaction: ((work) =>
        store.transaction((tx) => {
          const lockPeople: typeof tx.facts.lockPeople = async (ids) =>
            ids.includes(sam) ? Promise.reject(new Error('cannot')) : tx.facts.lockPeople(ids);
          return work({ ...tx, facts: { ...tx.facts, lockPeople } });
        })) as typeof store.transaction,
    };
    await expect(computeMarks(failing, world.server.clock)).rejects.toThrow('1 people');
    expect((await marksLeft(world.server.db)).map(({ user_id }) => user_id)).toEqual([sam]);
    await compute();
    await expectRecomputed();
  });

  it('handles a memo before its original once both are computed, in either order', async () => {
    const { sam } = world.ids;
    const [original] = await importing({ salesperson_id: sam, booking_date: '2026-08-05', net_cents: 120_000_00 });
    await importing({ salesperson_id: sam, booking_date: '2026-02-05', net_cents: -120_000_00, credit_of_id: original ?? 0 });
    await compute();
    await expectRecomputed();
    // The original's tier changes: its memo is in another quarter and is updated through a mark.
    await importing({ salesperson_id: sam, booking_date: '2026-07-05', net_cents: 60_000_00 });
    await compute();
    await expectRecomputed();
    expect(await marksLeft(world.server.db)).toEqual([]);
  });

  it('decisions 2.11: makes proposals for a closed month, with one notification for their total', async () => {
    const { sam } = world.ids;
    await world.book('sam', '2026-02-05', 1_000);
    await world.close('2026-02');
    const noticed = async () =>
      world.server.db.query.selectFrom('notifications').select(['user_id', 'title']).where('title', 'like', 'Adjustment%').execute();
    await importing(...[1, 2, 3, 4, 5].map((day) => ({ salesperson_id: sam, booking_date: `2026-02-0${day}`, net_cents: 1_000_00 })));
    await compute();
    expect((await world.late()).map(([who, , cents, state]) => [who, cents, state])).toEqual(
      Array.from({ length: 5 }, () => ['sam', 50_00, 'pending']),
    );
    expect(await noticed()).toEqual([{ user_id: world.ids.vic, title: 'Adjustments waiting for approval' }]);
    await importing({ salesperson_id: sam, booking_date: '2026-02-09', net_cents: 1_000_00 });
    await compute();
    expect(await world.late()).toHaveLength(6);
    expect((await noticed()).map(({ title }) => title)).toEqual(['Adjustments waiting for approval', 'Adjustment waiting for approval']);
  });

  it('marks a manager when a plan shares the team’s revenue', async () => {
    await world.save({ plans: [{ team_override: { role: 'sales_manager', rate: 0.01 } }] });
    const [id] = await importing({ salesperson_id: world.ids.sam, booking_date: '2026-10-05', net_cents: 10_000_00 });
    await compute();
    expect(await world.amounts()).toEqual({ [`${id} mia`]: 100_00, [`${id} sam`]: 500_00 });
    await expectRecomputed();
  });
});

describe.skipIf(testDatabaseKind() === 'embedded')('a writer and the job at once, on two connections', () => {
  it('keeps a fact whose mark is written while the job takes an older one', async () => {
    const { sam } = world.ids;
    await importing({ salesperson_id: sam, booking_date: '2026-10-05', net_cents: 60_000_00 });
    let resume = (): void => {};
    const computed = new Promise<void>((resolve) => {
      resume = resolve;
    });
    let onWritten = (): void => {};
    const written = new Promise<void>((resolve) => {
      onWritten = resolve;
    });
    // Fact and mark are written but not committed while the job computes the same pair.
    const writing = bookWithMarks(
      world.server.db,
      world.facts.store,
      [{ salesperson_id: sam, booking_date: '2026-10-05', net_cents: 60_000_00 }],
      cause(),
      async () => {
        onWritten();
        await computed;
      },
    );
    await written;
    expect(await compute()).toEqual({ pairs: 1, written: 1 });
    resume();
    await writing;
    expect(await marksLeft(world.server.db)).toHaveLength(1);
    await compute();
    expect(await recordCount()).toBe(2);
    await expectRecomputed();
  });

  it('computes everything once with two concurrent jobs', async () => {
    const months = ['02', '03', '05', '06', '08', '09', '10', '11'];
    for (const salesperson_id of [world.ids.sam, world.ids.kim])
      await importing(...months.map((month) => ({ salesperson_id, booking_date: `2026-${month}-03`, net_cents: 30_000_00 })));
    await Promise.all([compute(), compute()]);
    expect(await recordCount()).toBe(16);
    await expectRecomputed();
  });
});

describe('day marks', () => {
  it('compute all of a quota period that has grown since', async () => {
    const { sam } = world.ids;
    await world.save({ plans: [{ quota: { period: 'month', amount: 50_000 } }] });
    await importing(
      { salesperson_id: sam, booking_date: '2026-10-05', net_cents: 60_000_00 },
      { salesperson_id: sam, booking_date: '2026-12-05', net_cents: 60_000_00 },
    );
    await world.facts.store.transaction(async (tx) => {
      await tx.config.save(JSON.stringify({ plans: [{ quota: { period: 'year', amount: 50_000 } }] }), world.ids.ada, world.server.clock());
      const runId = await beginRun(tx, cause());
      await markAffected(tx, [{ user_id: sam, day: '2026-01-01' }], { rank: 1, runId, at: world.server.clock() });
    });
    await compute();
    await expectRecomputed();
  });
});
