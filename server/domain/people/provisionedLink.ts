import { isDeepStrictEqual } from 'node:util';
import { messages } from '../../../contract/messages.ts';
import type { AuditWrite } from '../../db/repositories/audit/audit.ts';
import type { ProvisionedLink } from '../../db/repositories/people/provisioned.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';
import { endAccess } from '../session/endAccess.ts';
import { Problem } from '../shared/problem.ts';
import { emailTakenProblem, type UserChangeBy } from './userRules.ts';

export const userNameTakenProblem = (): Problem =>
  new Problem(409, 'user_name_taken', messages.scim.userNameTaken, { errors: { userName: messages.scim.userNameTaken } });

/** `linkVersion`: the version of the link that the change is based on; null if no link existed, undefined for any. */
export type KnownLink = Readonly<{ link?: ProvisionedLink; linkVersion?: number | null }>;

export const isStaleLink = async ({ provisioned }: Pick<Repositories, 'provisioned'>, id: number, { link, linkVersion }: KnownLink) =>
  link !== undefined && linkVersion !== undefined && ((await provisioned.link(id))?.version ?? null) !== linkVersion;

/**
 * Stores a person's names at the identity provider (decisions 4.17), in the transaction of their change.
 * @returns the audit entry, if it differs from the stored one
 * @throws Problem 409 user_name_taken
 */
export const saveLink = async (
  tx: Pick<Repositories, 'provisioned'>,
  id: number,
  link: ProvisionedLink | undefined,
  { principal, at }: Pick<UserChangeBy, 'principal' | 'at'>,
): Promise<AuditWrite[]> => {
  const before = link && (await tx.provisioned.link(id))?.link;
  if (!link || isDeepStrictEqual(before, link)) return [];
  if (!link.deleted && (await tx.provisioned.isNameTaken(link.user_name, id))) throw userNameTakenProblem();
  await tx.provisioned.setLink(id, link, at);
  const shown = ({ deleted: _, ...names }: ProvisionedLink) => names;
  const action = link.deleted ? 'user.unprovisioned' : 'user.provisioned';
  const entry = { actorId: principal.userId, action, entity: 'user', entityId: String(id) };
  return [{ ...entry, ...(before ? { before: shown(before) } : {}), after: shown(link) }];
};

/**
 * Prepares a new email address from an identity provider (decisions 4.17) and ends the access of the person behind the old one:
 * single sign-on would bring the next person of the new address, and their role, into the same account. Call it before the change is
 * written: the notice goes to the old address too.
 * @returns audit entries
 * @throws Problem 409 email_taken
 */
export const prepareNewEmail = async (
  tx: Repositories,
  { principal, at }: Pick<UserChangeBy, 'principal' | 'at'>,
  before: UserRow,
  { email }: Pick<UserRow, 'email'>,
): Promise<AuditWrite[]> => {
  const holder = await tx.users.byEmail(email);
  if (holder && holder.id !== before.id) throw emailTakenProblem();
  await tx.signInLinks.withdraw(before.id, at);
  await tx.ssoAttempts.withdraw(before.id);
  const subject = { kind: 'user', id: before.id, page: '/profile' } as const;
  const notice = { subject, occurrence: `${before.version}:email`, words: { before: before.email, email } };
  await notify(tx, 'emailChanged', notice, { to: [before.id], at, email: true });
  return endAccess(tx, before.id, 'email_changed', principal.userId, at);
};
