import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import type { Event, EventSummary } from '../../../contract/entities/event.ts';
import { eventEditMachine } from '../../../src/machines/events/eventEdit.machine.ts';
import { eventsCalendarMachine } from '../../../src/machines/events/eventsCalendar.machine.ts';
import { eventsSyncMachine } from '../../../src/machines/events/eventsSync.machine.ts';
import { columnLayoutMachine } from '../../../src/machines/lists/columnLayout.machine.ts';
import { infiniteListOf } from '../../../src/machines/lists/infiniteList.machine.ts';
import { conflict, current, event } from '../eventEdit/cases.ts';
import { createJobs } from '../support/jobs.ts';
import { events, opening } from './cases.ts';

/** The page with its real children and controlled services: events from one child reach the others. */
const start = () => {
  const jobs = createJobs();
  const clock = new SimulatedClock();
  const machine = events.machine.provide({
    actors: {
      list: infiniteListOf<Event, EventSummary>().provide({
        actors: { loadPage: fromPromise(({ input }) => jobs.start('loadPage', input)) },
      }),
      calendar: eventsCalendarMachine.provide({ actors: { loadAll: fromPromise(({ input }) => jobs.start('loadAll', input)) } }),
      edit: eventEditMachine.provide({ actors: { patchEvent: fromPromise(({ input }) => jobs.start('patchEvent', input)) } }),
      sync: eventsSyncMachine.provide({ actors: { startSync: fromPromise(() => jobs.start('startSync')) } }),
      columns: columnLayoutMachine.provide({ actors: { saveLayout: fromPromise(({ input }) => jobs.start('saveLayout', input)) } }),
    },
  });
  const actor = createActor(machine, { input: opening, clock }).start();
  const child = <Name extends 'list' | 'calendar' | 'edit' | 'sync' | 'bulk' | 'filters' | 'period' | 'columns'>(name: Name) => {
    const ref = actor.getSnapshot().children[name];
    if (!ref) throw new Error(`no child "${name}"`);
    return ref;
  };
  const done = (id: string, output: unknown) => jobs.settle({ type: `xstate.done.actor.${id}`, output });
  const error = (id: string, reason: unknown) => jobs.settle({ type: `xstate.error.actor.${id}`, error: reason });
  const questions = () => jobs.calls.filter(({ id }) => id === 'loadPage').map(({ input }) => (input as { question: object }).question);
  return { actor, clock, jobs, child, done, error, questions };
};
const page = { data: [event, { ...event, id: '42' }], pagination: { cursor: 'on', limit: 50, total: 2 }, summary: {} };
const reviewed = { ...event, reviewed: 'Yes', version: 4 };

describe('the events page with its child machines', () => {
  let live: ReturnType<typeof start>;
  const rows = () => live.child('list').getSnapshot().context.items;
  beforeEach(async () => {
    live = start();
    await live.done('loadPage', page);
  });

  it('spec 4.07, 9.07: each text and each choice reaches the list as one query', () => {
    live.child('filters').send({ type: 'filter.type', key: 'customer', text: 'Spr' });
    live.clock.increment(100);
    live.child('filters').send({ type: 'filter.type', key: 'customer', text: 'Spring' });
    live.clock.increment(250);
    live.child('filters').send({ type: 'need.toggle', need: 'need_review' });
    live.child('filters').send({ type: 'need.toggle', need: 'need_tech_setup' });
    expect(live.questions().slice(1)).toEqual([
      expect.objectContaining({ customer: 'Spring' }),
      expect.objectContaining({ customer: 'Spring', need_review: 'true' }),
      expect.not.objectContaining({ need_review: 'true' }),
    ]);
    expect(live.questions().at(-1)).toMatchObject({ customer: 'Spring', need_tech_setup: 'true' });
  });

  it('spec 2.40, 4.07: moving the period requests the list once', () => {
    live.child('period').send({ type: 'period.previous' });
    expect(live.questions().slice(1)).toMatchObject([{ start_date: '2026-10-01', end_date: '2026-10-31' }]);
  });

  it('spec 4.07: a saved edit replaces its row and marks the field with the answer, not before', async () => {
    live.child('edit').send({ type: 'edit.open', event, field: 'reviewed' });
    live.child('edit').send({ type: 'edit.submit', value: 'Yes' });
    expect([rows()[0], live.actor.getSnapshot().context.modified]).toEqual([event, {}]);
    await live.done('patchEvent', reviewed);
    expect(rows()).toEqual([reviewed, { ...event, id: '42' }]);
    expect(live.actor.getSnapshot().context.modified).toEqual({ 41: ['reviewed'] });
    expect(live.questions()).toHaveLength(1);
  });

  it('a conflict shows their value in the row, unmarked', async () => {
    live.child('edit').send({ type: 'edit.open', event, field: 'reviewed' });
    live.child('edit').send({ type: 'edit.submit', value: 'Yes' });
    await live.error('patchEvent', conflict);
    expect(rows()[0]).toEqual(current);
    expect(live.actor.getSnapshot().context.modified).toEqual({});
  });

  it('decisions 6.05: a saved cell replaces its row and is marked', () => {
    live.actor.send({ type: 'event.saved', event: { ...reviewed, id: '42' }, field: 'reviewed' });
    expect(rows()[1]).toMatchObject({ id: '42', reviewed: 'Yes' });
    expect(live.actor.getSnapshot().context.modified).toEqual({ 42: ['reviewed'] });
  });

  it('a new query deselects rows that it may not show', () => {
    live.child('bulk').send({ type: 'row.toggle', id: '42', range: false, order: ['41', '42'] });
    live.actor.send({ type: 'sort.toggle', key: 'price' });
    expect(live.child('bulk').getSnapshot().context.selected).toEqual([]);
  });

  it('spec 9.08: reloads the list 2000 ms after the answer of a sync, with the same sort and filters', async () => {
    live.actor.send({ type: 'sort.toggle', key: 'price' });
    await live.done('loadPage', page);
    live.child('sync').send({ type: 'sync.start' });
    await live.done('startSync', undefined);
    live.clock.increment(1999);
    expect(live.questions()).toHaveLength(2);
    live.clock.increment(1);
    expect(live.questions()).toHaveLength(3);
    expect(live.questions()[2]).toEqual(live.questions()[1]);
  });

  it('the calendar uses the table’s filters, and shows saved edits', async () => {
    live.child('filters').send({ type: 'filter.choose', key: 'reviewed', value: 'No' });
    live.actor.send({ type: 'view.choose', view: 'month' });
    expect(live.jobs.calls.filter(({ id }) => id === 'loadAll')).toMatchObject([
      { input: { question: { reviewed: 'No', start_date: '2026-10-31', end_date: '2026-12-06' } } },
    ]);
    await live.done('loadAll', [event]);
    live.child('edit').send({ type: 'edit.open', event, field: 'reviewed' });
    live.child('edit').send({ type: 'edit.submit', value: 'Yes' });
    await live.done('patchEvent', reviewed);
    expect(live.child('calendar').getSnapshot().context.events).toEqual([reviewed]);
  });

  it('spec 7.32: a child machine saves the columns', () => {
    live.child('columns').send({ type: 'column.hide', key: 'price' });
    live.clock.increment(400);
    const saved = live.jobs.calls.at(-1) as { id: string; input: { order: { key: string; visible: boolean }[] } };
    expect([saved.id, saved.input.order.length]).toEqual(['saveLayout', 27]);
    expect(saved.input.order.filter(({ visible }) => !visible)).toEqual([{ key: 'price', visible: false }]);
  });
});
