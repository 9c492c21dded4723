import { describe, expect, it } from 'vitest';
import type { JobFile } from '../../../server/db/repositories/jobs/jobs.ts';
import { Problem } from '../../../server/domain/shared/problem.ts';
import { complete, retryJob } from '../../../server/jobs/queue.ts';
import type { Handler, Worker } from '../../../server/jobs/worker.ts';
import { addPerson, MINUTE_MS } from '../support/testApp.ts';
import { LEASE_MS, setUpJobs } from '../support/worlds/jobs.ts';

const file: JobFile = { name: 'a.txt', mediaType: 'text/plain', sha256: 'x', content: Buffer.from([0, 1, 254, 255]) };
const world = setUpJobs();
const { clock, row, take } = world;
const add = (): Promise<number> => world.add('test', { a: 1 });
const workerOf = (handler: Handler, overrides: object = {}): Worker => world.workerOf({ test: handler }, overrides);

describe('fairness', () => {
  const addJobsFor = async (who: number, count: number): Promise<number[]> => {
    const ids: number[] = [];
    for (let number = 0; number < count; number += 1) {
      clock.advance(1);
      ids.push((await world.store.jobs.add('test', {}, who, clock())).id);
    }
    return ids;
  };

  it('decisions 2.13: serves people in turns by their oldest job, after system jobs', async () => {
    const [kim, lou] = [
      await addPerson(world.db, { email: 'kim@example.test', role: 'admin' }),
      await addPerson(world.db, { email: 'lou@example.test', role: 'admin' }),
    ];
    const mine = await addJobsFor(world.me, 4);
    const kims = await addJobsFor(kim, 2);
    const lousJobs = await addJobsFor(lou, 1);
    const served: (number | undefined)[] = [];
    const serve = async () => {
      clock.advance(1);
      const held = await take();
      served.push(held?.job.id);
      if (held) await complete(world.store, held, null, clock());
    };
    for (let index = 0; index < 4; index += 1) await serve();
    await world.store.jobs.addSlot('test', '2026-11-22', clock());
    await serve();
    for (let index = 0; index < 4; index += 1) await serve();
    expect([served[4]].concat(served.filter((_, index) => index !== 4))).toEqual([
      served[4],
      mine[0],
      kims[0],
      lousJobs[0],
      mine[1],
      kims[1],
      mine[2],
      mine[3],
      undefined,
    ]);
    expect((await row(served[4] as number)).slot).toBe('2026-11-22');
  });

  it('limits a person’s unfinished jobs under concurrency, and frees a slot when a job ends', async () => {
    const ask = () => world.store.jobs.addInPlace('test', {}, world.me, clock(), 3);
    for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: 10 }, ask));
    const open = () => world.db.query.selectFrom('jobs').select(['id', 'place']).where('state', '=', 'queued').orderBy('place').execute();
    expect((await open()).map(({ place }) => place)).toEqual([1, 2, 3]);
    expect(await ask()).toBeUndefined();
    const held = await take();
    expect(await ask()).toBeUndefined();
    await complete(world.store, held!, null, clock());
    expect(await ask()).toMatchObject({ state: 'queued', place: held!.job.place });
  });

  it('counts a repeated job toward the limit too', async () => {
    const ask = () => world.store.jobs.addInPlace('test', {}, world.me, clock(), 2);
    const [first, second] = [await ask(), await ask()];
    for (const { id } of [first!, second!]) await world.store.jobs.change(id, { state: 'failed' });
    const third = await ask();
    const repeated = await Promise.all([first!, second!].map(({ id }) => retryJob(world.store, id, clock(), 2)));
    expect(repeated.filter((item) => item === 'full')).toHaveLength(1);
    expect(repeated.find((item) => item !== 'full')).toMatchObject({ state: 'queued', place: third!.place === 1 ? 2 : 1 });
  });
});

describe('job queue', () => {
  it('gives each job to one of ten concurrent workers', async () => {
    const created = [await add(), await add(), await add()];
    const taken = (await Promise.all(Array.from({ length: 10 }, take))).flatMap((held) => (held ? [held.job.id] : []));
    expect(taken.sort()).toEqual(created.sort());
    expect(await take()).toBeNull();
  });

  it('takes over a job with an expired lease, which its old worker can no longer finish', async () => {
    const id = await add();
    const dead = await take();
    clock.advance(LEASE_MS);
    expect(await take()).toBeNull();
    clock.advance(1);
    const successor = await take();
    expect([successor?.job.id, successor?.attempt, successor?.take]).toEqual([id, 1, 2]);
    expect(await complete(world.store, dead!, file, clock())).toBe(false);
    expect(await complete(world.store, successor!, file, clock())).toBe(true);
    expect(await row(id)).toMatchObject({ state: 'completed', lease_until: null });
    expect(Buffer.from((await world.store.jobs.fileOf(id))!.content)).toEqual(file.content);
  });

  it('fails a job with a message after five server crashes in a row, and a retry starts over', async () => {
    const id = await add();
    for (let crash = 1; crash <= 5; crash += 1) {
      expect((await take())?.attempt).toBe(1);
      clock.advance(LEASE_MS + 1);
    }
    expect(await take()).toBeNull();
    expect(await row(id)).toMatchObject({ state: 'failed', error: expect.stringContaining('stopped 5 times in a row') });
    expect(await retryJob(world.store, id, clock())).toMatchObject({ state: 'queued', attempts: 0, crashes: 0 });
    expect(await retryJob(world.store, id, clock())).toBeNull();
    expect((await take())?.attempt).toBe(1);
  });
});

