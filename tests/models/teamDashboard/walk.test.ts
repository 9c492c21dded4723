import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { input, november, october, teamDashboard, toDate, today } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...teamDashboard,
    holds: ({ snapshot, rig }) => {
      expect(snapshot.context.selectedUsers.length > 0).toBe(snapshot.matches({ selectedUsers: 'some' }));
      // Selections here send no request: only the period goes to the list.
      expect(rig.heard.filter(({ id, event }) => id === 'list' && event.type !== 'part.changed')).toEqual([]);
    },
  },
  table,
  ignored,
);

describe('the team dashboard', () => {
  const start = (overrides: object = {}) => {
    const rig = createRig(teamDashboard.machine, { ...input, ...overrides }, teamDashboard.rig);
    rig.actor.start();
    return rig;
  };

  it('spec 3.02, 7.34: requests the month to date once, with both dates', () => {
    expect(start({ period: undefined }).calls[0]).toEqual({
      id: 'list',
      input: { pageSize: 10, part: { start_date: '2026-11-01', end_date: '2026-11-21' }, fallback: 'The figures could not be loaded.' },
    });
  });

  it('spec 2.40: passes another period to the list', () => {
    const rig = start();
    rig.setChild('period', { period: october, today });
    expect(rig.heard.filter(({ id }) => id === 'list').at(-1)?.event).toEqual({
      type: 'part.changed',
      part: { start_date: '2026-10-01', end_date: '2026-10-31' },
    });
  });

  it('the first request already has the past day with the period', () => {
    const rig = start({ lens: { asOf: '2026-11-10', against: null } });
    expect(rig.calls[0]?.input).toMatchObject({ part: { start_date: '2026-11-01', end_date: '2026-11-30', asOf: '2026-11-10' } });
    rig.setChild('lens', { asOf: '2026-11-03' });
    expect(rig.heard.filter(({ id }) => id === 'list').at(-1)?.event).toMatchObject({ part: { asOf: '2026-11-03' } });
  });

  it('decisions 6.06: readiness covers the whole month, which is then the default period', () => {
    const rig = start({ period: undefined, includesFutureDays: true });
    expect(rig.calls[0]?.input).toMatchObject({ part: { start_date: '2026-11-01', end_date: '2026-11-30' } });
    expect(rig.actor.getSnapshot().can({ type: 'filters.reset' })).toBe(false);
  });

  it('spec 4.02: a reset restores the default range and selects nobody', () => {
    const rig = start({ selectedUsers: ['1', '2'], period: november });
    rig.actor.send({ type: 'filters.reset' });
    expect(rig.actor.getSnapshot().context.selectedUsers).toEqual([]);
    expect(rig.heard.filter(({ id }) => id === 'period').map(({ event }) => event.type)).toEqual(['period.reset']);
  });

  it('spec 4.02: has no reset while everything has its default', () => {
    const rig = start({ selectedUsers: ['1'] });
    const can = () => rig.actor.getSnapshot().can({ type: 'filters.reset' });
    expect(can()).toBe(true);
    rig.actor.send({ type: 'filters.reset' });
    expect(rig.actor.getSnapshot().matches({ selectedUsers: 'none' })).toBe(true);
    rig.setChild('period', { period: toDate, today });
    expect(can()).toBe(false);
    rig.setChild('period', { period: october, today });
    expect(can()).toBe(true);
  });

  it('spec 3.02: ticks and unticks people, and uses those named in the URL unchanged', () => {
    const rig = start();
    const chosen = () => rig.actor.getSnapshot().context.selectedUsers;
    rig.actor.send({ type: 'user.toggle', id: '1' });
    rig.actor.send({ type: 'user.toggle', id: '2' });
    rig.actor.send({ type: 'user.toggle', id: '1' });
    expect(chosen()).toEqual(['2']);
    rig.actor.send({ type: 'users.set', ids: ['7', '8'] });
    expect(chosen()).toEqual(['7', '8']);
  });
});
