import { createHash } from 'node:crypto';
import { messages } from '../../../contract/messages.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import { Problem } from '../shared/problem.ts';

const t = messages.secondFactorRefusals;

/** The vault's name for the secret of a person's authenticator app. */
export const totpSecretName = (userId: number): string => `${factorSecrets(userId)}totp`;
export const factorSecrets = (userId: number): string => `second_factor:${userId}:`;

/** Changes with the password and the second factor, either of which ends a sign-in that waits for a code. */
export const accountStamp = ({ password_hash, second_factor_at }: Pick<UserRow, 'password_hash' | 'second_factor_at'>): string =>
  createHash('sha256').update(`${password_hash} ${second_factor_at}`).digest('hex');

export const notSetUpProblem = (): Problem => new Problem(409, 'second_factor_unset', t.unset);
