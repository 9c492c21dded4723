import { beforeEach, describe, expect, it } from 'vitest';
import { expectChangeAt } from '../support/delays.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { list, newest } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...list,
    holds: ({ snapshot, rig }) => {
      // Unless someone is typing, the last query matches the current choices.
      if (!snapshot.matches({ question: 'still' })) return;
      const { filters, part, search, searches, sort, sorts } = snapshot.context;
      const question = rig.heard.filter(({ id, event }) => id === 'pages' && event.type === 'question.changed').at(-1);
      const first = rig.calls.find(({ id }) => id === 'pages')?.input as { question: object };
      expect((question?.event ?? first).question).toEqual({
        ...(filters.role ? { role: filters.role } : {}),
        ...(search.trim() === '' || searches === 'page' ? {} : { search: search.trim() }),
        ...(sorts === 'all' ? { sort_field: sort.key, sort_direction: sort.direction } : {}),
        ...part,
      });
      // The totals belong to the same query, in any order.
      const { sort_field: _, sort_direction: __, ...unsorted } = (question?.event ?? first).question as Record<string, string>;
      const lastTotals = rig.heard.filter(({ id }) => id === 'totals').at(-1)?.event ?? rig.calls.find(({ id }) => id === 'totals')?.input;
      expect((lastTotals as typeof first).question).toEqual(unsorted);
      expect(snapshot.context.opened !== null).toBe(snapshot.matches({ row: 'opened' }));
    },
  },
  table,
  ignored,
);

