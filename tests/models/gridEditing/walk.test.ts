import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { gridEditing, name, opened, other, otherName, row } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...gridEditing,
    holds: ({ snapshot, rig }) => {
      expect(snapshot.context.row !== null).toBe(snapshot.matches('typing'));
      // The parent gets one event per opening and one per closing.
      const opens = rig.effects.filter((effect) => effect.name === 'relayOpened').length;
      const closes = rig.effects.filter((effect) => effect.name === 'relayClosed').length;
      expect(opens - closes).toBe(snapshot.matches('typing') ? 1 : 0);
    },
  },
  table,
  ignored,
);

describe('the open field of a grid', () => {
  const start = () => {
    const rig = createRig(gridEditing.machine, undefined);
    rig.actor.start();
    return rig;
  };
  type Live = ReturnType<typeof start>;
  const effectsOf = (rig: Live, effect: string) => rig.effects.filter((item) => item.name === effect).map(({ params }) => params);
  const context = (rig: Live) => rig.actor.getSnapshot().context;

  it('decisions 6.05: sends fifty cells written in a row in order and complete, without waiting for answers', () => {
    const rig = start();
    const words = Array.from({ length: 50 }, (_, index) => `word ${index}`);
    for (const [index, word] of words.entries()) {
      const cell = { rowKey: String(index), key: 'name' };
      rig.actor.send({ type: 'cell.open', row: { id: String(index) }, key: 'name', draft: word[0] ?? '' });
      for (let end = 2; end <= word.length; end += 1) rig.actor.send({ type: 'draft.change', cell, value: word.slice(0, end) });
      rig.actor.send({ type: 'cell.commit', cell, value: word, next: null });
    }
    expect(effectsOf(rig, 'relayCommit')).toEqual(words.map((value, index) => ({ row: { id: String(index) }, key: 'name', value })));
  });

  it('spec 2.48: Tab commits and opens the next cell', () => {
    const rig = start();
    rig.actor.send({ type: 'cell.open', ...opened() });
    rig.actor.send({ type: 'cell.commit', cell: name, value: 'Ana', next: opened(other) });
    expect(context(rig)).toEqual({ row: other, key: 'name', first: null, draft: null });
    expect(effectsOf(rig, 'relayCommit')).toEqual([{ row, key: 'name', value: 'Ana' }]);
  });

  it.each([
    ['the focus leaves', { type: 'cell.leave', cell: name }],
    ['the grid is removed', { type: 'grid.leave' }],
    ['another cell is opened', { type: 'cell.open', ...opened(other) }],
  ] as const)('decisions 6.05: reports the input when %s', (_case, event) => {
    const rig = start();
    rig.actor.send({ type: 'cell.open', ...opened(row, 'A') });
    rig.actor.send({ type: 'draft.change', cell: name, value: 'An' });
    rig.actor.send(event);
    expect(effectsOf(rig, 'relayCommit')).toEqual([{ row, key: 'name', value: 'An' }]);
  });

  it.each([
    ['the focus leaves and nothing was typed', null, { type: 'cell.leave', cell: name }],
    ['Escape is pressed', 'A', { type: 'cell.cancel', cell: name }],
    ['the grid is removed and nothing was typed', null, { type: 'grid.leave' }],
  ] as const)('reports nothing when %s', (_case, draft, event) => {
    const rig = start();
    rig.actor.send({ type: 'cell.open', ...opened(row, draft) });
    rig.actor.send(event);
    expect(rig.actor.getSnapshot().value).toBe('resting');
    expect(effectsOf(rig, 'relayCommit')).toEqual([]);
  });

  it('Escape also discards the draft kept for a reload', () => {
    const rig = start();
    rig.actor.send({ type: 'cell.open', ...opened(row, 'A') });
    rig.actor.send({ type: 'cell.cancel', cell: name });
    expect(effectsOf(rig, 'relayDraft')).toEqual([
      { row, key: 'name', value: 'A' },
      { row, key: 'name', value: null },
    ]);
  });

  it('a closed field reports nothing more', () => {
    const rig = start();
    rig.actor.send({ type: 'cell.open', ...opened(other, 'B') });
    rig.actor.send({ type: 'draft.change', cell: name, value: 'late' });
    rig.actor.send({ type: 'cell.commit', cell: name, value: 'late', next: null });
    rig.actor.send({ type: 'cell.leave', cell: name });
    rig.actor.send({ type: 'cell.cancel', cell: name });
    expect([context(rig).draft, effectsOf(rig, 'relayCommit')]).toEqual(['B', []]);
    rig.actor.send({ type: 'cell.leave', cell: otherName });
    expect(effectsOf(rig, 'relayCommit')).toEqual([{ row: other, key: 'name', value: 'B' }]);
  });

  it('input in a cell saved meanwhile builds on that version, not on another field’s save', () => {
    const rig = start();
    rig.actor.send({ type: 'cell.open', ...opened(row, 'A') });
    rig.actor.send({ type: 'row.saved', row: { id: '1', version: 9 }, key: 'note' });
    expect(context(rig).row).toEqual(row);
    rig.actor.send({ type: 'row.saved', row: { id: '1', version: 4 }, key: 'name' });
    expect(context(rig)).toEqual({ row: { id: '1', version: 4 }, key: 'name', first: 'A', draft: 'A' });
  });
});
