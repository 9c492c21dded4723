import { beforeEach, describe, expect, it } from 'vitest';
import { assign, createActor, fromPromise } from 'xstate';
import type { Adjustment } from '../../../contract/entities/adjustment.ts';
import type { AdjustmentDecision } from '../../../src/machines/adjustments/adjustments.machine.ts';
import { toDecisionError } from '../../../src/machines/adjustments/decisionError.ts';
import { cursorPagesOf } from '../../../src/machines/lists/cursorPages.machine.ts';
import { listOf } from '../../../src/machines/lists/list.machine.ts';
import { rowActionOf } from '../../../src/machines/lists/rowAction.machine.ts';
import { adjustment } from '../adjustmentForm/cases.ts';
import { createJobs } from '../support/jobs.ts';
import { adjustments, approve, november, october, subject } from './cases.ts';

/** The adjustments with their real pages and a server whose responses the test controls. */
const start = () => {
  const jobs = createJobs();
  const pages = cursorPagesOf<Adjustment>().provide({ actors: { loadPage: fromPromise(({ input }) => jobs.start('loadPage', input)) } });
  const rowAction = rowActionOf<AdjustmentDecision>().provide({
    actors: {
      askAction: fromPromise<string | null, { action: AdjustmentDecision }>(async () => 'Paid twice'),
      saveAction: fromPromise(({ input }) => jobs.start<string | null>('saveAction', input)),
    },
    actions: { setError: assign((_, { error }) => ({ error: toDecisionError(error) })) },
  });
  const list = listOf<Adjustment, unknown, AdjustmentDecision>().provide({ actors: { pages, rowAction } });
  const machine = adjustments.machine.provide({ actors: { list } });
  const actor = createActor(machine, { input: { live: true, list: { pageSize: 11, part: november } } }).start();
  const running = () => actor.getSnapshot().children.list!;
  const getPages = () => running().getSnapshot().children.pages!;
  const error = () => running().getSnapshot().children.rowAction!.getSnapshot().context.error;
  /** Confirms a decision. */
  const decide = async () => {
    actor.send({ type: 'decision.ask', decision: approve });
    await new Promise((resolve) => setImmediate(resolve));
  };
  const page = (id: string, cursor: string | null) =>
    jobs.settle({ type: 'xstate.done.actor.loadPage', output: { data: [{ id }], pagination: { cursor, limit: 11, total: null } } });
  const requests = () => jobs.calls.filter(({ id }) => id === 'loadPage').map(({ input }) => input);
  return { actor, jobs, list: running, pages: getPages, page, asked: requests, error, decide };
};
const newest = { start_date: '2026-11-01', end_date: '2026-11-21', sort_field: 'created_at', sort_direction: 'desc' };
const first = (question: object) => ({ question, cursor: null, limit: 11 });

describe('the adjustments page with its child machines', () => {
  let live: ReturnType<typeof start>;
  beforeEach(async () => {
    live = start();
    await live.page('9', 'c1');
  });

  it('spec 7.21: shows the newest first, and requests another order, state and period once each', () => {
    live.list().send({ type: 'sort.toggle', key: 'adjustment_amount' });
    live.list().send({ type: 'filter.choose', key: 'state', value: 'approved' });
    live.list().send({ type: 'part.changed', part: october });
    const amounts = { sort_field: 'adjustment_amount', sort_direction: 'asc' };
    expect(live.asked()).toEqual([
      first(newest),
      first({ ...newest, ...amounts }),
      first({ ...newest, ...amounts, state: 'approved' }),
      first({ start_date: '2026-10-01', end_date: '2026-10-31', ...amounts, state: 'approved' }),
    ]);
  });

  it('spec 2.38: a save reloads the current page, not the first', async () => {
    live.pages().send({ type: 'page.next' });
    await live.page('20', null);
    live.actor.send({ type: 'form.open', subject });
    live.actor.send({ type: 'form.saved', adjustment });
    expect(live.asked().slice(2)).toEqual([{ question: newest, cursor: 'c1', limit: 11 }]);
  });

  it('decisions 2.10: a decided item is reloaded, also if somebody else decided first', async () => {
    await live.decide();
    expect(live.jobs.running.get('saveAction')?.input).toEqual({ action: approve, reply: 'Paid twice' });
    await live.jobs.settle({ type: 'xstate.done.actor.saveAction', output: null });
    expect(live.asked()).toEqual([first(newest), first(newest)]);
    await live.page('9', null);
    await live.decide();
    await live.jobs.settle({ type: 'xstate.error.actor.saveAction', error: { status: 409, data: { message: 'Somebody was first.' } } });
    expect(live.asked()).toHaveLength(3);
    expect(live.error()).toBe('Somebody was first.');
  });

  it('decisions 2.10: a refusal reloads the rows, while the page and the message stay', async () => {
    await live.decide();
    await live.jobs.settle({ type: 'xstate.error.actor.saveAction', error: { status: 403, data: { message: 'Not your own.' } } });
    expect(live.asked()).toEqual([first(newest), first(newest)]);
    expect(live.error()).toBe('Not your own.');
    expect(live.pages().getSnapshot().context.page?.data).toEqual([{ id: '9' }]);
  });
});
