import type { ChangePasswordBody } from '../../../contract/entities/auth.ts';
import { changePasswordForm } from '../../../contract/forms/session/changePassword.ts';
import { messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { checkForm } from '../shared/checkForm.ts';
import { formProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { isCommonPassword } from './commonPasswords.ts';
import { confirmPassword } from './confirmPassword.ts';
import { assertPasswordAllowed } from './passwordPolicy.ts';
import type { Principal } from './principal.ts';
import { assertNotExpired } from './temporaryPassword.ts';

const t = messages.changePassword;

/**
 * Sets a new password chosen by the user (decisions 4.02): at least 12 characters, not common, not the previous one. Ends the user's other
 * sessions. A wrong current password counts toward the lockout.
 * @throws Problem 401 if the session has ended, 403 passwords_off, or once a temporary password has expired, 422 with `errors`, 429, 503
 */
export const changeOwnPassword = async (
  services: Services,
  principal: Principal,
  body: ChangePasswordBody,
  origin: Origin,
): Promise<void> => {
  const { store, passwords, clock } = services;
  assertPasswordAllowed(services, principal.actor.role);
  await checkForm(changePasswordForm, { ...body, confirm: body.new_password });
  const user = await store.users.byId(principal.userId);
  if (!user) throw new Problem(401, 'token_invalid', messages.session.tokenInvalid);

  // Applies even to a session that began in time. Not 401, because a new token would not help.
  await assertNotExpired(store, user, clock(), 403);

  await confirmPassword(services, user, body.current_password, origin);
  if (body.new_password === body.current_password) throw formProblem({ new_password: t.same });
  const companyName = await store.settings.companyName();
  if (isCommonPassword(body.new_password, [companyName, user.email, user.first_name, user.last_name]))
    throw formProblem({ new_password: t.tooCommon });

  const hash = await passwords.hash(body.new_password);
  const at = clock();
  await store.transaction(async (tx) => {
    // First, because it waits for concurrent changes of the account: sessions they ended are then visible.
    const replaced = await tx.users.setPassword(user.id, user.password_hash, hash, at);
    if (!(await tx.sessions.isOpen(principal.sessionId, at))) throw new Problem(401, 'session_ended', messages.session.ended);
    if (!replaced) throw formProblem({ current_password: t.wrongCurrent });
    await tx.sessions.endOthers(user.id, principal.sessionId, 'password_changed', at);
    await tx.signInLinks.withdraw(user.id, at);
    await tx.audit.write({ actorId: user.id, action: 'user.password_changed', entity: 'user', entityId: String(user.id) }, origin, at);
  });
};
