import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import { openStore, type Store } from '../../../server/db/repositories/store.ts';
import { sweep } from '../../../server/domain/jobs/sweep.ts';
import { Problem } from '../../../server/domain/shared/problem.ts';
import type { Handlers, Work } from '../../../server/jobs/handler.ts';
import { cancel, claim, complete, failed, retry } from '../../../server/jobs/queue.ts';
import { createWorker, type Worker } from '../../../server/jobs/worker.ts';
import { addPerson, MINUTE, testClock } from '../support/testApp.ts';
import { freshDatabase, type TestDatabase } from '../support/testDatabase.ts';

const LEASE = 30_000;
const DAY = 24 * 60 * MINUTE;
let db: TestDatabase;
let store: Store;
let me: number;
const clock = testClock();
let logged: unknown[];

beforeAll(async () => {
  db = await freshDatabase();
  store = openStore(db);
  me = await addPerson(db, { email: 'me@example.test', role: 'admin' });
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.query.deleteFrom('jobs').execute();
  logged = [];
});

const add = async (kind = 'test'): Promise<number> => (await store.jobs.add(kind, {}, me, clock())).id;
const row = (id: number) => db.query.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const take = () => claim(store, ['test'], clock(), LEASE);
const workerOf = (handlers: Handlers, more: object = {}): Worker =>
  createWorker({ store, clock, handlers, log: (error) => void logged.push(error), ...more });
/** A promise, and what keeps it. */
const gate = (): { opened: Promise<void>; open: () => void } => {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
};
/** Waits until the signal says that nobody waits any more. */
const untilAborted = ({ signal }: Work): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

describe('what a job leaves', () => {
  it('is its result, or the file that it wrote', async () => {
    const id = await add();
    await workerOf({ test: async () => ({ result: { created: 2, by: 'test' } }) }).drain();
    expect(await row(id)).toMatchObject({ state: 'completed', result: { created: 2, by: 'test' } });
    expect(await store.jobs.fileOf(id)).toBeUndefined();
  });

  it('is why it failed, in a sentence of its kind, and never what went wrong inside', async () => {
    const id = await add();
    const handle = async () => Promise.reject(new Error('secret inside'));
    const worker = workerOf({ test: { handle, failed: 'The sheet could not be read.' } });
    for (let tries = 0; tries < 3; tries += 1) {
      await worker.drain();
      clock.advance(MINUTE);
    }
    expect(await row(id)).toMatchObject({ state: 'failed', error: 'The sheet could not be read.' });
  });

  it('refused with a time after which another try makes sense, it is tried then', async () => {
    const id = await add();
    const worker = workerOf({ test: async () => Promise.reject(new Problem(429, 'slow', 'It asks us to wait.', { retryAfter: 90 })) });
    const before = clock().getTime();
    await worker.drain();
    expect(await row(id)).toMatchObject({ state: 'queued', error: 'It asks us to wait.' });
    expect(Date.parse((await row(id)).run_at)).toBe(before + 90_000);
  });
});

