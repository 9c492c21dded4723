import { causes } from '../../../contract/messages/audit.ts';
import { fill } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { noteSignInFailure } from '../session/failedSignIn.ts';
import type { Services } from '../shared/services.ts';
import { type IssuerPerson, IssuerUnreachable, type Sso } from '../shared/sso.ts';
import { attemptSecrets, browserHashOf, idTokenContext, ssoIn } from './attempts.ts';
import { matchPerson } from './matchPerson.ts';
import { type SsoRefusal, SsoRefused } from './refusals.ts';

/** A longer ID token, such as that of a person with many groups, would exceed the URL length that servers accept. */
const MAX_ID_TOKEN = 4000;

type Log = (error: unknown) => void;

/** @throws SsoRefused */
const identify = async (sso: Sso, query: string, secret: string, log: Log): Promise<IssuerPerson> => {
  try {
    return await sso.identify(query, attemptSecrets(secret));
  } catch (error) {
    log(error);
    throw new SsoRefused(error instanceof IssuerUnreachable ? 'sso_unreachable' : 'sso_refused');
  }
};

/** The refusal behind an error; an unexpected error is logged. */
const refusalOf = async (services: Services, sso: Sso, error: unknown, origin: Origin, log: Log): Promise<SsoRefusal> => {
  if (!(error instanceof SsoRefused)) {
    log(error);
    return 'sso_refused';
  }
  const cause = `${fill(causes.singleSignOn, { name: sso.name })}: ${error.code}`;
  if (error.userId !== null || error.code === 'no_account')
    await noteSignInFailure(services, { userId: error.userId, cause, locked: [] }, origin, services.clock());
  return error.code;
};

/**
 * Handles the issuer's callback for the browser that began the sign-in: once, in time, and only with that browser's cookie. The outcome
 * waits in the attempt until the browser asks for it.
 * @param query the query of the callback, as text
 */
export const returnFromIssuer = async (
  services: Services,
  { query, browserSecret }: Readonly<{ query: string; browserSecret: string | null }>,
  origin: Origin,
  log: Log,
): Promise<void> => {
  const sso = ssoIn(services);
  const { store, clock, vault } = services;
  const parameters = new URLSearchParams(query);
  if (browserSecret === null || parameters.get('state') !== attemptSecrets(browserSecret).state) return;
  const browserHash = browserHashOf(browserSecret);
  if (!(await store.ssoAttempts.markReturned(browserHash, clock()))) return;
  try {
    if (parameters.get('error') === 'access_denied') throw new SsoRefused('sso_denied');
    const person = await identify(sso, query, browserSecret, log);
    const userId = await matchPerson(services, sso, person, origin);
    const id_token_sealed = person.idToken.length > MAX_ID_TOKEN ? null : vault.sealText(idTokenContext(userId), person.idToken);
    await store.ssoAttempts.decide(browserHash, { user_id: userId, id_token_sealed });
  } catch (error) {
    await store.ssoAttempts.decide(browserHash, { refusal: await refusalOf(services, sso, error, origin, log) });
  }
};
