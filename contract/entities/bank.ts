import { type Static, Type } from 'typebox';
import { AuditEntry } from './audit.ts';
import { extended, Id, Instant, Money, nullable, oneOf, Pagination, PlainDate } from './common.ts';

export const bankStates = ['proposed', 'waiting', 'matched', 'ignored'] as const;
export type BankState = (typeof bankStates)[number];
export const bankStateBadges = {
  proposed: { label: 'Proposed', severity: 'info' },
  waiting: { label: 'Waiting', severity: 'warning' },
  matched: { label: 'Matched', severity: 'success' },
  ignored: { label: 'Ignored', severity: 'secondary' },
} as const;

/** The bank's status of a transaction. */
export const bankStatuses = ['pending', 'settled', 'cancelled', 'failed', 'reversed', 'blocked'] as const;
export type BankStatus = (typeof bankStatuses)[number];
export const bankDirections = ['in', 'out'] as const;
export type BankDirection = (typeof bankDirections)[number];

/** Match targets: incoming money pays invoices or is a receipt, outgoing money is a payout or a whole payout run. */
export const bankTargetKinds = ['invoice', 'receipt', 'payout', 'run'] as const;
export type BankTargetKind = (typeof bankTargetKinds)[number];

export const bankReasonCodes = [
  'amount_exact',
  'amount_part',
  'amount_over',
  'amount_sum',
  'number',
  'name_same',
  'name_alike',
  'remembered',
  'days',
  'only_amount',
  'only_open',
] as const;
export type BankReasonCode = (typeof bankReasonCodes)[number];
/** Reasons why no match is proposed. */
export const noMatchReasons = ['pending', 'several', 'weak', 'none', 'internal'] as const;
export type NoMatchReason = (typeof noMatchReasons)[number];

export const bankActions = ['match', 'receipt', 'ignore', 'undo'] as const;
export type BankAction = (typeof bankActions)[number];

/** One part of a match. `amount` is positive in either direction. */
export const BankLine = Type.Object({
  kind: oneOf(bankTargetKinds),
  id: Id,
  label: Type.String(),
  /** The customer's or person's name. */
  name: Type.String(),
  day: PlainDate,
  amount: Money,
});
export type BankLine = Static<typeof BankLine>;

/** A possible match with a score from 0 to 100, and the reasons as sentences. */
export const BankCandidate = Type.Object({ score: Type.Integer(), reasons: Type.Array(Type.String()), lines: Type.Array(BankLine) });
export type BankCandidate = Static<typeof BankCandidate>;

export const BankTransaction = Type.Object({
  id: Id,
  direction: oneOf(bankDirections),
  /** Positive; see `direction`. */
  amount: Money,
  date: PlainDate,
  counterparty: Type.String(),
  memo: nullable(Type.String()),
  method: Type.String(),
  account: Type.String({ description: 'name and last four digits' }),
  source: Type.String({ description: 'the connection that it comes from' }),
  bank_status: oneOf(bankStatuses),
  state: oneOf(bankStates),
  /** True if it was matched, but the bank later reversed the transaction. */
  returned: Type.Boolean(),
  /** Why it is waiting or ignored. */
  why: nullable(Type.String()),
  proposal: nullable(BankCandidate),
  matched: Type.Array(BankLine),
  version: Type.Integer(),
  actions: Type.Array(oneOf(bankActions)),
});
export type BankTransaction = Static<typeof BankTransaction>;

/** Counts within the selected period, direction and search, in all states: the four counts add up to the total. */
export const BankSummary = Type.Object({
  proposed: Type.Integer(),
  waiting: Type.Integer(),
  matched: Type.Integer(),
  ignored: Type.Integer(),
  returned: Type.Integer(),
  total: Type.Integer(),
});
export type BankSummary = Static<typeof BankSummary>;
export const BankPage = Type.Object({ data: Type.Array(BankTransaction), pagination: Pagination, summary: BankSummary });
export type BankPage = Static<typeof BankPage>;

export const BankDetail = extended(BankTransaction, {
  /** Computed on request, best first. */
  candidates: Type.Array(BankCandidate),
  description: nullable(Type.String()),
  dashboard_link: nullable(Type.String()),
  failure: nullable(Type.String()),
  history: Type.Array(AuditEntry),
});
export type BankDetail = Static<typeof BankDetail>;

/** Items across which a transaction can be split. */
export const BankTargets = Type.Object({ data: Type.Array(extended(BankLine, { party_id: Id })) });
export type BankTargets = Static<typeof BankTargets>;

/** A remembered rule for a counterparty. */
export const BankRule = Type.Object({
  id: Id,
  direction: oneOf(bankDirections),
  counterparty: Type.String(),
  /** Null for a rule that ignores transactions; `reason` is then set. */
  party: nullable(Type.String()),
  reason: nullable(Type.String()),
  created_by: Type.String(),
  created_at: Instant,
});
export type BankRule = Static<typeof BankRule>;
export const BankRules = Type.Object({ data: Type.Array(BankRule) });
