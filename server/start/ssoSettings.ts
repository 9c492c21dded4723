import { passwordPolicies } from '../../contract/entities/settings.ts';
import { roles as allRoles } from '../../contract/entities/user.ts';
import { checkBaseUrl } from '../connectors/http/outgoing.ts';
import type { SsoConfig } from '../connectors/oidc/issuer.ts';
import { StartRefused } from '../db/startRefused.ts';

const names = [
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_NAME',
  'OIDC_SCOPE',
  'OIDC_ROLES',
  'OIDC_ROLE_CLAIM',
  'OIDC_CREATE_USERS',
  'OIDC_PASSWORDS',
] as const;
type Values = Readonly<Record<(typeof names)[number], string | undefined>>;

const MAX_NAME = 40;
const STANDARD_SCOPE = 'openid email profile';

const issuerOf = (text: string): URL => {
  try {
    return checkBaseUrl(text);
  } catch {
    throw new StartRefused(
      `OIDC_ISSUER must be the https address of an issuer, such as https://login.example.com/realms/sales, not "${text}".`,
    );
  }
};

const required = (values: Values, name: 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET'): string => {
  const value = values[name];
  if (value === undefined) throw new StartRefused(`${name} is not set: with OIDC_ISSUER it is what the issuer knows this server by.`);
  return value;
};

/** `group=role` pairs separated by semicolons; a group may contain an equals sign, as directory names do. */
const rolesOf = (text: string | undefined): SsoConfig['roles'] =>
  (text ?? '')
    .split(';')
    .flatMap((part) => part.trim() || [])
    .map((part) => {
      const at = part.lastIndexOf('=');
      const group = part.slice(0, Math.max(at, 0)).trim();
      const role = allRoles.find((candidate) => candidate === part.slice(at + 1).trim());
      if (group === '' || role === undefined)
        throw new StartRefused(
          `OIDC_ROLES must be a list such as sales=salesperson; books=finance, with the roles ${allRoles.join(', ')}, not "${part}".`,
        );
      return { group, role };
    });

const scopeOf = (text: string): string => {
  if (!text.split(/\s+/).includes('openid'))
    throw new StartRefused(`OIDC_SCOPE must include openid, as "${STANDARD_SCOPE}" does, not "${text}".`);
  return text;
};

const nameOf = (text: string): string => {
  if (text.length > MAX_NAME) throw new StartRefused(`OIDC_NAME must have at most ${MAX_NAME} characters: it stands on the button.`);
  return text;
};

const policyOf = (text: string): SsoConfig['passwords'] => {
  const policy = passwordPolicies.find((candidate) => candidate === text);
  if (!policy) throw new StartRefused(`OIDC_PASSWORDS must be one of ${passwordPolicies.join(', ')}, not "${text}".`);
  return policy;
};

const readCreateUsers = (text: string | undefined, roles: SsoConfig['roles']): boolean => {
  if (text !== undefined && text !== '0' && text !== '1') throw new StartRefused(`OIDC_CREATE_USERS must be 1 or 0, not "${text}".`);
  if (text === '1' && roles.length === 0)
    throw new StartRefused('OIDC_CREATE_USERS is 1 and OIDC_ROLES is not set: a new person gets the role of their group.');
  return text === '1';
};

/**
 * Single sign-on; null if OIDC_ISSUER is not set (decisions 4.15).
 * @param textOf a variable; undefined if it is unset or empty
 * @param appUrl the address that people open
 * @throws StartRefused naming the variable
 */
export const readSsoSettings = (textOf: (name: string) => string | undefined, appUrl: string | undefined): SsoConfig | null => {
  const values = Object.fromEntries(names.map((name) => [name, textOf(name)])) as Values;
  const { OIDC_ISSUER: issuer, OIDC_ROLE_CLAIM: roleClaim } = values;
  if (issuer === undefined) {
    const strayName = names.find((name) => values[name] !== undefined);
    if (strayName) throw new StartRefused(`${strayName} is set and OIDC_ISSUER is not: without an issuer people sign in with passwords.`);
    return null;
  }
  if (appUrl === undefined) throw new StartRefused('PUBLIC_URL is not set: with OIDC_ISSUER it is where people return after signing in.');
  const url = issuerOf(issuer);
  const roles = rolesOf(values.OIDC_ROLES);
  if (roleClaim !== undefined && roles.length === 0)
    throw new StartRefused('OIDC_ROLE_CLAIM is set and OIDC_ROLES is not: it names the claim whose values OIDC_ROLES lists.');
  return {
    issuer: url.href,
    appUrl,
    roles,
    clientId: required(values, 'OIDC_CLIENT_ID'),
    clientSecret: required(values, 'OIDC_CLIENT_SECRET'),
    name: nameOf(values.OIDC_NAME ?? url.hostname),
    scope: scopeOf(values.OIDC_SCOPE ?? STANDARD_SCOPE),
    roleClaim: roles.length === 0 ? null : (roleClaim ?? 'groups'),
    createsUsers: readCreateUsers(values.OIDC_CREATE_USERS, roles),
    passwords: policyOf(values.OIDC_PASSWORDS ?? 'everyone'),
  };
};
