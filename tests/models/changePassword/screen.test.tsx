import { fireEvent, screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import PasswordDialog from '../../../src/shared/password/PasswordDialog.tsx';
import { createJobs } from '../support/jobs.ts';
import { mountScreen, settle } from '../support/mountScreen.tsx';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { changePassword } from './cases.ts';

const dialogs = vi.hoisted(() => ({ alerts: [] as string[] }));
vi.mock('../../../src/services/browser.ts', async (original) => ({
  ...(await original<object>()),
  alertUser: (text: string) => void dialogs.alerts.push(text),
}));

const button = (name: string) => screen.queryByRole('button', { name });
let closed = 0;
let differenceCount = 0;

describeScreen({
  of: changePassword,
  mount: async () => {
    closed = 0;
    differenceCount = 0;
    dialogs.alerts.length = 0;
    const jobs = createJobs();
    const observer = createObserver(changePassword.machine);
    const app = await createStage({ features: ['change-password'], inspect: observer.inspect });
    const auth = { changePassword: (body: unknown) => jobs.start('changePassword', body) } as never;
    const onClose = (): void => {
      closed += 1;
    };
    return mountScreen(
      observer,
      jobs,
      <Stage app={{ ...app, auth }}>
        <PasswordDialog onClose={onClose} />
      </Stage>,
    );
  },
  gestures: {
    'password.submit': async ({ current, next, confirm }) => {
      if (next !== confirm) differenceCount += 1;
      for (const [label, value] of [
        ['Current password', current],
        ['New password', next],
        ['Confirm new password', confirm],
      ] as const)
        fireEvent.change(screen.getByLabelText(label), { target: { value } });
      fireEvent.click(button('Change password') as HTMLElement);
      await settle();
      await settle();
    },
  },
  shows: (model) => {
    // spec 5.10: the browser's own alert, and no API call.
    expect(dialogs.alerts).toEqual(Array.from({ length: differenceCount }, () => 'New passwords do not match'));
    expect(button('Changing password…') !== null).toBe(model.matches('saving'));
    expect(screen.getByLabelText('Current password')).toHaveProperty('disabled', model.matches('saving'));
    expect(closed).toBe(model.matches('saved') ? 1 : 0);
  },
});
