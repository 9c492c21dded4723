import { type Static, Type } from 'typebox';
import { outlierRules } from '../rules/payPeriods/outliers.ts';
import { Id, Instant, Money, nullable, oneOf, PlainDate } from './common.ts';
import { payoutRunStates } from './payoutRun.ts';
import { PayPeriod } from './payPeriod.ts';

/** What two people confirm before a month is closed. */
export const checklistItems = ['totals', 'outliers', 'waiting', 'due', 'unassigned'] as const;
export type ChecklistItem = (typeof checklistItems)[number];

export const ReviewPerson = Type.Object({
  user_id: Id,
  user_name: Type.String(),
  records: Type.Integer(),
  commission: Money,
  adjustments: Money,
  total: Money,
  /** Of the month before, adjustments included. */
  before: Money,
  /** What is unusual, and by which rule; `percent` where the rule has one. */
  outliers: Type.Array(Type.Object({ rule: oneOf(outlierRules), percent: nullable(Type.Integer()) })),
  /** The record that earns most. */
  largest_id: nullable(Id),
  /** Released and not paid, of everything up to the end of the month; and what of it is in payments under way. */
  due: Money,
  under_way: Money,
});
export type ReviewPerson = Static<typeof ReviewPerson>;

/** `outdated`: its month was reopened, so it counts no more. */
export const issuedStates = ['written', 'waiting', 'failed', 'outdated'] as const;
/** A statement issued at the closing of a month (decisions 2.11). */
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
export const IssuedStatementList = Type.Object({ data: Type.Array(IssuedStatement) });

/** Everything that is looked at before a month is closed (decisions 2.11). */
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
  /** Changes that raise their author's pay in this month, newest first; `approved_by` is null if nobody else decided (decisions 3.06). */
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
  /** `stands` false: amounts changed since it was signed, so it does not count. */
  signatures: Type.Array(Type.Object({ user_name: Type.String(), at: Instant, stands: Type.Boolean() })),
  signers_needed: Type.Integer(),
  may_sign: Type.Boolean(),
  statements: Type.Array(IssuedStatement),
  /** The newest payout run of the month. */
  run: nullable(Type.Object({ id: Id, status: oneOf(payoutRunStates), amount: Money })),
});
export type PeriodReview = Static<typeof PeriodReview>;

/** What closing several months at once does to each: closed, signed and waiting for the second person, or left as it is and why. */
export const closingSteps = ['close', 'sign', 'keep'] as const;
export const SeveralClosed = Type.Object({
  data: Type.Array(Type.Object({ id: Id, label: Type.String(), step: oneOf(closingSteps), why: nullable(Type.String()), total: Money })),
});
export type SeveralClosed = Static<typeof SeveralClosed>;