describe('crashes and errors are counted separately', () => {
  const crash = async (): Promise<void> => {
    await take();
    clock.advance(LEASE_MS + 1);
  };

  it('a job whose servers were killed keeps all its tries for errors', async () => {
    const id = await add();
    for (let kill = 1; kill <= 4; kill += 1) await crash();
    const worker = workerOf(async () => Promise.reject(new Error('inside')));
    for (const attempts of [1, 2]) {
      await worker.drain();
      expect(await row(id)).toMatchObject({ state: 'queued', attempts, crashes: 0 });
      clock.advance(MINUTE_MS);
    }
    await worker.drain();
    expect(await row(id)).toMatchObject({ state: 'failed' });
  });

  it('crashes count in a row: an error between them, which stops no server, restarts the count', async () => {
    const id = await add();
    for (let kill = 1; kill <= 4; kill += 1) await crash();
    await workerOf(async () => Promise.reject(new Error('inside'))).drain();
    clock.advance(MINUTE_MS);
    for (let kill = 1; kill <= 4; kill += 1) await crash();
    expect(await row(id)).toMatchObject({ state: 'processing', crashes: 3 });
    await workerOf(async () => null).drain();
    expect(await row(id)).toMatchObject({ state: 'completed' });
  });
});

describe('job worker', () => {
  it('works off the queue and stores the file', async () => {
    const created = [await add(), await add()];
    await workerOf(async () => file).drain();
    for (const id of created) expect(await row(id)).toMatchObject({ state: 'completed', attempts: 1, error: null });
  });

  it('retries transient failures three times, later each time, and refusals never', async () => {
    const id = await add();
    let tries = 0;
    const worker = workerOf(async () => {
      tries += 1;
      throw new Error('secret inside');
    });
    for (const index of [1, 2, 3]) {
      await worker.drain();
      await worker.drain();
      expect(tries).toBe(index);
      clock.advance(MINUTE_MS);
    }
    expect(await row(id)).toMatchObject({ state: 'failed', error: expect.not.stringContaining('secret') });
    expect(world.logged).toHaveLength(3);
    const refused = await add();
    await workerOf(async () => Promise.reject(new Problem(404, 'not_found', 'There is no such user.'))).drain();
    expect(await row(refused)).toMatchObject({ state: 'failed', attempts: 1, error: 'There is no such user.' });
  });

  it('renews its lease while working', async () => {
    const id = await add();
    let finish = (): void => {};
    let drained = Promise.resolve();
    const begun = new Promise<void>((resolve) => {
      const worker = workerOf(
        () => {
          resolve();
          return new Promise<JobFile>((done) => {
            finish = () => done(file);
          });
        },
        { leaseMs: 60 },
      );
      drained = worker.drain();
    });
    await begun;
    const before = (await row(id)).lease_until!;
    clock.advance(1000);
    await expect.poll(async () => (await row(id)).lease_until! > before).toBe(true);
    finish();
    await expect.poll(async () => (await row(id)).state).toBe('completed');
    // Otherwise it would take the next test's jobs.
    await drained;
  });

  it('returns slow jobs uncounted when stopped, and takes no new ones', async () => {
    const [slow, next] = [await add(), await add()];
    let aborted = false;
    let begin = (): void => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const worker = workerOf(
      (_job, { signal }) => {
        begin();
        signal.addEventListener('abort', () => {
          aborted = true;
        });
        return new Promise(() => {});
      },
      { graceMs: 20, pollMs: 5 },
    );
    worker.start();
    await begun;
    await worker.stop();
    expect(aborted).toBe(true);
    for (const id of [slow, next]) expect(await row(id)).toMatchObject({ state: 'queued', attempts: 0, lease_until: null });
    await workerOf(async () => file).drain();
    expect(await row(slow)).toMatchObject({ state: 'completed', attempts: 1 });
  });
});
