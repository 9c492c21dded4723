import { describe, expect, it } from 'vitest';
import { fill, messages } from '../../../contract/messages.ts';
import { Problem } from '../../../server/domain/shared/problem.ts';
import { cancelJob, claim, complete, failJob, retryJob } from '../../../server/jobs/queue.ts';
import { MINUTE_MS } from '../support/testApp.ts';
import { createGate, LEASE_MS, setUpJobs, waitUntilAborted } from '../support/worlds/jobs.ts';

const world = setUpJobs();
const { add, clock, row, take, workerOf } = world;

describe('a finished job', () => {
  it('stores its result or the file that it wrote', async () => {
    const id = await add();
    await workerOf({ test: async () => ({ result: { created: 2, by: 'test' } }) }).drain();
    expect(await row(id)).toMatchObject({ state: 'completed', result: { created: 2, by: 'test' } });
    expect(await world.store.jobs.fileOf(id)).toBeUndefined();
  });

  it('stores a message for its failure kind, never internal details', async () => {
    const id = await add();
    const handle = async () => Promise.reject(new Error('secret inside'));
    const worker = workerOf({ test: { handle, failed: 'The sheet could not be read.' } });
    for (let tries = 0; tries < 3; tries += 1) {
      await worker.drain();
      clock.advance(MINUTE_MS);
    }
    expect(await row(id)).toMatchObject({ state: 'failed', error: 'The sheet could not be read.' });
  });

  it('is retried after the time given with a refusal', async () => {
    const id = await add();
    const worker = workerOf({ test: async () => Promise.reject(new Problem(429, 'slow', 'It asks us to wait.', { retryAfter: 90 })) });
    const before = clock().getTime();
    await worker.drain();
    expect(await row(id)).toMatchObject({ state: 'queued', error: 'It asks us to wait.' });
    expect(Date.parse((await row(id)).run_at)).toBe(before + 90_000);
  });
});

describe('a job with progress', () => {
  it('survives any number of server kills; one without progress fails at the fifth kill in a row', async () => {
    const [moving, stuck] = [await add(), await add('stuck')];
    for (let kill = 1; kill <= 6; kill += 1) {
      const held = await take();
      expect([held?.job.id, held?.attempt]).toEqual([moving, 1]);
      await world.store.jobs.keepProgress({ id: moving, take: held!.take }, { done: kill, total: 9, text: 'Sheets' });
      clock.advance(LEASE_MS + 1);
    }
    for (let kill = 1; kill <= 5; kill += 1) {
      const held = await claim(world.store, ['stuck'], clock(), LEASE_MS);
      // Reporting the same count again is no progress.
      await world.store.jobs.keepProgress({ id: stuck, take: held!.take }, { done: 0, total: 9, text: null });
      clock.advance(LEASE_MS + 1);
    }
    expect(await claim(world.store, ['stuck'], clock(), LEASE_MS)).toBeNull();
    expect(await row(stuck)).toMatchObject({ state: 'failed', error: fill(messages.jobs.crashed, { crashes: 5 }) });
    expect(await row(moving)).toMatchObject({ state: 'processing', progress_done: 6, progress_total: 9, progress_text: 'Sheets' });
  });

  it('resumes after losing its worker, which can no longer write', async () => {
    const id = await add();
    const dead = (await take())!;
    await world.store.jobs.keepCheckpoint({ id, take: dead.take }, { page: 3 });
    clock.advance(LEASE_MS + 1);
    let seen: unknown;
    await workerOf({
      test: async (job, { checkpoint }) => {
        seen = job.checkpoint;
        await checkpoint({ page: 4 });
        expect(await world.store.jobs.keepCheckpoint({ id, take: dead.take }, { page: 99 })).toBeNull();
        return null;
      },
    }).drain();
    expect(seen).toEqual({ page: 3 });
    expect(await row(id)).toMatchObject({ state: 'completed', checkpoint: { page: 4 } });
  });

  it('writes its checkpoint in its work’s transaction, which does not commit once another worker has the job', async () => {
    const id = await add();
    const begun = createGate();
    const taken = createGate();
    const note = (text: string) =>
      ({ user_id: world.me, type: 'system', priority: 'medium', title: text, message: text, dedupe_key: text }) as const;
    const run = workerOf({
      test: async (_job, { checkpoint }) => {
        await world.store.transaction(async (tx) => {
          await tx.notifications.add(note('first'), clock());
          await checkpoint({ at: 1 }, tx);
        });
        begun.open();
        await taken.opened;
        await world.store.transaction(async (tx) => {
          await tx.notifications.add(note('second'), clock());
          await checkpoint({ at: 2 }, tx);
        });
        return null;
      },
    }).drain();
    await begun.opened;
    clock.advance(LEASE_MS + 1);
    const successor = (await take())!;
    taken.open();
    await run;
    const notices = await world.db.query.selectFrom('notifications').select('title').execute();
    expect(notices).toEqual([{ title: 'first' }]);
    expect(await row(id)).toMatchObject({ state: 'processing', takes: successor.take, checkpoint: { at: 1 } });
  });

  it('can ask to continue later with all its tries', async () => {
    const id = await add();
    const at = new Date(clock().getTime() + 5 * MINUTE_MS);
    let runs = 0;
    const worker = workerOf({
      test: async () => {
        runs += 1;
        return runs < 5 ? { againAt: new Date(clock().getTime() + 5 * MINUTE_MS) } : null;
      },
    });
    await worker.drain();
    expect(await row(id)).toMatchObject({ state: 'queued', attempts: 0 });
    expect(Date.parse((await row(id)).run_at)).toBe(at.getTime());
    for (let round = 0; round < 4; round += 1) {
      await worker.drain();
      expect(runs).toBe(round + 1);
      clock.advance(5 * MINUTE_MS);
      await worker.drain();
    }
    expect(await row(id)).toMatchObject({ state: 'completed' });
  });
});

