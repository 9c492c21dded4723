import type { Role } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { canUsePassword } from '../../../contract/rules/session/passwordPolicy.ts';
import { Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';

const t = messages.sso;
type Account = Readonly<{ role: Role; email: string }>;

/** The rules of single sign-on, if configured. */
type Rules = Readonly<{ sso?: Services['sso'] | undefined }>;

export const isPasswordOff = ({ sso }: Rules, role: Role): boolean => !canUsePassword(sso?.passwords, role);

/** @throws Problem 403 if the caller's role may not use a password (decisions 4.15) */
export const assertPasswordAllowed = (services: Rules, role: Role): void => {
  if (isPasswordOff(services, role)) throw new Problem(403, 'passwords_off', fill(t.passwordsOff, { name: services.sso?.name ?? '' }));
};

/** @throws Problem 409 if somebody else may not use a password */
export const assertPasswordAllowedFor = (services: Rules, { role, email }: Account): void => {
  if (isPasswordOff(services, role))
    throw new Problem(409, 'passwords_off', fill(t.passwordsOffFor, { email, name: services.sso?.name ?? '' }));
};
