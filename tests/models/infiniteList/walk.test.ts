import { beforeEach, describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { infiniteList, november, october, pageOf, summary } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...infiniteList,
    holds: ({ snapshot, rig }) => {
      const { question, answered, items, cursor, error } = snapshot.context;
      const busy = snapshot.matches('loadingFirst') || snapshot.matches('loadingMore');
      expect(snapshot.hasTag('busy')).toBe(busy);
      expect([...rig.jobs.keys()]).toEqual(busy ? ['loadPage'] : []);
      // spec 7.26: the first page is requested without a cursor, later ones with the cursor of the last response.
      if (busy)
        expect(rig.jobs.get('loadPage')?.input).toMatchObject({
          question,
          cursor: snapshot.matches('loadingMore') ? cursor : null,
          limit: 50,
        });
      expect(snapshot.can({ type: 'list.more' })).toBe(snapshot.matches('shown') && cursor !== null);
      expect(error !== null).toBe(snapshot.matches('failedFirst') || snapshot.matches('failedMore'));
      // decisions 8.02: rows for another question are shown as stale only until the first response to this one.
      if (snapshot.hasTag('stale')) expect(snapshot.matches('loadingFirst')).toBe(true);
      else if (items.length > 0) expect(answered).toEqual(question);
      expect(new Set(items.map((item: { id: string }) => item.id)).size).toBe(items.length);
    },
  },
  table,
  ignored,
);

