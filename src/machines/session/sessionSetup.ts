import { assign, fromPromise, setup } from 'xstate';
import type { LoginBody, SsoBody } from '../../../contract/entities/auth.ts';
import type { User } from '../../../contract/entities/user.ts';
import { limits } from '../../../contract/limits.ts';
import type { FactorChallenge, FactorReply } from '../../../contract/rules/session/factorMethods.ts';
import { type Failure, getErrorStatus, toFailure } from '../support/failure.ts';
import { missing } from '../support/missing.ts';

type Context = {
  hasToken: boolean;
  user: User | null;
  /** Why the last sign-in failed, shown above the login form. */
  error: string | null;
  /** The page that the user requested before signing in at the issuer. */
  returnTo: string | null;
  /** The sign-in with the right password, while it waits for the second factor. */
  challenge: FactorChallenge | null;
  reply: FactorReply | null;
};
type FinishLogin = Readonly<{ challenge: FactorChallenge; reply: FactorReply }>;
/** `url`: the issuer's page, where the browser goes next. */
type IssuerPage = Readonly<{ url: string | null }>;
type SsoUser = Readonly<{ user: User; returnTo: string | null }>;

type Events =
  | { type: 'login.submit'; credentials: LoginBody }
  | { type: 'login.edit' }
  | { type: 'code.submit'; reply: FactorReply }
  | { type: 'code.cancel' }
  | { type: 'sso.submit'; body: SsoBody }
  | { type: 'sso.returned' }
  | { type: 'page.restored' }
  | { type: 'logout.submit' }
  | { type: 'window.focused' }
  | { type: 'user.changed'; user: User }
  | { type: 'password.changed' }
  | { type: 'factor.enabled' }
  | { type: 'factor.changed' }
  | { type: 'factor.due' }
  | { type: 'session.ended' }
  | { type: 'tokens.found' }
  | { type: 'tokens.cleared' };

/** The types, actors, guards and actions of the session machine. */
export const sessionSetup = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    input: {} as { hasToken: boolean },
    tags: {} as 'loading' | 'authenticated' | 'codeAsked',
  },
  actors: {
    loadUser: fromPromise<User>(missing('loadUser')),
    /** Stores both tokens before it resolves to a user. */
    login: fromPromise<User | FactorChallenge, LoginBody>(missing('login')),
    /** Stores both tokens before it resolves. */
    finishLogin: fromPromise<User, FinishLogin>(missing('finishLogin')),
    logout: fromPromise<IssuerPage>(missing('logout')),
    beginSso: fromPromise<IssuerPage, SsoBody>(missing('beginSso')),
    /** Stores both tokens before it resolves. */
    finishSso: fromPromise<SsoUser>(missing('finishSso')),
  },
  guards: {
    hasToken: ({ context }) => context.hasToken,
    mustChangePassword: ({ context }) => context.user?.must_change_password === true,
    isFactorDue: ({ context }) => context.user?.second_factor_due === true,
    isChallenge: (_, params: { output: User | FactorChallenge }) => 'token' in params.output,
    /** The attempt has expired or the account has changed: the password is needed again. */
    isOver: (_, { error }: { error: unknown }) => getErrorStatus(error) === 410,
    hasPage: (_, params: IssuerPage) => params.url !== null,
    isSamePerson: ({ context }, params: { user: User }) => context.user?.id === params.user.id,
  },
  actions: {
    setUser: assign({ user: (_, params: { user: User }) => params.user, error: null, challenge: null, reply: null }),
    setChallenge: assign((_, { output }: { output: User | FactorChallenge }) => ({
      challenge: 'token' in output ? output : null,
      error: null,
    })),
    setReply: assign((_, { reply }: { reply: FactorReply }) => ({ reply, error: null })),
    forgetReply: assign({ reply: null }),
    setReturnTo: assign({ returnTo: (_, params: SsoUser) => params.returnTo }),
    forgetUser: assign({ user: null, challenge: null, reply: null }),
    setError: assign({ error: (_, params: Failure) => toFailure(params).message }),
    clearError: assign({ error: null }),
    /** Removes only the access token (spec 4.01). */
    removeAccessToken: () => {},
    clearTokens: () => {},
    openPage: (_, _params: IssuerPage) => {},
    logFailure: (_, _params: { error: unknown }) => {},
  },
  delays: { logoutPatience: limits.auth.logoutPatienceMs },
});
