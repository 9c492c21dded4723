import { type Static, Type } from 'typebox';
import { clauseGroups } from '../rules/commission/clauses/clause.ts';
import { Id, Instant, Money, nullable, oneOf, Pagination, PlainDate, Rate } from './common.ts';

/** A rule in words. `path` is its place in the JSON of the version, `key` the same in all versions; `prices`: records earn by it. */
export const PlanClause = Type.Object({
  key: Type.String(),
  path: Type.String(),
  group: oneOf(clauseGroups),
  sentence: Type.String(),
  prices: Type.Boolean(),
});
export type PlanClause = Static<typeof PlanClause>;

/** A plan as its reader may see it: `own` applies to them today, `people` are those of them whom the reader may see. */
export const PlanInWords = Type.Object({
  id: Type.String(),
  name: Type.String(),
  own: Type.Boolean(),
  people: Type.Integer(),
  clauses: Type.Array(PlanClause),
});
export type PlanInWords = Static<typeof PlanInWords>;

/** A saved configuration; `by` is null where the system wrote it. */
export const PlanVersion = Type.Object({ id: Id, version: Type.Integer(), since: Instant, by: nullable(Type.String()) });
export type PlanVersion = Static<typeof PlanVersion>;

/** `before` null: the sentence is new; `after` null: it is gone. */
export const PlanChange = Type.Object({
  plan_id: Type.String(),
  plan: Type.String(),
  path: Type.String(),
  before: nullable(Type.String()),
  after: nullable(Type.String()),
});
export type PlanChange = Static<typeof PlanChange>;

/** Announced as `plan-page`: the plans that the asker may read, one's own first, in words (decisions 2.09). */
export const Plans = Type.Object({
  version: PlanVersion,
  /** What `changes` starts from: the version before, or the one asked for; null for the first. */
  compared: nullable(PlanVersion),
  changes: Type.Array(PlanChange),
  plans: Type.Array(PlanInWords),
  /** What holds for everybody, whatever their plan. */
  company: Type.Array(PlanClause),
  /** The newest saves, newest first. */
  versions: Type.Array(PlanVersion),
});
export type Plans = Static<typeof Plans>;

/** What a clause of one version priced in a range; of a cap `amount` is what it took. `path` and `sentence` null: no clause of the plan. */
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

/** The amounts add up to the commission of the plan's records of the range, to the cent. `records` counts each once. */
export const PricedClauses = Type.Object({
  data: Type.Array(PricedClause),
  total: Type.Object({ records: Type.Integer(), amount: Money }),
});
export type PricedClauses = Static<typeof PricedClauses>;

/** What of one record a clause priced. */
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
