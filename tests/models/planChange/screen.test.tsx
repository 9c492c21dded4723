import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import PlanChange from '../../../src/screens/plans/parts/PlanChange.tsx';
import type { createJobs as Jobs } from '../support/jobs.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { planChange } from './cases.ts';

const stub = vi.hoisted(() => ({ jobs: undefined as unknown as ReturnType<typeof Jobs> }));
vi.mock('../../../src/services/plans.ts', () => ({
  createPlans: () => ({
    change: (version: string) => stub.jobs.start('load', { version }),
    acknowledge: (version: string, sha256: string) => stub.jobs.start('save', { version, sha256 }),
  }),
}));
const click = (name: string) => () => void fireEvent.click(screen.getByRole('button', { name }));

describeScreen({
  of: planChange,
  mount: async () => {
    stub.jobs = createJobs();
    const observer = createObserver(planChange.machine);
    const app = await createStage({ inspect: observer.inspect });
    await act(async () => {
      render(
        <Stage app={app}>
          <PlanChange version="3" onClose={() => {}} />
        </Stage>,
      );
    });
    await waitFor(() => expect(screen.getByRole('dialog')).toBeTruthy());
    return { snapshot: observer.snapshot, walked: observer.walked, perform: async (event) => void (await stub.jobs.settle(event)) };
  },
  gestures: { 'desk.reload': click('Try again'), 'step.submit': click('I have read this') },
  shows: (model) => {
    const { content: notice, error } = model.context;
    expect(screen.queryByText('Net revenue up to the quota earns 6.0%.') !== null).toBe(notice !== null);
    expect(screen.queryByText('$1,500.00 → $1,800.00') !== null).toBe(notice !== null);
    expect(screen.queryByRole('button', { name: 'I have read this' }) !== null).toBe(
      notice?.acknowledged_at === null && !model.hasTag('busy'),
    );
    expect(screen.queryByText(/^You confirmed on/) !== null).toBe(notice != null && notice.acknowledged_at !== null);
    // The hash is that of the text on the screen.
    if (model.matches('saving')) expect(stub.jobs.calls.at(-1)?.input).toEqual({ version: '3', sha256: notice.sha256 });
    if (error !== null) expect(screen.getByRole('alert').textContent).toContain(error);
  },
});
