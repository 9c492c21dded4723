import { type Static, Type } from 'typebox';
import { payoutCauses } from '../rules/payouts/difference.ts';
import { extended, Id, Money, nullable, oneOf, Pagination, PlainDate } from './common.ts';
import { paymentStates } from './payment.ts';

/** `ready`: due and in no payment yet; the others are the states of a commission payment. */
export const payoutStates = [...paymentStates, 'ready'] as const;
export type PayoutState = (typeof payoutStates)[number];

/** A commission payment as its payee sees it (decisions 2.29). `id`: `po-7`, or `next-12` for what is ready for user 12. */
export const Payout = Type.Object({
  id: Id,
  user_id: Id,
  user_name: Type.String(),
  amount: Money,
  payment_date: PlainDate,
  status: oneOf(payoutStates),
  /** The payment it reverses, and the payment that reverses it. */
  reversal_of: nullable(Id),
  reversed_by: nullable(Id),
});
export type Payout = Static<typeof Payout>;
/** Payments in progress, waiting for approval or on their way, of everyone in the list, not only on this page. */
const InProgress = Type.Object({ count: Type.Integer(), amount: Money });
export const PayoutsSummary = Type.Object({ pending: InProgress, processing: InProgress });
export type PayoutsSummary = Static<typeof PayoutsSummary>;
export const PayoutPage = Type.Object({ data: Type.Array(Payout), pagination: Pagination, summary: Type.Optional(PayoutsSummary) });
export type PayoutPage = Static<typeof PayoutPage>;

/** A person's next payout: the payment in progress, or else the amount that a payout run would pay now. */
export const NextPayout = Type.Object({
  /** Its `payment_date` is the payment's day, or the company's next pay day. */
  next: Payout,
  /** Payments in progress, by day; if any, `next` is the first of them. */
  in_progress: Type.Array(Payout),
  /** Due and in no payment yet, for the pay day `ready_on`; negative: carried forward to a later payout. */
  ready: Money,
  ready_on: PlainDate,
  /** Due, but a company rule blocks payment on `ready_on`; `ready` is then 0. */
  held_back: Type.Optional(Type.Object({ reason: oneOf(['too_small', 'not_employed']), amount: Money })),
  /** Due for months that the next run does not pay, by the day of the first run that can pay it. */
  later: Type.Optional(Type.Array(Type.Object({ amount: Money, pay_on: PlainDate }))),
  /** The draw in `next`: the amount it adds, the part of earlier draws taken back, and the amount still owed after `next`. */
  draw: Type.Optional(Type.Object({ drawn: Money, recovered: Money, owed: Money })),
  /** Earned but not released: amounts waiting for customer payments, and amounts on hold. */
  waiting: Money,
  held: Money,
  /** True while some of the person's figures are being computed, so these may change. */
  computing: Type.Boolean(),
});
export type NextPayout = Static<typeof NextPayout>;

/** An earned and unreleased record. `expected_on`: null if unknown; `why`: a sentence. */
export const WaitingRecord = Type.Object({
  id: Id,
  invoice_number: Type.String(),
  customer_name: Type.String(),
  booking_date: PlainDate,
  amount: Money,
  expected_on: nullable(PlainDate),
  why: Type.String(),
});
export type WaitingRecord = Static<typeof WaitingRecord>;
/** The oldest records, and the total of all of them. */
export const WaitingRecordList = Type.Object({ data: Type.Array(WaitingRecord), total: Money });
export type WaitingRecordList = Static<typeof WaitingRecordList>;

const PayoutLine = Type.Object({
  kind: oneOf(['record', 'adjustment']),
  id: Id,
  label: Type.String(),
  customer_name: nullable(Type.String()),
  /** Booking day of a record, or effective day of an adjustment. */
  day: PlainDate,
  amount: Money,
  /** Commission missing from this payout because its invoice was not paid in time. */
  missing: Type.Boolean(),
});
export type PayoutLine = Static<typeof PayoutLine>;
const PayoutPart = Type.Object({ cause: oneOf(payoutCauses), amount: Money, lines: Type.Array(PayoutLine) });
export type PayoutPart = Static<typeof PayoutPart>;
const PayoutStep = Type.Object({ cause: oneOf(payoutCauses), amount: Money, before: Money, after: Money, count: Type.Integer() });
export type PayoutStep = Static<typeof PayoutStep>;

/** A payout by cause, and how it differs from an earlier one. The parts add up to the payout, the steps to the difference. */
export const PayoutDetail = extended(Payout, {
  parts: Type.Array(PayoutPart),
  /** The payout it is compared with; null without an earlier one. */
  baseline: nullable(Payout),
  steps: Type.Array(PayoutStep),
  /** Earlier completed payouts of the person that it can be compared with, newest first. */
  earlier: Type.Array(Payout),
});
export type PayoutDetail = Static<typeof PayoutDetail>;
