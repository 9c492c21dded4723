import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { csvExport } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  { ...csvExport, holds: ({ snapshot, rig }) => expect(rig.jobs.size).toBe(snapshot.matches('reading') ? 1 : 0) },
  table,
  ignored,
);

describe('CSV export', () => {
  it('decisions 8: a second click while it reads starts nothing', () => {
    const rig = createRig(csvExport.machine, undefined);
    rig.actor.start();
    rig.actor.send({ type: 'export.start' });
    expect(rig.actor.getSnapshot().can({ type: 'export.start' })).toBe(false);
  });
});
