import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { approvals, decided, faster, final, late, noReason, run } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...approvals,
    holds: ({ snapshot, rig }) => {
      expect(rig.jobs.has('decideApprovals')).toBe(snapshot.matches('deciding'));
      expect(rig.jobs.has('undoApprovals')).toBe(snapshot.matches('undoing'));
      expect(snapshot.hasTag('busy')).toBe(snapshot.matches('deciding') || snapshot.matches('undoing'));
      // decisions 2.10: only what can be taken back is offered.
      if (snapshot.matches({ open: 'undoable' })) expect(snapshot.context.undoable).not.toEqual([]);
      if (snapshot.matches('asking')) expect(snapshot.context.asked?.approvals.length).toBeGreaterThan(0);
    },
  },
  table,
  ignored,
);

describe('approvals', () => {
  const asked = { type: 'decision.ask', decision: 'approve', approvals: [late, run] } as const;
  const start = () => {
    const rig = createRig(approvals.machine, { list: { pageSize: 25 } }, approvals.rig);
    rig.actor.start();
    return rig;
  };
  const decide = async (results: readonly object[]) => {
    const rig = start();
    rig.actor.send({ type: 'rows.select', approvals: [late, run] });
    rig.actor.send(asked);
    rig.actor.send({ type: 'decision.answer', note: 'Agreed' });
    expect(rig.calls.at(-1)?.input).toEqual({ decision: 'approve', approvals: [late, run], note: 'Agreed' });
    await rig.resolve('decideApprovals', results);
    return rig;
  };

  it('decisions 2.10: a decision can be taken back for ten seconds, and not after', async () => {
    const rig = await decide([decided, final]);
    rig.clock.increment(9999);
    expect(rig.actor.getSnapshot().value).toEqual({ open: 'undoable' });
    rig.clock.increment(1);
    expect(rig.actor.getSnapshot().value).toEqual({ open: 'still' });
    const again = await decide([decided]);
    again.actor.send({ type: 'undo.ask' });
    expect(again.calls.at(-1)?.input).toEqual({ items: [{ id: 'adjustment-9', version: 2 }] });
    await again.resolve('undoApprovals', [decided]);
    expect(again.effects.map(({ name }) => name)).toEqual(['reportChanged', 'reportUndone', 'reportChanged']);
  });

  it('decisions 2.10: of many, what was refused keeps its sentence, and the ticks are gone', async () => {
    const rig = await decide([decided, faster]);
    const { refused, selected } = rig.actor.getSnapshot().context;
    expect(refused).toEqual([{ approval: run, message: 'Fay Finch approved this first.' }]);
    expect(selected).toEqual([]);
  });

  it('a note that is refused stays in the dialog, with the field’s sentence', async () => {
    const rig = start();
    rig.actor.send({ ...asked, decision: 'reject' });
    rig.actor.send({ type: 'decision.answer', note: '' });
    await rig.reject('decideApprovals', noReason);
    expect(rig.actor.getSnapshot().value).toBe('asking');
    expect(rig.actor.getSnapshot().context.fields).toEqual({ note: 'Give a reason of at most 500 characters.' });
  });

  it('nothing is decided about no rows', () => {
    const rig = start();
    rig.actor.send({ type: 'decision.ask', decision: 'approve', approvals: [] });
    expect(rig.actor.getSnapshot().value).toEqual({ open: 'still' });
  });
});
