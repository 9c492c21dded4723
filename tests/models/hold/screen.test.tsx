import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeAll, expect, vi } from 'vitest';
import type { Explanation } from '../../../contract/entities/explanation.ts';
import { messages } from '../../../contract/messages.ts';
import { HoldBar } from '../../../src/shared/holds/HoldBar.tsx';
import { user } from '../session/cases.ts';
import { isDisabled } from '../support/disabled.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { holdCases, values } from './cases.ts';

const t = messages.holds;
const stub = vi.hoisted(() => ({ start: (_id: string, _input?: unknown): Promise<unknown> => Promise.reject() }));
vi.mock('../../../src/services/holds.ts', () => ({
  createHolds: () => ({
    hold: (id: string, body: object) => stub.start('saveHold', { id, ...body }),
    release: (id: string) => stub.start('releaseHold', { id }),
  }),
}));
beforeAll(async () => void (await import('../../../src/shared/holds/HoldDialog.tsx')));

const record = { invoice: '1042-A', person: 'Sam Seller', amount: '$300.00' };
const held: Explanation['hold'] = { by: 'Fay Finch', reason: values.reason, since: '2026-11-20', until: null };
let jobs: ReturnType<typeof createJobs>;
let done = 0;
let changed = 0;
/** Shows the record with or without a hold, reloading its Why after each change. */
let show: (hold: Explanation['hold']) => void = () => {};

const press = (name: string, where: HTMLElement = document.body) =>
  act(async () => void fireEvent.click(within(where).getByRole('button', { name })));

describeScreen({
  of: holdCases,
  mount: async () => {
    jobs = createJobs();
    [done, changed] = [0, 0];
    stub.start = jobs.start;
    const observer = createObserver(holdCases.machine);
    const app = await createStage({ features: ['holds'], inspect: observer.inspect, user: { ...user, role: 'finance' } });
    const bar = (hold: Explanation['hold']) => (
      <Stage app={app}>
        <HoldBar commissionId="9" record={record} hold={hold} onChanged={() => (changed += 1)} />
      </Stage>
    );
    const view = render(bar(undefined));
    show = (hold) => view.rerender(bar(hold));
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        if (event.type.startsWith('xstate.done.')) done += 1;
        await jobs.settle(event);
      },
    };
  },
  gestures: {
    'hold.open': async () => {
      await act(async () => show(undefined));
      await press(t.button);
    },
    'hold.submit': async () => {
      await act(async () => void fireEvent.change(screen.getByLabelText(t.reason), { target: { value: values.reason } }));
      await press(t.save, screen.getByRole('dialog'));
      expect(jobs.calls.at(-1)).toEqual({ id: 'saveHold', input: { id: '9', reason: values.reason, release_on: null } });
    },
    'hold.close': () => press(messages.cancel),
    'hold.release': async () => {
      await act(async () => show(held));
      await press(t.release);
      expect(jobs.calls.at(-1)).toEqual({ id: 'releaseHold', input: { id: '9' } });
    },
  },
  shows: (model) => {
    const { error, fields } = model.context;
    const dialog = screen.queryByRole('dialog');
    expect(dialog !== null).toBe(model.hasTag('form'));
    if (dialog) {
      const save = within(dialog).getByRole('button', { name: t.save });
      expect(isDisabled(save)).toBe(model.hasTag('busy'));
      const reason = screen.getByLabelText(t.reason) as HTMLTextAreaElement;
      // The typed text survives a refusal, and the server's field errors are shown at the fields.
      if (model.matches('saving') || error !== null) expect(reason.value).toBe(values.reason);
      expect(reason.getAttribute('aria-invalid') === 'true').toBe(fields.reason !== undefined);
    }
    if (error !== null) expect(document.body.textContent).toContain(error);
    else expect(screen.queryByRole('alert')).toBeNull();
    // The component showing the record is notified exactly when something was done.
    expect(changed).toBe(done);
  },
});
