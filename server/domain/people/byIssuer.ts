import type { Role } from '../../../contract/entities/user.ts';
import { causes } from '../../../contract/messages/audit.ts';
import { fill } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { ALL_DAYS } from '../../db/repositories/commissions/facts.ts';
import type { NewAccount } from '../../db/repositories/people/userAccounts.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { type ChangeContext, changeFacts, type DeclareFacts, unchangedFacts, type WriteResult } from '../facts/changeFacts.ts';
import type { Principal } from '../session/principal.ts';
import { requestPlanReading } from '../settings/requestPlanReading.ts';
import type { Services } from '../shared/services.ts';
import { decideChange, writeChange } from './accountChange.ts';
import { notifyApprover, notifyApproverChange } from './approvers.ts';
import { employmentOf, newEmployment } from './employment.ts';
import { canAffectPay, notifyPerson, userCauseOf, userEntryOf } from './userEffects.ts';
import { emailTakenProblem, isLastAdmin } from './userRules.ts';

/** Changes that the issuer of single sign-on decides while somebody signs in (decisions 4.15). */
type ByIssuer = Readonly<{ issuer: string; origin: Origin; at: Date }>;
type Deps = Pick<Services, 'store'>;
type NewPerson = Pick<NewAccount, 'email' | 'first_name' | 'last_name' | 'role'>;

/** Figures affected by a change of role are recomputed in the name of the person who signed in; the change itself names nobody. */
const principalOf = ({ id, role }: UserRow): Principal => ({
  actor: { id: String(id), role },
  userId: id,
  sessionId: 0,
  mustChangePassword: false,
  heads: { config: 0, periods: 0, people: 0, moment: `single sign-on ${id}` },
});

/** The issuer chooses the groups, so a raise that follows from them does not count as raising the user's own pay. */
const ignoreOwnPay: ChangeContext['watch'] = { before: async () => {}, after: async () => [] };

const causeOf = ({ issuer }: ByIssuer): string => fill(causes.singleSignOn, { name: issuer });

const writeRole = async (
  tx: Repositories,
  declareFacts: DeclareFacts,
  context: ChangeContext,
  { id, role, by }: Readonly<{ id: number; role: Role; by: ByIssuer }>,
): Promise<WriteResult<void>> => {
  const admins = await tx.users.lockAdmins();
  const before = await tx.users.lock(id);
  if (!before || before.role === role || isLastAdmin(admins, id)) return unchangedFacts(undefined);
  const change = await decideChange(tx, before, { role }, by.at);
  if (await canAffectPay(tx, change.changed)) await declareFacts({ person: id, since: change.since });
  const after = await writeChange(tx, change, {}, by.at);
  const finish = async () => {
    const noticeAuthor = { ...context, author: by.issuer };
    const changed = { before, after, reset: false };
    await notifyApproverChange(tx, noticeAuthor, changed);
    await notifyPerson(tx, noticeAuthor, changed);
    await requestPlanReading(tx, before, after, by.at);
    const entry = userEntryOf(context, { ...changed, changed: change.changed, from: null });
    return { answer: undefined, entries: [{ ...entry, actorId: null, cause: causeOf(by) }] };
  };
  return { why: userCauseOf(change.changed, after), finish };
};

/** Gives a person the role of their groups from today on; the last active admin remains one (decisions 4.03). */
export const changeRoleByIssuer = ({ store }: Deps, user: UserRow, role: Role, by: ByIssuer): Promise<void> =>
  store.transaction((tx) => {
    const context = { principal: principalOf(user), origin: by.origin, at: by.at, alone: true, watch: ignoreOwnPay };
    return changeFacts(tx, context, (declareFacts) => writeRole(tx, declareFacts, context, { id: user.id, role, by }));
  });

/** Adds an account without a password. @returns its id @throws Problem 409 email_taken */
export const createByIssuer = ({ store }: Deps, person: NewPerson, by: ByIssuer): Promise<number> =>
  store.transaction(async (tx) => {
    const { origin, at, issuer } = by;
    const employment = employmentOf({}, { current: newEmployment, earlier: [], today: ALL_DAYS.to });
    const none = { territory: null, manager_id: null, employee_number: null, password_hash: null, temporary_password_expires_at: null };
    const added = await tx.users.add({ ...person, ...none, ...employment, temporary_password_by: null }, at);
    if (!added) throw emailTakenProblem();
    const row = await tx.users.change(added.id, { must_change_password: false }, at);
    await tx.audit.write(
      { actorId: null, action: 'user.created', entity: 'user', entityId: String(row.id), after: person, cause: causeOf(by) },
      origin,
      at,
    );
    await requestPlanReading(tx, null, row, at);
    await notifyApprover(tx, { principal: principalOf(row), at, author: issuer }, row, 'approverCreated');
    return row.id;
  });
