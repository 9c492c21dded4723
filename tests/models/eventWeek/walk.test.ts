import { beforeEach, describe, expect, it } from 'vitest';
import { describeDesk } from '../support/desk.ts';
import { createRig } from '../support/rig.ts';
import { done, eventWeek, open, other, weekEvent } from './cases.ts';

describeDesk({
  ...eventWeek,
  holds: ({ rig }) => {
    // Only events on the page are saved.
    for (const { id, input } of rig.calls) if (id === 'save') expect(input).toMatchObject({ step: { event: { id: '1' } } });
  },
});

describe('the next seven days', () => {
  const start = () => {
    const rig = createRig(eventWeek.machine, undefined);
    rig.actor.start();
    return rig;
  };
  let rig: ReturnType<typeof start>;
  const finish = (event = open) => rig.actor.send({ type: 'step.submit', step: { event, field: 'reviewed' } });
  beforeEach(() => {
    rig = start();
  });

  it('decisions 3.02: finished work replaces the event in place, is reported, and cannot be finished twice', async () => {
    await rig.resolve('load', [open, other]);
    finish();
    await rig.resolve('save', done);
    expect(rig.calls.map(({ id }) => id)).toEqual(['load', 'save']);
    expect(rig.actor.getSnapshot().context.content).toEqual([done, other]);
    expect(rig.effects).toEqual([{ name: 'reportSaved', params: { step: { event: open, field: 'reviewed' }, saved: done } }]);
    for (const event of [open, done]) {
      expect(rig.actor.getSnapshot().can({ type: 'step.submit', step: { event, field: 'reviewed' } })).toBe(false);
    }
  });

  it('refuses work on an event that the user may not edit', async () => {
    const locked = weekEvent('3', 'Cove School', { can_edit: false });
    await rig.resolve('load', [locked]);
    finish(locked);
    expect(rig.calls.map(({ id }) => id)).toEqual(['load']);
  });

  it("after another user's edit the week reloads, and the reason stays", async () => {
    await rig.resolve('load', [open, other]);
    finish();
    await rig.reject('save', { status: 409, data: { message: 'Somebody else has changed the event.' } });
    await rig.resolve('load', [done, other]);
    expect(rig.actor.getSnapshot().context).toMatchObject({ error: 'Somebody else has changed the event.', content: [done, other] });
  });

  it('distinguishes a failed load from a failed save', async () => {
    await rig.reject('load', { status: 500 });
    expect(rig.actor.getSnapshot().context.error).toBe('The events of the next seven days could not be loaded.');
    rig.actor.send({ type: 'desk.reload' });
    await rig.resolve('load', [open]);
    finish();
    await rig.reject('save', { status: 500 });
    await rig.resolve('load', [open]);
    expect(rig.actor.getSnapshot().context.error).toBe('Reviewed could not be saved.');
  });
});
