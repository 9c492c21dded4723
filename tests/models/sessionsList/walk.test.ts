import { beforeEach, describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { alone, sessions, sessionsList } from './cases.ts';
import { ignored, table } from './table.ts';

const runs: Readonly<Record<string, string>> = {
  loading: 'loadSessions',
  ending: 'endSession',
  confirming: 'confirmOthers',
  endingOthers: 'endOthers',
};

describeMachine(
  {
    ...sessionsList,
    holds: ({ snapshot, rig }) => {
      const actor = runs[String(snapshot.value)];
      expect([...rig.jobs.keys()]).toEqual(actor ? [actor] : []);
      // One's own session is not ended from here.
      for (const { id, input } of rig.calls) if (id === 'endSession') expect(input).toEqual({ id: '2' });
    },
  },
  table,
  ignored,
);

describe("one's own sessions", () => {
  const start = () => {
    const rig = createRig(sessionsList.machine, undefined);
    rig.actor.start();
    return rig;
  };
  let rig: ReturnType<typeof start>;
  const asked = () => rig.calls.map(({ id }) => id);
  beforeEach(() => {
    rig = start();
  });

  it('decisions 4.04: one is ended, told, and the list read again', async () => {
    await rig.resolve('loadSessions', sessions);
    rig.actor.send({ type: 'session.end', id: '2' });
    await rig.resolve('endSession');
    expect(asked()).toEqual(['loadSessions', 'endSession', 'loadSessions']);
    expect(rig.effects.map(({ name }) => name)).toEqual(['reportEnded']);
  });

  it('decisions 4.04: all others end only after a yes, and not when there is none', async () => {
    await rig.resolve('loadSessions', sessions);
    rig.actor.send({ type: 'others.end' });
    await rig.resolve('confirmOthers', false);
    expect(asked()).not.toContain('endOthers');
    rig.actor.send({ type: 'others.end' });
    await rig.resolve('confirmOthers', true);
    await rig.resolve('endOthers');
    await rig.resolve('loadSessions', alone);
    expect(rig.effects.map(({ name }) => name)).toEqual(['reportOthersEnded']);
    expect(rig.actor.getSnapshot().can({ type: 'others.end' })).toBe(false);
  });

  it('what could not be ended says why over a list that is read again', async () => {
    await rig.resolve('loadSessions', sessions);
    rig.actor.send({ type: 'session.end', id: '2' });
    await rig.reject('endSession', { status: 500 });
    await rig.resolve('loadSessions', sessions);
    expect(rig.actor.getSnapshot().context).toMatchObject({ error: 'The session could not be ended.', sessions });
  });

  it('a list that did not come can be asked again', async () => {
    await rig.reject('loadSessions', { status: 500 });
    expect(rig.actor.getSnapshot().context.error).toBe('Your sessions could not be loaded.');
    rig.actor.send({ type: 'sessions.retry' });
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'loading', context: { error: null } });
  });
});