describe('a job that gets further', () => {
  it('is not given up, however often its server is killed; one that does not is, the third time', async () => {
    const [moving, stuck] = [await add(), await add('stuck')];
    for (let kill = 1; kill <= 5; kill += 1) {
      const held = await take();
      expect([held?.job.id, held?.attempt]).toEqual([moving, 1]);
      await store.jobs.keepProgress({ id: moving, take: held!.take }, { done: kill, total: 9, text: 'Sheets' });
      clock.advance(LEASE + 1);
    }
    for (let kill = 1; kill <= 3; kill += 1) {
      const held = await claim(store, ['stuck'], clock(), LEASE);
      // The same place again is no progress.
      await store.jobs.keepProgress({ id: stuck, take: held!.take }, { done: 0, total: 9, text: null });
      clock.advance(LEASE + 1);
    }
    expect(await claim(store, ['stuck'], clock(), LEASE)).toBeNull();
    expect(await row(stuck)).toMatchObject({ state: 'failed', error: messages.jobs.neverFinished });
    expect(await row(moving)).toMatchObject({ state: 'processing', progress_done: 5, progress_total: 9, progress_text: 'Sheets' });
  });

  it('goes on where it was when its worker is lost, and who had it can write no more', async () => {
    const id = await add();
    const dead = (await take())!;
    await store.jobs.keepCheckpoint({ id, take: dead.take }, { page: 3 });
    clock.advance(LEASE + 1);
    let seen: unknown;
    await workerOf({
      test: async (job, { checkpoint }) => {
        seen = job.checkpoint;
        await checkpoint({ page: 4 });
        expect(await store.jobs.keepCheckpoint({ id, take: dead.take }, { page: 99 })).toBeNull();
        return null;
      },
    }).drain();
    expect(seen).toEqual({ page: 3 });
    expect(await row(id)).toMatchObject({ state: 'completed', checkpoint: { page: 4 } });
  });

  it('writes its checkpoint in the transaction of what it is about, which does not commit once the job is another worker’s', async () => {
    const id = await add();
    const begun = gate();
    const taken = gate();
    const note = (text: string) =>
      ({ user_id: me, type: 'system', priority: 'medium', title: text, message: text, dedupe_key: text }) as const;
    const run = workerOf({
      test: async (_job, { checkpoint }) => {
        await store.transaction(async (within) => {
          await within.notifications.add(note('first'), clock());
          await checkpoint({ at: 1 }, within);
        });
        begun.open();
        await taken.opened;
        await store.transaction(async (within) => {
          await within.notifications.add(note('second'), clock());
          await checkpoint({ at: 2 }, within);
        });
        return null;
      },
    }).drain();
    await begun.opened;
    clock.advance(LEASE + 1);
    const heir = (await take())!;
    taken.open();
    await run;
    expect((await store.notifications.newest(me, 9)).map(({ title }) => title)).toEqual(['first']);
    expect(await row(id)).toMatchObject({ state: 'processing', takes: heir.take, checkpoint: { at: 1 } });
  });

  it('asks to go on later, with all its tries', async () => {
    const id = await add();
    const at = new Date(clock().getTime() + 5 * MINUTE);
    let runs = 0;
    const worker = workerOf({
      test: async () => {
        runs += 1;
        return runs < 5 ? { againAt: new Date(clock().getTime() + 5 * MINUTE) } : null;
      },
    });
    await worker.drain();
    expect(await row(id)).toMatchObject({ state: 'queued', attempts: 0 });
    expect(Date.parse((await row(id)).run_at)).toBe(at.getTime());
    for (let round = 0; round < 4; round += 1) {
      await worker.drain();
      expect(runs).toBe(round + 1);
      clock.advance(5 * MINUTE);
      await worker.drain();
    }
    expect(await row(id)).toMatchObject({ state: 'completed' });
  });
});

describe('cancelling', () => {
  it('ends at once what nobody does, and what is done as soon as its worker hears', async () => {
    const waiting = await add('other');
    expect(await cancel(store, waiting, clock())).toMatchObject({ state: 'cancelled', error: messages.jobs.cancelled });
    expect(await cancel(store, waiting, clock())).toBeNull();
    const id = await add();
    const begun = gate();
    const worker = workerOf(
      {
        test: (_job, work) => {
          begun.open();
          return untilAborted(work);
        },
      },
      { leaseMs: 60 },
    );
    const run = worker.drain();
    await begun.opened;
    expect(await cancel(store, id, clock())).toMatchObject({ state: 'cancelling' });
    await run;
    expect(await row(id)).toMatchObject({ state: 'cancelled', error: messages.jobs.cancelled, lease_until: null });
    expect(logged).toEqual([]);
    expect(await retry(store, id, clock())).toMatchObject({ state: 'queued' });
  });

  it('hears of it at its next progress; one that finished before it heard is completed; one whose worker died has ended', async () => {
    const [first, second, third] = [await add(), await add(), await add()];
    const held = (await take())!;
    await cancel(store, first, clock());
    expect(await store.jobs.keepProgress({ id: first, take: held.take }, { done: 1, total: 2, text: null })).toBe('cancelling');
    expect(await complete(store, held, { result: 'done' }, clock())).toBe(true);
    const failing = (await take())!;
    await cancel(store, second, clock());
    await failed(store, failing, new Error('cut'), clock());
    await take();
    await cancel(store, third, clock());
    clock.advance(LEASE + 1);
    expect(await take()).toBeNull();
    const states = [first, second, third].map(async (id) => (await row(id)).state);
    expect(await Promise.all(states)).toEqual(['completed', 'cancelled', 'cancelled']);
  });

  it('a worker that lost its job is told, and what it ends with counts no more', async () => {
    const id = await add();
    const begun = gate();
    const run = workerOf(
      {
        test: (_job, work) => {
          begun.open();
          return untilAborted(work);
        },
      },
      { leaseMs: 60 },
    ).drain();
    await begun.opened;
    await db.query
      .updateTable('jobs')
      .set((eb) => ({ takes: eb('takes', '+', 1) }))
      .execute();
    await run;
    expect(await row(id)).toMatchObject({ state: 'processing', error: null });
  });
});

