import type { Invitation } from '../../../contract/entities/people.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { currentConfig } from '../plans/config.ts';
import { assertPasswordAllowedFor } from '../session/passwordPolicy.ts';
import type { Principal } from '../session/principal.ts';
import { createLink, INVITATION_HOURS } from '../session/signInLinks.ts';
import { HOUR, plusMs, todayIn } from '../shared/clock.ts';
import { notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { assertMayGrant, notifyApprover } from './approvers.ts';
import { lockAccountChanges, ownAccountProblem, type UserChangeBy } from './userRules.ts';

const t = messages.signInLinks;

/** @throws Problem 404, 409 for the caller, and for a person who may not sign in or has left */
const lockPerson = async (tx: Repositories, principal: Principal, id: number, at: Date): Promise<UserRow> => {
  const person = await tx.users.lock(id);
  if (!person) throw notFoundProblem('user');
  if (id === principal.userId) throw ownAccountProblem('password');
  if (!person.active) throw new Problem(409, 'account_inactive', fill(messages.userFormText.deactivated, { email: person.email }));
  const { config } = await currentConfig(tx);
  if (person.left_on !== null && person.left_on < todayIn(config.timezone, at))
    throw new Problem(409, 'person_left', fill(t.hasLeft, { name: fullName(person), day: dayText(person.left_on) }));
  return person;
};

/** A new invitation link; `path` is null if it was emailed. */
type Invited = Readonly<{ expiresAt: Date; path: string | null }>;

/** Invites within the given transaction. The email is sent at `sendAt`; without a mail server, the administrator hands over the link. */
export const inviteWithin = async (tx: Repositories, context: UserChangeBy, id: number, sendAt: Date): Promise<Invited> => {
  const { principal, origin, at } = context;
  const expiresAt = plusMs(sendAt, INVITATION_HOURS * HOUR);
  const { tokenHash, path } = createLink();
  await lockAccountChanges(tx, context);
  const person = await lockPerson(tx, principal, id, at);
  await tx.signInLinks.withdraw(id, at);
  await tx.signInLinks.add({ userId: id, tokenHash, createdBy: principal.userId, at, expiresAt });
  const author = await tx.users.byId(principal.userId);
  const words = { author: author ? fullName(author) : '', company: await tx.settings.companyName() };
  const isSent = await tx.outbox.addLink([id], { subject: fill(t.inviteSubject, words), body: t.inviteBody, link: path }, sendAt);
  // Anyone with the link can sign in as that person, so each link is announced, even if the account's version is the same.
  if (!isSent) {
    await assertMayGrant(tx, context, person.role);
    await notifyApprover(tx, context, person, 'approverInvited', tokenHash);
  }
  const entry = { actorId: principal.userId, action: 'user.invited', entity: 'user', entityId: String(id) };
  await tx.audit.write({ ...entry, after: { email: person.email, by_email: isSent } }, origin, at);
  return { expiresAt, path: isSent ? null : path };
};

/**
 * Invites a person to choose a password, which invalidates earlier invitations. The link is emailed or, without a mail server, returned
 * for the administrator to hand over.
 * @throws Problem 403, 404, 409 own_account, account_inactive, person_left, passwords_off
 */
export const invite = async (
  services: Pick<Services, 'store' | 'clock' | 'sso'>,
  principal: Principal,
  id: number | null,
  origin: Origin,
): Promise<Invitation> => {
  const { store, clock } = services;
  const person = id === null ? undefined : await store.users.byId(id);
  if (id === null || !person) throw notFoundProblem('user');
  assertPasswordAllowedFor(services, person);
  const at = clock();
  const { expiresAt, path } = await store.transaction((tx) => inviteWithin(tx, { principal, origin, at }, id, at));
  return { expires_at: expiresAt.toISOString(), path };
};

/** Ends the invitation of a person. @throws Problem 403, 404, 409 no_invitation */
export const withdrawInvitation = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  principal: Principal,
  id: number | null,
  origin: Origin,
): Promise<void> => {
  if (id === null) throw notFoundProblem('user');
  const at = clock();
  await store.transaction(async (tx) => {
    await lockAccountChanges(tx, { principal, origin, at });
    if (!(await tx.users.lock(id))) throw notFoundProblem('user');
    if ((await tx.signInLinks.withdraw(id, at)) === 0) throw new Problem(409, 'no_invitation', t.noInvitation);
    const entry = { actorId: principal.userId, action: 'user.invitation_withdrawn', entity: 'user', entityId: String(id) };
    await tx.audit.write(entry, origin, at);
  });
};
