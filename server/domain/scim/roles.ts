import { roles as allRoles, type Role, roleLabels } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { ProvisionedRow } from '../../db/repositories/people/provisioned.ts';
import type { Services } from '../shared/services.ts';
import { ScimProblem } from './scimProblem.ts';

const t = messages.scim;
type Deps = Pick<Services, 'sso' | 'provisioning'>;
/** `value`: as sent by the client; null if none was sent. */
export type GivenRole = Readonly<{ role: Role; value: string | null }>;
type CurrentRole = Pick<ProvisionedRow, 'role' | 'role_value'>;

/** With groups of single sign-on, the first one in their list that is among the values; without them, the first value that names a role. */
const findRole = ({ sso }: Deps, values: readonly string[]): GivenRole | undefined => {
  const groups = sso?.roles ?? [];
  if (groups.length > 0) {
    const match = groups.find(({ group }) => values.includes(group));
    return match && { role: match.role, value: match.group };
  }
  for (const value of values) {
    const key = value.toLowerCase();
    const role = allRoles.find((candidate) => candidate === key || roleLabels[candidate].toLowerCase() === key);
    if (role) return { role, value };
  }
  return undefined;
};

/** The value for a person's role: the one that assigned it, else its group, else its name. */
export const roleValueOf = (deps: Deps, { role, role_value }: CurrentRole): string => {
  if (role_value !== null && findRole(deps, [role_value])?.role === role) return role_value;
  return deps.sso?.roles.find((mapped) => mapped.role === role)?.group ?? role;
};

const knownValues = ({ sso }: Deps): string => {
  const groups = sso?.roles ?? [];
  return (groups.length > 0 ? groups.map(({ group }) => group) : allRoles).join(', ');
};

/**
 * The role that a client assigns, by the same groups as single sign-on (decisions 4.15, 4.17).
 * @param values if empty, the person keeps their role
 * @param current null for a new person
 * @throws ScimProblem invalidValue
 */
export const resolveRole = (deps: Deps, values: readonly string[] | undefined, current: CurrentRole | null): GivenRole => {
  if (current && (values ?? []).length === 0) return { role: current.role, value: current.role_value };
  const found = findRole(deps, values ?? []);
  if (found) return found;
  if (current && values?.includes(roleValueOf(deps, current))) return { role: current.role, value: current.role_value };
  if (values !== undefined && values.length > 0) throw new ScimProblem('invalidValue', fill(t.unknownRole, { roles: knownValues(deps) }));
  const { defaultRole } = deps.provisioning ?? {};
  if (!defaultRole) throw new ScimProblem('invalidValue', fill(t.noRole, { roles: knownValues(deps) }));
  return { role: defaultRole, value: null };
};
