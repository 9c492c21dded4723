import { describe, expect, it } from 'vitest';
import { describeDesk } from '../support/desk.ts';
import { createRig } from '../support/rig.ts';
import { inUse, listed, territoriesCases } from './cases.ts';

describeDesk({
  ...territoriesCases,
  holds: ({ rig }) => {
    const calls = rig.calls.map(({ id, input }) => ({ id, kind: (input as { step?: { kind: string } } | undefined)?.step?.kind }));
    // Only a confirmed territory is removed.
    for (const [index, { id, kind }] of calls.entries())
      if (id === 'save' && kind === 'remove') expect(calls[index - 1]?.id).toBe('confirm');
  },
});

describe('territories (decisions 4.10)', () => {
  const start = async () => {
    const rig = createRig(territoriesCases.machine, undefined);
    rig.actor.start();
    await rig.resolve('load', listed);
    return rig;
  };
  const saves = (rig: Awaited<ReturnType<typeof start>>) => rig.calls.filter(({ id }) => id === 'save');

  it('shows an added territory as answered by the server', async () => {
    const rig = await start();
    rig.actor.send({ type: 'step.submit', step: { kind: 'add', name: 'Iberia' } });
    const newer = { ...listed, added: ['Iberia', 'Nordics'] };
    await rig.resolve('save', newer);
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'shown', context: { content: newer, saved: 1 } });
  });

  it('refuses a blank name and the removal of a specified territory', async () => {
    const rig = await start();
    rig.actor.send({ type: 'step.submit', step: { kind: 'add', name: ' ' } });
    rig.actor.send({ type: 'step.submit', step: { kind: 'remove', name: 'West' } });
    expect(rig.calls.filter(({ id }) => id !== 'load')).toEqual([]);
  });

  it('shows who still has the territory, above the reloaded list', async () => {
    const rig = await start();
    rig.actor.send({ type: 'step.submit', step: { kind: 'remove', name: 'Nordics' } });
    await rig.resolve('confirm', true);
    expect(saves(rig)).toHaveLength(1);
    await rig.reject('save', inUse);
    await rig.resolve('load', listed);
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'shown', context: { error: inUse.data.message } });
  });
});
