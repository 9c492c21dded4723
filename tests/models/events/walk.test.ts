import { describe, expect, it } from 'vitest';
import { eventColumns } from '../../../contract/entities/event.ts';
import { event } from '../eventEdit/cases.ts';
import { noFilters } from '../eventFilters/cases.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { events, layout, november, october, opening } from './cases.ts';
import { ignored, table } from './table.ts';

type Sent = { type: string; question?: Record<string, string> };

describeMachine(
  {
    ...events,
    holds: ({ snapshot, rig }) => {
      const { range, sort, filters, need, modified } = snapshot.context;
      const eventsSentTo = (child: string) => rig.heard.filter(({ id }) => id === child).map((message) => message.event as Sent);
      const question = {
        ...range,
        sort_field: sort.key,
        sort_direction: sort.direction,
        ...(filters.reviewed === '' ? {} : { reviewed: filters.reviewed }),
        ...(need === null ? {} : { [need]: 'true' }),
      };
      // spec 4.07, 7.26: the last queries of list and calendar match the current choices.
      for (const child of ['list', 'calendar']) {
        const first = rig.calls.find(({ id }) => id === child)?.input as { question: object };
        expect(eventsSentTo(child).findLast(({ type }) => type === 'question.changed')?.question ?? first.question).toEqual(question);
      }
      // Every new question clears the selection; a reload caused by other people's changes preserves it.
      const countListEvents = (kind: string) => eventsSentTo('list').filter(({ type }) => type === kind).length;
      expect(eventsSentTo('bulk').length).toBeGreaterThanOrEqual(countListEvents('question.changed'));
      expect(eventsSentTo('bulk').length).toBeLessThanOrEqual(countListEvents('question.changed') + countListEvents('list.reload'));
      // The calendar is open exactly while it is visible.
      const last = eventsSentTo('calendar').findLast(({ type }) => type === 'calendar.open' || type === 'calendar.close');
      expect(last?.type === 'calendar.open').toBe(snapshot.matches('calendar'));
      // spec 4.07: fields are marked only when saved.
      const saves = eventsSentTo('list').filter(({ type }) => type === 'item.replace').length;
      if (saves === 0) expect(modified).toEqual({});
    },
  },
  table,
  ignored,
);

