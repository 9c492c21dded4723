import { describe, expect, it } from 'vitest';
import { describeDesk } from '../support/desk.ts';
import { createRig } from '../support/rig.ts';
import { begun, codes, off, on, secondFactorCases, wrongCode } from './cases.ts';

describeDesk({
  ...secondFactorCases,
  holds: ({ rig, snapshot }) => {
    const calls = rig.calls.map(({ id, input }) => ({ id, kind: (input as { step?: { kind: string } } | undefined)?.step?.kind }));
    // Nothing is turned off, replaced or removed without a confirmation.
    for (const [index, { id, kind }] of calls.entries())
      if (id === 'save' && ['disable', 'renewCodes', 'removePasskey'].includes(kind ?? '')) expect(calls[index - 1]?.id).toBe('confirm');
    // Recovery codes cover the page until the content is loaded again.
    if (snapshot.context.content?.codes) expect(['shown', 'loading', 'failed']).toContain(snapshot.value);
  },
});

describe('the second factor in Settings (decisions 4.16)', () => {
  const start = async (state: typeof off) => {
    const rig = createRig(secondFactorCases.machine, undefined);
    rig.actor.start();
    await rig.resolve('load', { state, begun: null, codes: null });
    return rig;
  };

  it('is set up with the password and a code, and forgets its recovery codes once they are saved', async () => {
    const rig = await start(off);
    rig.actor.send({ type: 'form.open', form: { kind: 'setUp' } });
    rig.actor.send({ type: 'step.submit', step: { kind: 'begin', password: 'secret' } });
    await rig.resolve('save', { begun });
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'shown', context: { content: { begun, codes: null }, form: null } });
    rig.actor.send({ type: 'step.submit', step: { kind: 'enable', code: '000000' } });
    await rig.reject('save', wrongCode);
    expect(rig.actor.getSnapshot().context).toMatchObject({ content: { begun }, fields: { code: 'The code is not right.' } });
    rig.actor.send({ type: 'step.submit', step: { kind: 'enable', code: '123456' } });
    await rig.resolve('save', { codes });
    expect(rig.actor.getSnapshot().context.content).toMatchObject({ begun: null, codes });
    expect(rig.actor.getSnapshot().can({ type: 'step.submit', step: { kind: 'disable' } })).toBe(false);
    rig.actor.send({ type: 'desk.reload' });
    await rig.resolve('load', { state: on, begun: null, codes: null });
    expect(JSON.stringify(rig.actor.getSnapshot().context)).not.toContain(codes[0]);
  });

  it('offers only possible steps: no passkey without a second factor, and no set-up with one', async () => {
    const [withoutFactor, withFactor] = [await start(off), await start(on)];
    expect(withoutFactor.actor.getSnapshot().can({ type: 'form.open', form: { kind: 'passkey' } })).toBe(false);
    expect(withoutFactor.actor.getSnapshot().can({ type: 'step.submit', step: { kind: 'disable' } })).toBe(false);
    expect(withFactor.actor.getSnapshot().can({ type: 'form.open', form: { kind: 'setUp' } })).toBe(false);
    expect(withFactor.actor.getSnapshot().can({ type: 'step.submit', step: { kind: 'begin', password: '' } })).toBe(false);
  });
});
