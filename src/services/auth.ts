import type { ChangePasswordBody, LoginBody, SsoBody } from '../../contract/entities/auth.ts';
import type { FactorAnswer, PasskeyOptions } from '../../contract/entities/secondFactor.ts';
import type { User } from '../../contract/entities/user.ts';
import { type FactorChallenge, type FactorReply, factorMethods } from '../../contract/rules/session/factorMethods.ts';
import { readSignedInUser, readTokens } from './answers/people.ts';
import { isFields, textOrNull, webUrlOrNull } from './answers/read.ts';
import type { Http } from './http.ts';
import { withTabLock } from './lock.ts';
import type { Tokens } from './tokens.ts';
import { tryTwice } from './tryTwice.ts';

const path = '/api/v1/auth';

const urlIn = (response: unknown): { url: string | null } => ({ url: isFields(response) ? webUrlOrNull(response.url) : null });

type FinishLogin = Readonly<{ challenge: FactorChallenge; reply: FactorReply }>;

/** The second-factor challenge in the answer to a sign-in; null if it contains none. */
const challengeIn = (response: unknown): FactorChallenge | null => {
  const question = isFields(response) ? response.second_factor : null;
  if (!isFields(question) || typeof question.attempt !== 'string') return null;
  const methods = factorMethods.filter((method) => Array.isArray(question.methods) && question.methods.includes(method));
  return { token: question.attempt, methods, passkey: isFields(question.passkey) ? (question.passkey as PasskeyOptions) : null };
};

const answerOf = async ({ challenge, reply }: FinishLogin): Promise<FactorAnswer> => {
  if (reply.kind !== 'passkey') return { [reply.kind]: reply.typed };
  // Loaded with the first passkey to keep the login page small.
  const { signWithPasskey } = await import('./passkeys.ts');
  return { passkey: await signWithPasskey(challenge.passkey as PasskeyOptions) };
};

/** The new access token. If the user signs out or in during the call, the response for the old token is ignored. */
const exchangeToken = async (http: Http, tokens: Tokens, refresh_token: string): Promise<string | null> => {
  const isReplaced = (): boolean => tokens.refresh() !== refresh_token;
  try {
    const response = readTokens(await http(`${path}/refresh`, { method: 'POST', body: { refresh_token }, anonymous: true }));
    if (isReplaced()) return tokens.access();
    tokens.store(response);
    return response.access_token;
  } catch (error) {
    if (isReplaced()) return tokens.access();
    throw error;
  }
};

const storeSession = (tokens: Tokens, response: unknown, isRemembered: boolean): User => {
  const user = readSignedInUser(isFields(response) ? response.user : null);
  tokens.store(readTokens(response));
  tokens.rememberUser(isRemembered ? user.id : null);
  tokens.chooseRememberMe(false);
  return user;
};

/** spec 7.03-7.06. */
export const createAuth = (http: Http, tokens: Tokens) => ({
  /** The user, or the challenge for their second factor (decisions 4.16). */
  login: async (body: LoginBody): Promise<User | FactorChallenge> => {
    const response = await http<unknown>(`${path}/login`, { method: 'POST', body, anonymous: true });
    const challenge = challengeIn(response);
    if (challenge === null) return storeSession(tokens, response, body.remember_me === true);
    tokens.chooseRememberMe(body.remember_me === true);
    return challenge;
  },
  /** Stores nothing once `signal` is aborted, because the user went back to sign-in. */
  finishLogin: async (finish: FinishLogin, signal?: AbortSignal): Promise<User> => {
    const body = { attempt: finish.challenge.token, ...(await answerOf(finish)) };
    signal?.throwIfAborted();
    const response = await http<unknown>(`${path}/second-factor`, { method: 'POST', body, anonymous: true, ...(signal ? { signal } : {}) });
    signal?.throwIfAborted();
    return storeSession(tokens, response, tokens.isRememberMeChosen());
  },
  /** `url`: the issuer's sign-out page, for a session that began there. */
  logout: async (): Promise<{ url: string | null }> => urlIn(await http(`${path}/logout`, { method: 'POST' })),
  /** decisions 4.15: the issuer's sign-in page. @throws if the response contains none */
  beginSso: async (body: SsoBody): Promise<{ url: string }> => {
    const { url } = urlIn(await http(`${path}/sso/begin`, { method: 'POST', body, anonymous: true }));
    if (url === null) throw new TypeError('the answer names no sign-in page');
    tokens.chooseRememberMe(body.remember_me === true);
    return { url };
  },
  finishSso: async (): Promise<{ user: User; returnTo: string | null }> => {
    const response = await http<unknown>(`${path}/sso/finish`, { method: 'POST', anonymous: true });
    const user = storeSession(tokens, response, tokens.isRememberMeChosen());
    return { user, returnTo: isFields(response) ? textOrNull(response.return_to) : null };
  },
  me: (signal?: AbortSignal): Promise<User> =>
    tryTwice(async () => readSignedInUser(await http(`${path}/me`, signal ? { signal } : {})), signal),
  changePassword: (body: ChangePasswordBody): Promise<void> => http(`${path}/change-password`, { method: 'POST', body }),
  /** Exchanges the token once for all tabs: a tab that waited for the lock finds it already refreshed. */
  exchange: (rejectedToken: string | null): Promise<{ token: string | null }> =>
    withTabLock('auth-refresh', async (hasWaited) => {
      // Other tabs see the storage change slightly after the lock is released.
      if (hasWaited && tokens.access() === rejectedToken) await tokens.changed();
      const storedToken = tokens.access();
      if (storedToken !== null && storedToken !== rejectedToken) return { token: storedToken };
      const refresh_token = tokens.refresh();
      return { token: refresh_token === null ? null : await exchangeToken(http, tokens, refresh_token) };
    }),
});
