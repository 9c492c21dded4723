import { describe, expect, it } from 'vitest';
import { describeDesk } from '../support/desk.ts';
import { createRig } from '../support/rig.ts';
import { planChange, read, unread } from './cases.ts';

describeDesk(planChange);

describe('decisions 2.09: a change to one’s own plan', () => {
  it('is acknowledged with the hash of the text shown', async () => {
    const rig = createRig(planChange.machine, undefined);
    rig.actor.start();
    rig.actor.send({ type: 'step.submit', step: 'acknowledge' });
    expect(rig.calls.map(({ id }) => id)).toEqual(['load']);
    await rig.resolve('load', unread);
    rig.actor.send({ type: 'step.submit', step: 'acknowledge' });
    expect(rig.calls.at(-1)?.input).toEqual({ content: unread, step: 'acknowledge' });
    await rig.resolve('save', read);
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'shown', context: { content: read } });
    expect(rig.actor.getSnapshot().can({ type: 'step.submit', step: 'acknowledge' })).toBe(false);
  });
});
