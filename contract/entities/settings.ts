import { type Static, Type } from 'typebox';
import { Id, Instant, Money, oneOf } from './common.ts';

/** People who may still sign in with a password while single sign-on is set up (decisions 4.15). */
export const passwordPolicies = ['everyone', 'admins', 'nobody'] as const;
export type PasswordPolicy = (typeof passwordPolicies)[number];

/** spec 7.02; `features` (decisions 1.02) and `time_zone`, which defines "today" everywhere (decisions 2.01), are our additions. */
export const PublicSettings = Type.Object({
  companyName: Type.String(),
  /** The URL of the logo, if any (decisions 4.12). */
  logo: Type.Optional(Type.String()),
  features: Type.Optional(Type.Array(Type.String())),
  time_zone: Type.Optional(Type.String()),
  /** The territories in order, the specified five first (decisions 4.10). */
  territories: Type.Optional(Type.Array(Type.String())),
  /** True until the company goes live: most people see no figures yet (decisions 8.07). */
  setting_up: Type.Optional(Type.Boolean()),
  /** Available with the feature `sso`: the issuer's name, and who may sign in with a password (decisions 4.15). */
  sso: Type.Optional(Type.Object({ name: Type.String(), passwords: oneOf(passwordPolicies) })),
});
export type PublicSettings = Static<typeof PublicSettings>;

/** decisions 4.10: the specified territories and those that administrators added, by name. */
export const Territories = Type.Object({ specified: Type.Array(Type.String()), added: Type.Array(Type.String()) });
export type Territories = Static<typeof Territories>;

/**
 * spec 3.14: commissionsConfig is JSON text. `version` is our addition: a PUT with an older `If-Match: "<version>"` is 409 `stale_version`.
 */
export const GeneralSettings = Type.Object({
  id: Id,
  companyName: Type.String(),
  commissionsConfig: Type.String(),
  version: Type.Optional(Type.Integer()),
  /** Number of recomputed quota periods (`done`) out of `total` after a configuration change; absent when all are done. */
  computing: Type.Optional(Type.Object({ done: Type.Integer(), total: Type.Integer() })),
});
export type GeneralSettings = Static<typeof GeneralSettings>;

/** The effect of a new commissionsConfig on the data at `as_of`, without storing anything. Deltas are commission amounts. */
export const ConfigPreview = Type.Object({
  as_of: Instant,
  errors: Type.Array(Type.Object({ path: Type.String(), message: Type.String() })),
  changed_records: Type.Integer(),
  people: Type.Integer(),
  delta_total: Money,
  /** Change in the amounts due today. A release rule can change them without changing any commission. */
  due_change: Type.Optional(Money),
  /** Records of closed months that would otherwise change. */
  closed_untouched: Type.Integer(),
  by_user: Type.Array(
    Type.Object({ user_id: Id, name: Type.String(), records: Type.Integer(), delta: Money, due_change: Type.Optional(Money) }),
    {
      maxItems: 50,
    },
  ),
});
export type ConfigPreview = Static<typeof ConfigPreview>;
