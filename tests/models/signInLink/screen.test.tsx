import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { User } from '../../../contract/entities/user.ts';
import type { FactorChallenge } from '../../../contract/rules/session/factorMethods.ts';
import { sessionMachine } from '../../../src/machines/session/session.machine.ts';
import SignInLink from '../../../src/screens/login/parts/SignInLink.tsx';
import { challenge } from '../session/cases.ts';
import { createJobs } from '../support/jobs.ts';
import { mountScreen, settle } from '../support/mountScreen.tsx';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { signInLink, submit } from './cases.ts';

const dialogs = vi.hoisted(() => ({ alerts: [] as string[] }));
vi.mock('../../../src/services/browser.ts', async (original) => ({
  ...(await original<object>()),
  alertUser: (text: string) => void dialogs.alerts.push(text),
}));

const button = (name: string) => screen.queryByRole('button', { name });
const calls = { '/api/v1/auth/links/read': 'readLink', '/api/v1/auth/links/use': 'takeLink' } as const;
let signIns: unknown[] = [];

describeScreen({
  of: signInLink,
  mount: async () => {
    dialogs.alerts.length = 0;
    signIns = [];
    window.history.replaceState(null, '', '/login/link#sl_one');
    const jobs = createJobs();
    const observer = createObserver(signInLink.machine);
    const session = createActor(
      sessionMachine.provide({
        actors: {
          login: fromPromise(({ input }) => {
            signIns.push(input);
            return new Promise<never>(() => {});
          }),
        },
      }),
      { input: { hasToken: false } },
    ).start();
    const app = await createStage({ session: session as never, inspect: observer.inspect });
    const http = (path: keyof typeof calls, { body }: { body: unknown }) => jobs.start(calls[path], body);
    return mountScreen(
      observer,
      jobs,
      <Stage app={{ ...app, http: http as never }}>
        <SignInLink />
      </Stage>,
    );
  },
  gestures: {
    'link.retry': async () => {
      fireEvent.click(button('Try again') as HTMLElement);
      await settle();
    },
    'password.submit': async ({ next, confirm }) => {
      fireEvent.change(screen.getByLabelText('New password'), { target: { value: next } });
      fireEvent.change(screen.getByLabelText('Confirm new password'), { target: { value: confirm } });
      fireEvent.click(button('Save and sign in') as HTMLElement);
      await settle();
      await settle();
    },
  },
  shows: (model) => {
    const isAsking = model.matches('asking') || model.matches('saving') || model.matches('taken');
    expect(screen.queryByLabelText('New password') !== null).toBe(isAsking);
    expect(screen.queryByText('For sam@demo.test') !== null).toBe(isAsking);
    expect(screen.queryByRole('link', { name: 'Go to sign in' }) !== null).toBe(model.matches('failed') || model.matches('refused'));
    expect(signIns).toEqual(model.matches('taken') ? [{ email: 'sam@demo.test', password: submit.next }] : []);
    if (model.matches('refused')) expect(screen.getByRole('alert').textContent).toContain('This link was used already.');
    for (const text of dialogs.alerts) expect(text).toBe('New passwords do not match');
  },
});

it('decisions 4.16: asks for the second factor after the new password if the person has one', async () => {
  window.history.replaceState(null, '', '/login/link#sl_two');
  const session = createActor(
    sessionMachine.provide({ actors: { login: fromPromise(async (): Promise<FactorChallenge | User> => challenge) } }),
    {
      input: { hasToken: false },
    },
  ).start();
  const app = await createStage({ session: session as never });
  const http = async (path: keyof typeof calls) => (calls[path] === 'readLink' ? { email: 'sam@demo.test' } : null);
  await act(
    async () =>
      void render(
        <Stage app={{ ...app, http: http as never }}>
          <SignInLink />
        </Stage>,
      ),
  );
  await settle();
  for (const label of ['New password', 'Confirm new password'])
    fireEvent.change(screen.getByLabelText(label), { target: { value: submit.next } });
  fireEvent.click(button('Save and sign in') as HTMLElement);
  for (let round = 0; round < 4; round += 1) await settle();
  expect(session.getSnapshot().value).toBe('codeDue');
  expect(screen.getByRole('heading', { name: 'Enter your code' })).toBeTruthy();
  expect(screen.getByLabelText('Code')).toBeTruthy();
});
