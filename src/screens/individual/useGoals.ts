import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { Goal, GoalList } from '../../../contract/entities/goal.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useApp, useConfirm, useToast } from '../../app/context.ts';
import { type GoalsQuestion, type GoalValues, goalsMachine } from '../../machines/goals/goals.machine.ts';
import { confirmWithUser } from '../../services/browser.ts';
import { createGoals } from '../../services/goals.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';

const t = messages.goals;

/** Connects the goals of a person and month. If `live` is false, shows the specified sample without a request. */
export const useGoals = (question: GoalsQuestion, live: boolean) => {
  const { http } = useApp();
  const toast = useToast();
  const confirm = useConfirm();
  const machine = useMemo(() => {
    const service = createGoals(http);
    const load = async ({ userId, month }: GoalsQuestion, signal: AbortSignal): Promise<GoalList> =>
      live ? service.list(userId, month, signal) : (await import('./sample.ts')).sampleGoals;
    return goalsMachine.provide({
      actors: {
        loadGoals: fromPromise(({ input, signal }) => load(input, signal)),
        saveGoal: fromPromise(
          ({ input: { edited, ...goal } }): Promise<Goal> => (edited ? service.change(edited, goal.target) : service.add(goal)),
        ),
        askRemove: fromPromise(({ input: { goal } }) =>
          confirm({
            title: fill(t.removeConfirm, { goal: t.kinds[goal.kind] }),
            text: t.removeText,
            accept: t.remove,
          }),
        ),
        removeGoal: fromPromise(({ input: { goal } }) => service.remove(goal)),
      },
      actions: {
        askDiscard: ({ self }) => confirmWithUser(t.leave) && self.send({ type: 'close.confirmed' }),
        reportSaved: () => toast(t.saved),
        reportRemoved: () => toast(t.removed),
      },
    });
  }, [http, live, toast, confirm]);
  const ref = useMachineRef(machine, question);
  const snapshot = useSelector(ref, (state) => state);
  const { userId, month } = question;
  useEffect(() => ref.send({ type: 'question.changed', question: { userId, month } }), [ref, userId, month]);
  const { goals, error, edited, fields } = snapshot.context;
  return {
    goals,
    stale: snapshot.hasTag('stale'),
    waits: snapshot.hasTag('stale') && goals === null,
    failed: snapshot.matches('failed'),
    /** The form's error while the form is open, otherwise the card's. */
    error,
    fields,
    edited,
    formOpen: snapshot.hasTag('form'),
    unsaved: snapshot.hasTag('unsaved'),
    busy: snapshot.hasTag('busy'),
    settled: snapshot.matches('shown'),
    canAdd: snapshot.can({ type: 'goal.add' }),
    add: () => ref.send({ type: 'goal.add' }),
    change: (goal: Goal) => ref.send({ type: 'goal.change', goal }),
    remove: (goal: Goal) => ref.send({ type: 'goal.remove', goal }),
    submit: (values: GoalValues) => ref.send({ type: 'form.submit', values }),
    close: (dirty: boolean) => ref.send({ type: 'close.ask', dirty }),
    retry: () => ref.send({ type: 'goals.retry' }),
  };
};
export type GoalsView = ReturnType<typeof useGoals>;
