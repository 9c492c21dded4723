import { beforeEach, describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { generalSettings, newConfig, preview, refused, settings } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...generalSettings,
    holds: ({ snapshot, rig }) => {
      expect(rig.jobs.has('saveGeneral')).toBe(snapshot.matches({ ready: { form: 'saving' } }));
      const { settings: saved, draft, preview: loadedPreview } = snapshot.context;
      const differs = saved !== null && (saved.companyName !== draft.companyName || saved.commissionsConfig !== draft.commissionsConfig);
      // spec 2.50: Save and Cancel only with unsaved changes.
      expect(snapshot.hasTag('unsaved')).toBe(differs);
      // During a review, typing and saving are disabled.
      expect(snapshot.context.review !== null).toBe(snapshot.hasTag('reviewing'));
      const isFree = !rig.jobs.has('saveGeneral') && !snapshot.hasTag('reviewing');
      expect(snapshot.can({ type: 'draft.save' })).toBe(differs && isFree);
      expect(snapshot.can({ type: 'draft.cancel' })).toBe(differs && isFree);
      // A preview always reflects the typed text.
      if (loadedPreview !== null)
        expect(rig.calls.filter(({ id }) => id === 'previewConfig').at(-1)?.input).toEqual({ commissionsConfig: draft.commissionsConfig });
    },
  },
  table,
  ignored,
);

describe('general settings', () => {
  const start = () => {
    const rig = createRig(generalSettings.machine, undefined);
    rig.actor.start();
    return rig;
  };
  let rig: ReturnType<typeof start>;
  const context = () => rig.actor.getSnapshot().context;
  const saves = () => rig.calls.filter(({ id }) => id === 'saveGeneral').map(({ input }) => input);
  beforeEach(async () => {
    rig = start();
    await rig.resolve('loadGeneral', settings);
  });

  it('spec 7.19: sends name and text together; the answer updates the settings', async () => {
    rig.actor.send({ type: 'name.type', text: 'Acme Ltd' });
    rig.actor.send({ type: 'config.type', text: newConfig });
    rig.actor.send({ type: 'draft.save' });
    expect(saves()).toEqual([{ draft: { companyName: 'Acme Ltd', commissionsConfig: newConfig }, version: 4 }]);
    expect(rig.effects).toEqual([]);
    await rig.resolve('saveGeneral', { ...settings, companyName: 'Acme Ltd', commissionsConfig: newConfig });
    expect(rig.effects.map(({ name }) => name)).toEqual(['reportSaved']);
    expect(rig.actor.getSnapshot().hasTag('unsaved')).toBe(false);
  });

  it('spec 2.50: restoring the old text is no change, and Cancel restores the saved values', () => {
    rig.actor.send({ type: 'name.type', text: 'Acme Ltd' });
    rig.actor.send({ type: 'name.type', text: 'Acme' });
    rig.actor.send({ type: 'draft.save' });
    expect(saves()).toEqual([]);
    rig.actor.send({ type: 'config.type', text: newConfig });
    rig.actor.send({ type: 'draft.cancel' });
    expect(context().draft).toEqual({ companyName: 'Acme', commissionsConfig: '{}' });
  });

  it('bad input: a save carries the version last loaded or answered', async () => {
    rig.actor.send({ type: 'config.type', text: newConfig });
    rig.actor.send({ type: 'draft.save' });
    await rig.resolve('saveGeneral', { ...settings, commissionsConfig: newConfig, version: 5 });
    rig.actor.send({ type: 'config.type', text: '{}' });
    rig.actor.send({ type: 'draft.save' });
    const conflict = { status: 409, data: { code: 'stale_version', message: 'Somebody else saved the settings.' } };
    await rig.reject('saveGeneral', conflict);
    expect(context()).toMatchObject({ error: 'Somebody else saved the settings.', draft: { commissionsConfig: '{}' } });
    rig.actor.send({ type: 'draft.save' });
    expect(rig.calls.filter(({ id }) => id === 'saveGeneral').map(({ input }) => Reflect.get(input as object, 'version'))).toEqual([
      4, 5, 5,
    ]);
  });

  it.each([
    [refused, 'The configuration cannot be used.'],
    [{ status: 500, data: { error: 'Full disk' } }, 'Full disk'],
    [{ status: 500 }, 'Failed to save general settings'],
    [new TypeError('fetch failed'), 'Failed to save general settings'],
  ])('spec 8.06: a failed save keeps the input and says why, until dismissed: %o', async (error, sentence) => {
    rig.actor.send({ type: 'config.type', text: newConfig });
    rig.actor.send({ type: 'draft.save' });
    await rig.reject('saveGeneral', error);
    expect(context()).toMatchObject({ error: sentence, draft: { commissionsConfig: newConfig } });
    rig.actor.send({ type: 'error.dismiss' });
    expect(context().error).toBeNull();
  });

  it('an error of the text disappears with the next edit', async () => {
    rig.actor.send({ type: 'config.type', text: newConfig });
    rig.actor.send({ type: 'draft.save' });
    await rig.reject('saveGeneral', refused);
    expect(context().fields.commissionsConfig).toBe('plans[0].tiers: must be a list');
    rig.actor.send({ type: 'config.type', text: '{ }' });
    expect(context().fields.commissionsConfig).toBe('');
  });

  it('decisions 2.07: never shows a preview of an older text', async () => {
    rig.actor.send({ type: 'config.type', text: newConfig });
    rig.actor.send({ type: 'preview.ask' });
    rig.actor.send({ type: 'config.type', text: '{ }' });
    expect(rig.jobs.has('previewConfig')).toBe(false);
    rig.actor.send({ type: 'preview.ask' });
    await rig.resolve('previewConfig', preview);
    expect(context().preview).toEqual(preview);
    rig.actor.send({ type: 'draft.cancel' });
    expect(context().preview).toBeNull();
  });
});
