import type { TemporaryPassword, UserChange } from '../../../contract/entities/people.ts';
import type { User } from '../../../contract/entities/user.ts';
import { userForm } from '../../../contract/forms/user.ts';
import { messages } from '../../../contract/messages.ts';
import type { AuditWrite, Origin } from '../../db/repositories/audit/audit.ts';
import type { PlannedRow } from '../../db/repositories/people/plannedChanges.ts';
import { type UserRow, userOf } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { type ChangeContext, changeFacts, type DeclareFacts, unchangedFacts, type WriteResult } from '../facts/changeFacts.ts';
import { OwnPayProblem } from '../facts/ownPay.ts';
import { expectedVersion, type KnownFacts, proposable } from '../facts/proposable.ts';
import { currentConfig } from '../plans/config.ts';
import { endAccess } from '../session/endAccess.ts';
import { accountKeyOf } from '../session/lockOut.ts';
import { assertPasswordAllowedFor } from '../session/passwordPolicy.ts';
import type { Principal } from '../session/principal.ts';
import { requestPlanReading } from '../settings/requestPlanReading.ts';
import { checkForm } from '../shared/checkForm.ts';
import { todayIn } from '../shared/clock.ts';
import { formProblem, notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { type AccountInput, accountInputOf, canAffectPlan, decideChange, writeChange } from './accountChange.ts';
import { assertMayChange, notifyApproverChange } from './approvers.ts';
import { beginImportStep, type PeopleImportStep } from './importStep.ts';
import { type PlannedChange, planChangeWithin, splitChange } from './planChange.ts';
import { isStaleLink, type KnownLink, prepareNewEmail, saveLink } from './provisionedLink.ts';
import { renameInEvents } from './renameInEvents.ts';
import { canAffectPay, notifyPerson, userCauseOf, userEntryOf } from './userEffects.ts';
import { createTemporaryPassword, noPassword, type Temporary } from './userPassword.ts';
import { assertNotLastAdmin, lockAccountChanges, ownAccountProblem, StaleUser } from './userRules.ts';

/**
 * `plan`: the planned change that is being applied and then ends. `step`: the import that makes or undoes the change. `link`: the person's
 * names at the identity provider that makes the change.
 */
type KnownUser = KnownFacts & KnownLink & Readonly<{ plan?: Pick<PlannedRow, 'id' | 'change'>; step?: PeopleImportStep }>;
type AccountRequest = Readonly<{ id: number; account: AccountInput; seen: KnownUser }>;

/** Ends all sessions and API tokens after a deactivation or a password reset, and any left at a reactivation. @returns audit entries */
const endSessions = async (
  tx: Repositories,
  { principal, at }: ChangeContext,
  before: UserRow,
  after: UserRow,
  isReset: boolean,
): Promise<AuditWrite[]> => {
  const { loginAttempts, signInLinks } = tx;
  const isDeactivated = before.active && !after.active;
  const isReactivated = !before.active && after.active;
  if (isReset) await loginAttempts.clearFailures(accountKeyOf(after.email, 'password'));
  if (isReset || isDeactivated) await signInLinks.withdraw(after.id, at);
  if (isDeactivated || isReactivated) return endAccess(tx, after.id, 'deactivated', principal.userId, at);
  return isReset ? endAccess(tx, after.id, 'password_reset', principal.userId, at) : [];
};

const passwordColumnsOf = ({ temporary }: AccountInput, hasNewEmail: boolean, { principal }: ChangeContext) => {
  if (temporary) return { ...temporary.columns, temporary_password_by: principal.userId };
  return hasNewEmail ? { ...noPassword, temporary_password_by: null } : {};
};

/**
 * Writes an administrator's change to an account, under its row lock.
 * @throws Problem 403 second_factor_needed, 404, 409 stale_version, last_admin, own_account, 422
 */
const write = async (
  tx: Repositories,
  declareFacts: DeclareFacts,
  by: ChangeContext,
  { id, account, seen }: AccountRequest,
): Promise<WriteResult<UserRow>> => {
  const { temporary } = account;
  const isReset = temporary !== undefined;
  const admins = await lockAccountChanges(tx, by);
  const before = await tx.users.lock(id);
  if (!before) throw notFoundProblem('user');
  const version = expectedVersion(by.principal, seen);
  if ((version !== null && version !== before.version) || (!by.alone && canAffectPlan(before, account)))
    throw new StaleUser(userOf(before));
  if (await isStaleLink(tx, id, seen)) throw new StaleUser(userOf(before));
  // A planned change that needed approval was already marked as done when it was proposed.
  const plan = by.principal.approval ? undefined : seen.plan;
  if (plan && !(await tx.plannedChanges.claim(plan.id, plan.change))) throw new StaleUser(userOf(before));
  // A program is not the owner of its token: an identity provider may deactivate that person.
  const isSelf = id === by.principal.userId && !by.principal.token;
  // Planned and proposed changes were checked when they were saved.
  if (!isSelf && !plan && !by.principal.approval) await assertMayChange(tx, by, before, account);
  if (isSelf && account.active === false) throw ownAccountProblem('active');
  if (isSelf && temporary) throw ownAccountProblem('password');
  if (account.role !== undefined && account.role !== 'admin') assertNotLastAdmin(admins, id, 'role');
  if (account.active === false) assertNotLastAdmin(admins, id, 'active');

  const finishStep = await beginImportStep(tx, id, seen.step, by.at);
  const linkEntries = await saveLink(tx, id, seen.link, by);
  const change = await decideChange(tx, before, account, by.at);
  const { changed } = change;
  if (changed.length === 0 && !temporary) {
    await finishStep();
    return unchangedFacts(before, linkEntries);
  }
  const hasNewEmail = changed.includes('email');
  const emailEntries = hasNewEmail ? await prepareNewEmail(tx, by, before, change.desired) : [];
  if (await canAffectPay(tx, changed)) await declareFacts({ person: id, since: change.since });
  const extraColumns = passwordColumnsOf(account, hasNewEmail, by);
  const after = await writeChange(tx, change, extraColumns, by.at);
  await finishStep();
  await renameInEvents(tx, before, after, { userId: by.principal.userId, at: by.at });
  const sessionEntries = await endSessions(tx, by, before, after, isReset);
  const finish = async () => {
    const change = { before, after, reset: isReset };
    if (!isSelf) await notifyApproverChange(tx, by, change);
    await notifyPerson(tx, by, change);
    if (changed.includes('role') || changed.includes('active')) await requestPlanReading(tx, before, after, by.at);
    const entry = userEntryOf(by, { ...change, changed, from: account.effectiveFrom ?? null });
    return { answer: after, entries: [entry, ...linkEntries, ...emailEntries, ...sessionEntries] };
  };
  return { why: userCauseOf(changed, after), finish };
};

/**
 * Changes an account; pay depends on role, manager, territory and employment. `planned` is saved in the same transaction, for its day.
 * @throws Problem 202 waiting_for_approval, 403, 404, 409 stale_version, last_admin, own_account, 422
 */
export const changeAccount = proposable(
  'user.change',
  async (
    { store, clock }: Pick<Services, 'store' | 'clock'>,
    principal: Principal,
    id: number,
    { planned, ...account }: AccountInput & Readonly<{ planned?: PlannedChange }>,
    knownUser: KnownUser,
    origin: Origin,
  ): Promise<UserRow> => {
    const at = clock();
    const work = store.transaction(async (tx) => {
      const isExclusive = canAffectPlan(await tx.users.byId(id), account);
      const context = { principal, origin, at, alone: isExclusive };
      const after = await changeFacts(tx, context, (declareFacts) => write(tx, declareFacts, context, { id, account, seen: knownUser }));
      if (planned) await planChangeWithin(tx, context, id, planned, null);
      return after;
    });
    return work.catch((error: unknown) => {
      // Passwords are not stored in pending changes.
      if (error instanceof OwnPayProblem && account.temporary) throw formProblem({ password: messages.ownPay.password });
      throw error;
    });
  },
);

/** Creates a temporary password for a person. @throws Problem 404, 409 passwords_off; 409 for the caller's own account, whose password change needs the current password */
const createPasswordFor = async (services: Services, principal: Principal, id: number, input: string | undefined): Promise<Temporary> => {
  const person = await services.store.users.byId(id);
  if (!person) throw notFoundProblem('user');
  if (id === principal.userId) throw ownAccountProblem('password');
  assertPasswordAllowedFor(services, person);
  return createTemporaryPassword(services, input, person);
};

/**
 * spec 7.16: an administrator changes the fields in the body, or `active`. A password is temporary.
 * @throws Problem 202 waiting_for_approval, 403, 404, 409, 422, 503
 */
export const changeUser = async (
  services: Services,
  principal: Principal,
  id: number | null,
  body: UserChange,
  version: number | null,
  origin: Origin,
): Promise<User> => {
  const accountInput = await accountInputOf(body);
  if (id === null) throw notFoundProblem('user');
  const { config } = await currentConfig(services.store);
  const datedInput = { ...accountInput, askedOn: todayIn(config.timezone, services.clock()) };
  const knownUser = { version, seen: (await services.store.users.byId(id))?.version ?? 0 };
  const account = body.password
    ? { ...datedInput, temporary: await createPasswordFor(services, principal, id, body.password) }
    : datedInput;
  const { now, planned } = splitChange(account, datedInput.askedOn);
  if (now) return userOf(await changeAccount(services, principal, id, planned ? { ...now, planned } : now, knownUser, origin));
  if (planned) {
    const context = { principal, origin, at: services.clock() };
    await services.store.transaction((tx) => planChangeWithin(tx, context, id, planned, version));
  }
  const person = await services.store.users.byId(id);
  if (!person) throw notFoundProblem('user');
  return userOf(person);
};

/**
 * spec 2.58, Reset Password: sets a temporary password, entered or generated; ends all the person's sessions.
 * @throws Problem 403, 404, 409 own_account, 422, 503
 */
export const resetPassword = async (
  services: Services,
  principal: Principal,
  id: number | null,
  input: string | undefined,
  origin: Origin,
): Promise<TemporaryPassword> => {
  await checkForm(userForm.pick(['password']), { password: input });
  if (id === null) throw notFoundProblem('user');
  const temporary = await createPasswordFor(services, principal, id, input);
  await changeAccount(services, principal, id, { temporary }, { version: null, seen: 0 }, origin);
  return { temporary_password: temporary.generated ?? input ?? '' };
};
