import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import {
  adjustment,
  adjustmentNow,
  bare,
  body,
  closed,
  creating,
  editing,
  editingPersons,
  form,
  keyUsed,
  otherBody,
  otherVersion,
  refused,
  stale,
  staleConflict,
  voidConflict,
  voided,
} from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...form,
    holds: ({ snapshot, rig }) => {
      const busy = snapshot.hasTag('busy');
      expect(rig.jobs.size > 0 ? busy : true).toBe(true);
      const reported = rig.effects.filter(({ name }) => /^report(Saved|Deleted|Closed)/.test(name)).map(({ name }) => name);
      const outcomeActions = { saved: 'reportSaved', deleted: 'reportDeleted', closed: 'reportClosed' } as const;
      // The outcome is reported once, in its own final state.
      expect(reported).toEqual(
        Object.entries(outcomeActions).flatMap(([state, name]) => (snapshot.matches({ form: state as 'saved' }) ? [name] : [])),
      );
      if (snapshot.matches({ form: 'saved' })) expect([adjustment, adjustmentNow, otherVersion]).toContainEqual(snapshot.context.saved);
      const { newest, edited } = snapshot.context;
      // Other people's changes are never overwritten unseen: the newest version is available, and only an editable one is sent again.
      if (snapshot.matches({ form: { open: 'conflicted' } })) expect([newest?.id, newest?.version]).toEqual([edited?.id, edited?.version]);
      if (snapshot.matches({ form: { open: 'ended' } })) expect(snapshot.can({ type: 'form.submit', body })).toBe(false);
      // Typed input counts as unsaved until it is saved or discarded.
      const isFinished = (['saved', 'deleted', 'closed', 'deleting'] as const).some((item) => snapshot.matches({ form: item }));
      expect(snapshot.hasTag('unsaved')).toBe(!isFinished);
    },
  },
  table,
  ignored,
);

