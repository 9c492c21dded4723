import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { integration, integrations } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...integrations,
    holds: ({ snapshot, rig }) => {
      expect(rig.jobs.has('runAction')).toBe(snapshot.matches('acting'));
      expect(rig.jobs.has('askAction')).toBe(snapshot.matches('asking'));
      expect(snapshot.context.action !== null).toBe(snapshot.hasTag('busy'));
    },
  },
  table,
  ignored,
);

describe('connections of a system', () => {
  const startLoaded = async () => {
    const rig = createRig(integrations.machine, { kind: 'quickbooks' });
    rig.actor.start();
    await rig.resolve('loadList', [integration()]);
    return rig;
  };
  const named = { id: '7', name: 'Acme Books' };

  it('spec 8.07: a failed list and a failed deletion show the specified messages', async () => {
    const rig = createRig(integrations.machine, { kind: 'quickbooks' });
    rig.actor.start();
    await rig.reject('loadList', { status: 500 });
    expect(rig.actor.getSnapshot().context.error).toBe('Failed to fetch QuickBooks integrations');
    const other = await startLoaded();
    other.actor.send({ type: 'action.choose', action: { ...named, kind: 'delete' } });
    await other.resolve('askAction', true);
    await other.reject('runAction', { status: 500 });
    expect(other.actor.getSnapshot().context.error).toBe('Failed to delete QuickBooks integration');
  });

  it('another failed save says so, without mentioning a deletion', async () => {
    const rig = await startLoaded();
    rig.actor.send({ type: 'action.choose', action: { ...named, kind: 'schedule', frequency: 'daily' } });
    await rig.reject('runAction', { status: 500 });
    expect(rig.actor.getSnapshot().context.error).toBe('The change could not be saved. Try again.');
    const other = await startLoaded();
    other.actor.send({ type: 'action.choose', action: { ...named, kind: 'retryHeld', record: '3' } });
    await other.reject('runAction', { status: 500 });
    expect(other.actor.getSnapshot().context.error).toBe('The record could not be settled.');
  });

  it('spec 8.15: only logs a failed test, and reloads the list', async () => {
    const rig = await startLoaded();
    rig.actor.send({ type: 'action.choose', action: { ...named, kind: 'test' } });
    await rig.reject('runAction', { status: 503 });
    expect(rig.actor.getSnapshot().context.error).toBeNull();
    expect(rig.jobs.has('loadList')).toBe(true);
    expect(rig.effects).toEqual([{ name: 'logFailure', params: { error: { status: 503 } } }]);
  });
});
