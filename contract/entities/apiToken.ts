import { type Static, Type } from 'typebox';
import { tokenScopeNames } from '../tokenScopes.ts';
import { Id, Instant, nullable, oneOf } from './common.ts';

export const tokenOwners = ['own', 'all'] as const;
/** The requester's tokens, or everybody's. */
export type TokenOwners = (typeof tokenOwners)[number];

/** An API token; the server stores only its hash. */
export const ApiToken = Type.Object({
  id: Id,
  name: Type.String(),
  /** The token's first characters, by which people recognize it in a configuration. */
  hint: Type.String(),
  scopes: Type.Array(oneOf(tokenScopeNames)),
  owner_id: Id,
  owner_name: Type.String(),
  created_at: Instant,
  expires_at: Instant,
  last_used_at: nullable(Instant),
  revoked_at: nullable(Instant),
});
export type ApiToken = Static<typeof ApiToken>;
export const ApiTokenList = Type.Object({ data: Type.Array(ApiToken) });

/** `secret`: the token itself, in this response only. */
export const IssuedToken = Type.Object({ token: ApiToken, secret: Type.String() });
export type IssuedToken = Static<typeof IssuedToken>;

export const ApiTokenBody = Type.Object(
  {
    name: Type.String({ maxLength: 500 }),
    scopes: Type.Array(oneOf(tokenScopeNames), { maxItems: 50 }),
    expires_in_days: Type.Integer(),
    /** The requester's password, so that a stolen session cannot create a token. */
    current_password: Type.String({ maxLength: 1000 }),
  },
  { additionalProperties: false },
);
export type ApiTokenBody = Static<typeof ApiTokenBody>;