describe('a key', () => {
  const ask = (again = false) => store.jobs.addKeyed({ kind: 'test', key: 'sheet 4', createdBy: me, again }, clock());

  it('has one live job, however many ask at once; when it ended the next ask makes another', async () => {
    const asked = await Promise.all(Array.from({ length: 10 }, () => ask()));
    expect(asked.filter(({ fresh }) => fresh)).toHaveLength(1);
    expect(new Set(asked.map(({ job }) => job.id)).size).toBe(1);
    const held = (await take())!;
    expect(await ask()).toMatchObject({ fresh: false, job: { state: 'processing' } });
    await complete(store, held, null, clock());
    expect(await ask()).toMatchObject({ fresh: true });
    expect(await store.jobs.liveUnder('test', 'sheet 4')).toMatchObject({ state: 'queued' });
  });

  it('asked for again while it is done, it is done once more', async () => {
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

  it('is not taken twice by a retry', async () => {
    const { job } = await ask();
    await cancel(store, job.id, clock());
    await ask();
    expect(await retry(store, job.id, clock())).toBe('full');
  });
});

describe('lanes', () => {
  it('a statement waits at most 2 s behind a sync that runs', async () => {
    const begun = gate();
    const ended = gate();
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
    const asked = performance.now();
    const id = await add('statement');
    await expect.poll(async () => (await row(id)).state, { timeout: 5000, interval: 20 }).toBe('completed');
    expect(performance.now() - asked).toBeLessThan(2000);
    ended.open();
    await worker.stop();
  });

  it('stopped, all of them give back what they have, uncounted', async () => {
    const ids = [await add('sync'), await add('statement')];
    const begun = [gate(), gate()];
    const handle = (at: number) => (_job: unknown, work: Work) => {
      begun[at]?.open();
      return untilAborted(work);
    };
    const worker = workerOf({ sync: handle(0), statement: { lane: 'quick', handle: handle(1) } }, { pollMs: 10 });
    worker.start();
    await Promise.all(begun.map(({ opened }) => opened));
    await worker.stop();
    for (const id of ids) expect(await row(id)).toMatchObject({ state: 'queued', attempts: 0, lease_until: null });
  });
});

describe('rows', () => {
  it('that ended are gone after 30 days, but for the newest day that was begun, from which the next goes on', async () => {
    const old = await add();
    await complete(store, (await take())!, null, clock());
    for (const day of ['2026-10-01', '2026-10-02']) {
      await store.jobs.addSlot('day', day, clock());
      await complete(store, (await claim(store, ['day'], clock(), LEASE))!, null, clock());
    }
    clock.advance(29 * DAY);
    const waiting = await add('other');
    await sweep({ store, clock });
    expect(await row(old)).toMatchObject({ state: 'completed' });
    clock.advance(1 * DAY + 1);
    await sweep({ store, clock });
    const left = await db.query.selectFrom('jobs').select(['id', 'slot']).orderBy('id').execute();
    expect(left).toEqual([
      { id: expect.any(Number), slot: '2026-10-02' },
      { id: waiting, slot: null },
    ]);
  });
});
