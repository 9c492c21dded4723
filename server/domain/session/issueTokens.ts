import { limits } from '../../../contract/limits.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { MINUTE, plusMs } from '../shared/clock.ts';
import { newToken, tokenHash } from './tokens.ts';

export type IssuedTokens = Readonly<{ access_token: string; refresh_token: string }>;
type For = Readonly<{ sessionId: number; parentHash: string | null; at: Date; sessionExpiresAt: Date }>;

/** Issues an access token and a refresh token for a session; neither outlives the session. */
export const issueTokens = async (
  { tokens }: Pick<Repositories, 'tokens'>,
  { sessionId, parentHash, at, sessionExpiresAt }: For,
): Promise<IssuedTokens> => {
  const access_token = newToken('at');
  const refresh_token = newToken('rt');
  const natural = plusMs(at, limits.auth.accessTokenMinutes * MINUTE);
  await tokens.addRefresh(tokenHash(refresh_token), sessionId, parentHash, at);
  await tokens.addAccess(tokenHash(access_token), sessionId, natural < sessionExpiresAt ? natural : sessionExpiresAt);
  return { access_token, refresh_token };
};
