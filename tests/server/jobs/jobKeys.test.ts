import { describe, expect, it } from 'vitest';
import { sweep } from '../../../server/domain/jobs/sweep.ts';
import type { Handlers, Work } from '../../../server/jobs/handler.ts';
import { cancelJob, claim, complete, retryJob } from '../../../server/jobs/queue.ts';
import { failOnError } from '../support/failOnError.ts';
import { MINUTE_MS } from '../support/testApp.ts';
import { createGate, LEASE_MS, setUpJobs, waitUntilAborted } from '../support/worlds/jobs.ts';

const DAY = 24 * 60 * MINUTE_MS;
const world = setUpJobs();
const { add, clock, row, take, workerOf } = world;

describe('job keys', () => {
  const ask = (again = false) => world.store.jobs.addKeyed({ kind: 'test', key: 'sheet 4', createdBy: world.me, again }, clock());

  it('allow one live job under concurrent requests, and a new one after it ends', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask()));
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(answers.map(({ job }) => job.id)).size).toBe(1);
    const held = (await take())!;
    expect(await ask()).toMatchObject({ isNew: false, job: { state: 'processing' } });
    await complete(world.store, held, null, clock());
    expect(await ask()).toMatchObject({ isNew: true });
    expect(await world.store.jobs.liveUnder('test', 'sheet 4')).toMatchObject({ state: 'queued' });
  });

  it('repeat a job once if requested again while it runs', async () => {
    let runs = 0;
    const { job } = await ask(true);
    await workerOf({
      test: async () => {
        runs += 1;
        clock.advance(10);
        if (runs === 1) await ask(true);
        return null;
      },
    }).drain();
    expect(runs).toBe(2);
    expect(await row(job.id)).toMatchObject({ state: 'completed' });
  });

  it('are not taken twice by a retry', async () => {
    const { job } = await ask();
    await cancelJob(world.store, job.id, clock());
    await ask();
    expect(await retryJob(world.store, job.id, clock())).toBe('full');
  });
});

describe('lanes', () => {
  it('delay a statement at most 2 s behind a running sync', async () => {
    const begun = createGate();
    const ended = createGate();
    await add('sync');
    const handlers: Handlers = {
      sync: async () => {
        begun.open();
        await ended.opened;
        return null;
      },
      statement: { lane: 'quick', handle: async () => ({ result: 'written' }) },
    };
    const worker = workerOf(handlers, { pollMs: 100 });
    worker.start();
    await begun.opened;
    const startMs = performance.now();
    const id = await add('statement');
    await expect.poll(async () => (await row(id)).state, { timeout: 5000, interval: 20 }).toBe('completed');
    expect(performance.now() - startMs).toBeLessThan(2000);
    ended.open();
    await worker.stop();
  });

  it('work one after the other if a simulation asks for it', async () => {
    const running = new Set<string>();
    let most = 0;
    const handle = async ({ kind }: { kind: string }) => {
      running.add(kind);
      most = Math.max(most, running.size);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running.delete(kind);
      return null;
    };
    const ids = [await add('sync'), await add('statement')];
    await workerOf({ sync: handle, statement: { lane: 'quick', handle } }).drain(true);
    expect([most, ...(await Promise.all(ids.map(async (id) => (await row(id)).state)))]).toEqual([1, 'completed', 'completed']);
  });

  it('keep a sync that waits for a failing system from delaying others', async () => {
    const ended = createGate();
    const done: number[] = [];
    const [broken, ...others] = [await add('sync'), await add('sync'), await add('sync')];
    const handle = async ({ id }: { id: number }) => {
      if (id === broken) await ended.opened;
      else done.push(id);
      return null;
    };
    const worker = workerOf({ sync: { lane: 'outside', handle } }, { pollMs: 10 });
    worker.start();
    await expect.poll(() => done.toSorted(), { timeout: 5000, interval: 20 }).toEqual(others);
    expect((await row(broken)).state).toBe('processing');
    ended.open();
    await worker.stop();
  });

  it('return their jobs uncounted when stopped', async () => {
    const ids = [await add('sync'), await add('statement')];
    const begun = [createGate(), createGate()];
    const handle = (index: number) => (_job: unknown, work: Work) => {
      begun[index]?.open();
      return waitUntilAborted(work);
    };
    const worker = workerOf({ sync: handle(0), statement: { lane: 'quick', handle: handle(1) } }, { pollMs: 10 });
    worker.start();
    await Promise.all(begun.map(({ opened }) => opened));
    await worker.stop();
    for (const id of ids) expect(await row(id)).toMatchObject({ state: 'queued', attempts: 0, lease_until: null });
  });
});

describe('job rows', () => {
  it('are deleted 30 days after they end, except the newest begun day, which the next continues from', async () => {
    const old = await add();
    await complete(world.store, (await take())!, null, clock());
    for (const day of ['2026-10-01', '2026-10-02']) {
      await world.store.jobs.addSlot('day', day, clock());
      await complete(world.store, (await claim(world.store, ['day'], clock(), LEASE_MS))!, null, clock());
    }
    clock.advance(29 * DAY);
    const waiting = await add('other');
    await sweep({ store: world.store, clock }, failOnError);
    expect(await row(old)).toMatchObject({ state: 'completed' });
    clock.advance(1 * DAY + 1);
    await sweep({ store: world.store, clock }, failOnError);
    const remaining = await world.db.query.selectFrom('jobs').select(['id', 'slot']).orderBy('id').execute();
    expect(remaining).toEqual([
      { id: expect.any(Number), slot: '2026-10-02' },
      { id: waiting, slot: null },
    ]);
  });
  it('that cannot be deleted now are logged, and do not block others', async () => {
    const failure = new Error('out of order');
    const changes = { ...world.store.changes, sweep: () => Promise.reject(failure) };
    const old = await add();
    await complete(world.store, (await take())!, null, clock());
    clock.advance(30 * DAY + 1);
    const logged: unknown[] = [];
    await sweep({ store: { ...world.store, changes }, clock }, (error) => logged.push(error));
    expect(logged).toEqual([failure]);
    await expect(row(old)).rejects.toThrow('no result');
  });
});
