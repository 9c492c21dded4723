import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import ProfileScreen from '../../../src/screens/profile/index.tsx';
import { user } from '../session/cases.ts';
import type { createJobs as Jobs } from '../support/jobs.ts';
import { createJobs } from '../support/jobs.ts';
import { settle } from '../support/mountScreen.tsx';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { profile } from './cases.ts';

const jobs = vi.hoisted(() => ({ current: undefined as unknown as ReturnType<typeof Jobs> }));
vi.mock('../../../src/services/profile.ts', () => ({
  createProfile: () => ({ save: (body: unknown) => jobs.current.start('saveProfile', body) }),
}));

const button = (name: string) => screen.queryByRole('button', { name });
const click = async (name: string): Promise<void> => {
  fireEvent.click(button(name) as HTMLElement);
  await settle();
  await settle();
};
let app: Awaited<ReturnType<typeof createStage>>;
let first = '';

describeScreen({
  of: {
    ...profile,
    cases: {
      ...profile.cases,
      // Save is disabled until something changes.
      'form.submit': (model) => (model.matches({ editing: 'changed' }) ? [{}] : []),
      'xstate.done.actor.saveProfile': [{ output: { ...user, first_name: 'Samuel' } }],
    },
  },
  mount: async () => {
    jobs.current = createJobs();
    first = user.first_name;
    const observer = createObserver(profile.machine);
    app = await createStage({ features: ['profile'], inspect: observer.inspect });
    await act(async () => {
      render(
        <Stage app={app}>
          <ProfileScreen />
        </Stage>,
      );
    });
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        await jobs.current.settle(event);
        if (event.type.startsWith('xstate.done')) first = 'Samuel';
        await settle();
      },
    };
  },
  gestures: {
    'profile.edit': () => click('Edit Profile'),
    'form.changed': async ({ dirty }) => {
      fireEvent.change(screen.getByLabelText('First Name'), { target: { value: dirty ? 'Samson' : first } });
      await settle();
    },
    'form.submit': () => click('Save'),
    'form.cancel': () => click('Cancel'),
  },
  shows: (model) => {
    expect(button('Edit Profile') !== null).toBe(model.matches('viewing'));
    expect(button('Saving…') !== null).toBe(model.matches('saving'));
    if (model.matches('viewing')) expect(screen.getByRole('heading', { name: `${first} Sales` })).toBeTruthy();
    else {
      // decisions 4.03: the email address can't be changed.
      expect(screen.getByLabelText('Email')).toHaveProperty('readOnly', true);
      if (!model.matches('saving')) expect(button('Save')).toHaveProperty('disabled', !model.matches({ editing: 'changed' }));
    }
    const toasts = app.toasts.getSnapshot().context.items.map(({ text }) => text);
    // spec 2.62: the success message, only once saved.
    expect(toasts).toEqual(first === 'Samuel' ? ['Profile updated successfully!'] : []);
    // decisions 4.04: unchanged fields aren't sent, so that they don't undo someone else's change.
    if (model.matches('saving')) expect(jobs.current.calls.at(-1)?.input).toEqual({ first_name: 'Samson' });
  },
});
