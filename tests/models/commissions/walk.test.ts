import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { dialogOfAdjustment } from '../../../src/machines/commissions/commissions.machine.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { commissions, november, october, today } from './cases.ts';
import { ignored, table } from './table.ts';

type Asked = { type: string; question?: Record<string, string> };

describeMachine(
  {
    ...commissions,
    holds: ({ snapshot, rig }) => {
      // spec 7.20: the pages were last asked for exactly the period, the status and the person that are chosen now.
      const { range, status, person } = snapshot.context;
      const asked = rig.heard.filter(({ id, event }) => id === 'pages' && event.type === 'question.changed').at(-1);
      const first = rig.calls.find(({ id }) => id === 'pages')?.input as { question: object };
      // What is typed is asked for once it has settled.
      const { search: _, ...question } = (asked?.event.question ?? first.question) as Record<string, string>;
      expect(question).toEqual({ ...range, ...(person === '' ? {} : { user_id: person }), ...(status === '' ? {} : { status }) });
    },
  },
  table,
  ignored,
);

describe('the commissions page', () => {
  const start = (more: Partial<(typeof commissions.inputs)[number]> = {}) => {
    const rig = createRig(commissions.machine, { today, userId: null, pageSize: 10, ...more }, commissions.rig);
    rig.actor.start();
    return rig;
  };
  const toPages = (rig: ReturnType<typeof start>) => rig.heard.filter(({ id }) => id === 'pages').map(({ event }) => event as Asked);
  const range = { start_date: '2026-11-01', end_date: '2026-11-21' };

  it('spec 3.02, 7.20: asks for the first of the month to today, of everybody, with the size of a page', () => {
    const rig = start();
    expect(rig.calls).toEqual([
      { id: 'pages', input: { question: range, pageSize: 10, page: 1, fallback: 'Failed to load commissions' } },
      { id: 'period', input: expect.objectContaining({ today, period: { mode: 'month', ...range } }) },
    ]);
  });

  it('spec 6.04, 7.20: a salesperson asks with their own user id, and a status is named only when one is chosen', () => {
    const rig = start({ userId: '7', status: 'due' });
    expect(rig.calls[0]?.input).toMatchObject({ question: { ...range, user_id: '7', status: 'due' } });
    rig.actor.send({ type: 'status.choose', status: '' });
    expect(toPages(rig)).toEqual([{ type: 'question.changed', question: { ...range, user_id: '7' } }]);
  });

  it('spec 4.05: another period asks anew', () => {
    const rig = start({ period: november });
    rig.setChild('period', { period: october });
    expect(toPages(rig)).toEqual([{ type: 'question.changed', question: { start_date: '2026-10-01', end_date: '2026-10-31' } }]);
  });

  it('a picker that opens and closes without moving the period asks nothing', () => {
    const rig = start({ period: november });
    rig.setChild('period', { period: { ...november }, year: 2026 });
    expect(toPages(rig)).toEqual([]);
  });

  it('spec 2.35: the search is local and asks nothing', () => {
    const rig = start();
    rig.actor.send({ type: 'search.type', text: '1042' });
    expect(rig.actor.getSnapshot().context.search).toBe('1042');
    expect(toPages(rig)).toEqual([]);
  });

  it('spec 7.20: a person is asked for by id, and everybody by none', () => {
    const rig = start();
    rig.actor.send({ type: 'person.choose', person: '8' });
    rig.actor.send({ type: 'person.choose', person: '8' });
    rig.actor.send({ type: 'person.choose', person: '' });
    expect(toPages(rig).map(({ question }) => question)).toEqual([{ ...range, user_id: '8' }, range]);
  });

  it('where the server searches, only the last letter asks, a quarter of a second later', () => {
    const clock = new SimulatedClock();
    const heard: Asked[] = [];
    const pages = fromCallback<Asked>(({ receive }) => receive((event) => heard.push(event)));
    const machine = commissions.machine.provide({ actors: { pages: pages as never } });
    const actor = createActor(machine, { clock, input: { today, userId: null, pageSize: 10, searches: true } }).start();
    for (const text of ['1', '10', '104 ']) {
      actor.send({ type: 'search.type', text });
      clock.increment(249);
    }
    expect(heard).toEqual([]);
    clock.increment(1);
    expect(heard).toEqual([{ type: 'question.changed', question: { ...range, search: '104' } }]);
  });

  it('spec 2.35, 4.05: a header sorts up, again down, another one up, and goes back to the first page', () => {
    const rig = start();
    const sorts = ['status', 'status', 'net_revenue'].map((key) => {
      rig.actor.send({ type: 'sort.toggle', key });
      return rig.actor.getSnapshot().context.sort;
    });
    expect(sorts).toEqual([
      { key: 'status', direction: 'asc' },
      { key: 'status', direction: 'desc' },
      { key: 'net_revenue', direction: 'asc' },
    ]);
    expect(toPages(rig).map(({ type }) => type)).toEqual(['sort.changed', 'sort.changed', 'sort.changed']);
  });

  it('spec 2.34: one thing at a time stands over the page', () => {
    const rig = start();
    const stands = () => [rig.actor.getSnapshot().context.dialog, rig.actor.getSnapshot().context.opened?.id ?? null];
    rig.actor.send({ type: 'dialog.open', dialog: 'total_commission' });
    rig.actor.send({ type: 'details.open', opened: { id: '9', front: 'why' } });
    rig.actor.send({ type: 'dialog.open', dialog: 'projection' });
    expect(stands()).toEqual(['total_commission', null]);
    rig.actor.send({ type: 'dialog.close' });
    rig.actor.send({ type: 'dialog.open', dialog: dialogOfAdjustment('3') });
    rig.actor.send({ type: 'dialog.open', dialog: 'ytd_target' });
    expect(stands()).toEqual(['adjustment:3', null]);
    rig.actor.send({ type: 'dialog.close' });
    rig.actor.send({ type: 'details.open', opened: { id: '9', front: 'why' } });
    rig.actor.send({ type: 'dialog.open', dialog: 'projection' });
    expect(stands()).toEqual([null, '9']);
  });

  it('spec 2.35: choosing the status that is chosen asks nothing', () => {
    const rig = start({ status: 'due' });
    rig.actor.send({ type: 'status.choose', status: 'due' });
    expect(toPages(rig)).toEqual([]);
  });
});
