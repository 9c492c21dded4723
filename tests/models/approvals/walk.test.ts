import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { approvals, decided, faster, final, late, noReason, run } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...approvals,
    holds: ({ snapshot, rig }) => {
      const isDeciding = snapshot.matches({ decision: 'deciding' }) || snapshot.matches({ decision: 'approving' });
      const isUndoing = snapshot.matches({ undo: 'undoing' }) || snapshot.matches({ undo: 'reopening' });
      expect(rig.jobs.has('decideApprovals')).toBe(isDeciding);
      expect(rig.jobs.has('undoApprovals')).toBe(isUndoing);
      expect(snapshot.hasTag('busy')).toBe(isDeciding || isUndoing);
      // decisions 2.10: Undo is offered only for reversible decisions.
      expect(snapshot.context.offered !== null).toBe(!snapshot.matches({ undo: 'none' }));
      if (snapshot.matches({ undo: 'offered' })) expect(snapshot.context.offered?.items).not.toEqual([]);
      expect(snapshot.context.asked !== null).toBe(!snapshot.matches({ decision: 'open' }));
    },
  },
  table,
  ignored,
);

describe('approvals', () => {
  const decision = { type: 'decision.ask', decision: 'approve', approvals: [late, run] } as const;
  const start = () => {
    const rig = createRig(approvals.machine, { list: { pageSize: 25 } }, approvals.rig);
    rig.actor.start();
    return rig;
  };
  const decide = async (results: readonly object[]) => {
    const rig = start();
    rig.actor.send({ type: 'rows.select', approvals: [late, run] });
    rig.actor.send(decision);
    expect(rig.calls.at(-1)?.input).toEqual({ decision: 'approve', approvals: [late, run], note: '' });
    await rig.resolve('decideApprovals', results);
    return rig;
  };

  it('decisions 2.10: a decision can be undone for ten seconds, and not after', async () => {
    const rig = await decide([decided, final]);
    rig.clock.increment(9999);
    expect(rig.actor.getSnapshot().value).toEqual({ decision: 'open', undo: 'offered' });
    rig.clock.increment(1);
    expect(rig.actor.getSnapshot().value).toEqual({ decision: 'open', undo: 'none' });
    const repeated = await decide([decided]);
    repeated.actor.send({ type: 'undo.ask' });
    expect(repeated.calls.at(-1)?.input).toEqual({ items: [{ id: 'adjustment-9', version: 2 }] });
    await repeated.resolve('undoApprovals', [decided]);
    expect(repeated.effects.map(({ name }) => name)).toEqual(['reportChanged', 'reportUndone', 'reportChanged']);
  });

  it('decisions 2.10: the next dialog does not end the ten seconds of the previous decision', async () => {
    const rig = await decide([decided]);
    rig.clock.increment(4000);
    rig.actor.send({ ...decision, decision: 'reject', approvals: [run] });
    rig.clock.increment(4000);
    rig.actor.send({ type: 'decision.close' });
    expect(rig.actor.getSnapshot().value).toEqual({ decision: 'open', undo: 'offered' });
    rig.actor.send({ type: 'undo.ask' });
    expect(rig.calls.at(-1)?.input).toEqual({ items: [{ id: 'adjustment-9', version: 2 }] });
  });

  it('decisions 2.10: the next decision becomes the one to undo, for its own ten seconds', async () => {
    const rig = await decide([decided]);
    rig.clock.increment(9000);
    rig.actor.send({ ...decision, approvals: [run] });
    await rig.resolve('decideApprovals', [{ ...decided, id: 'run-3' }]);
    rig.clock.increment(9000);
    rig.actor.send({ type: 'undo.ask' });
    expect(rig.calls.at(-1)?.input).toEqual({ items: [{ id: 'run-3', version: 2 }] });
  });

  it('decisions 2.10: if the next decision is refused, the previous one can still be undone', async () => {
    const rig = await decide([decided]);
    rig.actor.send({ ...decision, approvals: [run] });
    await rig.resolve('decideApprovals', [faster]);
    rig.actor.send({ type: 'undo.ask' });
    expect(rig.calls.at(-1)?.input).toEqual({ items: [{ id: 'adjustment-9', version: 2 }] });
  });

  it('decisions 2.10: Add a note undoes the approval and asks for the note in its dialog', async () => {
    const rig = await decide([decided, faster]);
    rig.actor.send({ type: 'undo.note' });
    expect(rig.calls.at(-1)?.input).toEqual({ items: [{ id: 'adjustment-9', version: 2 }] });
    await rig.resolve('undoApprovals', [{ ...decided, version: 3, undo_until: null }]);
    expect(rig.actor.getSnapshot().value).toEqual({ decision: 'noting', undo: 'none' });
    rig.actor.send({ type: 'decision.answer', note: 'Agreed' });
    expect(rig.calls.at(-1)?.input).toEqual({ decision: 'approve', approvals: [{ ...late, version: 3 }], note: 'Agreed' });
  });

  it('decisions 2.10: closing that dialog approves without a note, as before', async () => {
    const rig = await decide([decided, faster]);
    rig.actor.send({ type: 'undo.note' });
    await rig.resolve('undoApprovals', [{ ...decided, version: 3, undo_until: null }]);
    rig.actor.send({ type: 'decision.close' });
    expect(rig.calls.at(-1)?.input).toEqual({ decision: 'approve', approvals: [{ ...late, version: 3 }], note: '' });
  });

  it.each([
    ['own pay, which cannot be undone', { ...late, group: 'own_pay' as const }],
    ["the author's own item, which is flagged", { ...late, own: true }],
  ])('decisions 2.10: %s is approved in the dialog', (_, approval) => {
    const rig = start();
    rig.actor.send({ ...decision, approvals: [run, approval] });
    expect(rig.actor.getSnapshot().value).toEqual({ decision: 'asking', undo: 'none' });
  });

  it('reports a failed approval on the page, because no dialog is open', async () => {
    const rig = start();
    rig.actor.send(decision);
    await rig.reject('decideApprovals', { status: 500 });
    expect(rig.actor.getSnapshot()).toMatchObject({
      value: { decision: 'open', undo: 'none' },
      context: { asked: null, error: 'Your decision could not be saved.' },
    });
  });

  it('a rejection offers no note, because it has its reason', async () => {
    const rig = start();
    rig.actor.send({ ...decision, decision: 'reject', approvals: [late] });
    rig.actor.send({ type: 'decision.answer', note: 'No' });
    await rig.resolve('decideApprovals', [decided]);
    expect(rig.actor.getSnapshot().can({ type: 'undo.note' })).toBe(false);
  });

  it('keeps decided items as they were until the list reloads, but not refused ones', async () => {
    const rig = await decide([decided, faster]);
    const { decided: known } = rig.actor.getSnapshot().context;
    expect(known).toEqual([late]);
  });

  it('decisions 2.10: a bulk decision keeps the reasons of refused items, and clears the selection', async () => {
    const rig = await decide([decided, faster]);
    const { refused, selected } = rig.actor.getSnapshot().context;
    expect(refused).toEqual([{ approval: run, message: 'Fay Finch approved this first.' }]);
    expect(selected).toEqual([]);
  });

  it('a refused note stays in the dialog, with the field’s message', async () => {
    const rig = start();
    rig.actor.send({ ...decision, decision: 'reject' });
    rig.actor.send({ type: 'decision.answer', note: '' });
    await rig.reject('decideApprovals', noReason);
    expect(rig.actor.getSnapshot().value).toEqual({ decision: 'asking', undo: 'none' });
    expect(rig.actor.getSnapshot().context.fields).toEqual({ note: 'Reason is required' });
  });

  it('decides nothing without rows', () => {
    const rig = start();
    rig.actor.send({ type: 'decision.ask', decision: 'approve', approvals: [] });
    expect(rig.actor.getSnapshot().value).toEqual({ decision: 'open', undo: 'none' });
  });
});
