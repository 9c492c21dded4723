import { describe, expect, it } from 'vitest';
import { event } from '../eventEdit/cases.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { eventsCalendar, november, october, today } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...eventsCalendar,
    holds: ({ snapshot, rig }) => {
      const { question, anchor, events, error } = snapshot.context;
      const loading = snapshot.matches({ open: 'loading' });
      expect([...rig.jobs.keys()]).toEqual(loading ? ['loadAll'] : []);
      expect(snapshot.hasTag('busy')).toBe(loading);
      if (loading) {
        const input = rig.jobs.get('loadAll')?.input as { question: typeof november };
        const { start_date, end_date, ...rest } = input.question;
        const { start_date: _from, end_date: _to, ...filters } = question;
        expect(rest).toEqual(filters);
        // The anchor day is within the requested range.
        expect(start_date < anchor && anchor < end_date).toBe(true);
      }
      if (snapshot.matches('resting')) expect([events, error]).toEqual([[], null]);
      if (snapshot.matches({ open: 'failed' })) expect(events).toEqual([]);
    },
  },
  table,
  ignored,
);

describe('the events calendar', () => {
  const start = (mode: 'month' | 'week' | null = 'month', question = november) => {
    const rig = createRig(eventsCalendar.machine, { question, today });
    rig.actor.start();
    if (mode) rig.actor.send({ type: 'calendar.open', mode });
    return rig;
  };
  type Live = ReturnType<typeof start>;
  const context = (rig: Live) => rig.actor.getSnapshot().context;
  const requests = (rig: Live) =>
    rig.calls.map(({ input }) => {
      const { start_date, end_date } = (input as { question: typeof november }).question;
      return `${start_date} ${end_date}`;
    });

  it('requests nothing until it opens, then all days it shows and one more at both ends', () => {
    const rig = start(null);
    rig.actor.send({ type: 'question.changed', question: { ...november, reviewed: 'No' } as typeof november });
    expect(rig.calls).toEqual([]);
    rig.actor.send({ type: 'calendar.open', mode: 'month' });
    expect(rig.calls).toEqual([
      { id: 'loadAll', input: { question: { ...november, reviewed: 'No', start_date: '2026-10-31', end_date: '2026-12-06' } } },
    ]);
  });

  it.each([
    ['contains today, with today', november, '2026-11-21'],
    ['does not contain today, with its first day', october, '2026-10-01'],
  ])('starts, if the period %s', (_case, question, anchor) => expect(context(start('week', question)).anchor).toBe(anchor));

  it('moves by months, by weeks, and back to today', () => {
    const rig = start();
    for (const type of ['calendar.next', 'calendar.next', 'calendar.previous', 'calendar.today']) rig.actor.send({ type } as never);
    rig.actor.send({ type: 'calendar.open', mode: 'week' });
    rig.actor.send({ type: 'calendar.next' });
    expect(requests(rig)).toEqual([
      '2026-10-31 2026-12-06',
      '2026-11-28 2027-01-03',
      '2026-12-26 2027-02-07',
      '2026-11-28 2027-01-03',
      '2026-10-31 2026-12-06',
      '2026-11-14 2026-11-22',
      '2026-11-21 2026-11-29',
    ]);
  });

  it("decisions 2.01: Today is the company's day, also past its midnight", () => {
    const rig = start();
    rig.actor.send({ type: 'day.changed', today: '2026-12-02' });
    rig.actor.send({ type: 'calendar.today' });
    expect(context(rig)).toMatchObject({ today: '2026-12-02', anchor: '2026-12-02' });
  });

  it('the week opens where the month is, and the same view again requests nothing', () => {
    const rig = start();
    rig.actor.send({ type: 'calendar.previous' });
    rig.actor.send({ type: 'calendar.open', mode: 'month' });
    rig.actor.send({ type: 'calendar.open', mode: 'week' });
    expect(requests(rig).slice(1)).toEqual(['2026-09-26 2026-11-01', '2026-09-26 2026-10-04']);
  });

  it('a filter keeps the days shown; another period moves to its own days', () => {
    const rig = start();
    rig.actor.send({ type: 'calendar.next' });
    rig.actor.send({ type: 'question.changed', question: { ...november, reviewed: 'No' } as typeof november });
    expect(context(rig).anchor).toBe('2026-12-01');
    rig.actor.send({ type: 'question.changed', question: october });
    expect(context(rig).anchor).toBe('2026-10-01');
  });

  it('drops a late answer for days no longer shown', async () => {
    const rig = start();
    const lateJob = rig.jobs.get('loadAll');
    rig.actor.send({ type: 'calendar.next' });
    lateJob?.resolve([{ ...event, id: 'late' }]);
    await rig.resolve('loadAll', [event]);
    expect(context(rig).events).toEqual([event]);
  });

  it('a failure says why, shows nothing old, and retries the same days', async () => {
    const rig = start();
    await rig.resolve('loadAll', [event]);
    rig.actor.send({ type: 'calendar.next' });
    await rig.reject('loadAll', { status: 500 });
    expect(context(rig)).toMatchObject({ events: [], error: 'The calendar could not be loaded.' });
    rig.actor.send({ type: 'calendar.reload' });
    expect(requests(rig).at(-1)).toBe(requests(rig).at(-2));
    await rig.resolve('loadAll', [event]);
    expect(context(rig)).toMatchObject({ events: [event], error: null });
  });

  it('spec 4.07: replaces a saved event here too', async () => {
    const rig = start();
    await rig.resolve('loadAll', [event, { ...event, id: '42' }]);
    rig.actor.send({ type: 'item.replace', id: '42', item: { ...event, id: '42', reviewed: 'Yes' } });
    expect((context(rig).events as (typeof event)[]).map(({ reviewed }) => reviewed)).toEqual(['No', 'Yes']);
  });

  it('closing cancels pending requests', () => {
    const rig = start();
    rig.actor.send({ type: 'calendar.close' });
    expect(rig.jobs.size).toBe(0);
  });

  it('spec 4.07: an answer requested before a save does not revert the edit', async () => {
    const rig = start();
    await rig.resolve('loadAll', [{ ...event, reviewed: 'No' }]);
    rig.actor.send({ type: 'calendar.reload' });
    const lateJob = rig.jobs.get('loadAll');
    rig.actor.send({ type: 'item.replace', id: '41', item: { ...event, reviewed: 'Yes' } });
    lateJob?.resolve([{ ...event, reviewed: 'No' }]);
    await new Promise((passed) => setImmediate(passed));
    expect(context(rig).events[0]?.reviewed).toBe('Yes');
    expect(rig.jobs.size).toBe(1);
    await rig.resolve('loadAll', [{ ...event, reviewed: 'Yes' }]);
    expect(context(rig).events[0]?.reviewed).toBe('Yes');
  });
});
