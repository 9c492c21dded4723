import { beforeEach, describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { file, large, lines, unchanged, userImport, without, withPasswords } from './cases.ts';
import { ignored, table } from './table.ts';

const runs: Readonly<Record<string, string>> = { reading: 'readFile', applying: 'applyChunk' };

describeMachine(
  {
    ...userImport,
    holds: ({ snapshot, rig }) => {
      const actor = runs[String(snapshot.value)];
      expect([...rig.jobs.keys()]).toEqual(actor ? [actor] : []);
      expect(snapshot.hasTag('unsaved')).toBe(['applying', 'stopped', 'holding'].includes(String(snapshot.value)));
      // Only lines with changes are sent, at most 25 at a time, and never before the preview.
      const sent = rig.calls.filter(({ id }) => id === 'applyChunk').map(({ input }) => (input as { lines: typeof lines }).lines);
      for (const chunk of sent) {
        expect(chunk.length).toBeLessThanOrEqual(25);
        expect(chunk.every(({ what }) => what === 'create' || what === 'update')).toBe(true);
      }
      if (['choosing', 'reading', 'previewed'].includes(String(snapshot.value))) expect(snapshot.context.results).toEqual([]);
    },
  },
  table,
  ignored,
);

describe('an import of people', () => {
  const start = () => {
    const rig = createRig(userImport.machine, undefined);
    rig.actor.start();
    return rig;
  };
  let rig: ReturnType<typeof start>;
  const context = () => rig.actor.getSnapshot().context;
  const chunks = () =>
    rig.calls.filter(({ id }) => id === 'applyChunk').map(({ input }) => (input as { lines: typeof lines }).lines.map((item) => item.line));
  beforeEach(() => {
    rig = start();
  });

  it('refuses a file of more than 2 MB without reading it', () => {
    rig.actor.send({ type: 'file.choose', file: large });
    expect(rig.calls).toEqual([]);
    expect(context().error).toBe('A file can have at most 2 MB. Split it and import the parts.');
  });

  it('sends changes in chunks of 25, one after another, each once', async () => {
    rig.actor.send({ type: 'file.choose', file });
    await rig.resolve('readFile', { lines, unread: [] });
    expect(chunks()).toEqual([]);
    rig.actor.send({ type: 'import.apply' });
    await rig.resolve('applyChunk', withPasswords);
    await rig.resolve('applyChunk', without);
    expect(chunks()).toEqual([Array.from({ length: 25 }, (_, index) => index + 2), [27, 28, 29, 30, 31]]);
    expect(rig.actor.getSnapshot().value).toBe('holding');
  });

  it('sends the chosen columns and roles with the first chunk, to be remembered, but nothing without a choice', async () => {
    const header = ['Who', 'Mail', 'Job'];
    const choices = { columns: { name: 0, email: 1, role: 2 }, roles: { AE: 'salesperson' as const } };
    const layouts = () => rig.calls.filter(({ id }) => id === 'applyChunk').map(({ input }) => (input as { layout: unknown }).layout);
    rig.actor.send({ type: 'file.choose', file });
    await rig.resolve('readFile', { lines, unread: [], header });
    rig.actor.send({ type: 'choices.submit', choices });
    await rig.resolve('readFile', { lines, unread: [], header, roles: choices.roles });
    rig.actor.send({ type: 'import.apply' });
    await rig.resolve('applyChunk', { ...withPasswords, import_id: '4' });
    expect(layouts()).toEqual([{ header, choices }, null]);
    rig = start();
    rig.actor.send({ type: 'file.choose', file });
    await rig.resolve('readFile', { lines, unread: [], header, remembered: true, roles: choices.roles });
    rig.actor.send({ type: 'import.apply' });
    expect(layouts()).toEqual([null]);
  });

  it('stops at a failed chunk; continuing sends it again, and applied lines stay', async () => {
    rig.actor.send({ type: 'file.choose', file });
    await rig.resolve('readFile', { lines, unread: [] });
    rig.actor.send({ type: 'import.apply' });
    await rig.resolve('applyChunk', withPasswords);
    await rig.reject('applyChunk', { status: 503 });
    expect(context()).toMatchObject({ sent: 25, error: 'The file could not be imported.' });
    rig.actor.send({ type: 'import.apply' });
    expect(chunks().at(-1)).toEqual([27, 28, 29, 30, 31]);
    await rig.resolve('applyChunk', without);
    expect(context().results).toHaveLength(30);
  });

  it('asks before closing while passwords are not downloaded, and closes at once afterwards', async () => {
    rig.actor.send({ type: 'file.choose', file });
    await rig.resolve('readFile', { lines: lines.slice(0, 25), unread: [] });
    rig.actor.send({ type: 'import.apply' });
    await rig.resolve('applyChunk', withPasswords);
    rig.actor.send({ type: 'close.ask' });
    expect(rig.effects.map(({ name }) => name)).toEqual(['askLeave']);
    rig.actor.send({ type: 'passwords.download' });
    rig.actor.send({ type: 'close.ask' });
    expect(rig.effects.map(({ name }) => name)).toEqual(['askLeave', 'downloadPasswords', 'reportClosed']);
  });

  it('cannot apply a file without changes', async () => {
    rig.actor.send({ type: 'file.choose', file });
    await rig.resolve('readFile', { lines: unchanged, unread: [] });
    rig.actor.send({ type: 'import.apply' });
    expect(rig.actor.getSnapshot().value).toBe('previewed');
  });
});
