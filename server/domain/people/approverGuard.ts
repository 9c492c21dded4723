import type { Role } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { can } from '../../../contract/permissions.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { assertFactorConfirmed } from '../secondFactor/stepUp.ts';
import { Problem } from '../shared/problem.ts';
import type { AccountInput } from './accountChange.ts';
import type { UserChangeBy } from './userRules.ts';

export const mayApprove = (role: Role): boolean => can({ id: '', role }, 'approval:use');

/**
 * Asks an administrator who has a second factor for it before a change that could let them act as another approver (decisions 4.16).
 * Otherwise a stolen session would be enough to create the second person of an approval. Programs never do, for the same reason
 * (decisions 4.17).
 * @throws Problem 403 second_factor_needed, approver_by_program
 */
export const assertMayGrant = async (
  tx: Repositories,
  { principal, at }: Pick<UserChangeBy, 'principal' | 'at'>,
  role: Role,
): Promise<void> => {
  if (!mayApprove(role)) return;
  if (principal.token) throw new Problem(403, 'approver_by_program', messages.scim.approver);
  await assertFactorConfirmed(tx, principal, at);
};

/** The same for a change of an account: of its role, its password or email address, or a reactivation. */
export const assertMayChange = async (
  tx: Repositories,
  context: Pick<UserChangeBy, 'principal' | 'at'>,
  before: UserRow,
  { role = before.role, active = before.active, email = before.email, temporary }: AccountInput,
): Promise<void> => {
  const isGranted = !mayApprove(before.role) || (active && !before.active) || temporary !== undefined;
  const isTakenOver = email !== before.email || (context.principal.token !== undefined && role !== before.role);
  if (isGranted || isTakenOver) await assertMayGrant(tx, context, role);
};
