import { createHash, randomBytes } from 'node:crypto';
import { MINUTE } from '../shared/clock.ts';
import { notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import type { Sso, SsoSecrets } from '../shared/sso.ts';

/** Time for signing in at the issuer, and then for redeeming the session. */
export const ATTEMPT_MS = 10 * MINUTE;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The secret of a browser's attempt, known to its cookie only. */
export const newBrowserSecret = (): string => randomBytes(32).toString('base64url');
export const browserHashOf = (secret: string): string => digest(secret).toString('hex');

/** All values of an attempt are derived from its secret, so that none is stored and none reveals the secret. */
export const attemptSecrets = (secret: string): SsoSecrets => ({
  state: digest(`state ${secret}`).toString('base64url'),
  nonce: digest(`nonce ${secret}`).toString('base64url'),
  verifier: digest(`verifier ${secret}`).toString('base64url'),
});

/** @throws Problem 404 without single sign-on */
export const ssoIn = ({ sso }: Pick<Services, 'sso'>): Sso => {
  if (!sso) throw notFoundProblem('address');
  return sso;
};

/** Binds a sealed ID token to its person. */
export const idTokenContext = (userId: number): string => `sso:id_token:${userId}`;
