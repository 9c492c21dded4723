import { beforeEach, describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { methods, reply, stepUp, wrongCode } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...stepUp,
    holds: ({ snapshot, rig }) => {
      expect([...rig.jobs.keys()]).toEqual(
        snapshot.matches('opening') ? ['loadMethods'] : snapshot.matches('confirming') ? ['confirmFactor'] : [],
      );
      expect(snapshot.hasTag('settled')).toBe(snapshot.matches('confirmed') || snapshot.matches('declined'));
      expect(snapshot.hasTag('open')).toBe(snapshot.matches('asking') || snapshot.matches('confirming'));
      // The code is removed from memory.
      if (!snapshot.matches('confirming')) expect(snapshot.context.reply).toBeNull();
    },
  },
  table,
  ignored,
);

describe('asking for the second factor again (decisions 4.16)', () => {
  let rig: ReturnType<typeof createRig<typeof stepUp.machine>>;
  const value = () => rig.actor.getSnapshot().value;
  beforeEach(async () => {
    rig = createRig(stepUp.machine, undefined);
    rig.actor.start();
    rig.actor.send({ type: 'factor.ask' });
  });

  it('asks once for several refused calls, and offers the user’s own methods', async () => {
    rig.actor.send({ type: 'factor.ask' });
    await rig.resolve('loadMethods', methods);
    rig.actor.send({ type: 'factor.ask' });
    expect(rig.calls).toHaveLength(1);
    expect(rig.actor.getSnapshot().context.methods).toEqual(methods);
  });

  it('reports a wrong code, and accepts the next one', async () => {
    await rig.resolve('loadMethods', methods);
    rig.actor.send({ type: 'code.submit', reply });
    await rig.reject('confirmFactor', wrongCode);
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'asking', context: { error: 'The code is not right.' } });
    rig.actor.send({ type: 'code.submit', reply });
    await rig.resolve('confirmFactor', undefined);
    expect(value()).toBe('confirmed');
    expect(rig.calls.at(-1)).toEqual({ id: 'confirmFactor', input: reply });
  });

  it('a late answer after the user declined confirms nothing', async () => {
    await rig.resolve('loadMethods', methods);
    rig.actor.send({ type: 'code.submit', reply });
    const late = rig.jobs.get('confirmFactor');
    rig.actor.send({ type: 'code.cancel' });
    late?.resolve(undefined);
    await new Promise((passed) => setImmediate(passed));
    expect(value()).toBe('declined');
  });

  it('asks again at the next refusal, without the last error', async () => {
    await rig.resolve('loadMethods', methods);
    rig.actor.send({ type: 'code.submit', reply });
    await rig.reject('confirmFactor', wrongCode);
    rig.actor.send({ type: 'code.cancel' });
    rig.actor.send({ type: 'factor.ask' });
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'opening', context: { error: null } });
  });
});
