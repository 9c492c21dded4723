import { describe, expect, it } from 'vitest';
import { expectChangeAt } from '../support/delays.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { quickbooksConnect } from './cases.ts';
import { ignored, table } from './table.ts';

const options = { callbacks: ['watchPopup'] } as const;

describeMachine(
  {
    ...quickbooksConnect,
    rig: options,
    holds: ({ snapshot, rig }) => {
      expect(snapshot.hasTag('shown')).toBe(!snapshot.matches('closed'));
      expect(rig.sendBacks.has('watchPopup')).toBe(snapshot.matches('opened'));
    },
  },
  table,
  ignored,
);

describe('the QuickBooks window', () => {
  const opened = async () => {
    const rig = createRig(quickbooksConnect.machine, { kind: 'quickbooks' }, options);
    rig.actor.start();
    rig.actor.send({ type: 'connect.open' });
    rig.actor.send({ type: 'connect.submit', connectionName: 'ABC', connectedAt: null });
    await rig.resolve('requestUrl', 'https://vendor.test/authorize');
    return rig;
  };
  const names = (rig: Awaited<ReturnType<typeof opened>>) => rig.effects.map(({ name }) => name);

  it('spec 9.12: is checked every 1000 ms, not at 999', async () => {
    const rig = await opened();
    expectChangeAt(rig, 1000);
    expect(rig.actor.getSnapshot().value).toEqual({ opened: 'looking' });
  });

  it('spec 2.53: is abandoned and closed after 300,000 ms, not at 299,999', async () => {
    const rig = await opened();
    for (let second = 0; second < 299; second += 1) {
      rig.clock.increment(1000);
      await rig.resolve('isPopupClosed', false);
    }
    rig.clock.increment(999);
    expect(rig.actor.getSnapshot().matches('opened')).toBe(true);
    rig.clock.increment(1);
    expect(rig.actor.getSnapshot().value).toBe('editing');
    expect(rig.actor.getSnapshot().context.error).toBe('QuickBooks was not connected within 5 minutes. Try again.');
    expect(names(rig)).toEqual(['openPopup', 'closePopup']);
  });

  it('spec 2.53: opens on the click, before the address is known', async () => {
    const rig = createRig(quickbooksConnect.machine, { kind: 'quickbooks' }, options);
    rig.actor.start();
    rig.actor.send({ type: 'connect.submit', connectionName: 'ABC', connectedAt: null });
    expect(names(rig)).toEqual(['openPopup']);
  });

  it('spec 2.53: succeeds on its message', async () => {
    const rig = await opened();
    rig.sendBack('watchPopup', { type: 'popup.succeeded' });
    expect([rig.actor.getSnapshot().value, names(rig)]).toEqual(['closed', ['openPopup', 'closePopup', 'reportConnected']]);
  });

  it('closed, or cut off from this page, it succeeds through the list, which is polled every 3000 ms until then', async () => {
    const rig = await opened();
    rig.clock.increment(1000);
    await rig.resolve('isPopupClosed', true);
    await rig.resolve('isListed', false);
    expect(rig.actor.getSnapshot().value).toEqual({ opened: 'unseen' });
    expectChangeAt(rig, 3000);
    await rig.resolve('isListed', true);
    expect([rig.actor.getSnapshot().value, names(rig).at(-1)]).toEqual(['closed', 'reportConnected']);
  });

  it('spec 8.08: a refused suffix is reported in the dialog, and the window closes', async () => {
    const rig = createRig(quickbooksConnect.machine, { kind: 'quickbooks' }, options);
    rig.actor.start();
    rig.actor.send({ type: 'connect.submit', connectionName: 'ABC', connectedAt: null });
    await rig.reject('requestUrl', { status: 400 });
    expect([rig.actor.getSnapshot().value, rig.actor.getSnapshot().context.error]).toEqual([
      'editing',
      'Invoice suffix already exists or is invalid',
    ]);
    expect(names(rig)).toEqual(['openPopup', 'closePopup']);
  });
});
