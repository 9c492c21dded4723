import { messages } from '../../../contract/messages.ts';
import { countRequest } from '../session/lockOut.ts';
import { plusMs } from '../shared/clock.ts';
import { badRequest } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { IssuerUnreachable } from '../shared/sso.ts';
import { ATTEMPT_MS, attemptSecrets, browserHashOf, newBrowserSecret, ssoIn } from './attempts.ts';
import { ssoProblem } from './refusals.ts';

export type StartedAttempt = Readonly<{ url: string; browserSecret: string }>;

/**
 * Begins a sign-in at the issuer for one browser.
 * @param returnTo the page that the person wanted, as a path of the app
 * @throws Problem 400 for another kind of address, 404 without single sign-on, 429 with the time to wait, 503 if the issuer does not answer
 */
export const beginSso = async (
  services: Pick<Services, 'store' | 'clock' | 'sso'>,
  { returnTo, remembered, network }: Readonly<{ returnTo: string | null; remembered: boolean; network: string }>,
): Promise<StartedAttempt> => {
  const sso = ssoIn(services);
  if (returnTo !== null && !/^\/(?![/\\])/.test(returnTo)) throw badRequest('return_to', messages.requestField.invalid, 'return_to');
  await countRequest(services, 'single sign-on', network);
  const { store, clock } = services;
  const browserSecret = newBrowserSecret();
  const url = await sso.authorizeUrl(attemptSecrets(browserSecret)).catch((error: unknown) => {
    throw error instanceof IssuerUnreachable ? ssoProblem(sso, 'sso_unreachable') : error;
  });
  const at = clock();
  const attempt = { browserHash: browserHashOf(browserSecret), returnTo, remembered };
  await store.ssoAttempts.add({ ...attempt, at, expiresAt: plusMs(at, ATTEMPT_MS) });
  return { url, browserSecret };
};
