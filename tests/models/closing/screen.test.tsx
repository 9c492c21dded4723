import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { checklistItems, type PeriodReview } from '../../../contract/entities/periodReview.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import PeriodsScreen from '../../../src/screens/payPeriods/index.tsx';
import type { createJobs as Jobs } from '../support/jobs.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { closing } from './cases.ts';

const t = messages.closing;
const stub = vi.hoisted(() => ({ jobs: undefined as unknown as ReturnType<typeof Jobs> }));
vi.mock('../../../src/services/payPeriods.ts', () => ({
  createPayPeriods: () => ({
    review: (id: string) => stub.jobs.start('loadReview', { id }),
    sign: (id: string, items: unknown) => stub.jobs.start('saveStep', { id, items }),
    step: (id: string, step: string) => stub.jobs.start('saveStep', { id, step }),
  }),
}));
// The test answers the app's confirmation dialog.
vi.mock('../../../src/app/context.ts', async (original) => {
  const ask = (question: unknown) => stub.jobs.start('askClose', question);
  return { ...(await original<object>()), useConfirm: () => ask };
});
beforeAll(async () => void (await import('../../../src/screens/payPeriods/closing/ClosingPage.tsx')));
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const button = (name: string) => screen.queryByRole('button', { name }) as HTMLButtonElement | null;
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const { totals } = t.items;
const words = { count: 1, amount: '$3,200.00' };
const itemNames = Object.fromEntries(
  checklistItems.map((item) => [
    item,
    t.items[item].replace('{count}', item === 'waiting' ? '0' : String(words.count)).replace('{amount}', words.amount),
  ]),
);

describeScreen({
  of: {
    ...closing,
    cases: {
      ...closing.cases,
      // Only visible buttons are pressed.
      'review.retry': ({ context: { review, error } }) => (review === null || error !== null ? [{}] : []),
      'error.dismiss': ({ context: { review, error } }) => (review !== null && error !== null ? [{}] : []),
      'step.take': ({ context: { review } }) => [
        ...(review?.may_sign ? [{ step: 'sign' as const }] : []),
        ...(['review', 'back', 'close'] as const).filter((step) => review?.period.actions.includes(step)).map((step) => ({ step })),
      ],
      'xstate.error.actor.askClose': [],
    },
  },
  mount: async () => {
    stub.jobs = createJobs();
    window.history.replaceState(null, '', '/periods?review=2026-10');
    const observer = createObserver(closing.machine);
    const app = await createStage({ features: ['periods', 'close-review', 'payouts'], inspect: observer.inspect });
    await act(async () => {
      render(
        <Stage app={app}>
          <PeriodsScreen />
        </Stage>,
      );
    });
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        if (!(await stub.jobs.settle(event))) await vi.advanceTimersByTimeAsync(limits.closingLookMs);
      },
    };
  },
  gestures: {
    'review.retry': () => press('Try again'),
    'error.dismiss': () => press('Dismiss'),
    'item.toggle': ({ item }) => act(async () => void fireEvent.click(screen.getByRole('checkbox', { name: itemNames[item] as string }))),
    'step.take': ({ step }) => press(t.steps[step as keyof typeof t.steps]),
  },
  shows: (model) => {
    const { review, ticked, error } = model.context as { review: PeriodReview | null; ticked: readonly string[]; error: string | null };
    const busy = !model.matches('shown');
    if (error !== null) expect(screen.getAllByRole('alert').some((item) => item.textContent?.includes(error))).toBe(true);
    if (!review) return;
    const { state, actions } = review.period;
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('October 2026');
    for (const step of ['review', 'back', 'close'] as const) {
      expect(button(t.steps[step]) !== null).toBe(actions.includes(step));
      if (actions.includes(step)) expect(button(t.steps[step])?.disabled).toBe(busy);
    }
    // The checklist comes before the figures it covers.
    expect(screen.queryByRole('heading', { name: t.checklist }) !== null).toBe(state === 'review');
    expect(screen.queryByRole('checkbox', { name: totals }) !== null).toBe(state === 'review' && review.may_sign);
    if (review.may_sign) {
      for (const item of checklistItems)
        expect((screen.getByRole('checkbox', { name: itemNames[item] as string }) as HTMLInputElement).checked).toBe(ticked.includes(item));
      expect(button(t.steps.sign)?.disabled).toBe(busy || ticked.length < checklistItems.length);
    }
    const [statement] = review.statements;
    if (statement) expect(screen.queryByText(t.states.waiting) !== null).toBe(statement.state === 'waiting');
  },
  unreachable: {
    'closing.asking --xstate.error.actor.askClose[0]--> closing.shown': "the question is the app's own dialog, which always answers",
  },
});
