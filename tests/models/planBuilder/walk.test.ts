import { beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { parseConfig } from '../../../contract/rules/commission/config.ts';
import type { KeptText } from '../../../src/machines/planDrafts/planBuilder.machine.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import {
  archivedElsewhere,
  broken,
  conflict,
  draft,
  goals,
  inUse,
  outdated,
  paying,
  planBuilder,
  plansChanged,
  published,
  theirs,
} from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...planBuilder,
    holds: ({ snapshot, rig }) => {
      const { draft: stored, text, revision } = snapshot.context;
      const isPublishing = rig.jobs.has('publishDraft') || snapshot.matches({ ready: 'reviewing' });
      // Only a stored text without errors is published.
      const published = parseConfig(stored?.commissionsConfig ?? '');
      if (isPublishing) expect([stored?.revision, published.config === null]).toEqual([revision, false]);
      if (snapshot.matches({ ready: 'closed' })) expect(stored?.commissionsConfig).toBe(text);
      if (snapshot.matches({ ready: 'saved' })) expect(stored?.commissionsConfig).toBe(text);
    },
  },
  table,
  ignored,
);

const { saveDelayMs, retryMs } = limits.planDrafts;

describe('decisions 2.36: a draft is saved while typing', () => {
  const start = async (keptText: KeptText | null = null, loaded = draft) => {
    const rig = createRig(planBuilder.machine, { id: '7', kept: keptText });
    rig.actor.start();
    await rig.resolve('loadDraft', loaded);
    return rig;
  };
  let rig: Awaited<ReturnType<typeof start>>;
  const context = () => rig.actor.getSnapshot().context;
  const isInState = (value: string) => rig.actor.getSnapshot().matches({ ready: value } as never);
  const effects = () => rig.effects.map(({ name }) => name);
  const calls = () => rig.calls.filter(({ id }) => id === 'saveDraft').map(({ input }) => input);
  const type = (text: string) => rig.actor.send({ type: 'text.type', text });
  const saved = (commissionsConfig: string, revision: number) => rig.resolve('saveDraft', { ...draft, commissionsConfig, revision });
  beforeEach(async () => {
    rig = await start();
  });

  it('invalid text is kept in the browser at once, and sent after a pause, with the revision that it changes', async () => {
    type(broken);
    expect(effects().at(-1)).toBe('keepText');
    rig.clock.increment(saveDelayMs - 1);
    type(goals);
    rig.clock.increment(saveDelayMs - 1);
    expect(calls()).toEqual([]);
    rig.clock.increment(1);
    expect(calls()).toEqual([{ id: '7', text: goals, revision: 3 }]);
    await saved(goals, 4);
    expect([isInState('saved'), context().revision, effects().at(-1)]).toEqual([true, 4, 'forgetText']);
  });

  it('text typed during a save is sent after it', async () => {
    type(goals);
    rig.clock.increment(saveDelayMs);
    type(paying);
    await saved(goals, 4);
    expect([context().text, isInState('typing')]).toEqual([paying, true]);
    rig.clock.increment(saveDelayMs);
    expect(calls().at(-1)).toEqual({ id: '7', text: paying, revision: 4 });
  });

  it('without an answer, the text is sent again automatically', async () => {
    type(goals);
    rig.clock.increment(saveDelayMs);
    await rig.reject('saveDraft', { status: 503 });
    rig.clock.increment(retryMs - 1);
    expect(calls()).toHaveLength(1);
    rig.clock.increment(1);
    expect(calls().at(-1)).toEqual({ id: '7', text: goals, revision: 3 });
  });

  it('a text changed by somebody else is overwritten only on request, and both texts stay until then', async () => {
    type(goals);
    rig.clock.increment(saveDelayMs);
    await rig.reject('saveDraft', conflict);
    type(paying);
    expect(context()).toMatchObject({ text: paying, theirs: { commissionsConfig: theirs.commissionsConfig, changed_by: 'Fay Finance' } });
    expect(calls()).toHaveLength(1);
    rig.actor.send({ type: 'mine.keep' });
    expect(calls().at(-1)).toEqual({ id: '7', text: paying, revision: 5 });
  });

  it('the other person’s text is taken on request', async () => {
    type(goals);
    rig.clock.increment(saveDelayMs);
    await rig.reject('saveDraft', conflict);
    rig.actor.send({ type: 'theirs.take' });
    expect([context().text, context().revision, isInState('saved')]).toEqual([theirs.commissionsConfig, 5, true]);
  });

  it('text found in the browser continues from the revision that it changes, and is sent', async () => {
    rig = await start({ text: paying, revision: 2 });
    expect([context().text, context().revision, effects()[0]]).toEqual([paying, 2, 'reportTextBack']);
    rig.clock.increment(saveDelayMs);
    expect(calls()).toEqual([{ id: '7', text: paying, revision: 2 }]);
  });

  it('Undo restores a removed part until something is typed', () => {
    type(goals);
    rig.actor.send({ type: 'part.remove', text: paying });
    rig.actor.send({ type: 'removal.undo' });
    expect(context().text).toBe(goals);
    rig.actor.send({ type: 'part.remove', text: inUse });
    expect(isInState('saved')).toBe(true);
    rig.actor.send({ type: 'removal.undo' });
    expect(context().text).toBe(goals);
  });

  it('is published as stored: with a review if it moves pay, at once otherwise', async () => {
    rig = await start(null, { ...draft, commissionsConfig: goals });
    rig.actor.send({ type: 'draft.publish' });
    expect(rig.calls.at(-1)).toMatchObject({ id: 'publishDraft', input: { id: '7', revision: 3 } });
    await rig.resolve('publishDraft', published);
    await rig.resolve('readAgain', published);
    expect([isInState('closed'), effects().includes('reportPublished')]).toEqual([true, true]);
    rig = await start(null, { ...draft, commissionsConfig: paying });
    rig.actor.send({ type: 'draft.publish' });
    expect(isInState('reviewing')).toBe(true);
  });

  it.each([
    ['archived', archivedElsewhere, { ...draft, state: 'archived' as const }],
    ['published', { status: 409, data: { code: 'draft_published', message: 'This draft was published.' } }, published],
  ])('a draft %s elsewhere closes after a refused save, and says why', async (_case, refusal, closed) => {
    type(goals);
    rig.clock.increment(saveDelayMs);
    await rig.reject('saveDraft', refusal);
    await rig.resolve('readAgain', closed);
    expect([isInState('closed'), context().text, context().error]).toEqual([true, closed.commissionsConfig, refusal.data.message]);
  });

  it('a draft published elsewhere closes after its publication is refused', async () => {
    rig = await start(null, { ...draft, commissionsConfig: goals });
    rig.actor.send({ type: 'draft.publish' });
    await rig.reject('publishDraft', { status: 409, data: { code: 'draft_published', message: 'This draft was published.' } });
    await rig.resolve('readAgain', published);
    expect([isInState('closed'), context().text]).toEqual([true, paying]);
  });

  it('text found in the browser is not shown over a closed draft', async () => {
    rig = await start({ text: goals, revision: 3 }, published);
    expect([isInState('closed'), context().text, effects()]).toEqual([true, paying, []]);
  });

  it("somebody else's newer text is shown once the draft is loaded again, if nothing was typed", async () => {
    rig.actor.send({ type: 'plans.reload' });
    await rig.resolve('readAgain', { ...draft, commissionsConfig: goals, revision: 4 });
    expect([isInState('saved'), context().text, context().revision]).toEqual([true, goals, 4]);
  });

  it('text typed while the draft is loaded again stays, and is sent with the revision that it changes', async () => {
    rig.actor.send({ type: 'plans.reload' });
    type(paying);
    expect(effects().at(-1)).toBe('keepText');
    await rig.resolve('readAgain', { ...draft, commissionsConfig: goals, revision: 4 });
    expect([isInState('typing'), context().text]).toEqual([true, paying]);
    rig.clock.increment(saveDelayMs);
    expect(calls()).toEqual([{ id: '7', text: paying, revision: 3 }]);
  });

  it('text typed while newer plans are taken or the effect is reviewed is saved afterwards', async () => {
    rig = await start(null, outdated);
    rig.actor.send({ type: 'base.take' });
    type(goals);
    await rig.resolve('rebaseDraft', { ...draft, base_version: 5 });
    expect([isInState('typing'), context().text, context().draft?.base_version]).toEqual([true, goals, 5]);
    rig = await start(null, { ...draft, commissionsConfig: paying });
    rig.actor.send({ type: 'draft.publish' });
    type(goals);
    rig.actor.send({ type: 'review.close' });
    await rig.resolve('readAgain', { ...draft, commissionsConfig: paying });
    expect([isInState('typing'), context().text]).toEqual([true, goals]);
  });

  it('newer plans are shown after a refusal, and the draft is rebased on them on request', async () => {
    rig = await start(null, { ...draft, commissionsConfig: goals });
    rig.actor.send({ type: 'draft.publish' });
    await rig.reject('publishDraft', plansChanged);
    await rig.resolve('readAgain', { ...outdated, commissionsConfig: goals });
    expect(context()).toMatchObject({ error: 'Ada Admin published version 5.', draft: { base_version: 4, in_use: { version: 5 } } });
    rig.actor.send({ type: 'base.take' });
    expect(rig.calls.at(-1)).toMatchObject({ id: 'rebaseDraft', input: { id: '7', version: 5, revision: 3 } });
    await rig.resolve('rebaseDraft', { ...draft, commissionsConfig: goals, base_version: 5 });
    expect(context()).toMatchObject({ text: goals, error: null, draft: { base_version: 5 } });
  });
});
