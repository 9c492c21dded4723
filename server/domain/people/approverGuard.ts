import type { Role } from '../../../contract/entities/user.ts';
import { can } from '../../../contract/permissions.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { assertFactorConfirmed } from '../secondFactor/stepUp.ts';
import type { AccountInput } from './accountChange.ts';
import type { UserChangeBy } from './userRules.ts';

export const mayApprove = (role: Role): boolean => can({ id: '', role }, 'approval:use');

/**
 * Asks an administrator who has a second factor for it before a change that could let them act as another approver (decisions 4.16).
 * Otherwise a stolen session would be enough to create the second person of an approval.
 * @throws Problem 403 second_factor_needed
 */
export const assertMayGrant = async (
  tx: Repositories,
  { principal, at }: Pick<UserChangeBy, 'principal' | 'at'>,
  role: Role,
): Promise<void> => {
  if (mayApprove(role)) await assertFactorConfirmed(tx, principal, at);
};

/** The same for a change of an account: of its role, its password, or a reactivation. */
export const assertMayChange = async (
  tx: Repositories,
  context: Pick<UserChangeBy, 'principal' | 'at'>,
  before: UserRow,
  { role = before.role, active = before.active, temporary }: AccountInput,
): Promise<void> => {
  const isGranted = !mayApprove(before.role) || (active && !before.active) || temporary !== undefined;
  if (isGranted) await assertMayGrant(tx, context, role);
};