describe('an infinite list', () => {
  const start = (question: typeof november | null = november) => {
    const rig = createRig(infiniteList.machine, { question, pageSize: 50, fallback: 'Failed to load events' });
    rig.actor.start();
    return rig;
  };
  let live: ReturnType<typeof start>;
  const context = () => live.actor.getSnapshot().context;
  const value = () => live.actor.getSnapshot().value;
  const ids = () => (context().items as { id: string }[]).map(({ id }) => id);
  const cursors = () => live.calls.map(({ input }) => (input as { cursor: string | null }).cursor);
  const more = async (page: ReturnType<typeof pageOf>) => {
    live.actor.send({ type: 'list.more' });
    await live.resolve('loadPage', page);
  };

  beforeEach(() => {
    live = start();
  });

  it('only the first load continues to the row it opens with', async () => {
    const rig = createRig(infiniteList.machine, { question: november, pageSize: 50, fallback: 'Failed to load events', until: 'a-2' });
    rig.actor.start();
    const until = () => (rig.calls.at(-1)?.input as { until: string | null } | undefined)?.until;
    expect(until()).toBe('a-2');
    await rig.resolve('loadPage', pageOf('a', 'to b'));
    rig.actor.send({ type: 'list.more' });
    expect(until()).toBeNull();
    await rig.resolve('loadPage', pageOf('b', null));
    rig.actor.send({ type: 'list.reload' });
    expect(until()).toBeNull();
  });

  it('spec 2.45, 7.26: appends pages in order until no cursor comes back', async () => {
    await live.resolve('loadPage', pageOf('a', 'to b'));
    await more(pageOf('b', 'to c'));
    await more(pageOf('c', null));
    live.actor.send({ type: 'list.more' });
    expect(cursors()).toEqual([null, 'to b', 'to c']);
    expect(ids()).toEqual(['a-1', 'a-2', 'b-1', 'b-2', 'c-1', 'c-2']);
    expect(context()).toMatchObject({ total: 7, summary, cursor: null });
  });

  it('scrolling during a page load requests it once', async () => {
    await live.resolve('loadPage', pageOf('a', 'to b'));
    for (let times = 0; times < 3; times += 1) live.actor.send({ type: 'list.more' });
    expect(cursors()).toEqual([null, 'to b']);
  });

  it('spec 4.07: a new query resets list and cursor; its first answer replaces the rows', async () => {
    await live.resolve('loadPage', pageOf('a', 'to b'));
    await more(pageOf('b', 'to c'));
    live.actor.send({ type: 'question.changed', question: october });
    expect(live.calls.at(-1)?.input).toEqual({ question: october, cursor: null, limit: 50, loadedCount: 0, until: null });
    // The previous question's rows stay dimmed to avoid a layout jump.
    expect(ids()).toHaveLength(4);
    expect(context()).toMatchObject({ cursor: null, answered: november });
    await live.resolve('loadPage', pageOf('x', 'to y'));
    expect(ids()).toEqual(['x-1', 'x-2']);
    await more(pageOf('y', null));
    expect(cursors()).toEqual([null, 'to b', null, 'to y']);
  });

  it.each([
    ['the first page', []],
    ['a later page', ['a']],
  ])('drops a late answer to an old query: %s', async (_case, change) => {
    for (const name of change) {
      await live.resolve('loadPage', pageOf(name, `after ${name}`));
      live.actor.send({ type: 'list.more' });
    }
    const lateJob = live.jobs.get('loadPage');
    live.actor.send({ type: 'question.changed', question: october });
    lateJob?.resolve(pageOf('late', 'to nowhere'));
    await live.resolve('loadPage', pageOf('x', null));
    expect(ids()).toEqual(['x-1', 'x-2']);
    expect(context().cursor).toBeNull();
  });

  it('a 500 while scrolling keeps all loaded rows, and a retry requests the same page', async () => {
    await live.resolve('loadPage', pageOf('a', 'to b'));
    live.actor.send({ type: 'list.more' });
    await live.reject('loadPage', { status: 500 });
    expect(value()).toBe('failedMore');
    expect(ids()).toEqual(['a-1', 'a-2']);
    expect(context()).toMatchObject({ error: 'Failed to load events', cursor: 'to b', total: 7, summary });
    // Further scrolling doesn't send repeated requests to a failing server.
    live.actor.send({ type: 'list.more' });
    expect(cursors()).toEqual([null, 'to b']);
    live.actor.send({ type: 'list.retry' });
    expect(context().error).toBeNull();
    await live.resolve('loadPage', pageOf('b', null));
    expect(cursors()).toEqual([null, 'to b', 'to b']);
    expect(ids()).toEqual(['a-1', 'a-2', 'b-1', 'b-2']);
  });

  it('spec 8.04: a failed first page says why and shows nothing from the previous query', async () => {
    await live.resolve('loadPage', pageOf('a', 'to b'));
    live.actor.send({ type: 'question.changed', question: october });
    await live.reject('loadPage', { status: 400, data: { message: 'Choose a shorter period.' } });
    expect(context()).toMatchObject({ items: [], total: null, summary: null, cursor: null, error: 'Choose a shorter period.' });
    live.actor.send({ type: 'list.retry' });
    await live.resolve('loadPage', pageOf('x', null));
    expect(context()).toMatchObject({ error: null, answered: october });
    expect(ids()).toEqual(['x-1', 'x-2']);
  });

  it('a reload starts again with the first page; if it fails, the current results stay', async () => {
    await live.resolve('loadPage', pageOf('a', 'to b'));
    await more(pageOf('b', 'to c'));
    live.actor.send({ type: 'list.reload' });
    expect(live.calls.at(-1)?.input).toEqual({ question: november, cursor: null, limit: 50, loadedCount: 4, until: null });
    await live.reject('loadPage', { status: 502 });
    expect(ids()).toEqual(['a-1', 'a-2', 'b-1', 'b-2']);
    live.actor.send({ type: 'list.retry' });
    await live.resolve('loadPage', pageOf('n', 'to b'));
    expect(ids()).toEqual(['n-1', 'n-2']);
  });

  it('spec 4.07: a saved row is replaced in place, in any state', async () => {
    await live.resolve('loadPage', pageOf('a', 'to b'));
    live.actor.send({ type: 'list.more' });
    const changed = { id: 'a-1', reviewed: 'Yes' };
    live.actor.send({ type: 'item.replace', id: 'a-1', item: changed });
    expect(context().items).toEqual([changed, { id: 'a-2' }]);
    await live.resolve('loadPage', pageOf('b', null));
    expect(context().items[0]).toEqual(changed);
    expect(ids()).toEqual(['a-1', 'a-2', 'b-1', 'b-2']);
    live.actor.send({ type: 'item.replace', id: 'elsewhere', item: { id: 'elsewhere' } });
    expect(ids()).toHaveLength(4);
  });

  it('an answer requested before a row was saved does not revert the row', async () => {
    await live.resolve('loadPage', { ...pageOf('a', null), data: [{ id: 'a-1', version: 3 }] });
    live.actor.send({ type: 'list.reload' });
    live.actor.send({ type: 'item.replace', id: 'a-1', item: { id: 'a-1', version: 4 } });
    await live.resolve('loadPage', { ...pageOf('a', null), data: [{ id: 'a-1', version: 3 }, { id: 'a-2' }] });
    expect(context().items).toEqual([{ id: 'a-1', version: 4 }, { id: 'a-2' }]);
  });

  it('a row that moved to the next page meanwhile is shown once, in its current version', async () => {
    await live.resolve('loadPage', pageOf('a', 'to b'));
    await more({ ...pageOf('b', null), data: [{ id: 'a-2', reviewed: 'Yes' } as { id: string }, { id: 'b-1' }] });
    expect(context().items).toEqual([{ id: 'a-1' }, { id: 'a-2', reviewed: 'Yes' }, { id: 'b-1' }]);
  });

  it('spec 7.26: runs only with a query', () => {
    live = start(null);
    live.actor.send({ type: 'list.reload' });
    expect([value(), live.calls]).toEqual(['waiting', []]);
    live.actor.send({ type: 'question.changed', question: november });
    expect(cursors()).toEqual([null]);
    live.actor.send({ type: 'question.changed', question: null });
    expect([value(), ids()]).toEqual(['waiting', []]);
  });

  it('decisions 1.05: without versions, a list requested before a row was saved is requested again', async () => {
    await live.resolve('loadPage', pageOf('a', null));
    live.actor.send({ type: 'list.reload' });
    const lateJob = live.jobs.get('loadPage');
    live.actor.send({ type: 'item.replace', id: 'a-1', item: { id: 'a-1', seen: true } as never });
    lateJob?.resolve(pageOf('a', null));
    await new Promise((passed) => setImmediate(passed));
    expect(context().items[0]).toEqual({ id: 'a-1', seen: true });
    expect(value()).toEqual({ loadingFirst: 'refreshing' });
    expect(live.jobs.size).toBe(1);
  });

  it('with versions, the newer row stays and nothing is requested again', async () => {
    await live.resolve('loadPage', { ...pageOf('a', null), data: [{ id: 'a-1', version: 1 }] });
    live.actor.send({ type: 'list.reload' });
    live.actor.send({ type: 'item.replace', id: 'a-1', item: { id: 'a-1', version: 2 } });
    live.actor.send({ type: 'item.replace', id: 'gone', item: { id: 'gone' } });
    expect(live.calls).toHaveLength(2);
    await live.resolve('loadPage', { ...pageOf('a', null), data: [{ id: 'a-1', version: 1 }] });
    expect(context().items).toEqual([{ id: 'a-1', version: 2 }]);
  });
});
