import { fill, messages } from '../../../contract/messages.ts';
import type { ProvisionedRow } from '../../db/repositories/people/provisioned.ts';
import { addUser } from '../people/createUser.ts';
import { saveLink, userNameTakenProblem } from '../people/provisionedLink.ts';
import { noPassword } from '../people/userPassword.ts';
import { emailTakenProblem } from '../people/userRules.ts';
import type { Services } from '../shared/services.ts';
import { applyPerson, readProvisioned, type ScimCaller, withCurrentVersion } from './changeScimUser.ts';
import { checkAccount } from './checkAccount.ts';
import { parsePerson, type ScimPerson, toResource } from './person.ts';
import { resolveRole } from './roles.ts';
import { ScimProblem } from './scimProblem.ts';

const t = messages.scim;
type NewPerson = Required<Pick<ScimPerson, 'userName' | 'givenName' | 'familyName' | 'email'>> & ScimPerson;

const required = (field: string): ScimProblem => new ScimProblem('invalidValue', fill(t.required, { field }));

/** @throws ScimProblem invalidValue for a person without a name or an address */
const toNewPerson = (person: ScimPerson): NewPerson => {
  const { userName, givenName, familyName } = person;
  if (userName === undefined) throw required('userName');
  if (givenName === undefined) throw required('name.givenName');
  if (familyName === undefined) throw required('name.familyName');
  const email = person.email ?? (userName.includes('@') ? userName : undefined);
  if (email === undefined) throw new ScimProblem('invalidValue', t.emailNeeded);
  return { ...person, userName, givenName, familyName, email };
};

/** Adds the account without a password: the person signs in at the issuer, or accepts an invitation. */
const add = (services: Services, { principal, origin }: ScimCaller, person: NewPerson): Promise<number> => {
  const { store, clock } = services;
  const { userName, givenName, familyName, email, externalId = null, displayName = null } = person;
  const { role, value } = resolveRole(services, person.roles, null);
  return store.transaction(async (tx) => {
    const context = { principal, origin, at: clock() };
    const account = { email, first_name: givenName, last_name: familyName, role, territory: null, employee_number: null };
    const row = await addUser(tx, context, account, null, noPassword);
    const link = { user_name: userName, external_id: externalId, display_name: displayName, role_value: value, deleted: false };
    await tx.audit.writeAll(await saveLink(tx, row.id, link, context), origin, context.at);
    return row.id;
  });
};

/** An address may be reassigned to a newcomer, who must not get the previous person's pay. */
const isDifferentPerson = ({ external_id }: ProvisionedRow, { externalId = null }: ScimPerson): boolean =>
  external_id !== null && externalId !== null && external_id !== externalId;

/** Restores the account of a person whom the identity provider removed. @throws Problem 409 email_taken */
const restore = async (services: Services, caller: ScimCaller, person: NewPerson): Promise<ProvisionedRow | undefined> => {
  const row = await services.store.provisioned.removed(person.email);
  if (row && isDifferentPerson(row, person)) throw emailTakenProblem();
  return row && applyPerson(services, caller, { row, person: { active: true, ...person }, expected: null });
};

/**
 * RFC 7644, 3.3. A person whom the identity provider removed earlier gets the same account back.
 * @throws ScimProblem, Problem 403 approver_by_program, 409 email_taken, user_name_taken
 */
export const createScimUser = async (services: Services, caller: ScimCaller, body: unknown): Promise<ProvisionedRow> => {
  const { store } = services;
  const input = parsePerson(toResource(body));
  if (input.userName !== undefined && (await store.provisioned.isNameTaken(input.userName, null))) throw userNameTakenProblem();
  const person = toNewPerson(input);
  await checkAccount({ first_name: person.givenName, last_name: person.familyName, email: person.email });
  const restored = await withCurrentVersion(null, () => restore(services, caller, person));
  if (restored) return restored;
  const id = await add(services, caller, person);
  if (person.active !== false) return readProvisioned(services, id);
  return withCurrentVersion(null, async () =>
    applyPerson(services, caller, { row: await readProvisioned(services, id), person: { active: false }, expected: null }),
  );
};
