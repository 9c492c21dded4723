import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { NotificationsTab } from '../../../src/screens/settings/parts/NotificationsTab.tsx';
import { useSettingsForm } from '../../../src/screens/settings/useSettingsForm.ts';
import { user } from '../session/cases.ts';
import type { createJobs as Jobs } from '../support/jobs.ts';
import { createJobs } from '../support/jobs.ts';
import { settle } from '../support/mountScreen.tsx';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { settingsForm } from './cases.ts';

const jobs = vi.hoisted(() => ({ current: undefined as unknown as ReturnType<typeof Jobs> }));
vi.mock('../../../src/services/profile.ts', () => ({
  createProfile: () => ({ savePreference: (...args: unknown[]) => jobs.current.start('saveSettings', args) }),
}));

function Tab() {
  return (
    <NotificationsTab
      binding={useSettingsForm(user, 'notification_settings', { email_enabled: true, push_enabled: false, frequency: 'immediate' })}
    />
  );
}

const box = () => screen.getByRole('checkbox', { name: 'Send me emails' }) as HTMLInputElement;
const button = (name: string) => screen.queryByRole('button', { name });
/** True if the form shows the saved values, otherwise it has changes. */
let saved = true;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
});

describeScreen({
  of: settingsForm,
  mount: async () => {
    jobs.current = createJobs();
    saved = true;
    const observer = createObserver(settingsForm.machine);
    const app = await createStage({ inspect: observer.inspect });
    await act(async () => {
      render(
        <Stage app={app}>
          <Tab />
        </Stage>,
      );
    });
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        if (event.type.startsWith('xstate.done')) saved = box().checked;
        if (!(await jobs.current.settle(event))) await vi.advanceTimersByTimeAsync(3000);
        await settle();
      },
    };
  },
  gestures: {
    'form.changed': async ({ dirty }) => {
      if ((box().checked === saved) === dirty) fireEvent.click(box());
      await settle();
    },
    'form.submit': async () => {
      fireEvent.click(button('Save') as HTMLElement);
      await settle();
    },
    'form.cancel': async () => {
      fireEvent.click(button('Cancel') as HTMLElement);
      await settle();
    },
  },
  shows: (model) => {
    // spec 2.63: the message is shown only in the saved state, and Save is enabled only with changes.
    expect(screen.queryByText('Settings saved successfully!') !== null).toBe(model.matches('saved'));
    expect(button('Saving…') !== null).toBe(model.matches('saving'));
    expect(button('Cancel')).toHaveProperty('disabled', !model.matches('changed'));
    if (!model.matches('saving')) expect(button('Save')).toHaveProperty('disabled', !model.matches('changed'));
    expect(screen.queryByRole('alert')?.textContent ?? null).toBe(model.context.error);
    if (model.matches('saving')) {
      expect(jobs.current.calls.at(-1)?.input).toEqual([
        '7',
        'notification_settings',
        { email_enabled: box().checked, push_enabled: false, frequency: 'immediate' },
      ]);
    }
  },
});
