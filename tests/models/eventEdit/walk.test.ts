import { describe, expect, it } from 'vitest';
import type { Event } from '../../../contract/entities/event.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { conflict, current, event, eventEdit, open, refused } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...eventEdit,
    holds: ({ snapshot, rig }) => {
      const { subject, error, theirs, value } = snapshot.context;
      expect(subject === null).toBe(snapshot.matches('closed'));
      expect(snapshot.hasTag('open')).toBe(!snapshot.matches('closed'));
      expect(snapshot.hasTag('busy')).toBe(snapshot.matches('saving'));
      expect([...rig.jobs.keys()]).toEqual(snapshot.matches('saving') ? ['patchEvent'] : []);
      expect(error !== null).toBe(snapshot.matches({ open: 'failed' }));
      if (snapshot.matches('conflicted')) expect(theirs).not.toBeNull();
      // The request contains one field of the event as last read.
      if (snapshot.matches('saving'))
        expect(rig.jobs.get('patchEvent')?.input).toEqual({
          id: subject.event.id,
          field: subject.field,
          value,
          version: subject.event.version,
        });
      // spec 4.07: the row changes only with the server's response.
      const relayed = rig.effects
        .filter(({ name }) => name === 'relaySaved')
        .map(({ params }) => (params as { event: Event }).event.version);
      for (const version of relayed) expect(version).toBe(10);
    },
  },
  table,
  ignored,
);

