import { type Static, Type } from 'typebox';
import { ApiError, extended, Id, nullable, oneOf, PlainDate } from './common.ts';

export const goalKinds = ['close_deals', 'book_amount', 'collect_amount'] as const;
export type GoalKind = (typeof goalKinds)[number];
export const goalStates = ['open', 'reached', 'met', 'missed'] as const;
export type GoalState = (typeof goalStates)[number];
export const goalActions = ['change', 'remove'] as const;

/** What a person is to reach in a month. `target` and `progress` are dollars, or deals for `close_deals`. */
export const Goal = Type.Object({
  id: Id,
  user_id: Id,
  /** The first day of the month. */
  month: PlainDate,
  kind: oneOf(goalKinds),
  target: Type.Number(),
  progress: Type.Number(),
  state: oneOf(goalStates),
  /** Who set it. */
  set_by: Type.String(),
  version: Type.Integer(),
  /** What the asker may do with it now. */
  actions: Type.Array(oneOf(goalActions)),
});
export type Goal = Static<typeof Goal>;

/** A change from an older version is refused with 409; `current` is the goal as it is saved now. */
export const GoalConflict = extended(ApiError, { current: Type.Optional(Goal) });

/** `can_set`: the asker may set another one; `kinds`: those without a goal in this month. */
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

/** Something that happened to a person's work (spec 2.42). */
export const Activity = Type.Object({
  /** Unique among all kinds: `deal_closed-12`. */
  id: Id,
  kind: oneOf(activityKinds),
  /** Day it happened on, in the company's zone. */
  day: PlainDate,
  /** The deal's or invoice's name for people, and its customer. */
  title: Type.String(),
  customer_name: nullable(Type.String()),
  /** The deal's amount, or what was earned; null where it is not known. */
  amount: nullable(Type.Number()),
  /** A milestone: the share of the quota that was passed. */
  attainment: nullable(Type.Number()),
  /** The deal or the commission record that it is about. */
  entity: oneOf(['deal', 'commission']),
  entity_id: Id,
});
export type Activity = Static<typeof Activity>;
export const ActivityPage = Type.Object({ data: Type.Array(Activity), cursor: nullable(Type.String()) });
export type ActivityPage = Static<typeof ActivityPage>;
