import { type Static, Type } from 'typebox';
import { outlierRules } from '../rules/payPeriods/outliers.ts';
import { extended, Id, Instant, Money, nullable, oneOf, PlainDate } from './common.ts';
import { payoutRunStates } from './payoutRun.ts';
import { PayPeriod } from './payPeriod.ts';

/** Items that two people confirm before a month is closed. */
export const checklistItems = ['totals', 'outliers', 'waiting', 'due', 'unassigned'] as const;
export type ChecklistItem = (typeof checklistItems)[number];

export const ReviewPerson = Type.Object({
  user_id: Id,
  user_name: Type.String(),
  records: Type.Integer(),
  commission: Money,
  adjustments: Money,
  total: Money,
  /** The previous month's total, including adjustments. */
  before: Money,
  /** Unusual figures by rule; `percent` if the rule has one. */
  outliers: Type.Array(Type.Object({ rule: oneOf(outlierRules), percent: nullable(Type.Integer()) })),
  /** The record with the largest commission. */
  largest_id: nullable(Id),
  /** Released and unpaid amounts up to the end of the month; `under_way`: the part in pending payments. */
  due: Money,
  under_way: Money,
});
export type ReviewPerson = Static<typeof ReviewPerson>;

/** `outdated`: the month was reopened, so it no longer counts. */
export const issuedStates = ['written', 'waiting', 'failed', 'outdated'] as const;
/** A statement issued when a month was closed (decisions 2.11). */
export const IssuedStatement = Type.Object({
  id: Id,
  /** YYYY-MM */
  month: Type.String(),
  user_id: Id,
  user_name: Type.String(),
  state: oneOf(issuedStates),
  file_name: nullable(Type.String()),
  issued_at: Instant,
  confirmed_at: nullable(Instant),
});
export type IssuedStatement = Static<typeof IssuedStatement>;
/**
 * Statements not yet confirmed, by person; `months`: YYYY-MM, oldest first; `reminded_on`: the company day of the person's last reminder of
 * any statement, at most one a day.
 */
export const UnconfirmedPerson = Type.Object({
  user_id: Id,
  user_name: Type.String(),
  months: Type.Array(Type.String()),
  reminded_on: nullable(PlainDate),
  can_remind: Type.Boolean(),
});
export type UnconfirmedPerson = Static<typeof UnconfirmedPerson>;
export const UnconfirmedList = Type.Object({ data: Type.Array(UnconfirmedPerson) });
/** The list after a reminder, and how many people it went to. */
export const RemindedList = extended(UnconfirmedList, { reminded: Type.Integer() });
export type RemindedList = Static<typeof RemindedList>;
export const IssuedStatementList = Type.Object({ data: Type.Array(IssuedStatement) });

/** Everything that is reviewed before a month is closed (decisions 2.11). */
export const PeriodReview = Type.Object({
  period: PayPeriod,
  people: Type.Array(ReviewPerson),
  adjustments: Type.Array(
    Type.Object({ id: Id, user_name: Type.String(), author: Type.String(), amount: Money, reason: Type.String(), day: PlainDate }),
  ),
  questions: Type.Array(Type.Object({ id: Id, record_id: Id, user_name: Type.String(), invoice_number: Type.String(), day: PlainDate })),
  unassigned: Type.Array(
    Type.Object({ id: Id, invoice_number: Type.String(), customer_name: Type.String(), net_revenue: Money, booking_date: PlainDate }),
  ),
  /** Changes that raise their author's own pay in this month, newest first; `approved_by` null: nobody else decided (decisions 3.06). */
  own_benefits: Type.Array(
    Type.Object({
      id: Id,
      at: Instant,
      user_name: Type.String(),
      action: Type.String(),
      amount: Money,
      approved_by: nullable(Type.String()),
    }),
  ),
  looks: Type.Array(Type.Object({ user_name: Type.String(), at: Instant })),
  /** `stands` false: amounts changed after the signature, so it does not count. */
  signatures: Type.Array(Type.Object({ user_name: Type.String(), at: Instant, stands: Type.Boolean() })),
  signers_needed: Type.Integer(),
  may_sign: Type.Boolean(),
  statements: Type.Array(IssuedStatement),
  /** The month's newest payout run. */
  run: nullable(Type.Object({ id: Id, status: oneOf(payoutRunStates), amount: Money })),
});
export type PeriodReview = Static<typeof PeriodReview>;

/** Results of closing several months at once: closed, signed and waiting for a second person, or unchanged with a reason. */
export const closingSteps = ['close', 'sign', 'keep'] as const;
export const SeveralClosed = Type.Object({
  data: Type.Array(Type.Object({ id: Id, label: Type.String(), step: oneOf(closingSteps), why: nullable(Type.String()), total: Money })),
});
export type SeveralClosed = Static<typeof SeveralClosed>;
