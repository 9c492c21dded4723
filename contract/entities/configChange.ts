import { type Static, Type } from 'typebox';
import { Id, Instant, Money, nullable, oneOf, PlainDate } from './common.ts';

const attainment = nullable(Type.Number());
/** Announced as `config-change`: what a configuration would change from a day on (decisions 2.07). Totals are of open months from that day. */
export const ConfigImpact = Type.Object({
  as_of: Instant,
  effective_date: PlainDate,
  /** The text that is saved: plans that differ hold from the day, those before them until it. */
  commissionsConfig: Type.String(),
  records: Type.Integer(),
  people: Type.Integer(),
  total_before: Money,
  total_after: Money,
  /** Of everybody with a quota, in the quota periods of the day. */
  attainment_before: attainment,
  attainment_after: attainment,
  /** Only for a day inside quota periods: how many people keep their counter, restart it, or get another quota (decisions 2.21). */
  counters: Type.Object({ kept: Type.Integer(), restarted: Type.Integer(), quotas: Type.Integer() }),
  /** First days of closed months, which keep what they have; and how many of their records it would change otherwise. */
  closed_months: Type.Array(PlainDate),
  closed_untouched: Type.Integer(),
  by_user: Type.Array(
    Type.Object({
      user_id: Id,
      name: Type.String(),
      records: Type.Integer(),
      before: Money,
      after: Money,
      /** Quota for the quota period of that day; null without a quota. */
      quota_before: nullable(Money),
      quota_after: nullable(Money),
      attainment_before: attainment,
      attainment_after: attainment,
    }),
    { maxItems: 50 },
  ),
});
export type ConfigImpact = Static<typeof ConfigImpact>;

/** A change as it is on its way: how far the impact is computed, and then what it is. */
export const ConfigChange = Type.Object({
  id: Id,
  status: oneOf(['computing', 'computed', 'failed']),
  done: nullable(Type.Integer()),
  total: nullable(Type.Integer()),
  error: nullable(Type.String()),
  impact: nullable(ConfigImpact),
});
export type ConfigChange = Static<typeof ConfigChange>;

/** What a person is shown of a change, as the text that is hashed holds it. */
export type PlanChangeContent = Readonly<{
  version: number;
  effective_date: string;
  person: string;
  /** Sentences of the person's plan before and after; null without a plan. */
  before: readonly string[] | null;
  after: readonly string[] | null;
  figures: Readonly<{
    records: number;
    before: number;
    after: number;
    attainment_before: number | null;
    attainment_after: number | null;
  }>;
}>;
/** One's own: `content` is the JSON text that is shown and hashed. */
export const PlanChangeNotice = Type.Object({
  version: Type.Integer(),
  content: Type.String(),
  sha256: Type.String(),
  acknowledged_at: nullable(Instant),
});
export type PlanChangeNotice = Static<typeof PlanChangeNotice>;

/** Whom a version concerns, and who has read it. */
export const Acknowledgements = Type.Object({
  effective_date: PlainDate,
  data: Type.Array(Type.Object({ user_id: Id, name: Type.String(), acknowledged_at: nullable(Instant), sha256: Type.String() })),
});
export type Acknowledgements = Static<typeof Acknowledgements>;
