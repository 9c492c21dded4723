import { describe, expect, it } from 'vitest';
import { sweep } from '../../../server/domain/jobs/sweep.ts';
import type { Handlers, Work } from '../../../server/jobs/handler.ts';
import { cancel, claim, complete, retry } from '../../../server/jobs/queue.ts';
import { raise } from '../support/raise.ts';
import { MINUTE } from '../support/testApp.ts';
import { gate, jobbing, LEASE, untilAborted } from '../support/worlds/jobbing.ts';

const DAY = 24 * 60 * MINUTE;
const at = jobbing();
const { add, clock, row, take, workerOf } = at;

describe('a key', () => {
  const ask = (again = false) => at.store.jobs.addKeyed({ kind: 'test', key: 'sheet 4', createdBy: at.me, again }, clock());

  it('has one live job, however many ask at once; when it ended the next ask makes another', async () => {
    const asked = await Promise.all(Array.from({ length: 10 }, () => ask()));
    expect(asked.filter(({ fresh }) => fresh)).toHaveLength(1);
    expect(new Set(asked.map(({ job }) => job.id)).size).toBe(1);
    const held = (await take())!;
    expect(await ask()).toMatchObject({ fresh: false, job: { state: 'processing' } });
    await complete(at.store, held, null, clock());
    expect(await ask()).toMatchObject({ fresh: true });
    expect(await at.store.jobs.liveUnder('test', 'sheet 4')).toMatchObject({ state: 'queued' });
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
    await cancel(at.store, job.id, clock());
    await ask();
    expect(await retry(at.store, job.id, clock())).toBe('full');
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
  it('that ended are gone after 30 days, except for the newest day that was begun, from which the next goes on', async () => {
    const old = await add();
    await complete(at.store, (await take())!, null, clock());
    for (const day of ['2026-10-01', '2026-10-02']) {
      await at.store.jobs.addSlot('day', day, clock());
      await complete(at.store, (await claim(at.store, ['day'], clock(), LEASE))!, null, clock());
    }
    clock.advance(29 * DAY);
    const waiting = await add('other');
    await sweep({ store: at.store, clock }, raise);
    expect(await row(old)).toMatchObject({ state: 'completed' });
    clock.advance(1 * DAY + 1);
    await sweep({ store: at.store, clock }, raise);
    const left = await at.db.query.selectFrom('jobs').select(['id', 'slot']).orderBy('id').execute();
    expect(left).toEqual([
      { id: expect.any(Number), slot: '2026-10-02' },
      { id: waiting, slot: null },
    ]);
  });
  it('that cannot be forgotten now are told, and keep no others', async () => {
    const kept = new Error('out of order');
    const changes = { ...at.store.changes, sweep: () => Promise.reject(kept) };
    const old = await add();
    await complete(at.store, (await take())!, null, clock());
    clock.advance(30 * DAY + 1);
    const logged: unknown[] = [];
    await sweep({ store: { ...at.store, changes }, clock }, (error) => logged.push(error));
    expect(logged).toEqual([kept]);
    await expect(row(old)).rejects.toThrow('no result');
  });
});
