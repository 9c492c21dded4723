import { type Static, Type } from 'typebox';
import { clauseGroups } from '../rules/commission/clauses/clause.ts';
import { Id, Instant, Money, nullable, oneOf, Pagination, PlainDate, Rate } from './common.ts';

/**
 * A plan rule as a sentence. `path`: its place in the version's JSON; `key`: stable across versions; `prices`: true if records earn
 * commission under it.
 */
export const PlanClause = Type.Object({
  key: Type.String(),
  path: Type.String(),
  group: oneOf(clauseGroups),
  sentence: Type.String(),
  prices: Type.Boolean(),
});
export type PlanClause = Static<typeof PlanClause>;

/** A plan as the reader sees it. `own`: it applies to the reader today; `people`: number of people on it whom the reader may see. */
export const PlanInWords = Type.Object({
  id: Type.String(),
  name: Type.String(),
  own: Type.Boolean(),
  people: Type.Integer(),
  /** How the reader's leave affects today's quota, if this is their plan. */
  leave: Type.Optional(Type.String()),
  /** The plan's rates by attainment, lowest first; absent if it has none that the reader may see. */
  steps: Type.Optional(Type.Array(Type.Object({ from: Rate, rate: Rate }))),
  clauses: Type.Array(PlanClause),
});
export type PlanInWords = Static<typeof PlanInWords>;

/** A saved configuration; `by` null: saved by the system. */
export const PlanVersion = Type.Object({ id: Id, version: Type.Integer(), since: Instant, by: nullable(Type.String()) });
export type PlanVersion = Static<typeof PlanVersion>;

/** `before` null: the sentence is new; `after` null: it was removed. */
export const PlanChange = Type.Object({
  plan_id: Type.String(),
  plan: Type.String(),
  path: Type.String(),
  before: nullable(Type.String()),
  after: nullable(Type.String()),
});
export type PlanChange = Static<typeof PlanChange>;

/** Available with the feature `plan-page`: the plans the requester may read, their own first, in words (decisions 2.09). */
export const Plans = Type.Object({
  version: PlanVersion,
  /** The base of `changes`: the previous version or the requested one; null for the first. */
  compared: nullable(PlanVersion),
  changes: Type.Array(PlanChange),
  plans: Type.Array(PlanInWords),
  /** The reader's attainment in today's quota period; null if they have no quota. */
  position: Type.Optional(nullable(Type.Object({ attainment: Rate, period: Type.String() }))),
  /** Rules that apply to everybody, whatever their plan. */
  company: Type.Array(PlanClause),
  /** The most recent versions, newest first. */
  versions: Type.Array(PlanVersion),
});
export type Plans = Static<typeof Plans>;

/**
 * Amounts priced by a clause of one version in a range; for a cap, the amount it removed. `path` and `sentence` null: not a plan clause.
 */
export const PricedClause = Type.Object({
  version: Type.Integer(),
  key: Type.String(),
  path: nullable(Type.String()),
  sentence: nullable(Type.String()),
  records: Type.Integer(),
  net_revenue: Money,
  amount: Money,
});
export type PricedClause = Static<typeof PricedClause>;

/** The amounts add up to the commission of the plan's records in the range, to the cent. `records` counts each record once. */
export const PricedClauses = Type.Object({
  data: Type.Array(PricedClause),
  total: Type.Object({ records: Type.Integer(), amount: Money }),
});
export type PricedClauses = Static<typeof PricedClauses>;

/** The part of a record priced by a clause. */
export const PricedRow = Type.Object({
  id: Id,
  invoice_number: Type.String(),
  customer_name: Type.String(),
  salesperson_name: Type.String(),
  booking_date: PlainDate,
  net_revenue: Money,
  rate: nullable(Rate),
  amount: Money,
});
export type PricedRow = Static<typeof PricedRow>;
export const PricedRowPage = Type.Object({ data: Type.Array(PricedRow), pagination: Pagination });
export type PricedRowPage = Static<typeof PricedRowPage>;
