import { describe, expect, it } from 'vitest';
import { describeDesk } from '../support/desk.ts';
import { createRig } from '../support/rig.ts';
import { reminded, remindedList, reminders, unconfirmed } from './cases.ts';

describeDesk(reminders);

describe('decisions 2.11: reminders of unconfirmed statements', () => {
  const start = () => {
    const rig = createRig(reminders.machine, undefined);
    rig.actor.start();
    return rig;
  };

  it('sends one reminder to everyone, and the answer shows who was reminded', async () => {
    const rig = start();
    await rig.resolve('load', unconfirmed);
    rig.actor.send({ type: 'step.submit', step: 'remind' });
    await rig.resolve('save', remindedList);
    expect(rig.calls.map(({ id }) => id)).toEqual(['load', 'save']);
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'shown', context: { content: reminded, error: null } });
    expect(rig.actor.getSnapshot().can({ type: 'step.submit', step: 'remind' })).toBe(false);
  });

  it('a failure keeps the list and says so', async () => {
    const rig = start();
    await rig.resolve('load', unconfirmed);
    rig.actor.send({ type: 'step.submit', step: 'remind' });
    await rig.reject('save', { status: 403 });
    expect(rig.actor.getSnapshot().context).toMatchObject({
      content: unconfirmed,
      error: 'The reminders could not be sent.',
    });
  });
});
