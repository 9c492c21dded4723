import type { PasswordPolicy } from '../../../contract/entities/settings.ts';
import type { Role } from '../../../contract/entities/user.ts';

/** Secrets of one sign-in: the issuer returns `state` and `nonce`, and `verifier` proves that the same server asked (PKCE). */
export type SsoSecrets = Readonly<{ state: string; nonce: string; verifier: string }>;

/** The person as the issuer knows them. `groups`: the values of the claim that decides the role. */
export type IssuerPerson = Readonly<{
  /** Null without an address that the issuer verified. */
  verifiedEmail: string | null;
  firstName: string;
  lastName: string;
  groups: readonly string[];
  idToken: string;
}>;

/** The issuer does not answer, or its answer is not that of an OpenID provider. */
export class IssuerUnreachable extends Error {}

/** The OpenID Connect issuer of this server, and its rules (decisions 4.15). */
export type Sso = Readonly<{
  name: string;
  passwords: PasswordPolicy;
  /** The roles of groups; the first match decides. Empty: roles are given in Quotaboard only. */
  roles: readonly Readonly<{ group: string; role: Role }>[];
  createsUsers: boolean;
  /** The URL of the app, without a trailing slash. */
  appUrl: string;
  /** The URL of the issuer's sign-in page. @throws IssuerUnreachable */
  authorizeUrl: (secrets: SsoSecrets) => Promise<string>;
  /**
   * Exchanges the code of a callback, and checks the ID token: signature, issuer, audience, nonce and times.
   * @param query the query of the callback, as text
   * @throws IssuerUnreachable, or an error for an answer that fails a check
   */
  identify: (query: string, secrets: SsoSecrets) => Promise<IssuerPerson>;
  /** The URL of the issuer's sign-out page; null if it announces none. @throws IssuerUnreachable */
  signOutUrl: (idToken: string | null) => Promise<string | null>;
}>;