describe('the events page', () => {
  const start = (overrides: Partial<(typeof events.inputs)[number]> = {}) => {
    const rig = createRig(events.machine, { ...opening, ...overrides }, events.rig);
    rig.actor.start();
    return rig;
  };
  type Live = ReturnType<typeof start>;
  const sentEvents = (rig: Live, child: string) => rig.heard.filter(({ id }) => id === child).map((message) => message.event as Sent);
  const context = (rig: Live) => rig.actor.getSnapshot().context;
  const input = (rig: Live, child: string) => rig.calls.find(({ id }) => id === child)?.input;
  const sorts = (rig: Live) => sentEvents(rig, 'list').map(({ question }) => `${question?.sort_field} ${question?.sort_direction}`);

  it('an address with an event loads the list up to that event, once', () => {
    const rig = start({ panel: '41' });
    expect(input(rig, 'list')).toMatchObject({ until: '41' });
    expect(input(start(), 'list')).toMatchObject({ until: null });
  });

  it('spec 4.02, 4.07, 7.26, 9.08: requests the whole month, newest first, fifty at a time, without empty filters', () => {
    const rig = start({ period: undefined });
    const question = { start_date: '2026-11-01', end_date: '2026-11-30', sort_field: 'date_time', sort_direction: 'desc' };
    expect(input(rig, 'list')).toEqual({ question, pageSize: 50, fallback: 'Failed to load events', until: null });
    expect(input(rig, 'filters')).toEqual({ filters: noFilters, need: null });
    expect(sentEvents(rig, 'list')).toEqual([]);
  });

  it('spec 2.45, 9.08: has 27 columns, in the saved order', () => {
    const saved = { order: [{ key: 'price', visible: false }], widths: { price: 90 } };
    const rig = start({ layout: saved });
    expect(input(rig, 'columns')).toEqual({ keys: eventColumns, saved });
    expect((input(rig, 'columns') as { keys: string[] }).keys).toHaveLength(27);
    expect(input(start(), 'columns')).toMatchObject({ saved: layout });
  });

  it('spec 4.07: another header sorts ascending, and the same again reverses', () => {
    const rig = start();
    for (const key of ['customer', 'customer', 'customer', 'price', 'date_time', 'date_time']) rig.actor.send({ type: 'sort.toggle', key });
    expect(sorts(rig)).toEqual(['customer asc', 'customer desc', 'customer asc', 'price asc', 'date_time asc', 'date_time desc']);
  });

  it('spec 4.07: the initial sort header sorts ascending', () => {
    const rig = start();
    rig.actor.send({ type: 'sort.toggle', key: 'date_time' });
    expect(sorts(rig)).toEqual(['date_time asc']);
  });

  it('the column menu sorts as labelled, and the same choice twice sends one request', () => {
    const rig = start();
    for (const direction of ['desc', 'desc', 'asc'] as const) rig.actor.send({ type: 'sort.to', key: 'price', direction });
    expect(sorts(rig)).toEqual(['price desc', 'price asc']);
  });

  it('an unknown column sorts nothing, and no link creates one', () => {
    const rig = start({ sort: { key: '__proto__', direction: 'asc' } });
    rig.actor.send({ type: 'sort.toggle', key: 'constructor' });
    rig.actor.send({ type: 'sort.to', key: 'length', direction: 'asc' });
    expect(sentEvents(rig, 'list')).toEqual([]);
    expect(input(rig, 'list')).toMatchObject({ question: { sort_field: 'date_time', sort_direction: 'desc' } });
  });

  it.each([
    ['a sort', (rig: Live) => rig.actor.send({ type: 'sort.toggle', key: 'price' }), { sort_field: 'price' }],
    [
      'a filter',
      (rig: Live) => rig.actor.send({ type: 'filters.changed', filters: { ...noFilters, state: 'AZ' }, need: null }),
      { state: 'AZ' },
    ],
    [
      'a need',
      (rig: Live) => rig.actor.send({ type: 'filters.changed', filters: noFilters, need: 'need_review' }),
      { need_review: 'true' },
    ],
    ['a period', (rig: Live) => rig.setChild('period', { period: october }), { start_date: '2026-10-01', end_date: '2026-10-31' }],
  ] as const)('spec 4.07: %s requests list and calendar exactly once, and deselects', (_case, change, part) => {
    const rig = start();
    change(rig);
    for (const child of ['list', 'calendar'])
      expect(sentEvents(rig, child)).toEqual([{ type: 'question.changed', question: expect.objectContaining(part) }]);
    expect(sentEvents(rig, 'bulk')).toEqual([{ type: 'selection.clear' }]);
  });

  it('opening and closing a picker without moving the period requests nothing', () => {
    const rig = start();
    rig.setChild('period', { period: { ...november }, year: 2026 });
    expect(sentEvents(rig, 'list')).toEqual([]);
  });

  it('spec 4.07: a saved event replaces its row and is marked, field by field', () => {
    const rig = start();
    rig.actor.send({ type: 'event.saved', event, field: 'reviewed' });
    rig.actor.send({ type: 'event.saved', event, field: 'sales_lead' });
    rig.actor.send({ type: 'event.saved', event, field: 'reviewed' });
    rig.actor.send({ type: 'event.saved', event: { ...event, id: '42' }, field: 'invoiced' });
    expect(context(rig).modified).toEqual({ 41: ['reviewed', 'sales_lead'], 42: ['invoiced'] });
    for (const child of ['list', 'calendar']) expect(sentEvents(rig, child).at(0)).toEqual({ type: 'item.replace', id: '41', item: event });
  });

  it("another user's edit replaces the row without a mark", () => {
    const rig = start();
    rig.actor.send({ type: 'event.read', event });
    expect(context(rig).modified).toEqual({});
    expect(sentEvents(rig, 'list')).toEqual([{ type: 'item.replace', id: '41', item: event }]);
  });

  describe('decisions 6.05: changes by others', () => {
    const changedEvent = { ...event, reviewed: 'Yes', version: 9 };
    const by = (name: string | null, own = false) => [{ field: 'reviewed' as const, by: name, own }];

    it('replace the row in place, in list and calendar, marked with their author; no selection is lost', () => {
      const rig = start();
      rig.actor.send({ type: 'event.heard', event: changedEvent, edits: by('Eve Vents') });
      expect(sentEvents(rig, 'list')).toEqual([{ type: 'item.replace', id: '41', item: changedEvent }]);
      expect(sentEvents(rig, 'calendar')).toEqual([{ type: 'item.replace', id: '41', item: changedEvent }]);
      expect(sentEvents(rig, 'cells')).toEqual([{ type: 'event.heard', event: changedEvent }]);
      expect(sentEvents(rig, 'bulk')).toEqual([]);
      expect(context(rig).news).toEqual({ 41: { reviewed: 'Eve Vents' } });
    });

    it('replace the user’s own mark on the same field, until the user’s next edit', () => {
      const rig = start();
      rig.actor.send({ type: 'event.saved', event, field: 'reviewed' });
      rig.actor.send({ type: 'event.saved', event, field: 'sales_lead' });
      rig.actor.send({ type: 'event.heard', event: changedEvent, edits: by(null) });
      expect([context(rig).news, context(rig).modified]).toEqual([{ 41: { reviewed: null } }, { 41: ['sales_lead'] }]);
      rig.actor.send({ type: 'event.saved', event, field: 'reviewed' });
      expect([context(rig).news, context(rig).modified]).toEqual([{ 41: {} }, { 41: ['sales_lead', 'reviewed'] }]);
    });

    it('skip the user’s own edits elsewhere; a source’s change is reported without a field', () => {
      const rig = start();
      rig.actor.send({ type: 'event.heard', event: changedEvent, edits: by('Me', true) });
      expect(context(rig).news).toEqual({});
      rig.actor.send({ type: 'event.heard', event: { ...changedEvent, id: '42' }, edits: [] });
      expect(context(rig).news).toEqual({ 42: {} });
    });

    it('are cleared by a new query, a sync and a reload', () => {
      for (const next of [{ type: 'sort.toggle', key: 'price' }, { type: 'sync.settled' }, { type: 'events.stale' }] as const) {
        const rig = start();
        rig.actor.send({ type: 'event.heard', event: changedEvent, edits: by('Eve Vents') });
        rig.actor.send(next);
        expect(context(rig).news).toEqual({});
      }
    });

    it('reload list and calendar if there are too many, and keep the selection', () => {
      const rig = start();
      rig.actor.send({ type: 'events.stale' });
      expect([sentEvents(rig, 'list'), sentEvents(rig, 'calendar'), sentEvents(rig, 'bulk')]).toEqual([
        [{ type: 'list.reload' }],
        [{ type: 'calendar.reload' }],
        [],
      ]);
    });
  });

  it('stay marked while other rows are shown', () => {
    const rig = start();
    rig.actor.send({ type: 'event.saved', event, field: 'reviewed' });
    rig.actor.send({ type: 'sort.toggle', key: 'price' });
    expect(context(rig).modified).toEqual({ 41: ['reviewed'] });
  });

  it('spec 9.08: a sync reloads the list, with the current sort and filters', () => {
    const rig = start({ filters: { state: 'AZ' }, sort: { key: 'price', direction: 'asc' } });
    rig.actor.send({ type: 'sync.settled' });
    expect(sentEvents(rig, 'list')).toEqual([{ type: 'list.reload' }]);
    expect(sentEvents(rig, 'calendar')).toEqual([{ type: 'calendar.reload' }]);
    expect(context(rig)).toMatchObject({ sort: { key: 'price', direction: 'asc' }, filters: { state: 'AZ' } });
  });

  it('month and week are one calendar that keeps its place while the table is shown', () => {
    const rig = start();
    for (const view of ['table', 'month', 'week', 'table'] as const) rig.actor.send({ type: 'view.choose', view });
    expect(sentEvents(rig, 'calendar')).toEqual([
      { type: 'calendar.open', mode: 'month' },
      { type: 'calendar.open', mode: 'week' },
      { type: 'calendar.close' },
    ]);
    expect(rig.calls.filter(({ id }) => id === 'calendar')).toHaveLength(1);
  });

  it('a link opens with its view, filters, need and sort', () => {
    const rig = start({ view: 'week', filters: { invoiced: 'Sent' }, need: 'need_review', sort: { key: 'price', direction: 'asc' } });
    expect(sentEvents(rig, 'calendar')).toEqual([{ type: 'calendar.open', mode: 'week' }]);
    expect(input(rig, 'filters')).toEqual({ filters: { ...noFilters, invoiced: 'Sent' }, need: 'need_review' });
    expect(input(rig, 'list')).toMatchObject({
      question: {
        start_date: '2026-11-01',
        end_date: '2026-11-30',
        sort_field: 'price',
        sort_direction: 'asc',
        invoiced: 'Sent',
        need_review: 'true',
      },
    });
  });

  it("an event's panel opens over any view, and another one replaces it", () => {
    const rig = start();
    rig.actor.send({ type: 'panel.open', id: '41' });
    rig.actor.send({ type: 'panel.open', id: '42' });
    expect(context(rig).panel).toBe('42');
    rig.actor.send({ type: 'panel.close' });
    expect(context(rig).panel).toBeNull();
  });
});
