import type { IssuerPerson } from '../../domain/shared/sso.ts';

export type Claims = Readonly<Record<string, unknown>>;

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
/** Some issuers send booleans as text or numbers. */
const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1';

/** A claim by its name, or by a path such as `realm_access.roles`. */
const claimAt = (claims: Claims, name: string): unknown => {
  if (Object.hasOwn(claims, name)) return claims[name];
  const [first = '', ...rest] = name.split('.');
  const inner = Object.hasOwn(claims, first) ? claims[first] : undefined;
  if (rest.length === 0 || typeof inner !== 'object' || inner === null) return undefined;
  return claimAt(inner as Claims, rest.join('.'));
};

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(textIn).filter((text) => text !== '');

/** True if the user info endpoint could add a claim that decides who the person is, or their role. */
export const lacksClaims = (claims: Claims, roleClaim: string | null): boolean =>
  textIn(claims.email) === '' || claims.email_verified === undefined || (roleClaim !== null && claimAt(claims, roleClaim) === undefined);

const namesIn = (claims: Claims): Readonly<{ firstName: string; lastName: string }> => {
  const [firstName = '', ...rest] = textIn(claims.name).split(/\s+/);
  return { firstName: textIn(claims.given_name) || firstName, lastName: textIn(claims.family_name) || rest.join(' ') };
};

/** The address, if the issuer says that it verified it. Microsoft Entra signals this with `xms_edov`, and sends no `email_verified`. */
const verifiedEmailIn = (claims: Claims): string => (isTrue(claims.email_verified ?? claims.xms_edov) ? textIn(claims.email) : '');

/** @param userInfo claims of the user info endpoint; an address and its verification must come from one source */
export const personOf = (claims: Claims, userInfo: Claims, roleClaim: string | null): Omit<IssuerPerson, 'idToken'> => ({
  verifiedEmail: verifiedEmailIn(claims) || verifiedEmailIn(userInfo) || null,
  ...namesIn({ ...userInfo, ...claims }),
  groups: roleClaim === null ? [] : textsIn(claimAt({ ...userInfo, ...claims }, roleClaim)),
});
