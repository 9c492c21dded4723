import { type Static, Type } from 'typebox';
import { Id, Instant, Money, nullable, oneOf, PlainDate } from './common.ts';

const attainment = nullable(Type.Number());
/**
 * Available with the feature `config-change`: the impact of a configuration that takes effect on a day (decisions 2.07). Totals cover
 * open months from that day.
 */
export const ConfigImpact = Type.Object({
  as_of: Instant,
  effective_date: PlainDate,
  /** The text to save: changed plans apply from that day on, the previous ones before it. */
  commissionsConfig: Type.String(),
  records: Type.Integer(),
  people: Type.Integer(),
  /** People who will be asked to acknowledge it; nobody until the company is live. */
  readers: Type.Optional(Type.Array(Type.Object({ user_id: Id, name: Type.String() }))),
  /** Active people who have a plan before that day but none from it on. */
  without_plan: Type.Optional(Type.Array(Type.Object({ user_id: Id, name: Type.String() }))),
  /** People whom the plans still name after they left; `left_on` is null if that day is unknown. */
  former: Type.Optional(Type.Array(Type.Object({ user_id: Id, name: Type.String(), plan: Type.String(), left_on: nullable(PlainDate) }))),
  total_before: Money,
  total_after: Money,
  /** Change in the amounts due today. A release rule can change them without changing any commission. */
  due_change: Type.Optional(Money),
  /** Averages over everybody with a quota, for the quota periods that contain that day. */
  attainment_before: attainment,
  attainment_after: attainment,
  /**
   * Only for a day within quota periods: number of people who keep or restart their quota counter, or get another quota (decisions 2.21).
   */
  counters: Type.Object({ kept: Type.Integer(), restarted: Type.Integer(), quotas: Type.Integer() }),
  /** First days of closed months, which stay unchanged; `closed_untouched`: records in them that would otherwise change. */
  closed_months: Type.Array(PlainDate),
  closed_untouched: Type.Integer(),
  by_user: Type.Array(
    Type.Object({
      user_id: Id,
      name: Type.String(),
      records: Type.Integer(),
      before: Money,
      after: Money,
      due_change: Type.Optional(Money),
      /** Quota of the quota period of that day; null without a quota. */
      quota_before: nullable(Money),
      quota_after: nullable(Money),
      attainment_before: attainment,
      attainment_after: attainment,
    }),
    { maxItems: 50 },
  ),
});
export type ConfigImpact = Static<typeof ConfigImpact>;

/** A pending configuration change: the progress of its impact computation, then the impact. */
export const ConfigChange = Type.Object({
  id: Id,
  status: oneOf(['computing', 'computed', 'failed']),
  done: nullable(Type.Integer()),
  total: nullable(Type.Integer()),
  error: nullable(Type.String()),
  impact: nullable(ConfigImpact),
});
export type ConfigChange = Static<typeof ConfigChange>;

/** A plan change as shown to a person; the hashed text has the same content. */
export type PlanChangeContent = Readonly<{
  version: number;
  effective_date: string;
  person: string;
  /** Sentences of the person's plan; null without a plan. */
  before: readonly string[] | null;
  after: readonly string[] | null;
  figures: Readonly<{
    records: number;
    before: number;
    after: number;
    due_change?: number;
    attainment_before: number | null;
    attainment_after: number | null;
  }>;
}>;
/** The user's own notice: `content` is the JSON text that is shown and hashed. */
export const PlanChangeNotice = Type.Object({
  version: Type.Integer(),
  content: Type.String(),
  sha256: Type.String(),
  acknowledged_at: nullable(Instant),
});
export type PlanChangeNotice = Static<typeof PlanChangeNotice>;

/** People affected by a version, and who has acknowledged it. */
export const Acknowledgements = Type.Object({
  effective_date: PlainDate,
  data: Type.Array(Type.Object({ user_id: Id, name: Type.String(), acknowledged_at: nullable(Instant), sha256: Type.String() })),
});
export type Acknowledgements = Static<typeof Acknowledgements>;
