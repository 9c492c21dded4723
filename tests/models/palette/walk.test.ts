import { beforeEach, describe, expect, it } from 'vitest';
import { expectChangeAt } from '../support/delays.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { hits, palette } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...palette,
    holds: ({ snapshot, rig }) => {
      expect(rig.jobs.size).toBe(snapshot.matches({ open: 'searching' }) ? 1 : 0);
      for (const { input } of rig.calls) expect((input as { text: string }).text).not.toBe('');
      if (!snapshot.context.searches) expect(rig.calls).toEqual([]);
      if (!snapshot.matches({ open: 'found' }) && !snapshot.matches('closed')) expect(snapshot.context.results).toEqual([]);
    },
  },
  table,
  ignored,
);

describe('the palette', () => {
  const create = () => createRig(palette.machine, { searches: true });
  let rig: ReturnType<typeof create>;
  const type = (text: string) => rig.actor.send({ type: 'text.type', text });
  const context = () => rig.actor.getSnapshot().context;
  beforeEach(() => {
    rig = create();
    rig.actor.start();
  });

  it('decisions 1.02: sends a request 150 ms after the last letter, for the last text only', () => {
    type('me');
    rig.clock.increment(149);
    type('mes ');
    expectChangeAt(rig, 150);
    expect(rig.calls).toEqual([{ id: 'search', input: { text: 'mes' } }]);
  });

  it('decisions 1.02: never shows the answer to an older text under a newer one', async () => {
    type('me');
    rig.clock.increment(150);
    const lateJob = rig.jobs.get('search');
    type('mesa');
    lateJob?.resolve(hits);
    await new Promise((resolve) => setImmediate(resolve));
    expect([rig.actor.getSnapshot().value, context().results]).toEqual([{ open: 'waiting' }, []]);
  });

  it('decisions 8.05: an empty text preselects nothing, and the first arrow chooses the first or the last option', () => {
    expect(context().active).toBeNull();
    type('me');
    expect(context().active).toBe(0);
    type(' ');
    expect(context().active).toBeNull();
    rig.actor.send({ type: 'option.move', delta: 1, count: 5 });
    expect(context().active).toBe(0);
  });

  it('arrows wrap around, and stay on the last option when the list becomes shorter', () => {
    rig.actor.send({ type: 'option.move', delta: -1, count: 5 });
    expect(context().active).toBe(4);
    rig.actor.send({ type: 'option.move', delta: 1, count: 3 });
    expect(context().active).toBe(0);
  });

  it('runs a choice once, and nothing after it', () => {
    rig.actor.send({ type: 'option.choose', id: 'a' });
    rig.actor.send({ type: 'option.choose', id: 'b' });
    expect(rig.effects.filter(({ name }) => name === 'perform').map(({ params }) => params)).toEqual([{ type: 'option.choose', id: 'a' }]);
  });
});
