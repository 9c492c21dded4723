import { messages } from '../../../contract/messages.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import { Problem } from '../shared/problem.ts';

/**
 * A temporary password holds 72 hours (decisions 4.02), to sign in with and to be changed.
 * @throws Problem with `status`, once they are over
 */
export const assertNotExpired = (
  user: Pick<UserRow, 'must_change_password' | 'temporary_password_expires_at'>,
  at: Date,
  status: 401 | 403,
): void => {
  const expires = user.temporary_password_expires_at;
  if (user.must_change_password && expires !== null && Date.parse(expires) <= at.getTime())
    throw new Problem(status, 'temporary_password_expired', messages.session.temporaryExpired);
};
