import type { PasswordPolicy } from '../../entities/settings.ts';
import type { Role } from '../../entities/user.ts';

/** decisions 4.15: without single sign-on everybody uses a password; with it, admins may keep theirs in case the issuer is down. */
export const canUsePassword = (policy: PasswordPolicy | undefined, role: Role): boolean =>
  policy === undefined || policy === 'everyone' || (policy === 'admins' && role === 'admin');
