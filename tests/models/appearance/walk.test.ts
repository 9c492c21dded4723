import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { appearance } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...appearance,
    // The choices applied last are the current ones.
    holds: ({ snapshot: { context }, rig }) => expect(rig.effects.at(-1)?.params ?? context).toEqual(context),
  },
  table,
  ignored,
);

describe('the appearance', () => {
  it('applies and stores both choices on each change', () => {
    const { actor, effects } = createRig(appearance.machine, { theme: 'system', density: 'compact' });
    actor.start();
    actor.send({ type: 'theme.choose', theme: 'dark' });
    actor.send({ type: 'density.choose', density: 'comfortable' });
    expect(effects).toEqual([
      { name: 'apply', params: { theme: 'dark', density: 'compact' } },
      { name: 'apply', params: { theme: 'dark', density: 'comfortable' } },
    ]);
  });
});
