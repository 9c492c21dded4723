import { randomUUID } from 'node:crypto';
import type { FormerPerson } from '../../../contract/entities/people.ts';
import { sellerRoles, type User } from '../../../contract/entities/user.ts';
import { newUserForm } from '../../../contract/forms/user.ts';
import { messages } from '../../../contract/messages.ts';
import { addDays } from '../../../contract/rules/time/period.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { userOf } from '../../db/repositories/people/users.ts';
import { currentConfig } from '../plans/config.ts';
import type { Principal } from '../session/principal.ts';
import { checkForm } from '../shared/checkForm.ts';
import { todayIn } from '../shared/clock.ts';
import { formProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { addUser } from './createUser.ts';
import type { UserChangeBy } from './userRules.ts';

const t = messages.userFormText;
/** An address in an unreachable domain (RFC 2606), so that nobody can be invited or reset a password there. */
const createUnreachableEmail = (): string => `former-${randomUUID()}@former.invalid`;

/**
 * Creates a former salesperson for imports: inactive, without a password. They may be credited up to their last day (decisions 3.07).
 * @throws Problem 403, 422
 */
export const createFormer = async (
  services: Pick<Services, 'store' | 'clock'>,
  principal: Principal,
  { first_name, last_name, role, employment_start, employment_end }: FormerPerson,
  origin: Origin,
): Promise<User> => {
  const person = { first_name, last_name, role, email: createUnreachableEmail(), employment_start, employment_end };
  await checkForm(newUserForm, person);
  if (!sellerRoles.includes(role)) throw formProblem({ role: t.formerRole });
  const input = newUserForm.cast(person);
  const context: UserChangeBy = { principal, origin, at: services.clock() };
  return services.store.transaction(async (tx) => {
    const { config } = await currentConfig(tx);
    if (employment_end >= todayIn(config.timezone, context.at)) throw formProblem({ employment_end: t.formerEnd });
    const account = {
      email: input.email,
      first_name: input.first_name,
      last_name: input.last_name,
      role,
      territory: null,
      employee_number: null,
      employment_start,
      employment_end,
    };
    const row = await addUser(tx, context, account, null, {
      password_hash: null,
      must_change_password: false,
      temporary_password_expires_at: null,
    });
    await tx.users.holdFrom(row.id, addDays(employment_end, 1), { active: false });
    return userOf(await tx.users.change(row.id, { active: false, must_change_password: false }, context.at));
  });
};
