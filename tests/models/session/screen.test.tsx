import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect } from 'vitest';
import { Root } from '../../../src/app/Root.tsx';
import { ssoReturnPath } from '../../../src/app/routes.ts';
import { createRig } from '../support/rig.ts';
import { describeScreen } from '../support/screenWalk.tsx';
import { createStage } from '../support/stage.tsx';
import { credentials, reply, session } from './cases.ts';

// Chunks that are fetched at sign-in, loaded here so that every path has them immediately.
beforeAll(async () => {
  await import('../../../src/app/Inside.tsx');
  await import('../../../src/screens/login/index.tsx');
  await import('../../../src/screens/login/parts/SsoButton.tsx');
  await import('../../../src/screens/login/parts/SsoReturn.tsx');
  await import('../../../src/screens/login/parts/CodeForm.tsx');
  await import('../../../src/shared/secondFactor/ForcedFactor.tsx');
  await import('../../../src/screens/notifications/index.tsx');
  // The landing page of a salesperson after sign-in.
  await import('../../../src/screens/individual/index.tsx');
  await import('../../../src/shared/password/ForcedPassword.tsx');
  await import('@hookform/resolvers/yup');
  await import('../../../contract/forms/session/login.ts');
});

const button = (name: string) => screen.queryByRole('button', { name });

/** Fills in and submits the form; validation is loaded first, so the machine receives the event a moment later. */
const signIn = async () => {
  fireEvent.change(screen.getByLabelText('Email address'), { target: { value: credentials.email } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: credentials.password } });
  const remember = screen.getByLabelText('Remember me') as HTMLInputElement;
  if (!remember.checked) fireEvent.click(remember);
  fireEvent.click(screen.getByRole('button', { name: 'Sign In' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Signing in...' })).not.toBeNull());
};

const signOut = async () => {
  // From the user menu, or from the dialog that requires a new password, which loads on demand.
  await waitFor(() => expect(button('Sign Out') ?? button('Account')).not.toBeNull());
  if (!button('Sign Out')) fireEvent.click(screen.getByRole('button', { name: 'Account' }));
  fireEvent.click(screen.getByRole('button', { name: 'Sign Out' }));
};

describeScreen({
  of: {
    ...session,
    cases: {
      ...session.cases,
      // An alert to dismiss exists only after an error. The set-up dialog sends these events and has its own walk.
      'factor.enabled': [],
      'factor.changed': [],
      'factor.due': [],
      'login.edit': ({ context }) => (context.error === null ? [] : [{}]),
    },
  },
  mount: async (input) => {
    // A small page whose chunk is already loaded.
    window.history.replaceState(null, '', '/notifications');
    const rig = createRig(session.machine, input);
    rig.actor.start();
    const app = await createStage({ session: rig.actor as never, features: ['sso'], sso: { name: 'Acme ID', passwords: 'everyone' } });
    await act(async () => void render(<Root app={app} />));
    return {
      snapshot: () => rig.actor.getSnapshot(),
      walked: rig.walked,
      perform: async (event) => {
        // The app sends it when it starts at this address.
        if (event.type === 'sso.returned') act(() => void window.history.pushState(null, '', ssoReturnPath));
        await rig.perform(event);
      },
      unmount: () => rig.actor.stop(),
    };
  },
  gestures: {
    'login.submit': signIn,
    'login.edit': () => void fireEvent.click(screen.getByRole('button', { name: 'Dismiss' })),
    'code.submit': async () => {
      fireEvent.change(screen.getByLabelText('Code'), { target: { value: reply.typed } });
      fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Checking…' })).not.toBeNull());
    },
    'code.cancel': () => void fireEvent.click(screen.getByRole('button', { name: 'Back to sign-in' })),
    'sso.submit': () => void fireEvent.click(screen.getByRole('button', { name: 'Sign in with Acme ID' })),
    'logout.submit': signOut,
  },
  unreachable: {
    'session.signedIn --factor.changed[0]--> session.signedIn.reloading (reenter)':
      'Sent by the dialog of the set-up, which has its own walk.',
    'session.signedIn.steady --factor.due[0]--> session.signedIn.reloading': 'Sent after any call that the server refuses.',
    'session.signedIn --factor.enabled[0]--> session.signedIn.savingCodes': 'Sent by the dialog of the set-up, which has its own walk.',
    'session.signedIn.savingCodes --tokens.found[0]--> stays': 'Only after the set-up.',
  },
  shows: (model) => {
    const loading = model.hasTag('loading');
    const isSignedOut = model.matches('signedOut');
    const atIssuer = model.matches('askingIssuer') || model.matches('leaving');
    const due = model.context.user?.must_change_password === true;
    const factorDue = !due && model.context.user?.second_factor_due === true;
    const isCodeRequested = model.hasTag('codeAsked');
    // spec 2.16: a spinner while the current user loads, then the page or the login form.
    expect(document.querySelector('.page-spinner') !== null).toBe(loading);
    expect(screen.queryByRole('heading', { name: 'Acme Dashboard' }) !== null).toBe(isSignedOut || atIssuer || model.matches('signingIn'));
    // spec 2.20: meanwhile the button reads 'Signing in...' and everything is disabled.
    expect(button('Sign In') !== null).toBe(isSignedOut || atIssuer);
    expect(button('Opening Acme ID…') !== null).toBe(atIssuer);
    expect(button('Signing in...') !== null).toBe(model.matches('signingIn'));
    if (model.matches('signingIn')) expect(screen.getByLabelText('Email address')).toHaveProperty('disabled', true);
    // spec 8.01, 8.02: the alert above the form.
    if (isSignedOut || isCodeRequested) expect(screen.queryByRole('alert')?.textContent ?? null).toBe(model.context.error);
    // decisions 4.16: the code form replaces the sign-in form, and a due set-up covers the page.
    expect(screen.queryByRole('heading', { name: 'Enter your code' }) !== null).toBe(isCodeRequested);
    expect(screen.queryByRole('heading', { name: 'Set up a second factor' }) !== null).toBe(model.hasTag('authenticated') && factorDue);
    // decisions 4.02: with a temporary password only its dialog is shown.
    expect(screen.queryByRole('heading', { name: 'Change Password' }) !== null).toBe(model.hasTag('authenticated') && due);
    expect(screen.queryByRole('navigation', { name: 'Main' }) !== null).toBe(model.hasTag('authenticated') && !due && !factorDue);
    // spec 2.18, 2.19: signed-out users are on the login screen, signed-in users are not.
    if (!loading) expect(window.location.pathname === '/login').toBe(!model.hasTag('authenticated'));
  },
});
