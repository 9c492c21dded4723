import { fill, messages } from '../../../contract/messages.ts';
import { endAccess } from '../session/endAccess.ts';
import { accountKeyOf } from '../session/lockOut.ts';
import { notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { createTemporaryPassword } from './userPassword.ts';

/**
 * A temporary password for the last administrator, who cannot ask anyone else. Ends all their sessions.
 * @throws Problem 404, 409 for a user who may not sign in anyway
 */
export const resetFromConsole = async (services: Pick<Services, 'store' | 'passwords' | 'clock'>, email: string): Promise<string> => {
  const user = await services.store.users.byEmail(email.trim());
  if (!user) throw notFoundProblem('user');
  if (!user.active) throw new Problem(409, 'account_inactive', fill(messages.userFormText.deactivated, { email: user.email }));
  const { generated, columns } = await createTemporaryPassword(services, undefined, user);
  const at = services.clock();
  await services.store.transaction(async (tx) => {
    await tx.users.change(user.id, { ...columns, temporary_password_by: null }, at);
    await tx.loginAttempts.clearFailures(accountKeyOf(user.email, 'password'));
    await tx.signInLinks.withdraw(user.id, at);
    const ended = await endAccess(tx, user.id, 'password_reset', null, at);
    const entry = { actorId: null, action: 'user.password_reset', entity: 'user', entityId: String(user.id), cause: 'password:reset' };
    await tx.audit.writeAll([...ended, entry], { network: 'console', requestId: 'password:reset' }, at);
  });
  return generated ?? '';
};
