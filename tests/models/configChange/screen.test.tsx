import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import ChangeDialog from '../../../src/shared/plans/change/ChangeDialog.tsx';
import type { GeneralSettingsService } from '../../../src/shared/plans/change/useConfigChange.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { configChange, request } from './cases.ts';

let jobs: ReturnType<typeof createJobs>;
const service = () =>
  ({
    requestChange: (request: unknown, day: string) => jobs.start('requestChange', { asked: request, day }),
    change: (id: string) => jobs.start('findChange', { id }),
    confirmChange: (id: string, total: string) => jobs.start('confirmChange', { id, total }),
  }) as unknown as GeneralSettingsService;

const button = (name: string | RegExp) => screen.queryByRole('button', { name });
const click = (name: string | RegExp) => () => void fireEvent.click(button(name) as HTMLElement);

describeScreen({
  of: {
    ...configChange,
    cases: {
      ...configChange.cases,
      // A field reports only changes.
      'day.choose': ({ context }) => (context.day === '' ? [{ day: '2026-10-01' }] : []),
      'impact.ask': ({ context }) => (context.day === '' ? [] : [{}]),
      'total.type': ({ context }) => (context.typedTotal === '' ? [{ text: '$4,200.00' }] : []),
      'change.confirm': ({ context }) => (context.typedTotal === '' ? [] : [{}]),
    },
  },
  mount: async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    jobs = createJobs();
    const observer = createObserver(configChange.machine);
    const app = await createStage({ inspect: observer.inspect });
    await act(async () => {
      render(
        <Stage app={app}>
          <ChangeDialog service={service()} request={request} onSaved={() => {}} onClose={() => {}} />
        </Stage>,
      );
    });
    await waitFor(() => expect(screen.getByLabelText('Effective date')).toBeTruthy());
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        if (event.type.startsWith('xstate.after.')) await act(async () => void (await vi.advanceTimersByTimeAsync(700)));
        else await jobs.settle(event);
      },
      unmount: () => void vi.useRealTimers(),
    };
  },
  gestures: {
    'day.choose': ({ day }) => void fireEvent.change(screen.getByLabelText('Effective date'), { target: { value: day } }),
    'impact.ask': click('Calculate impact'),
    'impact.retry': click('Try again'),
    'day.change': click('Change the date'),
    'total.type': ({ text }) => void fireEvent.change(screen.getByLabelText('Type the new total to confirm'), { target: { value: text } }),
    'change.confirm': click(/^Save and notify 2 people/),
  },
  shows: (model) => {
    const { error, fields, change } = model.context;
    const isShown = model.matches('shown') || model.matches('saving');
    expect(screen.queryByText('$3,500.00 → $4,200.00') !== null).toBe(isShown);
    expect(screen.queryByText(/Closed months stay as they are: June 2026, August 2026 to September 2026\./) !== null).toBe(isShown);
    expect(screen.queryAllByRole('progressbar').length > 0).toBe(model.hasTag('computing'));
    if (model.matches('waiting')) expect(screen.getByText('Calculating for 3 of 20 people…')).toBeTruthy();
    if (error !== null && Object.keys(fields).length === 0) expect(screen.getAllByRole('alert')[0]?.textContent).toContain(error);
    if (fields.effective_date) expect(screen.getByText('September 2026 is closed.')).toBeTruthy();
    if (model.matches('shown'))
      expect(button(/^Save and notify/)).toHaveProperty('disabled', model.context.typedTotal === '' || change === null);
  },
});
