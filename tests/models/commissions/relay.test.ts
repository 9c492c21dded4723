import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import type { Commission, CommissionSummary } from '../../../contract/entities/commission.ts';
import { cursorPagesOf } from '../../../src/machines/lists/cursorPages.machine.ts';
import { listOf } from '../../../src/machines/lists/list.machine.ts';
import { createJobs } from '../support/jobs.ts';
import { commissions } from './cases.ts';

/** The page with its real period and pages and a server whose responses the test controls. */
const start = () => {
  const jobs = createJobs();
  const pages = cursorPagesOf<Commission, CommissionSummary>().provide({
    actors: { loadPage: fromPromise(({ input }) => jobs.start('loadPage', input)) },
  });
  const list = listOf<Commission, CommissionSummary>().provide({ actors: { pages } });
  const input = { today: '2026-11-21', userId: '7', list: { pageSize: 10 } };
  const clock = new SimulatedClock();
  const actor = createActor(commissions.machine.provide({ actors: { list } }), { input, clock }).start();
  const child = () => {
    const { list: running, period } = actor.getSnapshot().children;
    const childPages = running?.getSnapshot().children.pages;
    if (!running || !period || !childPages) throw new Error('a child is missing');
    return { list: running, period, pages: childPages };
  };
  const done = (id: string, cursor: string | null) =>
    jobs.settle({ type: 'xstate.done.actor.loadPage', output: { data: [{ id }], pagination: { cursor, limit: 10, total: null } } });
  const requests = () => jobs.calls.map(({ input: call }) => call);
  return { actor, clock, jobs, child, done, asked: requests };
};
const november = { start_date: '2026-11-01', end_date: '2026-11-21', user_id: '7' };

describe('the commissions page with its child machines', () => {
  let live: ReturnType<typeof start>;
  const shown = () => live.child().pages.getSnapshot().context.page?.data;
  beforeEach(async () => {
    live = start();
    await live.done('9', 'c1');
  });

  it('spec 3.02, 7.20: loads the month to date once, for the salesperson', () => {
    expect(live.asked()).toEqual([{ question: november, cursor: null, limit: 10 }]);
    expect(shown()).toEqual([{ id: '9' }]);
  });

  it('spec 2.40, 4.05: requests another period once, from its first page, and never shows a late answer to the old one', async () => {
    live.child().pages.send({ type: 'page.next' });
    const lateJob = live.jobs.running.get('loadPage');
    live.child().period.send({ type: 'period.previous' });
    expect(live.asked().slice(1)).toEqual([
      { question: november, cursor: 'c1', limit: 10 },
      { question: { start_date: '2026-10-01', end_date: '2026-10-31', user_id: '7' }, cursor: null, limit: 10 },
    ]);
    lateJob?.resolve({ data: [{ id: 'late' }], pagination: { cursor: null, limit: 10, total: null } });
    await live.done('10', null);
    expect(shown()).toEqual([{ id: '10' }]);
  });

  it('spec 2.40: opening the picker requests nothing', () => {
    live.child().period.send({ type: 'picker.open' });
    live.child().period.send({ type: 'picker.close' });
    expect(live.asked()).toHaveLength(1);
  });

  it('spec 2.35, 7.20: sends a chosen status, and none for "all"', async () => {
    live.child().list.send({ type: 'filter.choose', key: 'status', value: 'due' });
    await live.done('10', null);
    live.child().list.send({ type: 'filter.choose', key: 'status', value: '' });
    expect(live.asked().slice(1)).toEqual([
      { question: { ...november, status: 'due' }, cursor: null, limit: 10 },
      { question: november, cursor: null, limit: 10 },
    ]);
  });

  it('spec 4.05: a sort requests nothing on the first page, and returns to it from a later one', async () => {
    live.child().list.send({ type: 'sort.toggle', key: 'status' });
    expect(live.asked()).toHaveLength(1);
    live.child().pages.send({ type: 'page.next' });
    await live.done('10', null);
    live.child().list.send({ type: 'sort.toggle', key: 'status' });
    expect(live.asked().slice(2)).toEqual([{ question: november, cursor: null, limit: 10 }]);
    expect(live.child().list.getSnapshot().context.sort).toEqual({ key: 'status', direction: 'desc' });
  });

  it('if the server searches, only the last letter sends a request, a quarter of a second later', () => {
    for (const text of ['1', '10', '104 ']) {
      live.child().list.send({ type: 'search.type', text });
      live.clock.increment(249);
    }
    expect(live.asked()).toHaveLength(1);
    live.clock.increment(1);
    expect(live.asked().slice(1)).toEqual([{ question: { ...november, search: '104' }, cursor: null, limit: 10 }]);
  });

  it('spec 2.34: a reason closes the open record, and a record in the address closes the reason', () => {
    const { list } = live.child();
    const readDialog = () => [live.actor.getSnapshot().context.dialog, list.getSnapshot().context.opened?.id ?? null];
    list.send({ type: 'row.open', opened: { id: '9', pane: '' } });
    live.actor.send({ type: 'dialog.open', dialog: 'total_commission' });
    expect(readDialog()).toEqual(['total_commission', null]);
    list.send({ type: 'row.open', opened: { id: '9', pane: 'question' } });
    expect(readDialog()).toEqual([null, '9']);
  });
});
