import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { cell, gridPaste, misfit } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...gridPaste,
    holds: ({ snapshot }) => expect(snapshot.context.plan !== null).toBe(snapshot.matches('previewing')),
  },
  table,
  ignored,
);

describe('pasting a block', () => {
  const written = (...events: object[]) => {
    const rig = createRig(gridPaste.machine, undefined, gridPaste.rig);
    rig.actor.start();
    for (const event of events) rig.actor.send(event as never);
    return rig.effects.filter(({ name }) => name === 'writeCells').map(({ params }) => (params as { cells: unknown }).cells);
  };

  it('is written at once if all of it fits', () => expect(written({ type: 'paste.offer', cells: [cell], misfits: [] })).toEqual([[cell]]));

  it('is written after the preview if part of it does not fit, and not at all after Cancel', () => {
    const offer = { type: 'paste.offer', cells: [cell], misfits: [misfit] };
    expect(written(offer)).toEqual([]);
    expect(written(offer, { type: 'paste.accept' })).toEqual([[cell]]);
    expect(written(offer, { type: 'paste.cancel' }, { type: 'paste.accept' })).toEqual([]);
  });
});
