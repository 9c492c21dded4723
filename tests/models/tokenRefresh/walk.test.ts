import { beforeEach, describe, expect, it } from 'vitest';
import { expectMovesAt } from '../support/delays.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { tokenRefresh } from './cases.ts';
import { table } from './table.ts';

describeMachine(
  {
    ...tokenRefresh,
    holds: ({ snapshot, rig }) => {
      // One exchange at most, and only where one is awaited.
      expect([...rig.jobs.keys()]).toEqual(snapshot.matches('exchanging') ? ['exchange'] : []);
      expect(rig.effects.map(({ name }) => name)).toEqual(rig.effects.map(() => 'endSession'));
      expect(snapshot.hasTag('settled')).toBe(['renewed', 'refused', 'missing', 'unavailable'].includes(String(snapshot.value)));
    },
  },
  table,
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

  it('spec 7.35: nothing is exchanged until a call asks for it', () => {
    expect(value()).toBe('idle');
    expect(live.calls).toEqual([]);
  });

  it('spec 7.35: the exchange is told which token was refused, and its new token is kept', async () => {
    ask('expired');
    expect(live.calls).toEqual([{ id: 'exchange', input: { rejected: 'expired' } }]);
    await live.resolve('exchange', { token: 'fresh' });
    expect(value()).toBe('renewed');
    expect(live.actor.getSnapshot().context.token).toBe('fresh');
    expect(live.effects).toEqual([]);
  });

  it('decisions 4: many calls that ask at once share one exchange, also between two tries', async () => {
    ask();
    ask();
    ask('other');
    await live.reject('exchange', { status: 503 });
    ask();
    live.clock.increment(499);
    expect(live.calls).toHaveLength(1);
    live.clock.increment(1);
    expect(live.calls).toHaveLength(2);
  });

  it.each([400, 401])('spec 7.35: a refresh refused with %i ends the session, at once and once', async (status) => {
    ask();
    await live.reject('exchange', { status });
    expect(value()).toBe('refused');
    expect(live.effects.map(({ name }) => name)).toEqual(['endSession']);
    expect(live.calls).toHaveLength(1);
  });

  it.each([500, 503, 429, 403, null])(
    'decisions 4: an answer of %s is tried three times, 500 and 1000 ms apart, and signs nobody out',
    async (status) => {
      ask();
      await live.reject('exchange', { status });
      expectMovesAt(live, 500);
      await live.reject('exchange', { status });
      expectMovesAt(live, 1000);
      await live.reject('exchange', { status });
      expect(value()).toBe('unavailable');
      expect(live.calls).toHaveLength(3);
      expect(live.effects).toEqual([]);
    },
  );

  it('spec 7.35: without a refresh token there is nothing to exchange and the session is left alone', async () => {
    ask();
    await live.resolve('exchange', { token: null });
    expect(value()).toBe('missing');
    expect(live.effects).toEqual([]);
  });

  it('a new request starts afresh: no old token, and again three tries', async () => {
    ask();
    await live.resolve('exchange', { token: 'fresh' });
    ask('fresh');
    expect(live.actor.getSnapshot().context).toEqual({ rejected: 'fresh', token: null, failures: 0 });
    await live.reject('exchange', { status: 503 });
    expectMovesAt(live, 500);
    expect(live.calls).toHaveLength(3);
  });
});
