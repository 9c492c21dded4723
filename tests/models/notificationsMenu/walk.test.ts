import { describe, expect, it } from 'vitest';
import { expectChangeAt } from '../support/delays.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { item, notificationsMenu } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...notificationsMenu,
    holds: ({ snapshot, rig }) => {
      const running = [...rig.jobs.keys()].sort();
      const expected = [
        ...(snapshot.matches({ badge: 'counting' }) ? ['countUnread'] : []),
        ...(snapshot.matches({ menu: 'loading' }) ? ['loadItems'] : []),
        ...(snapshot.matches({ marks: 'marking' }) ? ['markRead'] : []),
      ];
      expect(running).toEqual(expected);
      // decisions 1.03: no count is requested if the server announced none.
      if (!snapshot.context.counts) expect(rig.calls.map(({ id }) => id)).not.toContain('countUnread');
      expect(rig.effects.every(({ name }) => name === 'logFailure')).toBe(true);
    },
  },
  table,
  ignored,
);

describe('the notifications menu', () => {
  const start = (counts = true) => {
    const rig = createRig(notificationsMenu.machine, { counts });
    rig.actor.start();
    return rig;
  };
  type Live = ReturnType<typeof start>;
  const context = (rig: Live) => rig.actor.getSnapshot().context;
  const callsOf = (rig: Live, id: string) => rig.calls.filter((call) => call.id === id);
  const opened = async (counts = true) => {
    const rig = start(counts);
    if (counts) await rig.resolve('countUnread', 2);
    rig.actor.send({ type: 'menu.open' });
    await rig.resolve('loadItems', [item('a', false), item('b', false), item('c', true)]);
    return rig;
  };

  it('spec 2.22, 7.24: loads the list only when the dropdown opens, and again each time', async () => {
    const rig = start();
    expect(callsOf(rig, 'loadItems')).toHaveLength(0);
    rig.actor.send({ type: 'menu.open' });
    expect(callsOf(rig, 'loadItems')).toHaveLength(1);
    await rig.resolve('loadItems', []);
    rig.actor.send({ type: 'menu.close' });
    rig.actor.send({ type: 'menu.open' });
    expect(callsOf(rig, 'loadItems')).toHaveLength(2);
  });

  it('spec 2.22, 4.04, 7.25: choosing an unread item marks it read, reloads the list and recounts', async () => {
    const rig = await opened();
    rig.actor.send({ type: 'item.choose', id: 'b' });
    expect(callsOf(rig, 'markRead')).toEqual([{ id: 'markRead', input: { id: 'b' } }]);
    await rig.resolve('markRead');
    expect(callsOf(rig, 'loadItems')).toHaveLength(2);
    expect(callsOf(rig, 'countUnread')).toHaveLength(2);
    await rig.resolve('loadItems', [item('a', false), item('b', true), item('c', true)]);
    await rig.resolve('countUnread', 1);
    expect(context(rig).unread).toBe(1);
  });

  it('spec 4.04: an item chosen while another is being marked is marked afterwards, once', async () => {
    const rig = await opened();
    rig.actor.send({ type: 'item.choose', id: 'a' });
    rig.actor.send({ type: 'item.choose', id: 'b' });
    rig.actor.send({ type: 'item.choose', id: 'b' });
    expect(context(rig).unread).toBe(0);
    expect(callsOf(rig, 'markRead').map(({ input }) => input)).toEqual([{ id: 'a' }]);
    await rig.resolve('markRead');
    expect(callsOf(rig, 'markRead').map(({ input }) => input)).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(callsOf(rig, 'loadItems')).toHaveLength(1);
    await rig.reject('markRead', { status: 500 });
    expect(callsOf(rig, 'markRead')).toHaveLength(2);
    expect(callsOf(rig, 'loadItems')).toHaveLength(2);
    expect(callsOf(rig, 'countUnread')).toHaveLength(2);
  });

  it('spec 4.04: a failed mark does not stop the next one', async () => {
    const rig = await opened();
    rig.actor.send({ type: 'item.choose', id: 'a' });
    rig.actor.send({ type: 'item.choose', id: 'b' });
    await rig.reject('markRead', { status: 500 });
    expect(callsOf(rig, 'markRead').map(({ input }) => input)).toEqual([{ id: 'a' }, { id: 'b' }]);
  });

  it('spec 4.04, 2.21: an item whose link closes the menu is still marked, and the badge recounted', async () => {
    const rig = await opened();
    rig.actor.send({ type: 'item.choose', id: 'a' });
    rig.actor.send({ type: 'menu.close' });
    expect(rig.jobs.has('markRead')).toBe(true);
    await rig.resolve('markRead');
    expect(callsOf(rig, 'countUnread')).toHaveLength(2);
    expect(callsOf(rig, 'loadItems')).toHaveLength(1);
    expect(rig.actor.getSnapshot().matches({ menu: 'closed' })).toBe(true);
  });

  it('spec 4.04: a list requested before an item was marked does not bring it back as unread', async () => {
    const rig = await opened();
    rig.actor.send({ type: 'menu.close' });
    rig.actor.send({ type: 'menu.open' });
    rig.actor.send({ type: 'item.choose', id: 'a' });
    const lateJob = rig.jobs.get('loadItems');
    await rig.resolve('markRead');
    lateJob?.resolve([item('a', false)]);
    await rig.resolve('loadItems', [item('a', true)]);
    expect(context(rig).items).toEqual([item('a', true)]);
  });

  it('spec 4.04: choosing a read item, or an unknown one, requests nothing', async () => {
    const rig = await opened();
    rig.actor.send({ type: 'item.choose', id: 'c' });
    rig.actor.send({ type: 'item.choose', id: 'gone' });
    expect(callsOf(rig, 'markRead')).toEqual([]);
    expect(rig.actor.getSnapshot().matches({ menu: 'shown' })).toBe(true);
  });

  it('spec 8.15: a failed mark-read is only logged, and the list reloads', async () => {
    const rig = await opened();
    rig.actor.send({ type: 'item.choose', id: 'a' });
    await rig.reject('markRead', { status: 500 });
    expect(rig.effects).toEqual([{ name: 'logFailure', params: { error: { status: 500 } } }]);
    expect(callsOf(rig, 'loadItems')).toHaveLength(2);
    expect(context(rig).error).toBeNull();
  });

  it("a failed list shows the server's message, or else its own, and can be retried", async () => {
    const rig = start();
    rig.actor.send({ type: 'menu.open' });
    await rig.reject('loadItems', { status: 503, data: { message: 'Back in a minute.' } });
    expect(context(rig).error).toBe('Back in a minute.');
    rig.actor.send({ type: 'menu.retry' });
    await rig.reject('loadItems', new TypeError('fetch failed'));
    expect(context(rig).error).toBe('Notifications could not be loaded.');
    rig.actor.send({ type: 'menu.retry' });
    await rig.resolve('loadItems', []);
    expect(context(rig).error).toBeNull();
  });

  it('decisions 5.01: the badge counts on load and again after exactly 60,000 ms', async () => {
    const rig = start();
    expect(callsOf(rig, 'countUnread')).toHaveLength(1);
    await rig.resolve('countUnread', 120);
    expect(context(rig).unread).toBe(120);
    expectChangeAt(rig, 60_000);
    expect(callsOf(rig, 'countUnread')).toHaveLength(2);
  });

  it('decisions 5.01: counts nothing while the tab is hidden, and at once when it is shown again', async () => {
    const rig = start();
    await rig.resolve('countUnread', 1);
    rig.actor.send({ type: 'tab.hidden' });
    rig.clock.increment(600_000);
    expect(callsOf(rig, 'countUnread')).toHaveLength(1);
    rig.actor.send({ type: 'tab.shown' });
    expect(callsOf(rig, 'countUnread')).toHaveLength(2);
  });

  it('a failed count keeps the known number and is retried a minute later', async () => {
    const rig = start();
    await rig.resolve('countUnread', 7);
    expectChangeAt(rig, 60_000);
    await rig.reject('countUnread', { status: 502 });
    expect(context(rig).unread).toBe(7);
    expectChangeAt(rig, 60_000);
    expect(callsOf(rig, 'countUnread')).toHaveLength(3);
  });

  it('a count in progress while an item is marked is requested again, and its old answer is not shown', async () => {
    const rig = await opened();
    expectChangeAt(rig, 60_000);
    const lateJob = rig.jobs.get('countUnread');
    rig.actor.send({ type: 'item.choose', id: 'a' });
    await rig.resolve('markRead');
    lateJob?.resolve(2);
    await rig.resolve('countUnread', 1);
    expect(context(rig).unread).toBe(1);
  });

  it('decisions 1.03: without an announced count, the badge counts the unread items of the dropdown', async () => {
    const rig = await opened(false);
    expect(context(rig).unread).toBe(2);
    rig.clock.increment(600_000);
    expect(callsOf(rig, 'countUnread')).toEqual([]);
  });
});
