import { describe, expect, it } from 'vitest';
import { describeDesk } from '../support/desk.ts';
import { createRig } from '../support/rig.ts';
import { companyLogoCases, refused, shown } from './cases.ts';

describeDesk({
  ...companyLogoCases,
  holds: ({ rig }) => {
    const calls = rig.calls.map(({ id, input }) => ({ id, kind: (input as { step?: { kind: string } } | undefined)?.step?.kind }));
    // Only a confirmed logo is removed.
    for (const [index, { id, kind }] of calls.entries())
      if (id === 'save' && kind === 'remove') expect(calls[index - 1]?.id).toBe('confirm');
  },
});

describe('the logo (decisions 4.12)', () => {
  const start = async (address: string) => {
    const rig = createRig(companyLogoCases.machine, undefined);
    rig.actor.start();
    await rig.resolve('load', { address });
    return rig;
  };

  it('is reloaded after a replacement', async () => {
    const rig = await start('');
    rig.actor.send({ type: 'step.submit', step: { kind: 'replace' } });
    await rig.resolve('save', undefined);
    await rig.resolve('load', shown);
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'shown', context: { content: shown, saved: 1 } });
  });

  it('stays if a picture is refused, and shows the reason', async () => {
    const rig = await start(shown.address);
    rig.actor.send({ type: 'step.submit', step: { kind: 'replace' } });
    await rig.reject('save', refused);
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'shown', context: { content: shown, error: refused.data.message } });
  });

  it('cannot be removed if there is none', async () => {
    const rig = await start('');
    rig.actor.send({ type: 'step.submit', step: { kind: 'remove' } });
    expect(rig.calls.filter(({ id }) => id !== 'load')).toEqual([]);
  });
});
