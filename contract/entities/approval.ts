import { type Static, Type } from 'typebox';
import { adjustmentKinds } from './adjustment.ts';
import { extended, Id, Instant, Money, nullable, oneOf, Pagination, PlainDate } from './common.ts';

/** `late_fact` and `bonus` are adjustments proposed by the engine; `own_pay` is a change that raises its author's pay. */
export const approvalGroups = ['adjustment', 'late_fact', 'bonus', 'own_pay', 'payment', 'run'] as const;
export type ApprovalGroup = (typeof approvalGroups)[number];
export const approvalGroupBadges = {
  adjustment: { label: 'Adjustment', severity: 'info' },
  late_fact: { label: 'Late fact', severity: 'warning' },
  bonus: { label: 'Bonus', severity: 'success' },
  own_pay: { label: 'Own pay', severity: 'warning' },
  payment: { label: 'Payment', severity: 'secondary' },
  run: { label: 'Payout run', severity: 'secondary' },
} as const satisfies Record<ApprovalGroup, object>;

/** An item that waits for the requester's approval (decisions 2.10, 2.16). `id` is `adjustment-12`, `proposal-5`, `payout-7` or `run-3`. */
export const Approval = Type.Object({
  id: Id,
  group: oneOf(approvalGroups),
  /** Kind of a person adjustment (decisions 2.25). */
  kind: Type.Optional(nullable(oneOf(adjustmentKinds))),
  version: Type.Integer(),
  /** Null for a payout run, which pays several people. */
  user_id: nullable(Id),
  user_name: nullable(Type.String()),
  people: nullable(Type.Integer()),
  invoice_number: nullable(Type.String()),
  reason: Type.String(),
  created_by: Type.String(),
  created_at: Instant,
  /** The day it takes effect or is paid. */
  day: PlainDate,
  amount: Money,
  /** The record's commission or the amount due, before and after the decision. */
  before: Money,
  after: Money,
  /** Attainment of the person's quota period, before and after the decision; null without a quota. */
  attainment: nullable(Type.Object({ before: Type.Number(), after: Type.Number() })),
  /** The person's other approved adjustments in that month. */
  earlier: nullable(Type.Object({ count: Type.Integer(), amount: Money })),
  /** Both calculations of a late fact, as text. */
  calculation: nullable(Type.Object({ before: Type.String(), after: Type.String() })),
  /** True if only the requester can decide, although they created it or are paid by it. */
  own: Type.Boolean(),
  /** Link to the item's own page. */
  link: Type.String(),
});
export type Approval = Static<typeof Approval>;
/**
 * A field or plan clause before and after. `from`: the first day on which it applies, if any. `part`: the action, if the change consists
 * of several.
 */
const ApprovalChange = Type.Object({
  field: Type.String(),
  before: nullable(Type.String()),
  after: nullable(Type.String()),
  from: nullable(PlainDate),
  part: nullable(Type.String()),
});
export type ApprovalChange = Static<typeof ApprovalChange>;
/** A waiting item together with the proposed change. */
export const ApprovalDetail = extended(Approval, {
  /** Null if no facts change, and for proposals made before details were stored. */
  changes: nullable(Type.Array(ApprovalChange)),
  /** Number of changes that the requester may not read. */
  hidden: Type.Integer(),
});
export type ApprovalDetail = Static<typeof ApprovalDetail>;
export const ApprovalPage = Type.Object({ data: Type.Array(Approval), pagination: Pagination });
export type ApprovalPage = Static<typeof ApprovalPage>;
export const ApprovalCount = Type.Object({ count: Type.Integer() });

/** 202: the change raises its author's own pay and waits for another person (decisions 3.06). */
export const WaitingWork = Type.Object({
  message: Type.String(),
  code: oneOf(['waiting_for_approval']),
  request_id: Type.Optional(Type.String()),
  /** The item in Approvals, and the author's commission without and with the change. */
  current: Type.Object({ approval_id: Id, before: Money, after: Money }),
});

/** The result for one of many items. A refusal has its message and, if somebody else decided first, their name. */
export const ApprovalResult = Type.Object({
  id: Id,
  outcome: oneOf(['decided', 'refused']),
  /** The item's current version, if it was decided. */
  version: nullable(Type.Integer()),
  /** Deadline for undoing the decision; null if it cannot be undone. */
  undo_until: nullable(Instant),
  code: nullable(Type.String()),
  message: nullable(Type.String()),
  by: nullable(Type.String()),
});
export type ApprovalResult = Static<typeof ApprovalResult>;
export const ApprovalResults = Type.Object({ data: Type.Array(ApprovalResult) });
export type ApprovalResults = Static<typeof ApprovalResults>;
