import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { goal, goals, goalsCases, other, question, readOnly, stale, values } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...goalsCases,
    holds: ({ snapshot, rig }) => {
      for (const id of ['loadGoals', 'saveGoal', 'askRemove', 'removeGoal']) {
        const state = { loadGoals: 'loading', saveGoal: 'saving', askRemove: 'asking', removeGoal: 'removing' }[id] as never;
        expect(rig.jobs.has(id)).toBe(snapshot.matches(state));
      }
      // A form is open exactly during editing and saving.
      expect(snapshot.hasTag('form')).toBe(snapshot.matches('editing') || snapshot.matches('saving'));
    },
  },
  table,
  ignored,
);

describe('the goals of a month', () => {
  const start = async (list = goals) => {
    const rig = createRig(goalsCases.machine, question, {});
    rig.actor.start();
    await rig.resolve('loadGoals', list);
    return rig;
  };

  it('decisions 3.04: offers nothing to a user who may set no goals', async () => {
    const rig = await start(readOnly);
    const can = (event: object) => rig.actor.getSnapshot().can(event as never);
    const mine = { ...goal, actions: [] };
    expect([can({ type: 'goal.add' }), can({ type: 'goal.change', goal: mine }), can({ type: 'goal.remove', goal: mine })]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('saves a change against the loaded version, and after another user’s save against theirs', async () => {
    const rig = await start();
    rig.actor.send({ type: 'goal.change', goal });
    rig.actor.send({ type: 'form.submit', values });
    expect(rig.calls.at(-1)).toEqual({ id: 'saveGoal', input: { ...question, ...values, edited: goal } });
    await rig.reject('saveGoal', stale);
    const { context, value } = rig.actor.getSnapshot();
    expect([value, context.error, context.edited?.version]).toEqual(['editing', 'Changed by somebody else', 2]);
    rig.actor.send({ type: 'form.submit', values });
    expect(rig.calls.at(-1)?.input).toMatchObject({ edited: { version: 2 } });
  });

  it('shows the server’s error at its field, and keeps the input', async () => {
    const rig = await start();
    rig.actor.send({ type: 'goal.add' });
    rig.actor.send({ type: 'form.submit', values });
    await rig.reject('saveGoal', { status: 422, data: { message: 'Too many', errors: { target: 'Too many' } } });
    expect(rig.actor.getSnapshot().context).toMatchObject({ fields: { target: 'Too many' }, values });
  });

  it('a failed removal says so, and not that a save failed', async () => {
    const rig = await start();
    rig.actor.send({ type: 'goal.remove', goal });
    await rig.resolve('askRemove', true);
    await rig.reject('removeGoal', new Error('no answer'));
    const { context, value } = rig.actor.getSnapshot();
    expect([value, context.error]).toEqual(['shown', 'The goal could not be removed. Try again.']);
  });

  it('a person chosen during a save is shown after its answer; the form stays open if it was refused', async () => {
    const rig = await start();
    rig.actor.send({ type: 'goal.change', goal });
    rig.actor.send({ type: 'form.submit', values });
    rig.actor.send({ type: 'question.changed', question: other });
    expect(rig.actor.getSnapshot().value).toBe('saving');
    await rig.reject('saveGoal', new Error('no answer'));
    expect(rig.actor.getSnapshot().context).toMatchObject({ question, values });
    rig.actor.send({ type: 'form.submit', values });
    expect(rig.calls.at(-1)?.input).toMatchObject(question);
    await rig.resolve('saveGoal', goal);
    expect(rig.calls.at(-1)).toEqual({ id: 'loadGoals', input: other });
  });

  it('does not show a late answer for another person', async () => {
    const rig = createRig(goalsCases.machine, question, {});
    rig.actor.start();
    const lateJob = rig.jobs.get('loadGoals');
    rig.actor.send({ type: 'question.changed', question: other });
    lateJob?.resolve(goals);
    await new Promise((resolve) => setImmediate(resolve));
    expect(rig.actor.getSnapshot().context.goals).toBeNull();
    expect(rig.calls.at(-1)).toEqual({ id: 'loadGoals', input: other });
  });
});
