import { fullName, type Role } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { mayApprove, notifyOverseers, personWords } from '../notifications/overseers.ts';
import { assertFactorConfirmed } from '../secondFactor/stepUp.ts';
import { Problem } from '../shared/problem.ts';
import type { AccountInput } from './accountChange.ts';
import type { NoticeAuthor, UserChangeBy } from './userRules.ts';

/**
 * Asks an administrator who has a second factor for it before a change that could let them act as another approver (decisions 4.16).
 * Otherwise a stolen session would be enough to create the second person of an approval. Programs may never make one, for the same reason
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
  const isProgram = context.principal.token !== undefined;
  const isReactivated = active && !before.active;
  const isNewEmail = email !== before.email;
  const isGranted = !mayApprove(before.role) || isReactivated || temporary !== undefined;
  if (isGranted || (isProgram && (isNewEmail || role !== before.role))) await assertMayGrant(tx, context, role);
  if (!isProgram) return;
  // A demotion in the same change, or one day before a promotion, would hand over the approver's account all the same.
  const roles = [...(isNewEmail ? [before.role] : []), ...(isNewEmail || isReactivated ? await tx.plannedChanges.roles(before.id) : [])];
  for (const otherRole of roles) await assertMayGrant(tx, context, otherRole);
};

type ApproverNotice = 'approverCreated' | 'approverReactivated' | 'approverPromoted' | 'approverPassword' | 'approverInvited';

/** Notifies admins and finance of a change to an approver's account by somebody else (decisions 4.06). */
export const notifyApprover = async (
  tx: Repositories,
  { principal, at, author: issuer }: NoticeAuthor,
  person: UserRow,
  kind: ApproverNotice,
  occurrence = String(person.version),
): Promise<void> => {
  if (!mayApprove(person.role)) return;
  const author = issuer === undefined ? await tx.users.byId(principal.userId) : undefined;
  const words = { author: issuer ?? (author ? fullName(author) : ''), ...personWords(person) };
  await notifyOverseers(tx, person, kind, { occurrence: `${occurrence}:${kind}`, words, by: principal.userId }, at);
};

/** Sends the notices of a change to an approver's account. */
export const notifyApproverChange = async (
  tx: Repositories,
  context: NoticeAuthor,
  { before, after, reset }: Readonly<{ before: UserRow; after: UserRow; reset: boolean }>,
): Promise<void> => {
  if (!before.active && after.active) await notifyApprover(tx, context, after, 'approverReactivated');
  if (!mayApprove(before.role)) await notifyApprover(tx, context, after, 'approverPromoted');
  if (reset) await notifyApprover(tx, context, after, 'approverPassword');
};
