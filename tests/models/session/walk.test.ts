import { describe, expect, it } from 'vitest';
import { expectChangeAt } from '../support/delays.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import {
  attemptExpired,
  broken,
  challenge,
  credentials,
  issuerPage,
  newcomer,
  refused,
  reply,
  session,
  ssoBody,
  unprotected,
  user,
  wrongCode,
} from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...session,
    holds: ({ snapshot, rig }) => {
      const isInvoking =
        ['restoring', 'signingIn', 'confirmingCode', 'askingIssuer', 'finishing', 'signingOut'].some((state) => snapshot.matches(state)) ||
        snapshot.matches({ signedIn: 'reloading' });
      expect(rig.jobs.size).toBe(isInvoking ? 1 : 0);
      // spec 4.01: the user is set exactly while authenticated.
      expect(snapshot.context.user !== null).toBe(snapshot.hasTag('authenticated'));
      // decisions 4.16: the attempt is stored while its code is requested, and cleared when the sign-in ends.
      if (snapshot.hasTag('codeAsked')) expect(snapshot.context.challenge).not.toBeNull();
      if (snapshot.matches('signedOut') || snapshot.hasTag('authenticated')) expect(snapshot.context.challenge).toBeNull();
      expect(snapshot.hasTag('loading')).toBe(snapshot.matches('restoring') || snapshot.matches('finishing'));
    },
  },
  table,
  ignored,
);

