import { messages } from '../../../contract/messages.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { Problem } from '../shared/problem.ts';
import { isStillPermitted } from './isStillPermitted.ts';

/**
 * A temporary password is valid for 72 hours (decisions 4.02), and only while the person who set it is still an administrator (decisions
 * 4.06).
 * @throws Problem with `status` once it is no longer valid
 */
export const assertNotExpired = async (
  store: Pick<Repositories, 'users'>,
  user: Pick<UserRow, 'must_change_password' | 'temporary_password_expires_at' | 'temporary_password_by'>,
  at: Date,
  status: 401 | 403,
): Promise<void> => {
  if (!user.must_change_password) return;
  const { temporary_password_expires_at: expiresAt, temporary_password_by: setterId } = user;
  if (expiresAt !== null && Date.parse(expiresAt) <= at.getTime())
    throw new Problem(status, 'temporary_password_expired', messages.session.temporaryExpired);
  if (setterId !== null && !(await isStillPermitted(store, setterId, 'user:manage')))
    throw new Problem(status, 'temporary_password_expired', messages.session.temporaryWithdrawn);
};
