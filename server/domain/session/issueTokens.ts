import { limits } from '../../../contract/limits.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { MINUTE, plusMs } from '../shared/clock.ts';
import { createToken, hashToken } from './tokens.ts';

export type IssuedTokens = Readonly<{ access_token: string; refresh_token: string }>;
type TokenOptions = Readonly<{ sessionId: number; parentHash: string | null; at: Date; sessionExpiresAt: Date }>;

/** Issues an access token and a refresh token for a session; neither outlives the session. */
export const issueTokens = async (
  { tokens }: Pick<Repositories, 'tokens'>,
  { sessionId, parentHash, at, sessionExpiresAt }: TokenOptions,
): Promise<IssuedTokens> => {
  const access_token = createToken('at');
  const refresh_token = createToken('rt');
  const fullExpiry = plusMs(at, limits.auth.accessTokenMinutes * MINUTE);
  await tokens.addRefresh(hashToken(refresh_token), sessionId, parentHash, at);
  await tokens.addAccess(hashToken(access_token), sessionId, fullExpiry < sessionExpiresAt ? fullExpiry : sessionExpiresAt);
  return { access_token, refresh_token };
};
