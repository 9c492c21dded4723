import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { commissions, list, november, october, today } from './cases.ts';
import { ignored, table } from './table.ts';

type Received = { type: string; part?: Record<string, string> };

describeMachine(
  {
    ...commissions,
    holds: ({ snapshot }) => expect(snapshot.context.dialog !== null).toBe(snapshot.matches('covered')),
  },
  table,
  ignored,
);

describe('the commissions page', () => {
  const start = (overrides: Partial<(typeof commissions.inputs)[number]> = {}) => {
    const rig = createRig(commissions.machine, { today, userId: null, list, ...overrides }, commissions.rig);
    rig.actor.start();
    return rig;
  };
  const toList = (rig: ReturnType<typeof start>) => rig.heard.filter(({ id }) => id === 'list').map(({ event }) => event as Received);
  /** Skips the initial events of the period and the lens: they repeat the list's input. */
  const moves = (rig: ReturnType<typeof start>) => toList(rig).slice(2);
  const range = { start_date: '2026-11-01', end_date: '2026-11-21' };

  it('spec 3.02, 7.20: requests the month to date of everybody, with the page size', () => {
    expect(start().calls).toEqual([
      { id: 'list', input: { pageSize: 10, part: range, fallback: 'Failed to load commissions' } },
      { id: 'period', input: expect.objectContaining({ today, period: { mode: 'month', ...range } }) },
      { id: 'lens', input: { today, asOf: null, comparedDay: null } },
    ]);
  });

  it('spec 6.04, 7.20: a salesperson requests with their own user id, in every period', () => {
    const rig = start({ userId: '7', list: { ...list, filters: { status: 'due' } } });
    expect(rig.calls[0]?.input).toMatchObject({ part: { ...range, user_id: '7' }, filters: { status: 'due' } });
    rig.setChild('period', { period: october });
    expect(moves(rig)).toEqual([{ type: 'part.changed', part: { start_date: '2026-10-01', end_date: '2026-10-31', user_id: '7' } }]);
  });

  it('spec 4.05: passes another period to the list', () => {
    const rig = start({ period: november });
    rig.setChild('period', { period: october });
    expect(moves(rig)).toEqual([{ type: 'part.changed', part: { start_date: '2026-10-01', end_date: '2026-10-31' } }]);
  });

  it('requests a past day with the period, from the first request on, and the present without one', () => {
    const rig = start({ lens: { asOf: '2026-11-10', comparedDay: null } });
    expect(rig.calls[0]?.input).toMatchObject({ part: { ...range, asOf: '2026-11-10' } });
    rig.setChild('lens', { asOf: '2026-11-03' });
    rig.setChild('period', { period: october });
    rig.setChild('lens', { asOf: null });
    const other = { start_date: '2026-10-01', end_date: '2026-10-31' };
    expect(moves(rig).map(({ part }) => part)).toEqual([{ ...range, asOf: '2026-11-03' }, { ...other, asOf: '2026-11-03' }, other]);
  });

  it('decisions 8.02: opens with the dialog from the URL; a dialog about another item replaces it', () => {
    const rig = start({ over: { dialog: 'why-not', ask: '20999' } });
    const { context, value } = rig.actor.getSnapshot();
    expect([value, context.dialog, context.ask]).toEqual(['covered', 'why-not', '20999']);
    expect(rig.actor.getSnapshot().can({ type: 'dialog.open', dialog: 'why-not', ask: '20999' })).toBe(false);
    rig.actor.send({ type: 'dialog.open', dialog: 'why-not', ask: '1042' });
    expect(rig.actor.getSnapshot().context.ask).toBe('1042');
    rig.actor.send({ type: 'dialog.open', dialog: 'total_commission' });
    expect(rig.actor.getSnapshot().context).toMatchObject({ dialog: 'total_commission', ask: '' });
  });

  it('spec 2.34: opens only one panel over the page', () => {
    const rig = start();
    const readDialog = () => rig.actor.getSnapshot().context.dialog;
    rig.actor.send({ type: 'dialog.open', dialog: 'total_commission' });
    rig.actor.send({ type: 'dialog.open', dialog: 'projection' });
    expect(readDialog()).toBe('projection');
    expect(moves(rig)).toEqual([{ type: 'row.close' }]);
    rig.setChild('list', { opened: { id: '9', pane: '' } });
    expect(readDialog()).toBeNull();
    rig.setChild('list', { opened: null });
    rig.actor.send({ type: 'dialog.open', dialog: 'ytd_target' });
    expect([readDialog(), moves(rig)]).toEqual(['ytd_target', [{ type: 'row.close' }, { type: 'row.close' }]]);
  });
});
