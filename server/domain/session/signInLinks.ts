import { fullName } from '../../../contract/entities/user.ts';
import { changePasswordForm } from '../../../contract/forms/session/changePassword.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { SIGN_IN_LINK } from '../../db/repositories/mail/outbox.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import type { SignInLinkRow } from '../../db/repositories/session/signInLinks.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';
import { checkForm } from '../shared/checkForm.ts';
import { HOUR, plusMs } from '../shared/clock.ts';
import { formProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { isCommonPassword } from './commonPasswords.ts';
import { endAccess } from './endAccess.ts';
import { isStillPermitted } from './isStillPermitted.ts';
import { accountKeyOf } from './lockOut.ts';
import { isPasswordOff } from './passwordPolicy.ts';
import { createToken, hashToken, isToken } from './tokens.ts';

const t = messages.signInLinks;
/** Lifetime of an invitation. */
export const INVITATION_HOURS = 72;
/** Lifetime of a link that a person requested, during which an account gets a limited number of them. */
const LINK_HOURS = 1;
const MAX_LINKS = 3;
const goneProblem = (code: string, message: string): Problem => new Problem(410, code, message);

/** A new token, and its link below the server's address. */
export const createLink = (): Readonly<{ tokenHash: string; path: string }> => {
  const token = createToken('sl');
  return { tokenHash: hashToken(token), path: `${SIGN_IN_LINK}${token}` };
};

/**
 * Finds the link of a token that still works: it is unused and in time, its person is active and, if an administrator created it, that
 * person still manages accounts (decisions 4.06).
 * @throws Problem 410 with the reason
 */
const openLink = async (
  store: Pick<Repositories, 'signInLinks' | 'users'>,
  sso: Services['sso'] | undefined,
  token: string,
  at: Date,
): Promise<Readonly<{ link: SignInLinkRow; user: UserRow }>> => {
  const link = isToken('sl', token) ? await store.signInLinks.byHash(hashToken(token)) : undefined;
  if (!link) throw goneProblem('link_unknown', t.unknown);
  if (link.outcome === 'used') throw goneProblem('link_used', t.used);
  if (link.outcome === 'withdrawn') throw goneProblem('link_withdrawn', t.withdrawnLink);
  if (Date.parse(link.expires_at) <= at.getTime()) throw goneProblem('link_expired', t.expired);
  const user = await store.users.byId(link.user_id);
  if (!user?.active) throw goneProblem('link_closed', t.closed);
  if (sso && isPasswordOff({ sso }, user.role)) throw goneProblem('passwords_off', fill(messages.sso.passwordsOff, { name: sso.name }));
  if (link.created_by !== null && !(await isStillPermitted(store, link.created_by, 'user:manage')))
    throw goneProblem('link_withdrawn', t.withdrawnLink);
  return { link, user };
};

/** The person whose password the link is for. @throws Problem 410 */
export const readLink = async (
  { store, clock, sso }: Pick<Services, 'store' | 'clock' | 'sso'>,
  token: string,
): Promise<{ email: string }> => {
  const { user } = await openLink(store, sso, token, clock());
  return { email: user.email };
};

/** Notifies the person, in case somebody else chose the password. */
const notifyOwner = async (tx: Repositories, user: UserRow, { id, created_by }: SignInLinkRow, at: Date): Promise<void> => {
  const author = created_by === null ? undefined : await tx.users.byId(created_by);
  const subject = { kind: 'user', id: user.id, page: '/settings' } as const;
  const words = { author: author ? fullName(author) : '' };
  await notify(tx, 'passwordChosen', { subject, occurrence: `link-${id}`, words }, { to: [user.id], at });
};

/** Sets the chosen password; a link works only once. Ends all sessions and all other links of the person. */
export const useLink = async (
  { store, passwords, clock, sso }: Pick<Services, 'store' | 'passwords' | 'clock' | 'sso'>,
  { token, new_password }: Readonly<{ token: string; new_password: string }>,
  origin: Origin,
): Promise<void> => {
  await checkForm(changePasswordForm.pick(['new_password']), { new_password });
  const { user } = await openLink(store, sso, token, clock());
  const context = [await store.settings.companyName(), user.email, user.first_name, user.last_name];
  if (isCommonPassword(new_password, context)) throw formProblem({ new_password: messages.changePassword.tooCommon });
  const password_hash = await passwords.hash(new_password);
  const at = clock();
  await store.transaction(async (tx) => {
    await tx.users.lock(user.id);
    // Hashing takes long, and the link may have been used or withdrawn in the meantime.
    const { link } = await openLink(tx, sso, token, at);
    if (!(await tx.signInLinks.use(link.id, at))) throw goneProblem('link_used', t.used);
    await tx.signInLinks.withdraw(user.id, at);
    const columns = { password_hash, must_change_password: false, temporary_password_expires_at: null, temporary_password_by: null };
    await tx.users.change(user.id, columns, at);
    await tx.loginAttempts.clearFailures(accountKeyOf(user.email, 'password'));
    const ended = await endAccess(tx, user.id, 'password_changed', user.id, at);
    if (link.created_by !== null) await notifyOwner(tx, user, link, at);
    const entry = { actorId: user.id, action: 'user.password_changed', entity: 'user', entityId: String(user.id) };
    await tx.audit.writeAll([...ended, { ...entry, cause: link.created_by === null ? 'password link' : 'invitation' }], origin, at);
  });
};

/**
 * Emails a link to the owner of this address. The caller does not wait for it, because its duration would reveal whether the address
 * exists. Each account gets only a few links per hour.
 */
export const requestLink = async (
  { store, clock, sso }: Pick<Services, 'store' | 'clock' | 'sso'>,
  email: string,
  origin: Origin,
): Promise<void> => {
  const account = sso && (await store.users.byEmail(email.trim()));
  if (!store.outbox.sends || (account && isPasswordOff({ sso }, account.role))) return;
  const at = clock();
  const { tokenHash, path } = createLink();
  await store.transaction(async (tx) => {
    const subject = fill(t.resetSubject, { company: await tx.settings.companyName() });
    const people = await tx.signInLinks.addRequested({
      email: email.trim(),
      tokenHash,
      at,
      expiresAt: plusMs(at, LINK_HOURS * HOUR),
      since: plusMs(at, -LINK_HOURS * HOUR),
      max: MAX_LINKS,
    });
    await tx.outbox.addLink(people, { subject, body: t.resetBody, link: path }, at);
    for (const id of people)
      await tx.audit.write({ actorId: null, action: 'user.password_link_sent', entity: 'user', entityId: String(id) }, origin, at);
  });
};
