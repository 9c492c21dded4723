import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import RunPanel from '../../../src/screens/imports/parts/RunPanel.tsx';
import type { Imports } from '../../../src/services/imports.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { importRun } from './cases.ts';

const jobs = vi.hoisted(() => ({ current: undefined as unknown as ReturnType<typeof createJobs> }));
vi.mock('../../../src/app/context.ts', async (original) => ({
  ...(await original<object>()),
  // The walk answers the confirmation.
  useConfirm: () => () => jobs.current.start('askStep'),
}));

const button = (name: string) => screen.queryByRole('button', { name });
const labels = { undo: 'Undo the whole import', cancel: 'Cancel import', drop: 'Discard', start: 'Start import' } as const;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describeScreen({
  of: importRun,
  mount: async () => {
    const createdJobs = createJobs();
    jobs.current = createdJobs;
    const service = {
      find: (id: string) => createdJobs.start('loadRun', id),
      step: (id: string, step: unknown) => createdJobs.start('saveStep', { id, step }),
      rows: async () => ({ data: [], pagination: { cursor: null, limit: 50, total: null } }),
      quarantine: async () => ({ data: [], pagination: { cursor: null, limit: 50, total: null } }),
    } as unknown as Imports;
    const observer = createObserver(importRun.machine);
    const app = await createStage({ features: ['imports'], inspect: observer.inspect });
    await act(async () => {
      render(
        <Stage app={app}>
          <RunPanel
            id="12"
            listed={null}
            service={service}
            onChanged={() => {}}
            onClose={() => {}}
            onPrevious={undefined}
            onNext={undefined}
          />
        </Stage>,
      );
    });
    // The dialog is loaded lazily.
    await act(async () => void (await import('../../../src/ui/dialog/Dialog.tsx')));
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        if (!(await createdJobs.settle(event))) await vi.advanceTimersByTimeAsync(1000);
      },
    };
  },
  gestures: {
    'step.choose': ({ step: { kind } }) => void fireEvent.click(screen.getByRole('button', { name: labels[kind as keyof typeof labels] })),
    'run.retry': () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })),
    'error.dismiss': () => void fireEvent.click(screen.getByRole('button', { name: 'Dismiss' })),
  },
  shows: (model) => {
    const { run, error } = model.context;
    const alerts = screen.queryAllByRole('alert').map(({ textContent }) => textContent);
    if (error !== null) expect(alerts.join(' ')).toContain(error);
    if (run === null) return;
    const offered = run.actions.filter((action: string) => action in labels);
    for (const action of ['undo', 'cancel', 'drop', 'start'] as const)
      expect(button(labels[action]) !== null).toBe(offered.includes(action));
    const stepping = model.matches('asking') || model.matches('saving') || model.matches('rereading');
    // The buttons stay focusable, because a dialog over the panel returns the focus to them.
    for (const action of offered as (keyof typeof labels)[])
      expect(button(labels[action])?.getAttribute('aria-disabled') === 'true').toBe(stepping);
    expect(screen.queryByRole('progressbar') !== null).toBe(run.state === 'processing' || run.state === 'reading');
  },
});