describe('canceling a job', () => {
  it('ends a queued job at once and a running one when its worker notices', async () => {
    const waiting = await add('other');
    expect(await cancelJob(world.store, waiting, clock())).toMatchObject({ state: 'cancelled', error: messages.jobs.cancelled });
    expect(await cancelJob(world.store, waiting, clock())).toBeNull();
    const id = await add();
    const begun = createGate();
    const worker = workerOf(
      {
        test: (_job, work) => {
          begun.open();
          return waitUntilAborted(work);
        },
      },
      { leaseMs: 60 },
    );
    const run = worker.drain();
    await begun.opened;
    expect(await cancelJob(world.store, id, clock())).toMatchObject({ state: 'cancelling' });
    await run;
    expect(await row(id)).toMatchObject({ state: 'cancelled', error: messages.jobs.cancelled, lease_until: null });
    expect(world.logged).toEqual([]);
    expect(await retryJob(world.store, id, clock())).toMatchObject({ state: 'queued' });
  });

  it('takes effect at the next progress; a job that finished first is completed, and one with a dead worker ends', async () => {
    const [first, second, third] = [await add(), await add(), await add()];
    const held = (await take())!;
    await cancelJob(world.store, first, clock());
    expect(await world.store.jobs.keepProgress({ id: first, take: held.take }, { done: 1, total: 2, text: null })).toBe('cancelling');
    expect(await complete(world.store, held, { result: 'done' }, clock())).toBe(true);
    const failing = (await take())!;
    await cancelJob(world.store, second, clock());
    await failJob(world.store, failing, new Error('cut'), clock());
    await take();
    await cancelJob(world.store, third, clock());
    clock.advance(LEASE_MS + 1);
    expect(await take()).toBeNull();
    const states = [first, second, third].map(async (id) => (await row(id)).state);
    expect(await Promise.all(states)).toEqual(['completed', 'cancelled', 'cancelled']);
  });

  it('notifies a worker that lost its job, whose result is then ignored', async () => {
    const id = await add();
    const begun = createGate();
    const run = workerOf(
      {
        test: (_job, work) => {
          begun.open();
          return waitUntilAborted(work);
        },
      },
      { leaseMs: 60 },
    ).drain();
    await begun.opened;
    await world.db.query
      .updateTable('jobs')
      .set((eb) => ({ takes: eb('takes', '+', 1) }))
      .execute();
    await run;
    expect(await row(id)).toMatchObject({ state: 'processing', error: null });
  });
});
