import { type Static, Type } from 'typebox';
import { Id, Instant, Money } from './common.ts';

/** spec 7.02; `features` (decisions 1.02) and `time_zone`, whose day is "today" everywhere (decisions 2.01), are ours. */
export const PublicSettings = Type.Object({
  companyName: Type.String(),
  features: Type.Optional(Type.Array(Type.String())),
  time_zone: Type.Optional(Type.String()),
});
export type PublicSettings = Static<typeof PublicSettings>;

/** spec 3.14: commissionsConfig is JSON text. `version` is ours: a PUT with `If-Match: "<version>"` of an older one is 409 `stale_version`. */
export const GeneralSettings = Type.Object({
  id: Id,
  companyName: Type.String(),
  commissionsConfig: Type.String(),
  version: Type.Optional(Type.Integer()),
  /** Of how many quota periods of people how many follow the configuration by now; absent where all do. */
  computing: Type.Optional(Type.Object({ done: Type.Integer(), total: Type.Integer() })),
});
export type GeneralSettings = Static<typeof GeneralSettings>;

/** What a new commissionsConfig would change, by what stood at `as_of`; nothing is stored. Deltas are of commission amounts. */
export const ConfigPreview = Type.Object({
  as_of: Instant,
  errors: Type.Array(Type.Object({ path: Type.String(), message: Type.String() })),
  changed_records: Type.Integer(),
  people: Type.Integer(),
  delta_total: Money,
  /** Records of closed months that it would change if they were not closed. */
  closed_untouched: Type.Integer(),
  by_user: Type.Array(Type.Object({ user_id: Id, name: Type.String(), records: Type.Integer(), delta: Money }), { maxItems: 50 }),
});
export type ConfigPreview = Static<typeof ConfigPreview>;
