import { describe, expect, it } from 'vitest';
import type { EventFromLogic } from 'xstate';
import type { Period } from '../../../contract/rules/time/period.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { period, today } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...period,
    holds: ({ snapshot, rig }) => {
      const { start_date, end_date } = snapshot.context.period;
      expect(start_date <= end_date).toBe(true);
      expect(rig.effects).toEqual([]);
    },
  },
  table,
  ignored,
);

type Events = EventFromLogic<typeof period.machine>;
const month = (start_date: string, end_date: string): Period => ({ mode: 'month', start_date, end_date });

describe('the period selector', () => {
  const start = (chosen?: Period, ...events: Events[]) => {
    const rig = createRig(period.machine, { today, period: chosen });
    rig.actor.start();
    for (const event of events) rig.actor.send(event);
    return rig;
  };
  const periodOf = (rig: ReturnType<typeof start>) => rig.actor.getSnapshot().context.period;
  const canApply = (rig: ReturnType<typeof start>) => rig.actor.getSnapshot().can({ type: 'choice.apply' });

  it('spec 3.02: starts with the month to date, mode month', () => expect(periodOf(start())).toEqual(month('2026-11-01', '2026-11-21')));

  it("decisions 2.01: the month to date follows the company's own day, also past midnight", () => {
    const rig = start();
    rig.actor.send({ type: 'day.changed', today: '2026-11-20' });
    expect(periodOf(rig)).toEqual(month('2026-11-01', '2026-11-20'));
    rig.actor.send({ type: 'day.changed', today: '2026-12-01' });
    expect(periodOf(rig)).toEqual(month('2026-12-01', '2026-12-01'));
    rig.actor.send({ type: 'period.previous' });
    expect(periodOf(rig)).toEqual(month('2026-11-01', '2026-11-30'));
  });

  it('decisions 2.01: a chosen period stays when the day changes, and the next mode uses the new day', () => {
    const rig = start({ mode: 'custom', start_date: '2026-11-03', end_date: '2026-11-21' }, { type: 'day.changed', today: '2027-01-01' });
    expect(periodOf(rig)).toEqual({ mode: 'custom', start_date: '2026-11-03', end_date: '2026-11-21' });
    rig.actor.send({ type: 'mode.choose', mode: 'quarter' });
    expect(periodOf(rig)).toEqual({ mode: 'quarter', start_date: '2027-01-01', end_date: '2027-03-31' });
  });

  it.each([
    ['month', '2026-11-01', '2026-11-30'],
    ['quarter', '2026-10-01', '2026-12-31'],
    ['year', '2026-01-01', '2026-12-31'],
  ] as const)('spec 4.02: %s is the current one, first to last day', (mode, start_date, end_date) => {
    const rig = start({ mode: 'custom', start_date: '2020-01-05', end_date: '2020-01-09' }, { type: 'mode.choose', mode });
    expect(periodOf(rig)).toEqual({ mode, start_date, end_date });
    expect(rig.actor.getSnapshot().value).toBe('closed');
  });

  it('decisions 6.06: if future days count, a month is complete at first, from a link and after a reset', () => {
    const toDate = month('2026-11-01', '2026-11-21');
    for (const opened of [undefined, toDate]) {
      const rig = createRig(period.machine, { today, period: opened, includesFutureDays: true });
      rig.actor.start();
      expect(periodOf(rig)).toEqual(month('2026-11-01', '2026-11-30'));
      rig.actor.send({ type: 'period.set', period: month('2026-09-01', '2026-09-09') });
      expect(periodOf(rig)).toEqual(month('2026-09-01', '2026-09-30'));
      rig.actor.send({ type: 'period.reset' });
      expect(periodOf(rig)).toEqual(month('2026-11-01', '2026-11-30'));
    }
  });

  it('spec 2.40: the arrows move one period back and forth', () => {
    expect(periodOf(start(undefined, { type: 'period.previous' }))).toEqual(month('2026-10-01', '2026-10-31'));
    expect(periodOf(start(undefined, { type: 'period.next' }))).toEqual(month('2026-12-01', '2026-12-31'));
    expect(periodOf(start({ mode: 'quarter', start_date: '2026-01-01', end_date: '2026-03-31' }, { type: 'period.previous' }))).toEqual({
      mode: 'quarter',
      start_date: '2025-10-01',
      end_date: '2025-12-31',
    });
  });

  it('spec 5.04: goes back no more than 10 years before the current year', () => {
    const arrows = start(month('2016-01-01', '2016-01-31')).actor.getSnapshot();
    expect(arrows.can({ type: 'period.previous' })).toBe(false);
    expect(start(month('2016-02-01', '2016-02-29')).actor.getSnapshot().can({ type: 'period.previous' })).toBe(true);
    const picker = start(month('2016-05-01', '2016-05-31'), { type: 'picker.open' }).actor.getSnapshot();
    expect(picker.can({ type: 'year.previous' })).toBe(false);
    const years = start({ mode: 'year', start_date: '2026-01-01', end_date: '2026-12-31' }, { type: 'picker.open' }).actor.getSnapshot();
    expect(years.can({ type: 'year.choose', year: 2015 })).toBe(false);
    expect(years.can({ type: 'year.choose', year: 2016 })).toBe(true);
  });

  it('spec 5.04: a month picker opened on an older custom range shows no year beyond the limit', () => {
    const old: Period = { mode: 'custom', start_date: '2009-01-05', end_date: '2009-01-09' };
    const rig = start(old, { type: 'picker.open' }, { type: 'mode.choose', mode: 'month' }, { type: 'month.choose', month: 2 });
    rig.actor.send({ type: 'choice.apply' });
    expect(periodOf(rig).start_date >= '2016-01-01').toBe(true);
  });

  it('spec 2.40: Apply waits for a choice, and only Apply makes it count', () => {
    const rig = start(undefined, { type: 'picker.open' });
    expect(canApply(rig)).toBe(false);
    rig.actor.send({ type: 'year.previous' });
    rig.actor.send({ type: 'month.choose', month: 1 });
    expect(canApply(rig)).toBe(true);
    expect(periodOf(rig)).toEqual(month('2026-11-01', '2026-11-21'));
    rig.actor.send({ type: 'choice.apply' });
    expect(periodOf(rig)).toEqual(month('2025-02-01', '2025-02-28'));
    expect(rig.actor.getSnapshot().value).toBe('closed');
  });

  it('spec 2.40: closing the picker without Apply keeps the period', () => {
    const rig = start(undefined, { type: 'picker.open' }, { type: 'month.choose', month: 1 }, { type: 'picker.close' });
    expect(periodOf(rig)).toEqual(month('2026-11-01', '2026-11-21'));
    rig.actor.send({ type: 'picker.open' });
    expect(canApply(rig)).toBe(false);
  });

  it.each([
    ['quarter', { type: 'quarter.choose', quarter: 0 }, '2026-01-01', '2026-03-31'],
    ['year', { type: 'year.choose', year: 2024 }, '2024-01-01', '2024-12-31'],
    ['month', { type: 'picker.today' }, '2026-11-01', '2026-11-30'],
    ['quarter', { type: 'picker.today' }, '2026-10-01', '2026-12-31'],
    ['year', { type: 'picker.today' }, '2026-01-01', '2026-12-31'],
  ] as const)('spec 2.40: in the %s picker %j chooses %s to %s', (mode, event, start_date, end_date) => {
    const rig = start(undefined, { type: 'picker.open' }, { type: 'mode.choose', mode }, event, { type: 'choice.apply' });
    expect(periodOf(rig)).toEqual({ mode, start_date, end_date });
  });

  it('spec 2.40: Today returns the picker to the current year', () => {
    const rig = start(month('2020-05-01', '2020-05-31'), { type: 'picker.open' });
    expect(rig.actor.getSnapshot().context.year).toBe(2020);
    rig.actor.send({ type: 'picker.today' });
    expect(rig.actor.getSnapshot().context.year).toBe(2026);
  });

  it('a choice in one mode does not apply in another', () => {
    const rig = start(undefined, { type: 'picker.open' }, { type: 'month.choose', month: 1 }, { type: 'mode.choose', mode: 'quarter' });
    expect(canApply(rig)).toBe(false);
  });

  it('spec 5.04: a custom period needs both days', () => {
    const rig = start(undefined, { type: 'mode.choose', mode: 'custom' });
    expect(rig.actor.getSnapshot().matches({ open: 'choosingRange' })).toBe(true);
    expect(canApply(rig)).toBe(false);
    rig.actor.send({ type: 'range.start', day: '2026-11-10' });
    expect(canApply(rig)).toBe(false);
    rig.actor.send({ type: 'range.end', day: '2026-11-10' });
    expect(canApply(rig)).toBe(true);
  });

  it.each([
    ['2026-11-10', '2026-11-09', false],
    ['2026-11-10', '2026-11-10', true],
    ['2026-11-10', '2027-01-01', true],
    ['2026-11-31', '2026-12-01', false],
    ['', '2026-12-01', false],
  ])('spec 5.04: from %j to %j may be applied: %s', (from, to, isAllowed) => {
    const rig = start(
      undefined,
      { type: 'mode.choose', mode: 'custom' },
      { type: 'range.start', day: from },
      { type: 'range.end', day: to },
    );
    expect(canApply(rig)).toBe(isAllowed);
  });

  it('spec 4.02: applying a custom range sets the period to custom', () => {
    const rig = start(undefined, { type: 'mode.choose', mode: 'custom' }, { type: 'range.start', day: '2026-01-15' });
    rig.actor.send({ type: 'range.end', day: '2026-02-15' });
    rig.actor.send({ type: 'choice.apply' });
    expect(periodOf(rig)).toEqual({ mode: 'custom', start_date: '2026-01-15', end_date: '2026-02-15' });
  });

  it('spec 4.02: reset restores the default range and period month, with the picker closed', () => {
    const rig = start(
      { mode: 'year', start_date: '2024-01-01', end_date: '2024-12-31' },
      { type: 'picker.open' },
      { type: 'period.reset' },
    );
    expect(periodOf(rig)).toEqual(month('2026-11-01', '2026-11-21'));
    expect(rig.actor.getSnapshot().value).toBe('closed');
  });
});
