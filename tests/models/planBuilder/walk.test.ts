import { beforeEach, describe, expect, it } from 'vitest';
import { parseConfig } from '../../../contract/rules/commission/config.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { broken, conflict, goals, inUse, newer, paying, planBuilder, settings } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...planBuilder,
    holds: ({ snapshot, rig }) => {
      const { settings: current, text } = snapshot.context;
      const isReady = snapshot.matches('ready');
      expect(snapshot.hasTag('unsaved')).toBe(isReady && current?.commissionsConfig !== text);
      // A draft with errors is never published, and one that moves pay only after a review.
      if (rig.jobs.has('saveGeneral') || snapshot.matches({ ready: 'reviewing' })) expect(parseConfig(text).config).not.toBeNull();
    },
  },
  table,
  ignored,
);

describe('decisions 2.35: the draft of the plan builder', () => {
  const start = async (kept: { text: string; version: number | null } | null = null) => {
    const rig = createRig(planBuilder.machine, { kept, reviews: true });
    rig.actor.start();
    await rig.resolve('loadGeneral', settings);
    return rig;
  };
  let rig: Awaited<ReturnType<typeof start>>;
  const context = () => rig.actor.getSnapshot().context;
  const is = (value: object) => rig.actor.getSnapshot().matches(value as never);
  const effects = () => rig.effects.map(({ name }) => name);
  const type = (text: string) => rig.actor.send({ type: 'text.type', text });
  beforeEach(async () => {
    rig = await start();
  });

  it('an invalid draft is kept and cannot be published; typing goes on', () => {
    type(broken);
    expect([context().text, is({ ready: 'changed' }), effects().at(-1)]).toEqual([broken, true, 'keepDraft']);
    rig.actor.send({ type: 'draft.publish' });
    expect(is({ ready: 'changed' })).toBe(true);
    type(paying);
    rig.actor.send({ type: 'draft.publish' });
    expect(is({ ready: 'reviewing' })).toBe(true);
  });

  it('a draft found in the browser goes on from the version it changes, also when the plans in use are newer', async () => {
    rig = await start({ text: paying, version: 3 });
    expect([context().text, context().version, effects()[0]]).toEqual([paying, 3, 'reportDraftBack']);
  });

  it('a removed part comes back with Undo, until something is typed', () => {
    type(goals);
    rig.actor.send({ type: 'part.remove', text: paying });
    rig.actor.send({ type: 'removal.undo' });
    expect(context().text).toBe(goals);
    rig.actor.send({ type: 'part.remove', text: paying });
    type(broken);
    rig.actor.send({ type: 'removal.undo' });
    expect(context().text).toBe(broken);
  });

  it('a removal that brings back the plans in use can be undone too', () => {
    type(goals);
    rig.actor.send({ type: 'part.remove', text: inUse });
    expect(is({ ready: 'pristine' })).toBe(true);
    rig.actor.send({ type: 'removal.undo' });
    expect([context().text, is({ ready: 'changed' })]).toEqual([goals, true]);
  });

  it('a draft that changes no pay is saved at once, with the version it changes; a conflict keeps it and says so', async () => {
    type(goals);
    rig.actor.send({ type: 'draft.publish' });
    expect(rig.calls.at(-1)?.input).toEqual({ companyName: 'Acme', commissionsConfig: goals, version: 4 });
    await rig.reject('saveGeneral', conflict);
    expect(context()).toMatchObject({ text: goals, error: 'Somebody else saved the settings.' });
    rig.actor.send({ type: 'plans.reload' });
    await rig.resolve('loadCurrent', newer);
    expect(context()).toMatchObject({ text: goals, version: 5, settings: newer, error: null });
  });

  it('discarding brings back the plans in use and forgets the draft', () => {
    type(paying);
    rig.actor.send({ type: 'draft.discard' });
    expect([context().text, effects().at(-1)]).toEqual([inUse, 'forgetDraft']);
  });
});
