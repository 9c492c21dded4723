import { beforeEach, describe, expect, it } from 'vitest';
import { expectChangeAt } from '../support/delays.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { tokenRefresh } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...tokenRefresh,
    holds: ({ snapshot, rig }) => {
      // At most one exchange, and only while one is awaited.
      expect([...rig.jobs.keys()]).toEqual(
        snapshot.matches('exchanging') ? ['exchange'] : snapshot.matches('weighing') ? ['askRetry'] : [],
      );
      expect(snapshot.hasTag('settled')).toBe(['renewed', 'missing', 'ended'].includes(String(snapshot.value)));
      if (snapshot.matches('ended')) expect(rig.effects.at(-1)?.name).toBe('endSession');
    },
  },
  table,
  ignored,
);

describe('token refresh', () => {
  const rig = () => createRig(tokenRefresh.machine, undefined);
  let live: ReturnType<typeof rig>;
  const value = () => live.actor.getSnapshot().value;
  const ask = (rejected: string | null = 'old') => live.actor.send({ type: 'refresh.request', rejected });

  beforeEach(() => {
    live = rig();
    live.actor.start();
  });

  it('spec 7.35: exchanges nothing until a call asks for it', () => {
    expect(value()).toBe('idle');
    expect(live.calls).toEqual([]);
  });

  it('spec 7.35: names the refused token in the exchange, and keeps the new one', async () => {
    ask('expired');
    expect(live.calls).toEqual([{ id: 'exchange', input: { rejected: 'expired' } }]);
    await live.resolve('exchange', { token: 'fresh' });
    expect(value()).toBe('renewed');
    expect(live.actor.getSnapshot().context.token).toBe('fresh');
    expect(live.effects).toEqual([]);
  });

  it('decisions 4.01: many simultaneous calls share one exchange, also between two tries', async () => {
    ask();
    ask();
    ask('other');
    await live.reject('exchange', { status: 503 });
    ask();
    await live.resolve('askRetry', true);
    ask();
    live.clock.increment(999);
    expect(live.calls.map(({ id }) => id)).toEqual(['exchange', 'askRetry']);
    live.clock.increment(1);
    expect(live.calls.map(({ id }) => id)).toEqual(['exchange', 'askRetry', 'exchange']);
  });

  it.each([400, 401, 403, 429])('decisions 1.07: a refresh refused with %i ends the session once, without a retry', async (status) => {
    ask();
    await live.reject('exchange', { status });
    expect(value()).toBe('ended');
    expect(live.effects.map(({ name }) => name)).toEqual(['endSession']);
    expect(live.calls).toHaveLength(1);
  });

  it.each([500, 503, 599, null])(
    'decisions 1.07: on our server, an answer of %s is retried after 1, 2 and 4 s, then ends the session',
    async (status) => {
      ask();
      for (const wait of [1000, 2000, 4000]) {
        await live.reject('exchange', { status });
        await live.resolve('askRetry', true);
        expect(value()).toBe('backingOff');
        expectChangeAt(live, wait);
      }
      expect(live.effects).toEqual([]);
      await live.reject('exchange', { status });
      await live.resolve('askRetry', true);
      expect(value()).toBe('ended');
      expect(live.calls.filter(({ id }) => id === 'exchange')).toHaveLength(4);
      expect(live.effects.map(({ name }) => name)).toEqual(['endSession']);
    },
  );

  it('decisions 1.07: the session is renewed if the server is back at a later try', async () => {
    ask();
    await live.reject('exchange', { status: 503 });
    await live.resolve('askRetry', true);
    expectChangeAt(live, 1000);
    await live.resolve('exchange', { token: 'fresh' });
    expect(value()).toBe('renewed');
    expect(live.effects).toEqual([]);
  });

  it.each([503, null])(
    'decisions 1.07: on a provider without the feature, an answer of %s ends the session after one call',
    async (status) => {
      ask();
      await live.reject('exchange', { status });
      await live.resolve('askRetry', false);
      expect(value()).toBe('ended');
      expect(live.calls.filter(({ id }) => id === 'exchange')).toHaveLength(1);
      expect(live.effects.map(({ name }) => name)).toEqual(['endSession']);
    },
  );

  it('spec 7.35: without a refresh token, nothing is exchanged and the session is left alone', async () => {
    ask();
    await live.resolve('exchange', { token: null });
    expect(value()).toBe('missing');
    expect(live.effects).toEqual([]);
  });

  it('a new request starts afresh: without the old token, and with a first retry after 1 s', async () => {
    ask();
    await live.reject('exchange', { status: 503 });
    await live.resolve('askRetry', true);
    expectChangeAt(live, 1000);
    await live.resolve('exchange', { token: 'fresh' });
    ask('fresh');
    expect(live.actor.getSnapshot().context).toEqual({ rejected: 'fresh', token: null, failures: 0 });
    await live.reject('exchange', { status: 503 });
    await live.resolve('askRetry', true);
    expectChangeAt(live, 1000);
  });
});