describe('a list', () => {
  const start = (overrides: object = {}) => {
    const rig = createRig(list.machine, { pageSize: 25, fallback: 'Failed', ...overrides }, list.rig);
    rig.actor.start();
    return rig;
  };
  let rig: ReturnType<typeof start>;
  const sentEvents = (child = '') =>
    rig.heard.filter(({ id }) => (child === '' ? id !== 'totals' : id === child)).map(({ event }) => event);
  beforeEach(() => {
    rig = start();
  });

  it('requests the query in the address, from its page', () => {
    expect(start({ filters: { role: 'finance', team: '' }, search: ' ben ', page: 3 }).calls.slice(0, 1)).toEqual([
      { id: 'pages', input: { question: { role: 'finance', search: 'ben' }, pageSize: 25, page: 3, fallback: 'Failed' } },
    ]);
  });

  it('the search starts a quarter of a second after the last key, without surrounding blanks', () => {
    rig.actor.send({ type: 'search.type', text: ' b' });
    rig.clock.increment(249);
    rig.actor.send({ type: 'search.type', text: ' ben ' });
    expectChangeAt(rig, 250);
    expect(sentEvents()).toEqual([{ type: 'question.changed', question: { search: 'ben' } }]);
  });

  it('spec 2.58: a filter applies at once, with the typed search; the same one requests nothing', () => {
    rig.actor.send({ type: 'search.type', text: 'ben' });
    rig.actor.send({ type: 'filter.choose', key: 'role', value: 'finance' });
    rig.actor.send({ type: 'filter.choose', key: 'role', value: 'finance' });
    rig.clock.increment(1000);
    expect(sentEvents()).toEqual([{ type: 'question.changed', question: { role: 'finance', search: 'ben' } }]);
  });

  it('choosing a complete search requests it at once and drops the letters typed before', () => {
    rig.actor.send({ type: 'search.type', text: 'ben' });
    rig.actor.send({ type: 'search.set', text: '' });
    rig.clock.increment(1000);
    expect(sentEvents()).toEqual([{ type: 'question.changed', question: {} }]);
  });

  it('spec 4.05: a sort is local and returns to the first page; a reload loads the page again', () => {
    rig.actor.send({ type: 'sort.toggle', key: 'name' });
    rig.actor.send({ type: 'sort.toggle', key: 'name' });
    expect(rig.actor.getSnapshot().context.sort).toEqual({ key: 'name', direction: 'desc' });
    rig.actor.send({ type: 'list.reload' });
    expect(sentEvents()).toEqual([{ type: 'sort.changed' }, { type: 'sort.changed' }, { type: 'page.reload' }]);
  });

  it('spec 7.20: the parent’s query applies at once, and no choice here replaces it', () => {
    rig.actor.send({ type: 'part.changed', part: { start_date: '2026-11-01', user_id: '7' } });
    rig.actor.send({ type: 'part.changed', part: { start_date: '2026-11-01', user_id: '7' } });
    rig.actor.send({ type: 'filter.choose', key: 'user_id', value: '8' });
    expect(sentEvents()).toEqual([
      { type: 'question.changed', question: { start_date: '2026-11-01', user_id: '7' } },
      { type: 'question.changed', question: { start_date: '2026-11-01', user_id: '7' } },
    ]);
  });

  it('spec 2.36: a search of the page requests nothing', () => {
    rig = start({ searches: 'page' });
    rig.actor.send({ type: 'search.type', text: 'travel' });
    rig.actor.send({ type: 'search.set', text: 'hotel' });
    rig.clock.increment(1000);
    expect(rig.actor.getSnapshot().context.search).toBe('hotel');
    expect(sentEvents()).toEqual([]);
  });

  it('spec 7.21: if the server sorts, a header requests it, and an address without a sort uses the default', () => {
    rig = start({ sorts: 'all', defaultSort: newest });
    rig.actor.send({ type: 'sort.toggle', key: 'amount' });
    rig.actor.send({ type: 'sort.set', sort: null });
    rig.actor.send({ type: 'sort.set', sort: newest });
    expect(sentEvents().map(({ question }) => question)).toEqual([
      { sort_field: 'amount', sort_direction: 'asc' },
      { sort_field: 'created_at', sort_direction: 'desc' },
    ]);
  });

  it('decisions 8.05: the totals follow the query and reloads, but not the order of the rows', () => {
    rig = start({ sorts: 'all', defaultSort: newest, filters: { role: 'finance' } });
    expect(rig.calls.find(({ id }) => id === 'totals')?.input).toMatchObject({ question: { role: 'finance' } });
    rig.actor.send({ type: 'filter.choose', key: 'role', value: 'admin' });
    rig.actor.send({ type: 'sort.toggle', key: 'amount' });
    rig.actor.send({ type: 'list.reload' });
    expect(sentEvents('totals')).toEqual([
      { type: 'question.changed', question: { role: 'admin' } },
      { type: 'question.ask', question: { role: 'admin' } },
    ]);
  });

  it('a sort from the URL keeps its page', () => {
    rig.actor.send({ type: 'sort.set', sort: { key: 'name', direction: 'desc' } });
    expect(rig.actor.getSnapshot().context.sort).toEqual({ key: 'name', direction: 'desc' });
    expect(sentEvents()).toEqual([]);
  });

  it('the row in an address is open until another one or something in front replaces it', () => {
    rig = start({ opened: { id: '9', pane: 'question' } });
    const opened = () => rig.actor.getSnapshot().context.opened;
    expect(opened()).toEqual({ id: '9', pane: 'question' });
    rig.actor.send({ type: 'row.open', opened: { id: '10', pane: '' } });
    expect(opened()).toEqual({ id: '10', pane: '' });
    rig.actor.send({ type: 'row.open', opened: { id: '10', pane: 'edit' } });
    expect(opened()).toEqual({ id: '10', pane: 'edit' });
    rig.actor.send({ type: 'row.close' });
    expect(opened()).toBeNull();
    expect(sentEvents()).toEqual([]);
  });

  it('spec 2.38, 8.12: an action reloads the page, successful or failed, unless it was not confirmed', () => {
    const action = { kind: 'delete', id: '9' };
    rig.actor.send({ type: 'action.choose', action });
    rig.actor.send({ type: 'action.settled', action, outcome: 'refused' });
    rig.actor.send({ type: 'action.settled', action, outcome: 'failed', error: { status: 409 } });
    rig.actor.send({ type: 'action.settled', action, outcome: 'succeeded', answer: null });
    rig.actor.send({ type: 'error.dismiss' });
    expect(sentEvents()).toEqual([
      { type: 'action.choose', action },
      { type: 'page.reload' },
      { type: 'page.reload' },
      { type: 'error.dismiss' },
    ]);
    expect(rig.effects.map(({ params }) => (params as { outcome: string }).outcome)).toEqual(['refused', 'failed', 'succeeded']);
  });
});
