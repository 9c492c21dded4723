import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { cursorPagesMachine } from '../../../src/machines/lists/cursorPages.machine.ts';
import { adjustment } from '../adjustmentForm/cases.ts';
import { createJobs } from '../support/jobs.ts';
import { adjustments, approve, november, october, subject } from './cases.ts';

/** The adjustments with their real pages, and a server that waits. */
const start = () => {
  const jobs = createJobs();
  const adjustmentPages = cursorPagesMachine.provide({ actors: { loadPage: fromPromise(({ input }) => jobs.start('loadPage', input)) } });
  const decide = fromPromise<void, unknown>(({ input }) => jobs.start<void>('decide', input));
  const machine = adjustments.machine.provide({ actors: { adjustmentPages, decide } as never });
  const actor = createActor(machine, { input: { range: november, pageSize: 11, live: true } }).start();
  const pages = () => actor.getSnapshot().children.adjustmentPages!;
  const page = (id: string, cursor: string | null) =>
    jobs.settle({ type: 'xstate.done.actor.loadPage', output: { data: [{ id }], pagination: { cursor, limit: 11, total: null } } });
  const asked = () => jobs.calls.filter(({ id }) => id === 'loadPage').map(({ input }) => input);
  return { actor, jobs, pages, page, asked };
};
const newest = { start_date: '2026-11-01', end_date: '2026-11-21', sort_field: 'created_at', sort_direction: 'desc' };
const first = (question: object) => ({ question, cursor: null, limit: 11 });

describe('the adjustments with their own pages', () => {
  let live: ReturnType<typeof start>;
  beforeEach(async () => {
    live = start();
    await live.page('9', 'c1');
  });

  it('spec 7.21: the newest come first, and another order, state and period are one question each', () => {
    live.actor.send({ type: 'sort.toggle', key: 'adjustment_amount' });
    live.actor.send({ type: 'state.choose', state: 'approved' });
    live.actor.send({ type: 'range.changed', range: october });
    const amounts = { sort_field: 'adjustment_amount', sort_direction: 'asc' };
    expect(live.asked()).toEqual([
      first(newest),
      first({ ...newest, ...amounts }),
      first({ ...newest, ...amounts, state: 'approved' }),
      first({ start_date: '2026-10-01', end_date: '2026-10-31', ...amounts, state: 'approved' }),
    ]);
  });

  it('spec 2.38: after a save the page that is shown is read again, not the first', async () => {
    live.pages().send({ type: 'page.next' });
    await live.page('20', null);
    live.actor.send({ type: 'form.open', subject });
    live.actor.send({ type: 'form.saved', adjustment });
    expect(live.asked().slice(2)).toEqual([{ question: newest, cursor: 'c1', limit: 11 }]);
  });

  it('decisions 2.10: what was decided is read again, and so is what somebody else decided first', async () => {
    live.actor.send({ type: 'decision.confirmed', decision: approve });
    expect(live.jobs.running.get('decide')?.input).toEqual({ kind: 'approve', id: '9', version: 3, amount: 620, reason: '' });
    await live.jobs.settle({ type: 'xstate.done.actor.decide', output: undefined });
    expect(live.asked()).toEqual([first(newest), first(newest)]);
    await live.page('9', null);
    live.actor.send({ type: 'decision.confirmed', decision: approve });
    await live.jobs.settle({ type: 'xstate.error.actor.decide', error: { status: 409, data: { message: 'Somebody was first.' } } });
    expect(live.asked()).toHaveLength(3);
    expect(live.actor.getSnapshot().context.error).toBe('Somebody was first.');
  });

  it('decisions 2.10: after a refusal the rows are read again, the page stays until they come, and its sentence stays', async () => {
    live.actor.send({ type: 'decision.confirmed', decision: approve });
    await live.jobs.settle({ type: 'xstate.error.actor.decide', error: { status: 403, data: { message: 'Not your own.' } } });
    expect(live.asked()).toEqual([first(newest), first(newest)]);
    expect(live.actor.getSnapshot().context.error).toBe('Not your own.');
    expect(live.pages().getSnapshot().context.page?.data).toEqual([{ id: '9' }]);
  });
});
