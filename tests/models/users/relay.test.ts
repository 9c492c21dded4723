import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import type { UsersSummary } from '../../../contract/entities/people.ts';
import type { User } from '../../../contract/entities/user.ts';
import { cursorPagesOf } from '../../../src/machines/lists/cursorPages.machine.ts';
import { listOf } from '../../../src/machines/lists/list.machine.ts';
import { rowActionOf } from '../../../src/machines/lists/rowAction.machine.ts';
import type { UserAction } from '../../../src/machines/people/users.machine.ts';
import { createJobs } from '../support/jobs.ts';
import { other, users } from './cases.ts';

/** The people with their real pages and a server whose responses the test controls. */
const start = () => {
  const jobs = createJobs();
  const clock = new SimulatedClock();
  const pages = cursorPagesOf<User, UsersSummary | null>().provide({
    actors: { loadPage: fromPromise(({ input }) => jobs.start('loadPage', input)) },
  });
  const rowAction = rowActionOf<UserAction>().provide({
    actors: {
      askAction: fromPromise(({ input }) => jobs.start<string | null>('askAction', input)),
      saveAction: fromPromise(({ input }) => jobs.start<string | null>('saveAction', input)),
    },
  });
  const testList = listOf<User, UsersSummary | null, UserAction>().provide({ actors: { pages, rowAction } });
  const machine = users.machine.provide({ actors: { list: testList } });
  const actor = createActor(machine, { input: { selfId: '1', mayImport: true }, clock }).start();
  const list = () => actor.getSnapshot().children.list!;
  const getPages = () => list().getSnapshot().children.pages!;
  const page = (cursor: string | null) =>
    jobs.settle({ type: 'xstate.done.actor.loadPage', output: { data: [other], pagination: { cursor, limit: 25, total: null } } });
  const settle = (kind: 'done' | 'error', id: string, value: unknown) =>
    jobs.settle({ type: `xstate.${kind}.actor.${id}`, ...(kind === 'done' ? { output: value } : { error: value }) });
  const inputs = () => jobs.calls.filter(({ id }) => id === 'loadPage').map(({ input }) => input);
  return { actor, clock, jobs, list, shown: getPages, page, settle, asked: inputs };
};
const first = (question: object) => ({ question, cursor: null, limit: 25 });

describe('the people page with its child machines', () => {
  let live: ReturnType<typeof start>;
  beforeEach(async () => {
    live = start();
    await live.page('c1');
  });

  it('spec 7.13: requests typed text once, 250 ms after the last letter, and a role at once', () => {
    live.list().send({ type: 'search.type', text: ' be' });
    live.clock.increment(249);
    live.list().send({ type: 'search.type', text: ' ben ' });
    live.clock.increment(249);
    expect(live.asked()).toEqual([first({})]);
    live.clock.increment(1);
    live.list().send({ type: 'filter.choose', key: 'role', value: 'finance' });
    expect(live.asked().slice(1)).toEqual([first({ search: 'ben' }), first({ role: 'finance', search: 'ben' })]);
  });

  it('spec 8.12: an action reloads the current page, whether it succeeded or was refused', async () => {
    live.shown().send({ type: 'page.next' });
    await live.page(null);
    live.actor.send({ type: 'action.choose', action: { kind: 'deactivate', user: other } });
    await live.settle('done', 'askAction', '');
    expect(live.jobs.running.get('saveAction')?.input).toEqual({ action: { kind: 'deactivate', user: other }, reply: '' });
    await live.settle('done', 'saveAction', null);
    expect(live.asked().slice(2)).toEqual([{ question: {}, cursor: 'c1', limit: 25 }]);
    await live.page(null);
    live.actor.send({ type: 'action.choose', action: { kind: 'delete', user: other } });
    await live.settle('done', 'askAction', '');
    await live.settle('error', 'saveAction', { status: 409, data: { message: 'Ben Ortiz has history. Deactivate instead.' } });
    expect(live.asked().slice(3)).toEqual([{ question: {}, cursor: 'c1', limit: 25 }]);
    expect(live.list().getSnapshot().children.rowAction?.getSnapshot().context.error).toBe('Ben Ortiz has history. Deactivate instead.');
    // Opening the form dismisses the error.
    live.actor.send({ type: 'form.open', user: null });
    expect(live.list().getSnapshot().children.rowAction?.getSnapshot().context.error).toBeNull();
  });

  it('spec 2.58: an unconfirmed action loads and sends nothing', async () => {
    live.actor.send({ type: 'action.choose', action: { kind: 'delete', user: other } });
    await live.settle('done', 'askAction', null);
    expect(live.jobs.calls.map(({ id }) => id)).toEqual(['loadPage', 'askAction']);
  });

  it('spec 2.58: an added person and an import reload the list', () => {
    live.actor.send({ type: 'form.open', user: null });
    live.actor.send({ type: 'form.saved', user: other, password: null });
    live.actor.send({ type: 'import.open' });
    live.actor.send({ type: 'import.closed' });
    expect(live.asked()).toEqual([first({}), first({}), first({})]);
  });
});
