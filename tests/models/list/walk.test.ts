import { beforeEach, describe, expect, it } from 'vitest';
import { expectMovesAt } from '../support/delays.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { list } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...list,
    holds: ({ snapshot, rig }) => {
      // While nobody types, the pages were last asked for exactly what is chosen now.
      if (!snapshot.matches('still')) return;
      const { filters, search } = snapshot.context;
      const asked = rig.heard.filter(({ event }) => event.type === 'question.changed').at(-1);
      const first = rig.calls.find(({ id }) => id === 'pages')?.input as { question: object };
      expect(asked?.event.question ?? first.question).toEqual({
        ...(filters.role ? { role: filters.role } : {}),
        ...(search.trim() === '' ? {} : { search: search.trim() }),
      });
    },
  },
  table,
  ignored,
);

describe('a list', () => {
  const start = (more: object = {}) => {
    const rig = createRig(list.machine, { pageSize: 25, fallback: 'Failed', ...more }, list.rig);
    rig.actor.start();
    return rig;
  };
  let rig: ReturnType<typeof start>;
  const told = () => rig.heard.map(({ event }) => event);
  beforeEach(() => {
    rig = start();
  });

  it('asks for what the address says, from its page', () => {
    expect(start({ filters: { role: 'finance', team: '' }, search: ' ben ', page: 3 }).calls).toEqual([
      { id: 'pages', input: { question: { role: 'finance', search: 'ben' }, pageSize: 25, page: 3, fallback: 'Failed' } },
    ]);
  });

  it('the search asks a quarter of a second after the last key, without the blanks around it', () => {
    rig.actor.send({ type: 'search.type', text: ' b' });
    rig.clock.increment(249);
    rig.actor.send({ type: 'search.type', text: ' ben ' });
    expectMovesAt(rig, 250);
    expect(told()).toEqual([{ type: 'question.changed', question: { search: 'ben' } }]);
  });

  it('spec 2.58: a filter asks at once, with the search that is typed; the same one asks nothing', () => {
    rig.actor.send({ type: 'search.type', text: 'ben' });
    rig.actor.send({ type: 'filter.choose', key: 'role', value: 'finance' });
    rig.actor.send({ type: 'filter.choose', key: 'role', value: 'finance' });
    rig.clock.increment(1000);
    expect(told()).toEqual([{ type: 'question.changed', question: { role: 'finance', search: 'ben' } }]);
  });

  it('a search that is chosen whole asks at once, and the letters before it no more', () => {
    rig.actor.send({ type: 'search.type', text: 'ben' });
    rig.actor.send({ type: 'search.set', text: '' });
    rig.clock.increment(1000);
    expect(told()).toEqual([{ type: 'question.changed', question: {} }]);
  });

  it('spec 4.05: a sort is local and goes back to the first page; a reload reads the page again', () => {
    rig.actor.send({ type: 'sort.toggle', key: 'name' });
    rig.actor.send({ type: 'sort.toggle', key: 'name' });
    expect(rig.actor.getSnapshot().context.sort).toEqual({ key: 'name', direction: 'desc' });
    rig.actor.send({ type: 'list.reload' });
    expect(told()).toEqual([{ type: 'sort.changed' }, { type: 'sort.changed' }, { type: 'page.reload' }]);
  });
});
