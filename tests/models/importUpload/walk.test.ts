import { describe, expect, it } from 'vitest';
import { run } from '../importRun/cases.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { file, importUpload, tooLarge } from './cases.ts';
import { ignored, table } from './table.ts';

const runs: Readonly<Record<string, string>> = { creating: 'createRun', sending: 'sendPart', finishing: 'endUpload' };

describeMachine(
  {
    ...importUpload,
    holds: ({ snapshot, rig }) => {
      const actor = runs[String(snapshot.value)];
      expect([...rig.jobs.keys()]).toEqual(actor ? [actor] : []);
      // Leaving asks first while data could be lost.
      expect(snapshot.hasTag('unsaved')).toBe(['creating', 'sending', 'finishing', 'interrupted'].includes(String(snapshot.value)));
    },
  },
  table,
  ignored,
);

describe('the upload of a file', () => {
  const start = (input: Parameters<typeof createRig<typeof importUpload.machine>>[1] = {}) => {
    const rig = createRig(importUpload.machine, input);
    rig.actor.start();
    return rig;
  };

  it('sends one part after another and continues after an interruption', async () => {
    const live = start();
    const parts = () => live.calls.filter(({ id }) => id === 'sendPart').map(({ input }) => (input as { part: number }).part);
    live.actor.send({ type: 'file.choose', file });
    live.actor.send({ type: 'upload.start' });
    await live.resolve('createRun', run('reading'));
    await live.resolve('sendPart');
    await live.reject('sendPart', { status: 507, data: { message: 'The database has no room left.' } });
    expect(live.actor.getSnapshot().context.error).toBe('The database has no room left.');
    live.actor.send({ type: 'upload.retry' });
    await live.resolve('sendPart');
    expect(parts()).toEqual([0, 1, 1]);
    await live.resolve('endUpload', run('reading'));
    expect(live.effects).toMatchObject([{ name: 'reportUploaded', params: { runId: '12' } }]);
  });

  it('starts with its preset kind (decisions 2.31)', () => {
    expect(start({ kind: 'paid_before' }).actor.getSnapshot().context.kind).toBe('paid_before');
    expect(start().actor.getSnapshot().context.kind).toBe('invoices');
  });

  it('bad input: refuses a file of 100 MB and one byte before sending anything', () => {
    const live = start();
    live.actor.send({ type: 'file.choose', file: tooLarge });
    live.actor.send({ type: 'upload.start' });
    expect(live.calls).toEqual([]);
    expect(live.actor.getSnapshot().context.error).toBe('march.csv is larger than 100 MB. Split it into smaller files.');
    live.actor.send({ type: 'file.choose', file: { ...tooLarge, size: tooLarge.size - 1 } });
    expect(live.actor.getSnapshot().can({ type: 'upload.start' })).toBe(true);
  });
});
