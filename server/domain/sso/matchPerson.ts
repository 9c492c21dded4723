import { newUserForm } from '../../../contract/forms/user.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import { changeRoleByIssuer, createByIssuer } from '../people/byIssuer.ts';
import type { Services } from '../shared/services.ts';
import type { IssuerPerson, Sso } from '../shared/sso.ts';
import { SsoRefused } from './refusals.ts';

/** The role of the first group in the list that the person has; null if they have none, or no group has a role. */
const roleOf = ({ roles }: Sso, { groups }: IssuerPerson): UserRow['role'] | null =>
  roles.find(({ group }) => groups.includes(group))?.role ?? null;

/** @throws SsoRefused */
const create = async (services: Services, sso: Sso, person: IssuerPerson, email: string, origin: Origin): Promise<number> => {
  const role = roleOf(sso, person);
  if (!sso.createsUsers) throw new SsoRefused('no_account');
  if (role === null) throw new SsoRefused('no_role');
  const fields = { email, first_name: person.firstName, last_name: person.lastName, role };
  const form = newUserForm.pick(['email', 'first_name', 'last_name', 'role']);
  if (!(await form.isValid(fields))) throw new SsoRefused('profile_incomplete');
  const { first_name, last_name } = form.cast(fields);
  return createByIssuer(services, { email, first_name, last_name, role }, { issuer: sso.name, origin, at: services.clock() });
};

/**
 * The account of a person whom the issuer signed in, with the role of their groups (decisions 4.15).
 * @returns its id
 * @throws SsoRefused, Problem
 */
export const matchPerson = async (services: Services, sso: Sso, person: IssuerPerson, origin: Origin): Promise<number> => {
  const { verifiedEmail } = person;
  if (verifiedEmail === null) throw new SsoRefused('email_unverified');
  const user = await services.store.users.byEmail(verifiedEmail);
  if (!user) return create(services, sso, person, verifiedEmail, origin);
  if (!user.active) throw new SsoRefused('account_inactive', user.id);
  const role = roleOf(sso, person);
  if (role === null && sso.roles.length > 0) throw new SsoRefused('no_role', user.id);
  if (role !== null && role !== user.role)
    await changeRoleByIssuer(services, user, role, { issuer: sso.name, origin, at: services.clock() });
  return user.id;
};
