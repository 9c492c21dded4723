import { beforeEach, describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { csvExport } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  { ...csvExport, holds: ({ snapshot, rig }) => expect(rig.jobs.size).toBe(snapshot.value === 'reading' ? 1 : 0) },
  table,
  ignored,
);

describe('CSV export', () => {
  const create = () => createRig(csvExport.machine, undefined);
  let rig: ReturnType<typeof create>;
  beforeEach(() => {
    rig = create();
    rig.actor.start();
    rig.actor.send({ type: 'export.start' });
  });

  it('decisions 8.02: a second click during the export starts nothing', () => {
    expect(rig.actor.getSnapshot().can({ type: 'export.start' })).toBe(false);
    rig.actor.send({ type: 'export.start' });
    expect(rig.calls).toEqual([{ id: 'readAll', input: undefined }]);
  });

  it('decisions 8.02: the file contains every loaded row once', async () => {
    await rig.resolve('readAll', [{ id: '1' }, { id: '2' }]);
    expect(rig.effects).toEqual([{ name: 'download', params: { rows: [{ id: '1' }, { id: '2' }] } }]);
    expect(rig.actor.getSnapshot().value).toBe('idle');
  });

  it('decisions 8.02: a failed page is reported with its reason, without a file', async () => {
    await rig.reject('readAll', { status: 503, data: { message: 'Try again later.' } });
    expect(rig.effects).toEqual([{ name: 'reportFailure', params: { error: { status: 503, data: { message: 'Try again later.' } } } }]);
    expect(rig.actor.getSnapshot().can({ type: 'export.start' })).toBe(true);
  });
});
