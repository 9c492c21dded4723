import { beforeEach, describe, expect, it } from 'vitest';
import { describeDesk } from '../support/desk.ts';
import { createRig } from '../support/rig.ts';
import { delivery, earlier, waiting, webhookLogCases } from './cases.ts';

describeDesk({ ...webhookLogCases, holds: () => {} });

describe('deliveries to a webhook (decisions 4.14)', () => {
  const start = () => {
    const rig = createRig(webhookLogCases.machine, undefined);
    rig.actor.start();
    return rig;
  };
  let rig: ReturnType<typeof start>;
  beforeEach(async () => {
    rig = start();
    await rig.resolve('load', { deliveries: [waiting, delivery], cursor: 'next' });
  });

  it('adds earlier ones below, and requests no more after the last page', async () => {
    rig.actor.send({ type: 'step.submit', step: { kind: 'more', cursor: 'next' } });
    await rig.resolve('save', earlier);
    expect(rig.actor.getSnapshot().context.content).toEqual({ deliveries: [waiting, delivery, ...earlier.data], cursor: null });
    expect(rig.actor.getSnapshot().can({ type: 'step.submit', step: { kind: 'more', cursor: 'next' } })).toBe(false);
  });

  it('repeats only ended deliveries, and loads the log again', async () => {
    expect(rig.actor.getSnapshot().can({ type: 'step.submit', step: { kind: 'replay', delivery: waiting } })).toBe(false);
    rig.actor.send({ type: 'step.submit', step: { kind: 'replay', delivery } });
    await rig.resolve('save', null);
    expect(rig.actor.getSnapshot().value).toBe('loading');
  });
});
