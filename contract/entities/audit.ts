import { type Static, Type } from 'typebox';
import { extended, Id, Instant, Money, nullable, oneOf, Pagination } from './common.ts';

/** Link targets of a cause: an adjustment, a configuration version, a reopened month, an import. */
export const causeKinds = ['adjustment', 'config', 'month', 'run'] as const;
const Cause = Type.Object({
  text: Type.String(),
  ref: Type.Optional(Type.Object({ kind: oneOf(causeKinds), id: Id })),
});
export type AuditCauseView = Static<typeof Cause>;

/** A change to money or permissions: who, when, before and after, and why. `causes`: the parts of `cause`, each with its link target. */
export const AuditEntry = Type.Object({
  id: Id,
  at: Instant,
  actor: Type.String(),
  action: Type.String(),
  cause: nullable(Type.String()),
  causes: Type.Optional(Type.Array(Cause)),
  changes: Type.Array(Type.Object({ field: Type.String(), before: nullable(Type.String()), after: nullable(Type.String()) })),
});
export type AuditEntry = Static<typeof AuditEntry>;

/** Why an amount changed, stored as facts and put into words when it is read. Text entered by users is stored verbatim. */
export type AuditCause =
  | Readonly<{
      kind: 'adjustment';
      id: number;
      deed: 'created' | 'edited' | 'voided' | 'approved' | 'rejected' | 'undone';
      reason?: string;
    }>
  | Readonly<{ kind: 'day_began'; day: string }>
  | Readonly<{ kind: 'role_or_manager_changed'; user_id: number; name: string }>
  | Readonly<{ kind: 'territory_changed'; user_id: number; name: string }>
  | Readonly<{ kind: 'employment_changed' | 'leave_changed'; user_id: number; name: string }>
  | Readonly<{ kind: 'event_changed'; event_id: number; customer: string }>
  | Readonly<{ kind: 'deal'; id: number; name: string }>
  | Readonly<{ kind: 'month_reopened'; month: string }>
  | Readonly<{ kind: 'config_saved'; version: number }>
  | Readonly<{ kind: 'config_proposed' }>
  | Readonly<{ kind: 'split' | 'split_removed'; invoice: string; reason: string }>
  | Readonly<{ kind: 'held'; reason: string }>
  | Readonly<{ kind: 'released' }>
  | Readonly<{ kind: 'password_reset' }>
  | Readonly<{ kind: 'payment' | 'payment_returned'; customer: string; amount_cents: number; method: string }>
  | Readonly<{ kind: 'invoice'; number: string; deed: 'sent' | 'changed' | 'assigned' | 'cancelled' | 'credited' }>
  | Readonly<{ kind: 'payment_allocated'; customer: string; amount_cents: number }>
  | Readonly<{ kind: 'payout' | 'payout_reversed'; person: string; amount_cents: number }>
  | Readonly<{ kind: 'import' | 'import_undone'; run_id: number; title: string }>
  | Readonly<{ kind: 'sync'; run_id: number; title: string }>
  | Readonly<{ kind: 'several'; causes: readonly AuditCause[] }>;
export const AuditHistory = Type.Object({ data: Type.Array(AuditEntry) });

/** Kinds of audit rows, with the entities of each. */
export const auditKinds = {
  commissions: ['commission', 'recompute_run'],
  adjustments: ['adjustment', 'dispute', 'proposal'],
  invoices: ['invoice', 'customer'],
  payments: ['receipt', 'bank_transaction', 'bank_rule'],
  payouts: ['payout', 'payment', 'payout_run'],
  periods: ['pay_period', 'statement', 'issued_statement'],
  people: ['user', 'goal'],
  settings: ['settings', 'config_version', 'plan_change', 'plan_draft', 'schedule', 'key', 'channel', 'territory', 'webhook'],
  deals: ['deal', 'event', 'view'],
  imports: ['import', 'connection'],
  reports: ['report', 'report_schedule', 'job'],
  sessions: ['session', 'api_token'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type AuditKind = keyof typeof auditKinds;
export const auditKindNames = Object.keys(auditKinds) as readonly AuditKind[];
/** Kinds that the log can be filtered by; `changes` is everything but sign-ins and sign-outs. */
export const auditFilterKinds = ['changes', ...auditKindNames] as const;
export type AuditFilterKind = (typeof auditFilterKinds)[number];

/** A row of the audit log. `amount`: the change in the subject's money. `own_benefit`: true if it raises its actor's pay. */
export const AuditLogRow = extended(AuditEntry, {
  entity: Type.String(),
  entity_id: Type.String(),
  /** The person whose money or account changed. */
  subject: nullable(Type.String()),
  amount: nullable(Money),
  own_benefit: Type.Boolean(),
});
export type AuditLogRow = Static<typeof AuditLogRow>;
/** Today's changes, the people who made them, and those that raised their own author's pay. */
const AuditToday = Type.Object({ changes: Type.Integer(), people: Type.Integer(), own_benefit: Type.Integer() });
export type AuditToday = Static<typeof AuditToday>;
/** Newest first. `head`: hash of the log's newest row, to store elsewhere for `audit:verify -- --knows`; empty if there are no rows. */
export const AuditLogPage = Type.Object({
  data: Type.Array(AuditLogRow),
  pagination: Pagination,
  summary: Type.Object({ head: Type.String(), today: AuditToday }),
});
export type AuditLogPage = Static<typeof AuditLogPage>;
