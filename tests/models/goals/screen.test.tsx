import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, vi } from 'vitest';
import type { App } from '../../../src/app/compose.ts';
import { GoalsCard } from '../../../src/screens/individual/parts/GoalsCard.tsx';
import { useGoals } from '../../../src/screens/individual/useGoals.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { goal, goalsCases, other, question } from './cases.ts';

const stub = vi.hoisted(() => ({ start: (_id: string, _input: unknown): Promise<unknown> => Promise.reject(), discards: true }));
vi.mock('../../../src/services/goals.ts', () => ({
  createGoals: () => ({
    list: (userId: string, month: string) => stub.start('loadGoals', { userId, month }),
    add: (goalBody: object) => stub.start('saveGoal', goalBody),
    change: (edited: object, target: number) => stub.start('saveGoal', { edited, target }),
    remove: (removed: object) => stub.start('removeGoal', removed),
  }),
}));
vi.mock('../../../src/services/browser.ts', async (load) => ({ ...(await load<object>()), confirmWithUser: () => stub.discards }));
beforeAll(async () => void (await import('../../../src/screens/individual/parts/GoalDialog.tsx')));

let app: App;
let show: (userId: string) => void = () => {};

/** The card as on My Performance, for the selected person. */
function Host() {
  const [userId, setUserId] = useState<string>(question.userId);
  show = setUserId;
  const view = useGoals({ userId, month: question.month }, true);
  return <GoalsCard view={view} month={question.month} isThisMonth isOwn={false} sample={false} />;
}

const settle = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 0))));
const press = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
};
const typeTarget = async (value: string): Promise<void> => {
  fireEvent.input(screen.getByLabelText('Target'), { target: { value } });
  await settle();
};
/** The form's initial target. */
const first = (): string => (screen.getByRole('dialog').textContent?.includes('Change goal') ? String(goal.target) : '');

describeScreen({
  of: {
    ...goalsCases,
    cases: {
      ...goalsCases.cases,
      'xstate.error.actor.askRemove': [],
      'question.changed': ({ context }) => [{ question: (context.next ?? context.question).userId === question.userId ? other : question }],
    },
  },
  mount: async () => {
    const jobs = createJobs();
    stub.start = (id, input) => jobs.start(id, input);
    stub.discards = true;
    const observer = createObserver(goalsCases.machine);
    app = await createStage({ inspect: observer.inspect, features: ['goals'] });
    await act(async () => {
      render(
        <Stage app={app}>
          <Host />
        </Stage>,
      );
    });
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        if (event.type === 'xstate.done.actor.askRemove')
          app.confirmation.send(event.output ? { type: 'question.accept', reason: '' } : { type: 'question.reject' });
        else await jobs.settle(event);
        await settle();
      },
    };
  },
  gestures: {
    'question.changed': async (event) => {
      await act(async () => show(event.question.userId));
    },
    'goals.retry': () => press('Try again'),
    'goal.add': () => press('Set a goal'),
    'goal.change': () => press('Change goal: Close deals'),
    'goal.remove': () => press('Remove goal: Close deals'),
    'form.submit': async () => {
      await typeTarget('10');
      await press('Save goal');
      await settle();
    },
    'close.ask': async ({ dirty }) => {
      stub.discards = false;
      await typeTarget(dirty ? '11' : first());
      await press('Cancel');
      if (dirty) await typeTarget(first());
    },
    'close.confirmed': async () => {
      stub.discards = true;
      await typeTarget('11');
      await press('Cancel');
    },
  },
  shows: (model) => {
    const { goals: loadedGoals, error } = model.context;
    expect(screen.queryByRole('dialog') !== null).toBe(model.hasTag('form'));
    expect(screen.queryByText('12 of 15') !== null).toBe(loadedGoals !== null);
    expect(screen.queryByRole('button', { name: 'Set a goal' }) !== null).toBe(model.matches('shown') && loadedGoals?.can_set === true);
    if (error !== null) expect(screen.getAllByRole('alert').some((item) => item.textContent?.includes(error))).toBe(true);
    // During a reload, actions on goals are disabled.
    const change = screen.queryByRole('button', { name: 'Change goal: Close deals' });
    if (change) expect(change.getAttribute('aria-disabled') === 'true').toBe(!model.matches('shown'));
  },
  unreachable: {
    'goals.asking --xstate.error.actor.askRemove[0]--> goals.shown': 'the question is our own dialog, which always answers',
  },
});
