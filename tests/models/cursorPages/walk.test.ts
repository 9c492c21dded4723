import { beforeEach, describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { cursorPages, pageTo, question } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...cursorPages,
    holds: ({ snapshot, rig }) => {
      const { question, cursor, history, pageSize } = snapshot.context;
      expect([...rig.jobs.keys()]).toEqual(snapshot.matches('loading') ? ['loadPage'] : []);
      // spec 7.20: the request uses exactly the current question, cursor and page size.
      if (snapshot.matches('loading')) expect(rig.jobs.get('loadPage')?.input).toEqual({ question: question, cursor, limit: pageSize });
      // spec 4.05: the first page has no cursor and no history, every later page has both.
      expect(cursor === null).toBe(history.length === 0);
      expect(snapshot.hasTag('busy')).toBe(snapshot.matches('loading'));
      // decisions 8.02: rows for another question are stale until the new response arrives, and only then.
      const { answered, page } = snapshot.context;
      if (snapshot.hasTag('stale')) expect(snapshot.matches('loading')).toBe(true);
      else if (page !== null) expect(answered.question).toEqual(question);
    },
  },
  table,
  ignored,
);

describe('cursor pages', () => {
  const start = (firstQuestion: typeof question | null = question) => {
    const rig = createRig(cursorPages.machine, { question: firstQuestion, pageSize: 10, fallback: 'Failed to load commissions' });
    rig.actor.start();
    return rig;
  };
  let live: ReturnType<typeof start>;
  const context = () => live.actor.getSnapshot().context;
  const cursors = () => live.calls.map(({ input }) => (input as { cursor: string | null }).cursor);

  /** Goes forward two pages: first → a → b, the third page shown. */
  const goToThirdPage = async () => {
    await live.resolve('loadPage', pageTo('a'));
    live.actor.send({ type: 'page.next' });
    await live.resolve('loadPage', pageTo('b'));
    live.actor.send({ type: 'page.next' });
    await live.resolve('loadPage', pageTo(null));
  };

  beforeEach(() => {
    live = start();
  });

  it('spec 4.05: Next pushes the current cursor and moves to the returned one', async () => {
    await goToThirdPage();
    expect(cursors()).toEqual([null, 'a', 'b']);
    expect(context()).toMatchObject({ cursor: 'b', history: [null, 'a'] });
  });

  it('spec 4.05: Previous pops the last cursor', async () => {
    await goToThirdPage();
    live.actor.send({ type: 'page.previous' });
    expect(context()).toMatchObject({ cursor: 'a', history: [null] });
    await live.resolve('loadPage', pageTo('b'));
    live.actor.send({ type: 'page.previous' });
    expect(context()).toMatchObject({ cursor: null, history: [] });
    expect(cursors()).toEqual([null, 'a', 'b', 'a', null]);
  });

  it('reaches a page in the URL page by page and shows only that one; going back reaches an earlier page', async () => {
    live = (() => {
      const rig = createRig(cursorPages.machine, { question, pageSize: 10, fallback: 'Failed', page: 3 });
      rig.actor.start();
      return rig;
    })();
    await live.resolve('loadPage', pageTo('a'));
    expect(context().page).toBeNull();
    await live.resolve('loadPage', pageTo('b'));
    await live.resolve('loadPage', pageTo('c'));
    expect(cursors()).toEqual([null, 'a', 'b']);
    expect(context()).toMatchObject({ cursor: 'b', history: [null, 'a'], target: 0, answered: { before: 2 } });
    live.actor.send({ type: 'page.go', page: 2 });
    expect(context()).toMatchObject({ cursor: 'a', history: [null] });
    await live.resolve('loadPage', pageTo('b'));
    live.actor.send({ type: 'page.go', page: 9 });
    await live.resolve('loadPage', pageTo('b'));
    await live.resolve('loadPage', pageTo(null));
    // The list is shorter than that, so its last page is shown.
    expect(live.actor.getSnapshot().value).toBe('shown');
    expect(context()).toMatchObject({ history: [null, 'a'], target: 0 });
  });

  it('spec 4.05: has no Next on the last page and no Previous on the first', async () => {
    await live.resolve('loadPage', pageTo('a'));
    expect(live.actor.getSnapshot().can({ type: 'page.previous' })).toBe(false);
    expect(live.actor.getSnapshot().can({ type: 'page.next' })).toBe(true);
    live.actor.send({ type: 'page.next' });
    await live.resolve('loadPage', pageTo(null));
    expect(live.actor.getSnapshot().can({ type: 'page.next' })).toBe(false);
    expect(live.actor.getSnapshot().can({ type: 'page.previous' })).toBe(true);
  });

  it.each([
    ['period', { type: 'question.changed', question: { start_date: '2026-10-01', end_date: '2026-10-31' } }],
    ['page size', { type: 'size.changed', pageSize: 25 }],
    ['sort', { type: 'sort.changed' }],
  ] as const)('spec 4.05: changing the %s resets to the first page', async (_case, event) => {
    await goToThirdPage();
    live.actor.send(event);
    expect(context()).toMatchObject({ cursor: null, history: [] });
    expect(cursors().at(-1)).toBeNull();
    expect(cursors()).toHaveLength(4);
  });

  it('a sort on the first page is local and requests nothing', async () => {
    await live.resolve('loadPage', pageTo('a'));
    live.actor.send({ type: 'sort.changed' });
    expect(live.calls).toHaveLength(1);
  });

  it('spec 7.20: runs only with a query', () => {
    live = start(null);
    expect(live.actor.getSnapshot().value).toBe('waiting');
    expect(live.calls).toEqual([]);
    live.actor.send({ type: 'question.changed', question });
    expect(live.calls).toEqual([{ id: 'loadPage', input: { question, cursor: null, limit: 10 } }]);
  });

  it('decisions 8.02: a page is stale as soon as the query changes, but not during a reload', async () => {
    const stale = () => live.actor.getSnapshot().hasTag('stale');
    await live.resolve('loadPage', pageTo('a'));
    expect(stale()).toBe(false);
    for (const type of ['page.reload', 'page.next'] as const) {
      live.actor.send({ type });
      expect(stale()).toBe(false);
      await live.resolve('loadPage', pageTo('b'));
    }
    live.actor.send({ type: 'question.changed', question: { ...question, status: 'due' } });
    expect(stale()).toBe(true);
    // Reloaded before the response: the rows still belong to the previous question.
    live.actor.send({ type: 'page.reload' });
    live.actor.send({ type: 'size.changed', pageSize: 25 });
    expect(stale()).toBe(true);
    await live.resolve('loadPage', pageTo('c'));
    expect(stale()).toBe(false);
  });

  it('never shows an answer to an old query', async () => {
    const lateJob = live.jobs.get('loadPage');
    live.actor.send({ type: 'question.changed', question: { ...question, status: 'due' } });
    lateJob?.resolve(pageTo('late'));
    await live.resolve('loadPage', pageTo('now'));
    expect(context().page?.pagination.cursor).toBe('now');
  });

  it("spec 8.03: a failed list shows the server's message, else its own", async () => {
    await live.reject('loadPage', { status: 400, data: { message: 'The cursor is not one of ours.' } });
    expect(context().error).toBe('The cursor is not one of ours.');
    live.actor.send({ type: 'page.retry' });
    await live.reject('loadPage', new TypeError('fetch failed'));
    expect(context().error).toBe('Failed to load commissions');
  });

  it('after a failed Next, a retry requests the same page, and Previous returns to the one before', async () => {
    await live.resolve('loadPage', pageTo('a'));
    live.actor.send({ type: 'page.next' });
    await live.reject('loadPage', { status: 500 });
    live.actor.send({ type: 'page.retry' });
    await live.reject('loadPage', { status: 500 });
    live.actor.send({ type: 'page.previous' });
    expect(cursors()).toEqual([null, 'a', 'a', null]);
    await live.resolve('loadPage', pageTo('a'));
    expect(context()).toMatchObject({ error: null, cursor: null, history: [] });
  });
});