describe('the adjustment form', () => {
  const start = (input: Parameters<typeof createRig<typeof form.machine>>[1] = creating) => {
    const rig = createRig(form.machine, input, form.rig);
    rig.actor.start();
    return rig;
  };
  const value = (rig: ReturnType<typeof start>) => rig.actor.getSnapshot().value.form;
  const subject = (rig: ReturnType<typeof start>) => rig.actor.getSnapshot().value.subject;
  const context = (rig: ReturnType<typeof start>) => rig.actor.getSnapshot().context;
  const submit = (rig: ReturnType<typeof start>) => rig.actor.send({ type: 'form.submit', body });

  it('spec 2.38, 9.07: reports a save or a void once', async () => {
    const saving = start();
    submit(saving);
    await saving.resolve('saveAdjustment', adjustment);
    expect(value(saving)).toBe('saved');
    expect(saving.effects).toEqual([{ name: 'reportSaved', params: { saved: adjustment } }]);
    const voiding = start(editing);
    voiding.actor.send({ type: 'delete.confirmed', reason: 'Entered twice' });
    expect(voiding.calls).toEqual([{ id: 'voidAdjustment', input: { edited: { id: '9', version: 2 }, reason: 'Entered twice' } }]);
    await voiding.resolve('voidAdjustment');
    expect(value(voiding)).toBe('deleted');
    expect(voiding.effects).toEqual([{ name: 'reportDeleted', params: { edited: { id: '9', version: 2 } } }]);
  });

  it('decisions 2.10: a double click makes one call, and a retry carries the same key', async () => {
    const rig = start();
    submit(rig);
    submit(rig);
    expect(rig.calls).toEqual([{ id: 'saveAdjustment', input: { edited: null, key: 'key-1', body } }]);
    await rig.reject('saveAdjustment', new TypeError('fetch failed'));
    submit(rig);
    expect(rig.calls.map(({ input }) => (input as { key: string }).key)).toEqual(['key-1', 'key-1']);
  });

  it.each([
    ['a refusal', refused, 'Please correct it.'],
    ['a closed period', closed, 'November 2026 is closed.'],
    ['a lost connection', new TypeError('fetch failed'), 'The server could not be reached. What you see is kept; try again in a moment.'],
    ['a server error', { status: 500 }, 'The adjustment could not be saved. What you typed is kept.'],
  ])('decisions 2.10: %s keeps the form open at once, with its message', async (_case, error, sentence) => {
    const rig = start(editing);
    submit(rig);
    await rig.reject('saveAdjustment', error);
    expect(value(rig)).toEqual({ open: 'failed' });
    expect(context(rig).error).toBe(sentence);
    expect(context(rig).body).toEqual(body);
    expect(rig.effects.filter(({ name }) => name !== 'reportUnanswered')).toEqual([]);
  });

  it("spec 5.02: shows the server's own field messages", async () => {
    const rig = start();
    submit(rig);
    await rig.reject('saveAdjustment', refused);
    expect(context(rig).fields).toEqual({ adjustment_reason: 'Reason is required' });
  });

  it('decisions 2.10: a stale edit shows the newest version beside the input, and the next save builds on it', async () => {
    const rig = start(editing);
    submit(rig);
    await rig.reject('saveAdjustment', stale);
    expect(value(rig)).toEqual({ open: 'conflicted' });
    expect(context(rig)).toMatchObject({ error: 'Somebody else changed it.', newest: { version: 7 }, body });
    submit(rig);
    expect(rig.calls.at(-1)?.input).toMatchObject({ edited: { id: '9', version: 7 }, body });
  });

  it('decisions 2.10: a conflict without the row requests it by id, wherever the list is', async () => {
    const rig = start(editing);
    submit(rig);
    await rig.reject('saveAdjustment', bare);
    expect(rig.calls.at(-1)).toEqual({ id: 'loadNewest', input: { id: '9' } });
    await rig.resolve('loadNewest', otherVersion);
    expect(value(rig)).toEqual({ open: 'conflicted' });
    rig.actor.send({ type: 'newest.take' });
    expect([value(rig), context(rig).error]).toEqual([{ open: 'editing' }, null]);
  });

  it.each([
    ['sent with the refusal', voidConflict],
    ['requested separately', bare],
  ])('decisions 2.10: an adjustment voided meanwhile, %s, can no longer be edited', async (_how, error) => {
    const rig = start(editing);
    submit(rig);
    await rig.reject('saveAdjustment', error);
    if (rig.jobs.has('loadNewest')) await rig.resolve('loadNewest', voided);
    expect(value(rig)).toEqual({ open: 'ended' });
    expect(context(rig)).toMatchObject({ newest: { state: 'void' }, body });
  });

  it('decisions 2.10: a lost answer reloads the list', async () => {
    const rig = start();
    submit(rig);
    await rig.reject('saveAdjustment', new TypeError('fetch failed'));
    expect(rig.effects.map(({ name }) => name)).toEqual(['reportUnanswered']);
  });

  it('decisions 2.10: a first try that was saved despite a lost answer is shown, and edited from then on', async () => {
    const rig = start();
    submit(rig);
    await rig.reject('saveAdjustment', new TypeError('fetch failed'));
    rig.actor.send({ type: 'form.submit', body: otherBody });
    await rig.reject('saveAdjustment', { ...keyUsed, data: { ...keyUsed.data, current: adjustmentNow } });
    expect(value(rig)).toEqual({ open: 'conflicted' });
    expect(context(rig).error).toContain('Your first attempt was saved.');
    rig.actor.send({ type: 'form.submit', body: otherBody });
    expect(rig.calls.at(-1)?.input).toMatchObject({ edited: { id: '9', version: 8 }, body: otherBody });
  });

  it("decisions 2.10: an edit saved despite a lost answer counts as the user's own save, not as another user's", async () => {
    const rig = start(editing);
    submit(rig);
    await rig.reject('saveAdjustment', new TypeError('fetch failed'));
    submit(rig);
    await rig.reject('saveAdjustment', staleConflict);
    expect(value(rig)).toBe('saved');
    expect(rig.effects.at(-1)).toEqual({ name: 'reportSaved', params: { saved: adjustmentNow } });
  });

  it('decisions 2.10: input typed after a lost edit is saved over it, without a conflict message', async () => {
    const rig = start(editing);
    submit(rig);
    await rig.reject('saveAdjustment', { status: 502 });
    rig.actor.send({ type: 'form.submit', body: otherBody });
    await rig.reject('saveAdjustment', staleConflict);
    expect(rig.calls.at(-1)).toMatchObject({ id: 'saveAdjustment', input: { edited: { id: '9', version: 8 }, body: otherBody } });
    expect(context(rig).error).toBeNull();
  });

  it('decisions 2.10: a void with a lost answer counts as done once the adjustment is found void', async () => {
    const rig = start(editing);
    rig.actor.send({ type: 'delete.confirmed', reason: '' });
    await rig.reject('voidAdjustment', new TypeError('fetch failed'));
    rig.actor.send({ type: 'delete.confirmed', reason: '' });
    await rig.reject('voidAdjustment', voidConflict);
    expect(value(rig)).toBe('deleted');
  });

  it('input is discarded only after confirmation', () => {
    const rig = start();
    rig.actor.send({ type: 'close.ask', dirty: true });
    expect(value(rig)).toEqual({ open: 'editing' });
    expect(rig.effects.map(({ name }) => name)).toEqual(['askDiscard']);
    rig.actor.send({ type: 'close.confirmed' });
    expect(value(rig)).toBe('closed');
  });

  it('a form cannot be closed while it saves', () => {
    const rig = start();
    submit(rig);
    rig.actor.send({ type: 'close.ask', dirty: false });
    expect(rig.actor.getSnapshot().hasTag('busy')).toBe(true);
  });

  it('decisions 2.25: a new one is for an invoice until the user chooses a person, and back', async () => {
    const rig = start();
    expect(subject(rig)).toBe('forInvoice');
    rig.actor.send({ type: 'person.choose' });
    expect(subject(rig)).toBe('forPerson');
    submit(rig);
    expect(rig.actor.getSnapshot().can({ type: 'invoice.choose' })).toBe(false);
    await rig.reject('saveAdjustment', refused);
    rig.actor.send({ type: 'invoice.choose' });
    expect([subject(rig), context(rig).error, context(rig).fields]).toEqual(['forInvoice', null, {}]);
  });

  it('decisions 2.25: an adjustment that is saved, or may be, keeps its invoice or person', async () => {
    for (const rig of [start(editing), start({ ...creating, canChooseSubject: false })]) {
      rig.actor.send({ type: 'person.choose' });
      expect(subject(rig)).toBe('forInvoice');
    }
    expect(subject(start(editingPersons))).toBe('forPerson');
    const unanswered = start();
    submit(unanswered);
    await unanswered.reject('saveAdjustment', new TypeError('fetch failed'));
    unanswered.actor.send({ type: 'person.choose' });
    expect(subject(unanswered)).toBe('forInvoice');
  });

  it('spec 2.38: an adjustment being created cannot be deleted', () => {
    const rig = start();
    expect(rig.actor.getSnapshot().can({ type: 'delete.ask' })).toBe(false);
    expect(rig.actor.getSnapshot().can({ type: 'delete.confirmed', reason: '' })).toBe(false);
  });
});