describe('an edit of an event', () => {
  const start = (...opened: ReturnType<typeof open>[]) => {
    const rig = createRig(eventEdit.machine, undefined);
    rig.actor.start();
    for (const item of opened) rig.actor.send(item);
    return rig;
  };
  type Live = ReturnType<typeof start>;
  const value = (rig: Live) => rig.actor.getSnapshot().value;
  const context = (rig: Live) => rig.actor.getSnapshot().context;
  const submit = (rig: Live, text: string | null) => rig.actor.send({ type: 'edit.submit', value: text });
  const inputs = (rig: Live) => rig.calls.map(({ input }) => input);
  const relayed = (rig: Live) => rig.effects.filter(({ name }) => name.startsWith('relay'));

  it('spec 4.07: the parent gets the saved event with the answer, not before', async () => {
    const rig = start(open());
    submit(rig, 'Yes');
    expect(inputs(rig)).toEqual([{ id: '41', field: 'reviewed', value: 'Yes', version: 3 }]);
    expect(rig.effects).toEqual([]);
    const answer = { ...event, reviewed: 'Yes', version: 4 };
    await rig.resolve('patchEvent', answer);
    expect(value(rig)).toBe('closed');
    expect(rig.effects.map(({ name }) => name)).toEqual(['relaySaved', 'reportSaved']);
    expect(rig.effects[0]?.params).toMatchObject({ event: answer, subject: { field: 'reviewed' } });
  });

  it.each([
    ['an empty value', ''],
    ['blanks', '   '],
    ["'-- Select --'", null],
  ])('spec 2.48, 5.11: %s is sent as null', (_case, text) => {
    const rig = start(open());
    submit(rig, text);
    expect(inputs(rig)).toEqual([{ id: '41', field: 'reviewed', value: null, version: 3 }]);
  });

  it.each([
    ['the same value', 'reviewed', 'No'],
    ['an empty value that was empty before', 'internal_notes', ''],
  ] as const)('%s closes without a call', (_case, field, text) => {
    const rig = start(open(field));
    submit(rig, text);
    expect([value(rig), inputs(rig), rig.effects]).toEqual(['closed', [], []]);
  });

  it('sends text as typed, including emoji, markup and blanks', () => {
    const rig = start(open('internal_notes'));
    submit(rig, ' <b>9:30</b> 🎉 שלום ');
    expect(inputs(rig)).toMatchObject([{ value: ' <b>9:30</b> 🎉 שלום ' }]);
  });

  it('sends no version to a provider without versions', () => {
    const { version: _, ...plain } = event;
    const rig = start(open('reviewed', plain));
    submit(rig, 'Yes');
    expect(inputs(rig)).toMatchObject([{ version: null }]);
  });

  it.each([
    ["the server's message", refused, 'reviewed must be Yes, No or Unknown.'],
    ["the server's error field", { status: 400, data: { error: 'No such field.' } }, 'No such field.'],
    ['a failure without a message', { status: 500 }, 'Failed to update event'],
    ['a lost connection', new TypeError('fetch failed'), 'Failed to update event'],
    ['a 409 without the event', { status: 409, data: { message: 'Busy.' } }, 'Busy.'],
  ])('spec 8.05: %s is shown, the field stays open and can be sent again', async (_case, error, sentence) => {
    const rig = start(open());
    submit(rig, 'Yes');
    await rig.reject('patchEvent', error);
    expect(value(rig)).toEqual({ open: 'failed' });
    expect(context(rig)).toMatchObject({ error: sentence, value: 'Yes', subject: { field: 'reviewed' } });
    submit(rig, 'Yes');
    expect(inputs(rig)).toHaveLength(2);
    expect(relayed(rig)).toEqual([]);
  });

  it('Escape during a save loses no answer: the saved event still replaces the row', async () => {
    const rig = start(open('reviewed'));
    submit(rig, 'Yes');
    rig.actor.send({ type: 'edit.cancel' });
    expect(value(rig)).toBe('saving');
    await rig.resolve('patchEvent', { ...event, reviewed: 'Yes', version: 4 });
    expect(relayed(rig)).toMatchObject([{ name: 'relaySaved', params: { event: { reviewed: 'Yes' } } }]);
  });

  it('a double submit makes one call', () => {
    const rig = start(open());
    submit(rig, 'Yes');
    submit(rig, 'Unknown');
    expect(inputs(rig)).toHaveLength(1);
  });

  describe('another user edits the field meanwhile', () => {
    const conflicted = async (error: unknown = conflict) => {
      const rig = start(open());
      submit(rig, 'Yes');
      await rig.reject('patchEvent', error);
      return rig;
    };

    it('shows both values, and the row shows theirs without a mark', async () => {
      const rig = await conflicted();
      expect(value(rig)).toBe('conflicted');
      expect(context(rig)).toMatchObject({
        value: 'Yes',
        theirs: { value: 'Unknown', by: 'Vera Voss', at: '2026-11-21T17:00:00.000Z' },
      });
      expect(relayed(rig)).toMatchObject([{ name: 'relayRead', params: { subject: { event: current } } }]);
    });

    it("reads theirs from the event if the field isn't listed", async () => {
      const rig = await conflicted({ status: 409, data: { current } });
      expect(context(rig).theirs).toEqual({ value: 'Unknown', by: null, at: null });
    });

    it('saves mine over it, with the version just seen', async () => {
      const rig = await conflicted();
      rig.actor.send({ type: 'conflict.mine' });
      expect(inputs(rig).at(-1)).toEqual({ id: '41', field: 'reviewed', value: 'Yes', version: 9 });
      await rig.resolve('patchEvent', { ...current, reviewed: 'Yes', version: 10 });
      expect(value(rig)).toBe('closed');
      expect(relayed(rig).at(-1)).toMatchObject({ name: 'relaySaved', params: { event: { version: 10 } } });
    });

    it.each(['conflict.theirs', 'edit.cancel'] as const)('%s keeps theirs without a call', async (type) => {
      const rig = await conflicted();
      rig.actor.send({ type });
      expect([value(rig), inputs(rig).length]).toEqual(['closed', 1]);
    });

    it('allows no other edit before the decision', async () => {
      const rig = await conflicted();
      expect(rig.actor.getSnapshot().can(open('internal_notes'))).toBe(false);
      expect(rig.actor.getSnapshot().can({ type: 'edit.submit', value: 'No' })).toBe(false);
    });

    it('a third person in between causes another conflict', async () => {
      const rig = await conflicted();
      rig.actor.send({ type: 'conflict.mine' });
      await rig.reject('patchEvent', { status: 409, data: { ...conflict.data, current: { ...current, version: 11 } } });
      rig.actor.send({ type: 'conflict.mine' });
      expect(inputs(rig).at(-1)).toMatchObject({ version: 11 });
    });
  });

  it('decisions 3.01: an event without edit rights does not open', () => {
    const rig = start(open('reviewed', { ...event, can_edit: false }));
    expect(value(rig)).toBe('closed');
    const { can_edit: _, ...withoutRights } = event;
    rig.actor.send(open('reviewed', withoutRights));
    expect(value(rig)).toEqual({ open: 'editing' });
  });

  it('another field can be opened before a submit, and then only that one is open', () => {
    const rig = start(open('reviewed'), open('sales_lead'));
    expect(context(rig).subject.field).toBe('sales_lead');
    submit(rig, 'Lena');
    expect(inputs(rig)).toMatchObject([{ field: 'sales_lead', value: 'Lena' }]);
  });
});
