import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { answered, failed, figures, teamLoading } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...teamLoading,
    holds: ({ snapshot, rig }) => {
      const { people, waiting, underWay, figures } = snapshot.context;
      // Every person is requested exactly once.
      expect([...Object.keys(figures), ...underWay, ...waiting].sort()).toEqual([...people].sort());
      expect(underWay.length).toBeLessThanOrEqual(4);
      expect(rig.sendBacks.has('askPeople')).toBe(snapshot.matches('loading'));
      if (snapshot.status === 'done') expect(snapshot.output).toEqual({ sample: snapshot.matches('sampled'), figures });
    },
  },
  table,
  ignored,
);

describe('loading a team', () => {
  const start = async (people: readonly string[]) => {
    const rig = createRig(teamLoading.machine, undefined, teamLoading.rig);
    rig.actor.start();
    await rig.resolve('loadPeople', people);
    return rig;
  };
  type Live = Awaited<ReturnType<typeof start>>;
  const requestedIds = (rig: Live) => rig.heard.map(({ event }) => event.id);

  it('decisions 1.04: sends four requests at a time, and another after each answer', async () => {
    const rig = await start(['1', '2', '3', '4', '5', '6']);
    expect(requestedIds(rig)).toEqual(['1', '2', '3', '4']);
    rig.sendBack('askPeople', answered('3'));
    expect(requestedIds(rig)).toEqual(['1', '2', '3', '4', '5']);
    rig.sendBack('askPeople', failed('1'));
    expect(requestedIds(rig)).toEqual(['1', '2', '3', '4', '5', '6']);
    for (const id of ['2', '4', '5', '6']) rig.sendBack('askPeople', answered(id));
    expect(rig.actor.getSnapshot().output).toEqual({
      sample: false,
      figures: { '1': null, '2': figures, '3': figures, '4': figures, '5': figures, '6': figures },
    });
  });

  it('a repeated answer counts once', async () => {
    const rig = await start(['1', '2', '3', '4', '5', '6']);
    rig.sendBack('askPeople', answered('1'));
    rig.sendBack('askPeople', failed('1'));
    expect(rig.actor.getSnapshot().context.figures).toEqual({ '1': figures });
    expect(requestedIds(rig)).toHaveLength(5);
  });

  it('spec 8.15: a failed list becomes the sample, and a list without people stays empty', async () => {
    const rig = createRig(teamLoading.machine, undefined, teamLoading.rig);
    rig.actor.start();
    await rig.reject('loadPeople', { status: 503 });
    expect(rig.actor.getSnapshot().output).toEqual({ sample: true, figures: {} });
    expect((await start([])).actor.getSnapshot().output).toEqual({ sample: false, figures: {} });
  });
});
