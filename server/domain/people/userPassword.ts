import { randomInt } from 'node:crypto';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import { isCommonPassword } from '../session/commonPasswords.ts';
import { isPasswordOff } from '../session/passwordPolicy.ts';
import { HOUR, plusMs } from '../shared/clock.ts';
import { formProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';

/** Omits characters that look alike: i, l, o, 0 and 1. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUP_COUNT = 4;
const GROUP_LENGTH = 5;

const createGroup = (): string => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
/** 20 random letters and digits, about 99 bits, in groups that are easy to read aloud. */
const generatePassword = (): string => Array.from({ length: GROUP_COUNT }, createGroup).join('-');

/** The columns of a temporary password; `generated` is the password itself, null if it was entered or the person may not have one. */
export type Temporary = Readonly<{
  generated: string | null;
  columns: Pick<UserRow, 'password_hash' | 'must_change_password' | 'temporary_password_expires_at'>;
}>;
/** The columns of an account without a password. */
export const noPassword = { password_hash: null, must_change_password: false, temporary_password_expires_at: null } as const;
const none: Temporary = { generated: null, columns: noPassword };

/**
 * A password for a single sign-in (decisions 4.02): entered by the administrator, or generated. Hashing is slow, so call it outside
 * transactions.
 * @throws Problem 422 for a common one
 */
export const createTemporaryPassword = async (
  { store, passwords, clock, sso }: Pick<Services, 'store' | 'passwords' | 'clock' | 'sso'>,
  input: string | undefined,
  person: Pick<UserRow, 'email' | 'first_name' | 'last_name' | 'role'>,
): Promise<Temporary> => {
  if (isPasswordOff({ sso }, person.role)) return none;
  const context = [await store.settings.companyName(), person.email, person.first_name, person.last_name];
  if (input && isCommonPassword(input, context)) throw formProblem({ password: messages.userFormText.passwordCommon });
  const generated = input ? null : generatePassword();
  const expiresAt = plusMs(clock(), limits.auth.temporaryPasswordHours * HOUR);
  return {
    generated,
    columns: {
      password_hash: await passwords.hash(input || (generated ?? '')),
      must_change_password: true,
      temporary_password_expires_at: expiresAt.toISOString(),
    },
  };
};
