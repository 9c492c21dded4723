import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import type { PayPeriod } from '../../../contract/entities/payPeriod.ts';
import PeriodsScreen from '../../../src/screens/payPeriods/index.tsx';
import type { createJobs as Jobs } from '../support/jobs.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { payPeriods } from './cases.ts';

const jobs = vi.hoisted(() => ({ current: undefined as unknown as ReturnType<typeof Jobs> }));
vi.mock('../../../src/services/payPeriods.ts', () => ({
  createPayPeriods: () => ({
    list: () => jobs.current.start('loadPeriods'),
    check: (id: string) => jobs.current.start('checkKept', id),
    step: (id: string, action: string, reason?: string) => jobs.current.start('saveStep', { id, action, reason }),
  }),
}));
// The browser's questions, answered when the walk says so.
vi.mock('../../../src/services/browser.ts', async (original) => ({
  ...(await original<object>()),
  confirmWithUser: (text: string) => jobs.current.start('confirmClose', text),
  askUser: (text: string) => jobs.current.start('askReason', text),
}));

const names = { review: 'Start review', back: 'End review', close: 'Close', reopen: 'Reopen' } as const;

describeScreen({
  of: {
    ...payPeriods,
    cases: {
      ...payPeriods.cases,
      // A month that was never closed has no hash.
      'hash.check': [{ id: '2026-09' }],
      // What the server does not name has no button.
      'step.choose': [
        { step: { id: '2026-11', action: 'review' } },
        { step: { id: '2026-10', action: 'close' } },
        { step: { id: '2026-10', action: 'back' } },
        { step: { id: '2026-09', action: 'reopen' } },
      ],
    },
  },
  mount: async () => {
    jobs.current = createJobs();
    const observer = createObserver(payPeriods.machine);
    const app = await createStage({ features: ['periods'], inspect: observer.inspect });
    await act(async () => {
      render(
        <Stage app={app}>
          <PeriodsScreen />
        </Stage>,
      );
    });
    return { snapshot: observer.snapshot, walked: observer.walked, perform: async (event) => void (await jobs.current.settle(event)) };
  },
  gestures: {
    'step.choose': ({ step }) =>
      void fireEvent.click(screen.getByRole('button', { name: `${names[step.action as keyof typeof names]}: ${step.id}` })),
    'hash.check': ({ id }) => void fireEvent.click(screen.getByRole('button', { name: `a1b2c3d4: check and copy the hash of ${id}` })),
    'periods.retry': () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })),
  },
  shows: (model) => {
    const { periods, error, step } = model.context;
    const grid = screen.getByRole('grid', { name: 'Months' });
    expect(grid.getAttribute('aria-busy')).toBe(String(model.matches('loading')));
    expect(screen.queryByRole('alert')?.textContent ?? null).toEqual(error === null ? null : expect.stringContaining(error));
    for (const period of periods as readonly PayPeriod[]) {
      // decisions 2.11: what may be done comes from the server, and what blocks is listed in its sentences.
      const offered = within(grid).queryAllByRole('button', { name: new RegExp(`^[A-Z].*: ${period.id}$`) });
      expect(offered.map((button) => button.textContent)).toEqual(period.actions.map((action) => names[action]));
      for (const button of offered) expect(button).toHaveProperty('disabled', !model.matches('shown'));
      for (const blocker of period.blockers) expect(screen.getByText(blocker)).toBeTruthy();
    }
    const asked = jobs.current.calls.at(-1)?.input;
    if (model.matches('confirming')) {
      const text =
        'Close 2026-10?\n\nThe 12 records booked in it and their total of $6,500.00, for everybody together, are kept as they are now. After that nothing in it can be changed; what comes later is proposed in the next open month.';
      expect(asked).toBe(text);
    }
    if (model.matches('saving')) expect(asked).toEqual({ id: step.id, action: step.action, reason: step.reason });
  },
  unreachable: { 'payPeriods.shown --step.choose[0]--> stays': 'What the server does not name has no button.' },
});
