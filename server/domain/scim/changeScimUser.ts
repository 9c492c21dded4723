import { messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { ProvisionedLink, ProvisionedRow } from '../../db/repositories/people/provisioned.ts';
import type { AccountInput } from '../people/accountChange.ts';
import { changeAccount } from '../people/changeUser.ts';
import { StaleUser } from '../people/userRules.ts';
import { currentConfig } from '../plans/config.ts';
import type { Principal } from '../session/principal.ts';
import { todayIn } from '../shared/clock.ts';
import { notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { checkAccount } from './checkAccount.ts';
import { applyPatch } from './patch.ts';
import { parsePerson, type ScimPerson, toResource } from './person.ts';
import { resolveRole } from './roles.ts';
import { etagOf, writtenResourceOf } from './userResource.ts';

const t = messages.scim;
/** The identity provider's token. */
export type ScimCaller = Readonly<{ principal: Principal; origin: Origin }>;
/** `expected`: the ETag on which the change is based; null for any. */
type Change = Readonly<{ row: ProvisionedRow; person: ScimPerson; expected: string | null; deleted?: boolean }>;

const linkOf = (services: Services, { row, person, deleted = false }: Change): ProvisionedLink => ({
  user_name: person.userName ?? row.user_name ?? row.email,
  external_id: person.externalId === undefined ? row.external_id : person.externalId,
  display_name: person.displayName === undefined ? row.display_name : person.displayName,
  role_value: resolveRole(services, person.roles, row).value,
  deleted,
});

/** Addresses that differ only in case are the same. */
const isNewEmail = ({ email }: ScimPerson, row: ProvisionedRow): boolean =>
  email !== undefined && email.toLowerCase() !== row.email.toLowerCase();

const accountOf = (services: Services, { row, person }: Change): AccountInput => {
  const { givenName, familyName, email, active } = person;
  const { role } = resolveRole(services, person.roles, row);
  return {
    ...(givenName === undefined ? {} : { first_name: givenName }),
    ...(familyName === undefined ? {} : { last_name: familyName }),
    ...(email !== undefined && isNewEmail(person, row) ? { email } : {}),
    ...(active === undefined || active === row.active ? {} : { active }),
    ...(role === row.role ? {} : { role }),
  };
};

/** A change that waits for another person's approval is not done yet (decisions 3.06), so its client tries again later. */
const asRefusal = (error: unknown): never => {
  if (error instanceof Problem && error.status < 400) throw new Problem(409, error.code, t.waiting);
  throw error;
};

const versionChangedProblem = (): Problem => new Problem(412, 'version_changed', t.changed);

const MAX_TRIES = 3;

/**
 * Retries a change after a concurrent change to the same person, unless the client named the version.
 * @throws Problem 412 version_changed, and whatever `run` throws
 */
export const withCurrentVersion = <Result>(expected: string | null, run: () => Promise<Result>, tries = 1): Promise<Result> =>
  run().catch((error: unknown) => {
    if (!(error instanceof StaleUser)) throw error;
    if (expected !== null) throw versionChangedProblem();
    if (tries === MAX_TRIES) throw error;
    return withCurrentVersion(expected, run, tries + 1);
  });

/**
 * @throws Problem 403 approver_by_program, 404, 409 email_taken, last_admin, stale_version, user_name_taken, waiting_for_approval,
 * 412, 422
 */
export const applyPerson = async (services: Services, { principal, origin }: ScimCaller, change: Change): Promise<ProvisionedRow> => {
  const { store, clock } = services;
  const { row, expected } = change;
  if (expected !== null && expected !== etagOf(row)) throw versionChangedProblem();
  const account = accountOf(services, change);
  await checkAccount(account);
  const { config } = await currentConfig(store);
  const known = { version: row.version, seen: row.version, link: linkOf(services, change), linkVersion: row.link_version };
  const dated = { ...account, askedOn: todayIn(config.timezone, clock()) };
  await changeAccount(services, principal, row.id, dated, known, origin).catch(asRefusal);
  return (await store.provisioned.byId(row.id)) ?? row;
};

/** @throws Problem 404 */
export const readProvisioned = async ({ store }: Services, id: number | null): Promise<ProvisionedRow> => {
  const row = id === null ? undefined : await store.provisioned.byId(id);
  if (!row) throw notFoundProblem('user');
  return row;
};

type Request = Readonly<{ id: number | null; body: unknown; expected: string | null }>;

/** RFC 7644, 3.5.1. Attributes that the body omits are unchanged. */
export const replaceScimUser = async (services: Services, caller: ScimCaller, { id, body, expected }: Request): Promise<ProvisionedRow> =>
  withCurrentVersion(expected, async () => {
    const row = await readProvisioned(services, id);
    return applyPerson(services, caller, { row, person: parsePerson(toResource(body)), expected });
  });

/** RFC 7644, 3.5.2 */
export const patchScimUser = async (services: Services, caller: ScimCaller, { id, body, expected }: Request): Promise<ProvisionedRow> =>
  withCurrentVersion(expected, async () => {
    const row = await readProvisioned(services, id);
    const person = parsePerson(applyPatch(writtenResourceOf(services, row), body));
    return applyPerson(services, caller, { row, person, expected });
  });

/** Deactivates a person and hides them from identity providers until one adds them again: nobody is deleted (decisions 4.03, 4.17). */
export const removeScimUser = async (
  services: Services,
  caller: ScimCaller,
  { id, expected }: Omit<Request, 'body'>,
): Promise<ProvisionedRow> =>
  withCurrentVersion(expected, async () => {
    const row = await readProvisioned(services, id);
    return applyPerson(services, caller, { row, person: { active: false }, expected, deleted: true });
  });
