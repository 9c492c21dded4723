import { beforeEach, describe, expect, it } from 'vitest';
import { describeDesk } from '../support/desk.ts';
import { createRig } from '../support/rig.ts';
import { alone, sessions, sessionsList } from './cases.ts';

describeDesk({
  ...sessionsList,
  holds: ({ rig }) => {
    // The current session can't be ended here.
    for (const { id, input } of rig.calls) if (id === 'save') expect(input).not.toMatchObject({ step: { id: '1' } });
  },
});

describe("one's own sessions", () => {
  const start = () => {
    const rig = createRig(sessionsList.machine, undefined);
    rig.actor.start();
    return rig;
  };
  let rig: ReturnType<typeof start>;
  const callIds = () => rig.calls.map(({ id }) => id);
  beforeEach(() => {
    rig = start();
  });

  it('decisions 4.04: ending a session is reported, and the list reloads', async () => {
    await rig.resolve('load', sessions);
    rig.actor.send({ type: 'step.submit', step: { kind: 'end', id: '2' } });
    await rig.resolve('save');
    expect(callIds()).toEqual(['load', 'save', 'load']);
    expect(rig.effects).toEqual([{ name: 'reportSaved', params: { step: { kind: 'end', id: '2' }, saved: undefined } }]);
  });

  it('decisions 4.04: all other sessions end only after confirmation, and not when there are none', async () => {
    await rig.resolve('load', sessions);
    rig.actor.send({ type: 'step.submit', step: { kind: 'endOthers' } });
    await rig.resolve('confirm', false);
    expect(callIds()).not.toContain('save');
    rig.actor.send({ type: 'step.submit', step: { kind: 'endOthers' } });
    await rig.resolve('confirm', true);
    await rig.resolve('save');
    await rig.resolve('load', alone);
    expect(rig.effects).toEqual([{ name: 'reportSaved', params: { step: { kind: 'endOthers' }, saved: undefined } }]);
    expect(rig.actor.getSnapshot().can({ type: 'step.submit', step: { kind: 'endOthers' } })).toBe(false);
  });

  it('a session that could not be ended says why, above the reloaded list', async () => {
    await rig.resolve('load', sessions);
    rig.actor.send({ type: 'step.submit', step: { kind: 'end', id: '2' } });
    await rig.reject('save', { status: 500 });
    await rig.resolve('load', sessions);
    expect(rig.actor.getSnapshot().context).toMatchObject({ error: 'The session could not be ended.', content: sessions });
  });

  it('a list that failed to load can be requested again', async () => {
    await rig.reject('load', { status: 500 });
    expect(rig.actor.getSnapshot().context.error).toBe('Your sessions could not be loaded.');
    rig.actor.send({ type: 'desk.reload' });
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'loading', context: { error: null } });
  });
});
