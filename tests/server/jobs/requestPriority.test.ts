import { connect } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStore } from '../../../server/db/repositories/store.ts';
import { yieldingDatabase } from '../../../server/db/yieldingDatabase.ts';
import { createRequestPriority, type RequestPriority } from '../../../server/domain/shared/requestPriority.ts';
import { type TestApp, testApp } from '../support/testApp.ts';
import { freshDatabase, type TestDatabase } from '../support/testDatabase.ts';

/** Tracks whether a promise has settled without waiting for it. */
const trackSettling = (promise: Promise<unknown>) => {
  const seen = { ended: false };
  void promise.then(() => {
    seen.ended = true;
  });
  return seen;
};

describe('background work yields to requests', () => {
  let priority: RequestPriority;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    priority = createRequestPriority(Date.now);
    return () => vi.useRealTimers();
  });
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  it('continues at once without active requests', async () => {
    const pause = trackSettling(priority.yieldToRequests());
    await wait(0);
    expect(pause.ended).toBe(true);
  });

  it('waits until the last request is answered; a repeated leave counts once', async () => {
    const [first, second] = [priority.enter(), priority.enter()];
    const pause = trackSettling(priority.yieldToRequests());
    first();
    first();
    await wait(20);
    expect(pause.ended).toBe(false);
    second();
    await wait(0);
    expect(pause.ended).toBe(true);
  });

  it('pauses several concurrent yielders together', async () => {
    priority.enter();
    const all = [priority.yieldToRequests(), priority.yieldToRequests(), priority.yieldToRequests()].map(trackSettling);
    await wait(59);
    expect(all.map(({ ended }) => ended)).toEqual([false, false, false]);
    await wait(1);
    expect(all.map(({ ended }) => ended)).toEqual([true, true, true]);
  });

  it('yields for 60 ms at most, and then works for twice as long', async () => {
    priority.enter();
    void priority.yieldToRequests();
    await wait(60);
    await wait(119);
    const working = trackSettling(priority.yieldToRequests());
    await wait(0);
    expect(working.ended).toBe(true);
    await wait(1);
    const again = trackSettling(priority.yieldToRequests());
    await wait(59);
    expect(again.ended).toBe(false);
    await wait(1);
    expect(again.ended).toBe(true);
  });

  it('works for twice as long after a short pause too', async () => {
    const leave = priority.enter();
    void priority.yieldToRequests();
    await wait(10);
    leave();
    await wait(0);
    priority.enter();
    await wait(19);
    const working = trackSettling(priority.yieldToRequests());
    await wait(0);
    expect(working.ended).toBe(true);
    await wait(1);
    const again = trackSettling(priority.yieldToRequests());
    await wait(0);
    expect(again.ended).toBe(false);
  });
});

describe('yielding database', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await freshDatabase();
  });
  afterAll(() => db.drop());

  const working = (yieldToRequests: () => Promise<void>, steps: string[]) =>
    yieldingDatabase(db, yieldToRequests)
      .query.transaction()
      .execute(async (trx) => {
        for (const number of [1, 2]) {
          const { rows } = await sql<{ one: number }>`select ${number}::int as one`.execute(trx);
          steps.push(`read ${rows[0]?.one}`);
        }
      });
  /** `answer` resolves the waiting yield. */
  const held = () => {
    let answer = (): void => {};
    const yieldToRequests = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          answer = resolve;
        }),
    );
    return { yieldToRequests, answer: () => answer() };
  };

  it('yields between statements on PostgreSQL, and before taking the connection on the embedded database', async () => {
    const steps: string[] = [];
    const { yieldToRequests, answer } = held();
    const work = working(yieldToRequests, steps);
    await vi.waitFor(() => expect(yieldToRequests).toHaveBeenCalledOnce());
    // Meanwhile other queries are answered.
    expect((await sql<{ two: number }>`select 2 as two`.execute(db.query)).rows).toEqual([{ two: 2 }]);
    expect(steps).toEqual([]);
    answer();
    if (db.kind === 'postgres') {
      await vi.waitFor(() => expect(yieldToRequests).toHaveBeenCalledTimes(2));
      expect(steps).toEqual(['read 1']);
      answer();
    }
    await work;
    expect(steps).toEqual(['read 1', 'read 2']);
    expect(yieldToRequests).toHaveBeenCalledTimes(db.kind === 'postgres' ? 2 : 1);
  });
});

describe('the shared writer lock', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await freshDatabase();
  });
  afterAll(() => db.drop());

  it('is never held while yielding', async () => {
    const yieldToRequests = vi.fn(async () => {});
    const entry = { actorId: null, action: 'users.updated', entity: 'user', entityId: '1' } as const;
    await openStore(yieldingDatabase(db, yieldToRequests)).transaction((tx) =>
      tx.audit.write(entry, { network: 'test', requestId: 'test' }, new Date()),
    );
    // Only the embedded database yields, before the transaction begins.
    expect(yieldToRequests).toHaveBeenCalledTimes(db.kind === 'postgres' ? 0 : 1);
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
    server = await testApp({ requestPriority: { enter, yieldToRequests: async () => {} } });
    await server.add({ email: 'ada@example.test', role: 'admin' });
    token = (await server.signIn('ada@example.test')).access_token;
    url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  });
  beforeEach(() => {
    Object.assign(seen, { entered: 0, left: 0 });
  });
  afterAll(() => server.close());

  it.each([
    ['a response', '/api/v1/users', true, 200],
    ['a refusal', '/api/v1/users', false, 401],
    ['a 404', '/api/v1/nothing', true, 404],
  ])('%s is active until it is sent', async (_, path, signedIn, status) => {
    const answer = await fetch(`${url}${path}`, { headers: signedIn ? { authorization: `Bearer ${token}` } : {} });
    expect(answer.status).toBe(status);
    expect(seen.entered).toBe(1);
    expect(seen.left).toBeGreaterThan(0);
  });

  it('an aborted request ends', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('POST /api/v1/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{');
    await vi.waitFor(() => expect(seen).toEqual({ entered: 1, left: 0 }));
    socket.destroy();
    await vi.waitFor(() => expect(seen.left).toBeGreaterThan(0));
  });

  it('a stream ends its request once it has started', async () => {
    const over = new AbortController();
    const answer = await fetch(`${url}/api/v1/stream`, { headers: { authorization: `Bearer ${token}` }, signal: over.signal });
    expect(answer.status).toBe(200);
    expect(seen).toEqual({ entered: 1, left: 1 });
    over.abort();
  });
});
