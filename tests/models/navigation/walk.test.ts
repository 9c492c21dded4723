import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { navigation } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...navigation,
    // The last saved state is the visible one.
    holds: ({ snapshot, rig }) => {
      const last = rig.effects.at(-1)?.params ?? { folded: snapshot.context.folded };
      expect(last).toEqual({ folded: snapshot.matches({ rail: 'folded' }) });
    },
  },
  table,
  ignored,
);

describe('the side menu', () => {
  it('spec 2.21: following a link closes its drawer', () => {
    const { actor } = createRig(navigation.machine, { folded: false });
    actor.start();
    actor.send({ type: 'drawer.open' });
    actor.send({ type: 'place.changed' });
    expect(actor.getSnapshot().matches({ drawer: 'closed' })).toBe(true);
  });

  it('remembers on this device whether it is folded', () => {
    const { actor, effects } = createRig(navigation.machine, { folded: true });
    actor.start();
    expect(actor.getSnapshot().matches({ rail: 'folded' })).toBe(true);
    actor.send({ type: 'menu.toggle' });
    actor.send({ type: 'menu.toggle' });
    expect(effects).toEqual([
      { name: 'saveFolded', params: { folded: false } },
      { name: 'saveFolded', params: { folded: true } },
    ]);
  });
});
