import { describe, expect, it } from 'vitest';
import { describeDesk } from '../support/desk.ts';
import { createRig } from '../support/rig.ts';
import { live, settingUp, setup } from './cases.ts';

describeDesk(setup);

describe('the setup checklist (decisions 4.08)', () => {
  const shown = async (content: typeof settingUp) => {
    const rig = createRig(setup.machine, undefined);
    rig.actor.start();
    await rig.resolve('load', content);
    return rig;
  };

  it('goes live only through its dialog, and only when nothing is missing', async () => {
    const blocked = await shown({ ...settingUp, blockers: ['Save a plan first.'] });
    expect(blocked.actor.getSnapshot().can({ type: 'form.open', form: { kind: 'goLive' } })).toBe(false);
    const ready = await shown(settingUp);
    expect(ready.actor.getSnapshot().can({ type: 'step.submit', step: { kind: 'goLive', accepted: true } })).toBe(false);
    ready.actor.send({ type: 'form.open', form: { kind: 'goLive' } });
    ready.actor.send({ type: 'step.submit', step: { kind: 'goLive', accepted: true } });
    await ready.resolve('save', live);
    expect(ready.actor.getSnapshot().context).toMatchObject({ content: live, form: null });
    expect(ready.actor.getSnapshot().can({ type: 'step.submit', step: { kind: 'undo' } })).toBe(true);
  });

  it('offers finance no step that only an administrator may take', async () => {
    const rig = await shown({ ...settingUp, actions: ['skip'] });
    expect(rig.actor.getSnapshot().can({ type: 'form.open', form: { kind: 'goLive' } })).toBe(false);
    expect(rig.actor.getSnapshot().can({ type: 'form.open', form: { kind: 'skip', key: 'connections' } })).toBe(true);
    expect(rig.actor.getSnapshot().can({ type: 'form.open', form: { kind: 'skip', key: 'people' } })).toBe(false);
  });

  it('keeps the form after a refused reason, and closes it once somebody else has done the item', async () => {
    const rig = await shown(settingUp);
    rig.actor.send({ type: 'form.open', form: { kind: 'skip', key: 'connections' } });
    const step = { kind: 'skip', key: 'connections', reason: 'no' } as const;
    rig.actor.send({ type: 'step.submit', step });
    await rig.reject('save', { status: 422, data: { message: 'Say why.' } });
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'asking', context: { error: 'Say why.' } });
    rig.actor.send({ type: 'step.submit', step });
    await rig.reject('save', { status: 409, data: { message: 'This is done.' } });
    await rig.resolve('load', { ...settingUp, items: settingUp.items.map((one) => ({ ...one, state: 'done' as const })) });
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'shown', context: { form: null, error: 'This is done.' } });
  });
});
