import { describe, expect, it } from 'vitest';
import { conflict, current, event, refused } from '../eventEdit/cases.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { cellSave, input } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...cellSave,
    holds: ({ snapshot, rig }) => {
      const { values, error } = snapshot.context;
      expect([...rig.jobs.keys()]).toEqual(snapshot.matches('saving') ? ['patchEvent'] : []);
      if (snapshot.status === 'active') expect(error !== null).toBe(snapshot.matches('failed'));
      // Unanswered values are never lost.
      expect(values.length).toBeGreaterThan(0);
      // The parent received the current state last.
      const states = rig.effects
        .filter(({ name }) => name === 'relayState')
        .map(({ params }) => params as { phase: string; values: unknown });
      if (snapshot.status === 'active') expect(states.at(-1)).toMatchObject({ phase: snapshot.value, values });
    },
  },
  table,
  ignored,
);

describe('the queue of a cell', () => {
  const start = () => {
    const rig = createRig(cellSave.machine, input);
    rig.actor.start();
    return rig;
  };
  type Live = ReturnType<typeof start>;
  const add = (rig: Live, value: string | null) => rig.actor.send({ type: 'edit.add', value });
  const sent = (rig: Live) => rig.calls.map((call) => call.input);
  const saved = (version: number, sales_lead: string | null) => ({ ...event, version, sales_lead });
  const effects = (rig: Live, name: string) => rig.effects.filter((effect) => effect.name === name).map(({ params }) => params);

  it('decisions 6.05: sends values one at a time, in order, each based on the previous answer', async () => {
    const rig = start();
    add(rig, 'Ben');
    add(rig, null);
    expect(sent(rig)).toEqual([{ id: '41', field: 'sales_lead', value: 'Ana', version: 3 }]);
    await rig.resolve('patchEvent', saved(4, 'Ana'));
    await rig.resolve('patchEvent', saved(5, 'Ben'));
    await rig.resolve('patchEvent', saved(6, null));
    expect(sent(rig)).toEqual([
      { id: '41', field: 'sales_lead', value: 'Ana', version: 3 },
      { id: '41', field: 'sales_lead', value: 'Ben', version: 4 },
      { id: '41', field: 'sales_lead', value: null, version: 5 },
    ]);
    expect(effects(rig, 'relaySaved')).toHaveLength(3);
    expect(effects(rig, 'relayEnded')).toHaveLength(1);
    expect(rig.actor.getSnapshot().status).toBe('done');
  });

  it('the same value again makes no second call', async () => {
    const rig = start();
    add(rig, 'Ana');
    await rig.resolve('patchEvent', saved(4, 'Ana'));
    expect([sent(rig).length, rig.actor.getSnapshot().status]).toEqual([1, 'done']);
  });

  it.each([
    ["spec 8.05: the server's message", refused, 'reviewed must be Yes, No or Unknown.'],
    ['spec 8.05: a failure without a message', { status: 500 }, 'Failed to update event'],
    ['spec 8.05: a lost connection', new TypeError('fetch failed'), 'Failed to update event'],
  ])('%s shows in the cell with its value, and is retried on request', async (_case, error, sentence) => {
    const rig = start();
    await rig.reject('patchEvent', error);
    expect(effects(rig, 'relayState').at(-1)).toMatchObject({ phase: 'failed', error: sentence, values: ['Ana'] });
    rig.actor.send({ type: 'edit.retry' });
    expect(sent(rig)).toHaveLength(2);
    expect(sent(rig)[1]).toEqual(sent(rig)[0]);
    expect(effects(rig, 'relayState').at(-1)).toMatchObject({ phase: 'saving', error: null });
  });

  it('an overwritten failure is not retried', async () => {
    const rig = start();
    add(rig, 'Ben');
    await rig.reject('patchEvent', { status: 500 });
    expect(sent(rig).at(-1)).toMatchObject({ value: 'Ben', version: 3 });
    await rig.reject('patchEvent', { status: 500 });
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'failed', context: { values: ['Ben'] } });
  });

  it('writing over a failed cell saves the new value; discarding ends it without a call', async () => {
    const rig = start();
    await rig.reject('patchEvent', refused);
    add(rig, 'Cid');
    expect(sent(rig).at(-1)).toMatchObject({ value: 'Cid' });
    await rig.reject('patchEvent', refused);
    rig.actor.send({ type: 'edit.discard' });
    expect([sent(rig).length, effects(rig, 'relayEnded')]).toEqual([2, [{ event, field: 'sales_lead' }]]);
  });

  describe('another user edits the field meanwhile', () => {
    const conflicted = async () => {
      const rig = start();
      add(rig, 'Ben');
      await rig.reject('patchEvent', conflict);
      return rig;
    };

    it('shows my newest value with their version, and reloads the row', async () => {
      const rig = await conflicted();
      expect(effects(rig, 'relayState').at(-1)).toMatchObject({ phase: 'conflicted', values: ['Ben'], theirs: { by: null } });
      expect(effects(rig, 'relayRead')).toEqual([{ event: current }]);
      expect(sent(rig)).toHaveLength(1);
    });

    it('saves mine over theirs, with the latest input before the decision', async () => {
      const rig = await conflicted();
      add(rig, 'Dan');
      expect(sent(rig)).toHaveLength(1);
      rig.actor.send({ type: 'edit.overwrite' });
      expect(sent(rig).at(-1)).toEqual({ id: '41', field: 'sales_lead', value: 'Dan', version: 9 });
    });

    it('theirs stays without a call', async () => {
      const rig = await conflicted();
      rig.actor.send({ type: 'edit.discard' });
      expect([sent(rig).length, rig.actor.getSnapshot().status]).toEqual([1, 'done']);
    });
  });
});
