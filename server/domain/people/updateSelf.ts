import { fullName, type User } from '../../../contract/entities/user.ts';
import { profileForm } from '../../../contract/forms/user.ts';
import { messages } from '../../../contract/messages.ts';
import { can } from '../../../contract/permissions.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { type SelfChange, userOf } from '../../db/repositories/people/users.ts';
import { currentConfig } from '../plans/config.ts';
import { paysByTerritory } from '../plans/planUses.ts';
import type { Principal } from '../session/principal.ts';
import { assertTerritory } from '../settings/territories.ts';
import { checkForm } from '../shared/checkForm.ts';
import { todayIn } from '../shared/clock.ts';
import { formProblem, notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { territoryOf } from './createUser.ts';
import { isRenamed, renameInEvents } from './renameInEvents.ts';

/** As entered; omitted fields are unchanged. */
export type SelfBody = Readonly<{ first_name?: string; last_name?: string; territory?: string | null }>;

/**
 * Changes the user's own name and territory (decisions 4.03), but not email or role. Unchanged values are not recorded. Events follow a new
 * name, but a user cannot take over another person's events, or the rights to them, by taking their name: only administrators can assign
 * such a name. If plans pay by territory, only an administrator may change it.
 * @throws Problem 422 for invalid input
 */
export const updateSelf = async (
  { store, clock }: Services,
  { userId, actor }: Principal,
  body: SelfBody,
  origin: Origin,
): Promise<User> => {
  const names = (['first_name', 'last_name', 'territory'] as const).filter((name) => body[name] !== undefined);
  const form = profileForm.pick(names);
  await checkForm(form, body);
  const { first_name, last_name, territory } = form.cast(body) as SelfBody;
  const change: SelfChange = {
    ...(first_name === undefined ? {} : { first_name }),
    ...(last_name === undefined ? {} : { last_name }),
    ...(territory === undefined ? {} : { territory: territoryOf(territory) }),
  };
  const at = clock();
  return store.transaction(async (tx) => {
    const before = await tx.users.lock(userId);
    if (!before) throw notFoundProblem('user');
    const changed = names.filter((field) => field in change && change[field] !== before[field]);
    if (changed.length === 0) return userOf(before);
    if (changed.includes('territory')) await assertTerritory(tx, change.territory ?? null);
    if (changed.includes('territory') && (await paysByTerritory(tx))) throw formProblem({ territory: messages.userFormText.territoryPays });
    const desired = { ...before, ...change };
    const mayConflict = isRenamed(before, desired) && !can(actor, 'user:manage');
    if (mayConflict && (await tx.eventsPeople.isNameUsed(fullName(desired), userId)))
      throw formProblem({ last_name: messages.userFormText.nameTaken });
    if (changed.includes('territory')) {
      const today = todayIn((await currentConfig(tx)).config.timezone, at);
      await tx.users.holdFrom(userId, today, { territory: desired.territory });
    }
    const after = await tx.users.changeSelf(userId, change, at);
    await renameInEvents(tx, before, after, { userId, at });
    const changedValues = (row: SelfChange) => Object.fromEntries(changed.map((field) => [field, row[field]]));
    const entry = { actorId: userId, action: 'user.updated', entity: 'user', entityId: String(userId) };
    await tx.audit.write({ ...entry, before: changedValues(before), after: changedValues(after) }, origin, at);
    return userOf(after);
  });
};