describe('the session', () => {
  const start = (hasToken: boolean) => {
    const rig = createRig(session.machine, { hasToken });
    rig.actor.start();
    return rig;
  };
  type Live = ReturnType<typeof start>;
  const isIn = (rig: Live, state: string) => rig.actor.getSnapshot().matches(state as never);
  const context = (rig: Live) => rig.actor.getSnapshot().context;
  const effects = (rig: Live) => rig.effects.map(({ name }) => name);
  const signedIn = async (as = user) => {
    const rig = start(true);
    await rig.resolve('loadUser', as);
    return rig;
  };

  it('spec 2.16: without a token, nobody is signed in and nothing is requested', () => {
    const rig = start(false);
    expect(isIn(rig, 'signedOut')).toBe(true);
    expect(rig.calls).toEqual([]);
  });

  it('spec 2.16, 7.05: with a token it loads the current user first', async () => {
    const rig = start(true);
    expect(rig.actor.getSnapshot().hasTag('loading')).toBe(true);
    expect(rig.calls).toEqual([{ id: 'loadUser', input: undefined }]);
    await rig.resolve('loadUser', user);
    expect(isIn(rig, 'signedIn')).toBe(true);
    expect(context(rig).user).toEqual(user);
  });

  it('spec 4.01, 8.02: a failed user load stores the error and removes the access token only', async () => {
    const rig = start(true);
    await rig.reject('loadUser', broken);
    expect(isIn(rig, 'signedOut')).toBe(true);
    expect(context(rig)).toMatchObject({ user: null, error: 'Down for a minute.' });
    expect(effects(rig)).toEqual(['removeAccessToken']);
  });

  it("spec 8.02: without a message from the server, it shows 'Failed to get user'", async () => {
    const rig = start(true);
    await rig.reject('loadUser', new TypeError('fetch failed'));
    expect(context(rig).error).toBe('Failed to get user');
  });

  it('spec 4.01, 7.03: login sends the input and signs in the returned user', async () => {
    const rig = start(false);
    rig.actor.send({ type: 'login.submit', credentials });
    expect(rig.calls).toEqual([{ id: 'login', input: credentials }]);
    await rig.resolve('login', user);
    expect(isIn(rig, 'signedIn')).toBe(true);
    expect(context(rig)).toMatchObject({ user, error: null });
  });

  it("spec 8.01: a failed login shows the server's message, else 'Login failed', and stays signed out", async () => {
    const rig = start(false);
    rig.actor.send({ type: 'login.submit', credentials });
    await rig.reject('login', { status: 401, data: { message: 'The e-mail or the password is not right.' } });
    expect(context(rig)).toMatchObject({ user: null, error: 'The e-mail or the password is not right.' });
    rig.actor.send({ type: 'login.submit', credentials });
    expect(context(rig).error).toBeNull();
    await rig.reject('login', { status: 500, data: {} });
    expect(context(rig).error).toBe('Login failed');
    expect(isIn(rig, 'signedOut')).toBe(true);
  });

  it('spec 2.20: the error can be dismissed', async () => {
    const rig = start(false);
    rig.actor.send({ type: 'login.submit', credentials });
    await rig.reject('login', refused);
    rig.actor.send({ type: 'login.edit' });
    expect(context(rig).error).toBeNull();
  });

  it('spec 2.20: a second submit during sign-in sends nothing', () => {
    const rig = start(false);
    rig.actor.send({ type: 'login.submit', credentials });
    rig.actor.send({ type: 'login.submit', credentials });
    expect(rig.calls).toHaveLength(1);
  });

  const startWithChallenge = async () => {
    const rig = start(false);
    rig.actor.send({ type: 'login.submit', credentials });
    await rig.resolve('login', challenge);
    return rig;
  };

  it('decisions 4.16: a second factor is required after the right password, and signs in', async () => {
    const rig = await startWithChallenge();
    expect(isIn(rig, 'codeDue')).toBe(true);
    expect(context(rig)).toMatchObject({ user: null, challenge });
    rig.actor.send({ type: 'code.submit', reply });
    rig.actor.send({ type: 'code.submit', reply });
    expect(rig.calls.filter(({ id }) => id === 'finishLogin')).toEqual([{ id: 'finishLogin', input: { challenge, reply } }]);
    await rig.resolve('finishLogin', user);
    expect(isIn(rig, 'signedIn')).toBe(true);
    expect(JSON.stringify(context(rig))).not.toContain('sf_attempt');
  });

  it('decisions 4.16: a wrong code says so and can be entered again; an expired attempt asks for the password', async () => {
    const rig = await startWithChallenge();
    rig.actor.send({ type: 'code.submit', reply });
    await rig.reject('finishLogin', wrongCode);
    expect(isIn(rig, 'codeDue')).toBe(true);
    expect(context(rig).error).toBe('The code is not right.');
    rig.actor.send({ type: 'code.submit', reply });
    expect(context(rig).error).toBeNull();
    await rig.reject('finishLogin', attemptExpired);
    expect(isIn(rig, 'signedOut')).toBe(true);
    expect(context(rig)).toMatchObject({ error: 'This sign-in took too long.', challenge: null });
  });

  it('decisions 4.16: a late answer to an abandoned sign-in signs nobody in', async () => {
    const rig = await startWithChallenge();
    rig.actor.send({ type: 'code.submit', reply });
    const late = rig.jobs.get('finishLogin');
    rig.actor.send({ type: 'code.cancel' });
    late?.resolve(user);
    await new Promise((passed) => setImmediate(passed));
    expect(isIn(rig, 'signedOut')).toBe(true);
  });

  it('decisions 4.16: a required second factor comes first, and its codes stay until they are saved', async () => {
    const rig = await signedIn(unprotected);
    expect(rig.actor.getSnapshot().value).toEqual({ signedIn: 'factorDue' });
    rig.actor.send({ type: 'factor.enabled' });
    rig.actor.send({ type: 'window.focused' });
    rig.actor.send({ type: 'tokens.found' });
    expect(rig.actor.getSnapshot().value).toEqual({ signedIn: 'savingCodes' });
    rig.actor.send({ type: 'factor.changed' });
    await rig.resolve('loadUser', user);
    expect(rig.actor.getSnapshot().value).toEqual({ signedIn: 'steady' });
  });

  it.each([
    ['answers', (rig: Live) => rig.resolve('logout', { url: null })],
    ['fails', (rig: Live) => rig.reject('logout', broken)],
  ])('spec 4.01: logout clears the stored tokens when the server %s', async (_how, settle) => {
    const rig = await signedIn();
    rig.actor.send({ type: 'logout.submit' });
    expect(rig.calls.at(-1)?.id).toBe('logout');
    await settle(rig);
    expect(isIn(rig, 'signedOut')).toBe(true);
    expect(context(rig)).toMatchObject({ user: null, error: null });
    expect(effects(rig)).toContain('clearTokens');
  });

  it("decisions 4.15: single sign-on requests the issuer's page and opens it; Back returns to the form", async () => {
    const rig = start(false);
    rig.actor.send({ type: 'sso.submit', body: ssoBody });
    expect(rig.calls).toEqual([{ id: 'beginSso', input: ssoBody }]);
    await rig.resolve('beginSso', issuerPage);
    expect(isIn(rig, 'leaving')).toBe(true);
    expect(rig.effects).toEqual([{ name: 'openPage', params: issuerPage }]);
    rig.actor.send({ type: 'page.restored' });
    expect(rig.actor.getSnapshot().value).toEqual({ signedOut: 'asked' });
  });

  it('decisions 4.15: an issuer that is down is named above the form', async () => {
    const rig = start(false);
    rig.actor.send({ type: 'sso.submit', body: ssoBody });
    await rig.reject('beginSso', { status: 503, data: { message: 'Acme ID does not answer at the moment.' } });
    expect(context(rig).error).toBe('Acme ID does not answer at the moment.');
    expect(isIn(rig, 'signedOut')).toBe(true);
  });

  it.each([true, false])(
    'decisions 4.15: the return page requests the session once (with a token: %s), and keeps the destination',
    async (hasToken) => {
      const rig = start(hasToken);
      rig.actor.send({ type: 'sso.returned' });
      rig.actor.send({ type: 'sso.returned' });
      expect(rig.calls.filter(({ id }) => id === 'finishSso')).toHaveLength(1);
      await rig.resolve('finishSso', { user, returnTo: '/commissions' });
      expect(isIn(rig, 'signedIn')).toBe(true);
      expect(context(rig)).toMatchObject({ user, returnTo: '/commissions' });
    },
  );

  it('decisions 4.15: a reload of the return page continues with the session that began there', async () => {
    const rig = start(true);
    rig.actor.send({ type: 'sso.returned' });
    await rig.reject('finishSso', { status: 410, data: { message: 'This sign-in took too long, or was used already. Try again.' } });
    await rig.resolve('loadUser', user);
    expect(isIn(rig, 'signedIn')).toBe(true);
    expect(context(rig)).toMatchObject({ user, error: null });
  });

  it("decisions 4.15: signing out opens the issuer's page after the tokens are gone", async () => {
    const rig = await signedIn();
    rig.actor.send({ type: 'logout.submit' });
    await rig.resolve('logout', issuerPage);
    expect(effects(rig)).toEqual(['clearTokens', 'openPage']);
    expect(rig.actor.getSnapshot().value).toEqual({ signedOut: 'left' });
  });

  it('spec 7.05: the user is loaded again when the window gets focus', async () => {
    const rig = await signedIn();
    rig.actor.send({ type: 'window.focused' });
    expect(rig.calls.map(({ id }) => id)).toEqual(['loadUser', 'loadUser']);
    await rig.resolve('loadUser', { ...user, role: 'sales_manager' });
    expect(context(rig).user?.role).toBe('sales_manager');
  });

  it('spec 4.01: a reload refused by the server signs out and removes the access token', async () => {
    const rig = await signedIn();
    rig.actor.send({ type: 'window.focused' });
    await rig.reject('loadUser', refused);
    expect(isIn(rig, 'signedOut')).toBe(true);
    expect(context(rig)).toMatchObject({ user: null, error: 'Your session has ended.' });
    expect(effects(rig)).toEqual(['removeAccessToken']);
  });

  it('decisions 1.07, spec 4.01: any other failed reload does the same; the refresh token stays', async () => {
    const rig = await signedIn();
    rig.actor.send({ type: 'window.focused' });
    await rig.reject('loadUser', broken);
    expect(rig.actor.getSnapshot().value).toEqual({ signedOut: 'asked' });
    expect(context(rig)).toMatchObject({ user: null, error: 'Down for a minute.' });
    expect(effects(rig)).toEqual(['removeAccessToken']);
  });

  it('decisions 4.02: a temporary password is due until it is changed', async () => {
    const rig = await signedIn(newcomer);
    expect(rig.actor.getSnapshot().matches({ signedIn: 'passwordDue' })).toBe(true);
    rig.actor.send({ type: 'password.changed' });
    await rig.resolve('loadUser', user);
    expect(rig.actor.getSnapshot().matches({ signedIn: 'steady' })).toBe(true);
  });

  it('decisions 4.02: a user load that started before the password change does not bring its dialog back', async () => {
    const rig = await signedIn(newcomer);
    rig.actor.send({ type: 'window.focused' });
    rig.actor.send({ type: 'user.changed', user });
    rig.actor.send({ type: 'password.changed' });
    expect(rig.calls).toHaveLength(4);
    expect(rig.jobs.size).toBe(1);
    expect(context(rig).user?.must_change_password).toBe(false);
    await rig.resolve('loadUser', user);
    expect(rig.actor.getSnapshot().value).toEqual({ signedIn: 'steady' });
  });

  it('decisions 4.02: once changed, a password is no longer due, even before the reload answers', async () => {
    const rig = await signedIn(newcomer);
    rig.actor.send({ type: 'user.changed', user });
    expect(rig.actor.getSnapshot().value).toEqual({ signedIn: 'steady' });
  });

  it('decisions 4.02: the user is loaded again after a password change in the profile', async () => {
    const rig = await signedIn();
    rig.actor.send({ type: 'password.changed' });
    expect(rig.calls.map(({ id }) => id)).toEqual(['loadUser', 'loadUser']);
  });

  it('spec 2.62: a user load requested before a name was saved does not revert the name', async () => {
    const rig = await signedIn();
    rig.actor.send({ type: 'window.focused' });
    const lateJob = rig.jobs.get('loadUser');
    rig.actor.send({ type: 'user.changed', user: { ...user, first_name: 'Samuel' } });
    lateJob?.resolve(user);
    await new Promise((passed) => setImmediate(passed));
    expect(context(rig).user?.first_name).toBe('Samuel');
    expect(rig.actor.getSnapshot().value).toEqual({ signedIn: 'reloading' });
  });

  it('a save by the previous user changes nothing for the next one', async () => {
    const rig = await signedIn();
    rig.actor.send({ type: 'user.changed', user: { ...user, id: '8', first_name: 'Other' } });
    expect(context(rig).user).toEqual(user);
  });

  it('spec 7.05: a sign-in as another user in another tab loads that user with the new tokens', async () => {
    const rig = await signedIn();
    rig.actor.send({ type: 'tokens.found' });
    rig.actor.send({ type: 'tokens.found' });
    expect(rig.calls).toHaveLength(3);
    await rig.resolve('loadUser', { ...user, id: '8' });
    expect(context(rig).user?.id).toBe('8');
  });

  it('spec 7.05: tokens stored by another tab during a user load restart the load', async () => {
    const rig = start(true);
    rig.actor.send({ type: 'tokens.found' });
    expect(rig.calls).toHaveLength(2);
    expect(rig.jobs.size).toBe(1);
  });

  it.each([
    ['nobody is signed in', () => start(false)],
    [
      'somebody is signing in',
      () => {
        const rig = start(false);
        rig.actor.send({ type: 'login.submit', credentials });
        return rig;
      },
    ],
  ])('spec 7.35: a refresh that throws while %s still clears both tokens', (_when, create) => {
    const rig = create();
    const stateBefore = rig.actor.getSnapshot().value;
    rig.actor.send({ type: 'session.ended' });
    expect(effects(rig)).toEqual(['clearTokens']);
    expect(rig.actor.getSnapshot().value).toEqual(stateBefore);
  });

  it('spec 2.19, 7.35: an ended session clears both tokens and says so', async () => {
    const rig = await signedIn();
    rig.actor.send({ type: 'session.ended' });
    expect(isIn(rig, 'signedOut')).toBe(true);
    expect(effects(rig)).toEqual(['clearTokens']);
    expect(context(rig)).toMatchObject({ user: null, error: 'Your session has expired. Sign in again to continue.' });
  });

  it('a sign-out in another tab signs this one out, and a sign-in there signs it in', async () => {
    const rig = await signedIn();
    rig.actor.send({ type: 'tokens.cleared' });
    // spec 2.18: the session may have expired in another tab; after sign-in the user returns to this page.
    expect(rig.actor.getSnapshot().value).toEqual({ signedOut: 'asked' });
    rig.actor.send({ type: 'tokens.found' });
    await rig.resolve('loadUser', user);
    expect(isIn(rig, 'signedIn')).toBe(true);
  });

  it('spec 4.01: logout completes after 3 seconds without an answer from the server', async () => {
    const rig = createRig(session.machine, { hasToken: true });
    rig.actor.start();
    await rig.resolve('loadUser', user);
    rig.actor.send({ type: 'logout.submit' });
    expectChangeAt(rig, 3000);
    expect(rig.actor.getSnapshot().matches({ signedOut: 'left' })).toBe(true);
  });
});
