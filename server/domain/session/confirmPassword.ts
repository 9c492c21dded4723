import { causes } from '../../../contract/messages/audit.ts';
import { messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { formProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { noteSignInFailure } from './failedSignIn.ts';
import { withLockOut } from './lockOut.ts';

type Account = Readonly<{ id: number; email: string; password_hash: string | null }>;

/**
 * Checks the current password of somebody who is signed in; a wrong one counts toward the lockout.
 * @throws Problem 422 `current_password`, 429, 503
 */
export const confirmPassword = async (services: Services, user: Account, password: string, origin: Origin): Promise<void> => {
  const { isRight, locked } = await withLockOut(services, { email: user.email, origin, kind: 'password' }, () =>
    services.passwords.verify(user.password_hash, password),
  );
  if (isRight) return;
  const failure = { userId: user.id, actorId: user.id, cause: causes.wrongCurrentPassword, locked };
  await noteSignInFailure(services, failure, origin, services.clock());
  throw formProblem({ current_password: messages.changePassword.wrongCurrent });
};
