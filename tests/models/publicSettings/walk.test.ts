import { beforeEach, describe, expect, it } from 'vitest';
import { specifiedTerritories } from '../../../contract/entities/user.ts';
import { expectChangeAt } from '../support/delays.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { publicSettings } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...publicSettings,
    holds: ({ snapshot, rig }) => {
      expect(rig.jobs.size).toBe(snapshot.matches('loading') || snapshot.matches('retrying') || snapshot.matches('reloading') ? 1 : 0);
      // The app waits only for the first response, success or not, and only for a limited time.
      expect(snapshot.hasTag('settled')).toBe(!snapshot.matches({ loading: 'hopeful' }));
    },
  },
  table,
  ignored,
);

describe('public settings', () => {
  const create = () => createRig(publicSettings.machine, undefined);
  let rig: ReturnType<typeof create>;
  const unknown = {
    companyName: 'Company',
    logo: null,
    features: [],
    timeZone: null,
    settingUp: false,
    territories: [...specifiedTerritories],
    sso: null,
  };
  const context = () => rig.actor.getSnapshot().context;

  beforeEach(() => {
    rig = create();
    rig.actor.start();
  });

  it("spec 1.03, 9.02: the company is called 'Company' until its name is known, and when it has none", async () => {
    expect(context()).toEqual(unknown);
    await rig.resolve('loadSettings', { companyName: '' });
    expect(context()).toEqual(unknown);
  });

  it('decisions 1.02: keeps the features that the server announces', async () => {
    await rig.resolve('loadSettings', {
      companyName: 'Acme',
      features: ['sessions'],
      time_zone: 'Asia/Tokyo',
      setting_up: true,
      logo: '/api/v1/public/logo?v=1a2b3c',
    });
    expect(context()).toEqual({
      companyName: 'Acme',
      logo: '/api/v1/public/logo?v=1a2b3c',
      features: ['sessions'],
      timeZone: 'Asia/Tokyo',
      settingUp: true,
      territories: [...specifiedTerritories],
      sso: null,
    });
  });

  it('decisions 4.15: keeps the single sign-on issuer', async () => {
    const sso = { name: 'Acme ID', passwords: 'admins' } as const;
    await rig.resolve('loadSettings', { companyName: 'Acme', features: ['sso'], sso });
    expect(context().sso).toEqual(sso);
  });

  it('a provider that does not answer leaves the fallback name and no features', async () => {
    await rig.reject('loadSettings', new TypeError('fetch failed'));
    expect(context()).toEqual(unknown);
    expect(rig.effects).toEqual([{ name: 'logFailure', params: { error: new TypeError('fetch failed') } }]);
  });

  it('spec 7.19: saved settings are reloaded, and a failure keeps them', async () => {
    await rig.resolve('loadSettings', { companyName: 'Acme', features: ['sessions'] });
    rig.actor.send({ type: 'settings.changed' });
    expect(rig.calls).toHaveLength(2);
    await rig.reject('loadSettings', { status: 500 });
    expect(rig.effects).toEqual([{ name: 'logFailure', params: { error: { status: 500 } } }]);
    expect(context()).toEqual({
      companyName: 'Acme',
      features: ['sessions'],
      timeZone: null,
      logo: null,
      settingUp: false,
      territories: [...specifiedTerritories],
      sso: null,
    });
  });

  const value = () => rig.actor.getSnapshot().value;
  it.each(['window.focused', 'network.returned', 'settings.changed'] as const)(
    'spec 7.02: missing settings are requested again on %s, and stay unknown if they still fail',
    async (type) => {
      await rig.reject('loadSettings', { status: 503 });
      rig.actor.send({ type });
      expect(rig.calls).toHaveLength(2);
      await rig.reject('loadSettings', { status: 503 });
      expect(value()).toBe('unknown');
      rig.actor.send({ type });
      await rig.resolve('loadSettings', { companyName: 'Acme', features: ['sessions'], time_zone: 'Asia/Tokyo', setting_up: true });
      expect(context().companyName).toBe('Acme');
      expect(value()).toBe('known');
    },
  );

  it('spec 7.02: missing settings are requested again after 30 s', async () => {
    await rig.reject('loadSettings', { status: 503 });
    expectChangeAt(rig, 30_000);
    expect(rig.calls).toHaveLength(2);
  });

  it('spec 7.19: a name saved during the load is loaded after it, and the older answer is dropped', async () => {
    await rig.resolve('loadSettings', { companyName: 'Acme' });
    rig.actor.send({ type: 'settings.changed' });
    const lateJob = rig.jobs.get('loadSettings');
    rig.actor.send({ type: 'settings.changed' });
    lateJob?.resolve({ companyName: 'Acme' });
    await rig.resolve('loadSettings', { companyName: 'Acme & Sons' });
    expect(context().companyName).toBe('Acme & Sons');
  });

  it('spec 7.19: the same applies before the first answer', async () => {
    rig.actor.send({ type: 'settings.changed' });
    expect(rig.calls).toHaveLength(2);
    expect(rig.jobs.size).toBe(1);
  });

  it('decisions 1.02: a silent provider delays the app by 3 seconds at most, and its late answer still counts', async () => {
    await expectChangeAt(rig, 3000);
    expect(rig.actor.getSnapshot().hasTag('settled')).toBe(true);
    await rig.resolve('loadSettings', { companyName: 'Acme' });
    expect(context().companyName).toBe('Acme');
  });
});

describe('territories (decisions 4.10)', () => {
  it('come from the response, or else are the specified five', async () => {
    const rig = createRig(publicSettings.machine, undefined);
    rig.actor.start();
    const territories = [...specifiedTerritories, 'Nordics'];
    await rig.resolve('loadSettings', { companyName: 'Acme', territories });
    expect(rig.actor.getSnapshot().context.territories).toEqual(territories);
    rig.actor.send({ type: 'settings.changed' });
    await rig.resolve('loadSettings', { companyName: 'Acme' });
    expect(rig.actor.getSnapshot().context.territories).toEqual(specifiedTerritories);
  });
});
