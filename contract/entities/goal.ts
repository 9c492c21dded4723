import { type Static, Type } from 'typebox';
import { ApiError, extended, Id, nullable, oneOf, PlainDate } from './common.ts';

export const goalKinds = ['close_deals', 'book_amount', 'collect_amount'] as const;
export type GoalKind = (typeof goalKinds)[number];
export const goalStates = ['open', 'reached', 'met', 'missed'] as const;
export type GoalState = (typeof goalStates)[number];
export const goalActions = ['change', 'remove'] as const;

/** A person's goal for a month. `target` and `progress` are dollars, or deals for `close_deals`. */
export const Goal = Type.Object({
  id: Id,
  user_id: Id,
  /** First day of the month. */
  month: PlainDate,
  kind: oneOf(goalKinds),
  target: Type.Number(),
  progress: Type.Number(),
  state: oneOf(goalStates),
  /** Name of its author. */
  set_by: Type.String(),
  version: Type.Integer(),
  /** Actions available to the requester now. */
  actions: Type.Array(oneOf(goalActions)),
});
export type Goal = Static<typeof Goal>;

/** 409 for a change based on an older version; `current` is the saved goal. */
export const GoalConflict = extended(ApiError, { current: Type.Optional(Goal) });

/** `can_set`: the requester may set another goal; `kinds`: those without a goal in this month. */
export const GoalList = Type.Object({ data: Type.Array(Goal), can_set: Type.Boolean(), kinds: Type.Array(oneOf(goalKinds)) });
export type GoalList = Static<typeof GoalList>;

export const GoalBody = Type.Object(
  { user_id: Id, month: PlainDate, kind: oneOf(goalKinds), target: Type.Number() },
  { additionalProperties: false },
);
export type GoalBody = Static<typeof GoalBody>;
export const GoalChangeBody = Type.Object({ target: Type.Number() }, { additionalProperties: false });

export const activityKinds = ['deal_closed', 'commission_earned', 'quota_milestone', 'deal_created'] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** An item of a person's recent activity (spec 2.42). */
export const Activity = Type.Object({
  /** Unique across all kinds: `deal_closed-12`. */
  id: Id,
  kind: oneOf(activityKinds),
  /** The day it happened, in the company's time zone. */
  day: PlainDate,
  /** The deal's name or the invoice number. */
  title: Type.String(),
  customer_name: nullable(Type.String()),
  /** The deal's amount, or the commission earned; null if unknown. */
  amount: nullable(Type.Number()),
  /** For a milestone: the share of the quota reached. */
  attainment: nullable(Type.Number()),
  /** The deal or commission record it concerns. */
  entity: oneOf(['deal', 'commission']),
  entity_id: Id,
});
export type Activity = Static<typeof Activity>;
export const ActivityPage = Type.Object({ data: Type.Array(Activity), cursor: nullable(Type.String()) });
export type ActivityPage = Static<typeof ActivityPage>;
