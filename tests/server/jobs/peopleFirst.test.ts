import { connect } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { behind } from '../../../server/db/behind.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import { type PeopleFirst, peopleFirst } from '../../../server/domain/shared/peopleFirst.ts';
import { type TestApp, testApp } from '../support/testApp.ts';
import { freshDatabase, type TestDatabase } from '../support/testDatabase.ts';

/** Tracks whether a promise has settled without waiting for it. */
const watched = (promise: Promise<unknown>) => {
  const seen = { ended: false };
  void promise.then(() => {
    seen.ended = true;
  });
  return seen;
};

describe('what nobody waits for lets requests go first', () => {
  let people: PeopleFirst;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    people = peopleFirst(Date.now);
    return () => vi.useRealTimers();
  });
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  it('passes at once while nobody asks for anything', async () => {
    const pass = watched(people.pass());
    await wait(0);
    expect(pass.ended).toBe(true);
  });

  it('waits until the last request is answered, however often that is said', async () => {
    const [first, second] = [people.enter(), people.enter()];
    const pass = watched(people.pass());
    first();
    first();
    await wait(20);
    expect(pass.ended).toBe(false);
    second();
    await wait(0);
    expect(pass.ended).toBe(true);
  });

  it('stands back once, however many do so together', async () => {
    people.enter();
    const all = [people.pass(), people.pass(), people.pass()].map(watched);
    await wait(60);
    expect(all.map(({ ended }) => ended)).toEqual([true, true, true]);
    // Half of 40 ms is 20; if charged three times, none of it would be left.
    await wait(40);
    const next = watched(people.pass());
    await wait(19);
    expect(next.ended).toBe(false);
    await wait(1);
    expect(next.ended).toBe(true);
  });

  it('stands back for 60 ms at most, and then for half of the time that it went on', async () => {
    people.enter();
    const long = watched(people.pass());
    await wait(59);
    expect(long.ended).toBe(false);
    await wait(1);
    expect(long.ended).toBe(true);

    const atOnce = watched(people.pass());
    await wait(0);
    expect(atOnce.ended).toBe(true);

    await wait(40);
    const half = watched(people.pass());
    await wait(19);
    expect(half.ended).toBe(false);
    await wait(1);
    expect(half.ended).toBe(true);
  });

  it('is quiet once nobody has asked for anything for 3 s', async () => {
    expect(people.isQuiet()).toBe(true);
    const leave = people.enter();
    await wait(5000);
    expect(people.isQuiet()).toBe(false);
    leave();
    await wait(3000);
    expect(people.isQuiet()).toBe(false);
    await wait(1);
    expect(people.isQuiet()).toBe(true);
  });
});

describe('a database behind people', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await freshDatabase();
  });
  afterAll(() => db.drop());

  const working = (pass: () => Promise<void>, steps: string[]) =>
    behind(db, { pass, isQuiet: () => true })
      .query.transaction()
      .execute(async (trx) => {
        for (const number of [1, 2]) {
          const { rows } = await sql<{ one: number }>`select ${number}::int as one`.execute(trx);
          steps.push(`read ${rows[0]?.one}`);
        }
      });
  /** `answer` resolves the waiting pass. */
  const held = () => {
    let answer = (): void => {};
    const pass = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          answer = resolve;
        }),
    );
    return { pass, answer: () => answer() };
  };

  it('lets them go first: between its statements on a server, before it takes the one connection on the embedded database', async () => {
    const steps: string[] = [];
    const { pass, answer } = held();
    const work = working(pass, steps);
    await vi.waitFor(() => expect(pass).toHaveBeenCalledOnce());
    // Meanwhile other queries are answered.
    expect((await sql<{ two: number }>`select 2 as two`.execute(db.query)).rows).toEqual([{ two: 2 }]);
    expect(steps).toEqual([]);
    answer();
    if (db.kind === 'postgres') {
      await vi.waitFor(() => expect(pass).toHaveBeenCalledTimes(2));
      expect(steps).toEqual(['read 1']);
      answer();
    }
    await work;
    expect(steps).toEqual(['read 1', 'read 2']);
    expect(pass).toHaveBeenCalledTimes(db.kind === 'postgres' ? 2 : 1);
  });
});

describe('transactions of a job behind people', () => {
  it('are as many as the database has room for only while nobody is about', () => {
    const db = { atOnce: () => 2, queryBehind: () => null } as unknown as TestDatabase;
    const capacity = (isQuiet: boolean) => behind(db, { pass: async () => {}, isQuiet: () => isQuiet }).atOnce();
    expect([capacity(true), capacity(false)]).toEqual([2, 1]);
  });
});

describe('the lock that all writers share', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await freshDatabase();
  });
  afterAll(() => db.drop());

  it('is held by nobody who stands back', async () => {
    const pass = vi.fn(async () => {});
    const entry = { actorId: null, action: 'users.updated', entity: 'user', entityId: '1' } as const;
    await openStore(behind(db, { pass, isQuiet: () => true })).transaction((tx) =>
      tx.audit.write(entry, { network: 'test', requestId: 'test' }, new Date()),
    );
    // Only the embedded database yields, before the transaction begins.
    expect(pass).toHaveBeenCalledTimes(db.kind === 'postgres' ? 0 : 1);
  });
});

describe('requests of this process', () => {
  let server: TestApp;
  let url: string;
  let token: string;
  const seen = { entered: 0, left: 0 };
  beforeAll(async () => {
    const enter = () => {
      seen.entered += 1;
      return () => {
        seen.left += 1;
      };
    };
    server = await testApp({ people: { enter, pass: async () => {}, isQuiet: () => true } });
    await server.add({ email: 'ada@example.test', role: 'admin' });
    token = (await server.signIn('ada@example.test')).access_token;
    url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  });
  beforeEach(() => {
    Object.assign(seen, { entered: 0, left: 0 });
  });
  afterAll(() => server.close());

  it.each([
    ['an answer', '/api/v1/users', true, 200],
    ['a refusal', '/api/v1/users', false, 401],
    ['an unknown address', '/api/v1/nothing', true, 404],
  ])('%s is under way until it goes out', async (_, path, signedIn, status) => {
    const answer = await fetch(`${url}${path}`, { headers: signedIn ? { authorization: `Bearer ${token}` } : {} });
    expect(answer.status).toBe(status);
    expect(seen.entered).toBe(1);
    expect(seen.left).toBeGreaterThan(0);
  });

  it('one that is given up while it arrives is under way no more', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('POST /api/v1/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{');
    await vi.waitFor(() => expect(seen).toEqual({ entered: 1, left: 0 }));
    socket.destroy();
    await vi.waitFor(() => expect(seen.left).toBeGreaterThan(0));
  });

  it('a stream is not, once it has begun', async () => {
    const over = new AbortController();
    const answer = await fetch(`${url}/api/v1/stream`, { headers: { authorization: `Bearer ${token}` }, signal: over.signal });
    expect(answer.status).toBe(200);
    expect(seen).toEqual({ entered: 1, left: 1 });
    over.abort();
  });
});
