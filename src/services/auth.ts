import type { ChangePasswordBody, LoginBody } from '../../contract/entities/auth.ts';
import type { User } from '../../contract/entities/user.ts';
import { readSignedInUser, readTokens } from './answers/people.ts';
import { isFields } from './answers/read.ts';
import type { Http } from './http.ts';
import { withTabLock } from './lock.ts';
import type { Tokens } from './tokens.ts';
import { tryTwice } from './tryTwice.ts';

const path = '/api/v1/auth';

/** The new access token. If the user signed out or in during the call, that change wins over the response for the old token. */
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

/** spec 7.03-7.06. */
export const createAuth = (http: Http, tokens: Tokens) => ({
  login: async (body: LoginBody): Promise<User> => {
    const response = await http<unknown>(`${path}/login`, { method: 'POST', body, anonymous: true });
    const user = readSignedInUser(isFields(response) ? response.user : null);
    tokens.store(readTokens(response));
    return user;
  },
  logout: (): Promise<void> => http(`${path}/logout`, { method: 'POST' }),
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
