import { setTimeout as sleep } from 'node:timers/promises';
import type { Principal } from '../session/principal.ts';
import type { Services } from '../shared/services.ts';
import { idTokenContext } from './attempts.ts';

/** The app waits three seconds for the answer to a sign-out. */
const ISSUER_TIMEOUT_MS = 1500;

/** The issuer's sign-out page, for a session that began there; null for others, and if the issuer has none or does not answer in time. */
export const signOutUrlOf = async (
  { store, sso, vault }: Pick<Services, 'store' | 'sso' | 'vault'>,
  { sessionId, userId }: Principal,
): Promise<string | null> => {
  const session = sso && (await store.sessions.issuedToken(sessionId));
  if (!sso || !session) return null;
  const idToken = session.id_token_sealed === null ? null : vault.openText(idTokenContext(userId), session.id_token_sealed);
  const url = sso.signOutUrl(idToken).catch(() => null);
  return Promise.race([url, sleep(ISSUER_TIMEOUT_MS, null, { ref: false })]);
};
