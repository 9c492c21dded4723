import type { Generated } from 'kysely';
import type { AuditCause } from '../../../contract/entities/audit.ts';
import type { CommissionStatus } from '../../../contract/entities/commission.ts';
import type { ConnectionKind } from '../../../contract/entities/connection.ts';
import type { StoredPart } from '../../../contract/rules/commission/engine.ts';
import type { SaleKind } from '../../../contract/rules/commission/saleFacts.ts';
import type { SumsRow } from '../repositories/commissions/sumColumns.ts';
import type { DayColumn, ExternalOrigin, InstantColumn, Json, Maybe, ValidTime, WithDefault } from './columns.ts';

/** Created here, imported from a file, or received from a connection of this kind. */
export type InvoiceSource = 'local' | 'file' | ConnectionKind;

export interface InvoicesTable extends ExternalOrigin, ValidTime {
  id: Generated<number>;
  invoice_number: string;
  customer_name: string;
  deal_id: number | null;
  salesperson_id: number | null;
  source: WithDefault<InvoiceSource>;
  credit_of_id: number | null;
  gross_cents: number;
  net_cents: number;
  booking_date: DayColumn;
  due_date: DayColumn | null;
  state: 'draft' | 'sent' | 'cancelled';
  notes: string | null;
  customer_type: Maybe<string>;
  activity_type: Maybe<string>;
  sale_kind: Maybe<SaleKind>;
  term_months: Maybe<number>;
  /** Null if it is unknown, and on credit memos. */
  cost_cents: Maybe<number>;
  units: Maybe<number>;
  /** The price before a discount. */
  list_cents: Maybe<number>;
  sales_lead_id: Maybe<number>;
  /** A fraction as text that replaces the plan's rate for this invoice. */
  rate_override: Maybe<string>;
  customer_id: Maybe<number>;
  /** Forms invoice_number together with the suffix of its QuickBooks company. */
  document_number: Maybe<string>;
  number_suffix: Maybe<string>;
  sent_at: Maybe<InstantColumn>;
  /** The address it was emailed to; null if it was not emailed. */
  sent_to: Maybe<string>;
  created_by: Maybe<number>;
  /** The salesperson's name in the source. */
  told_salesperson: Maybe<string>;
  version: WithDefault<number>;
  created_at: WithDefault<InstantColumn>;
  updated_at: WithDefault<InstantColumn>;
}

/** The next automatic invoice number. */
export interface InvoiceCounterTable {
  id: WithDefault<number>;
  next: WithDefault<number>;
}

/** The part of a receipt that pays an invoice. */
export interface CustomerPaymentsTable extends ValidTime {
  id: Generated<number>;
  receipt_id: number;
  invoice_id: number;
  amount_cents: number;
  payment_date: DayColumn;
  method: string;
  reference: string | null;
  state: 'pending' | 'completed' | 'failed';
  reversal_of_id: number | null;
  notes: string | null;
  external_id: Maybe<string>;
  version: WithDefault<number>;
  created_by: Maybe<number>;
  created_at: WithDefault<InstantColumn>;
}

/** A manual split: people and their shares of an invoice. */
export interface InvoiceSplitsTable extends Omit<ValidTime, 'valid_from'> {
  id: Generated<number>;
  invoice_id: number;
  user_id: number;
  share_ppm: number;
  reason: string;
  created_by: Maybe<number>;
  valid_from: DayColumn;
  superseded_at: Maybe<InstantColumn>;
}

/** A hold that stops further payment of a record; it ends automatically on `release_on`. */
export interface RecordHoldsTable {
  id: Generated<number>;
  commission_id: number;
  reason: string;
  release_on: DayColumn | null;
  held_by: number;
  held_at: InstantColumn;
  released_by: Maybe<number>;
  released_at: Maybe<InstantColumn>;
}

export interface CommissionRecordsTable {
  id: Generated<number>;
  invoice_id: number;
  invoice_number: string;
  user_id: number;
  booking_date: DayColumn;
  gross_cents: number;
  net_cents: number;
  base_cents: number;
  over_cents: number;
  amount_cents: number;
  adjustments_cents: WithDefault<number>;
  released_cents: WithDefault<number>;
  paid_cents: WithDefault<number>;
  due_cents: WithDefault<number>;
  status: CommissionStatus;
  payment_date: DayColumn | null;
  notes: string | null;
  credit: WithDefault<'sale' | 'lead' | 'override'>;
  share_ppm: WithDefault<number>;
  plan_id: WithDefault<string>;
  config_version: WithDefault<number>;
  /** Net revenue of earlier records in the quota period, and the period's quota. */
  cum_cents: WithDefault<number>;
  quota_cents: WithDefault<number>;
  /** The part of the net that counts toward the owner's quota: 0 for excluded records and override records. */
  commissionable_cents: WithDefault<number>;
  /** Index of the plan's `rates` clause that priced it; null: the plan's tiers. */
  rate_clause: Maybe<number>;
  /** The engine's steps: which part of the net earned which rate by which rule. */
  parts: Json<readonly StoredPart[]>;
  /** Machine-readable reason for the status. */
  reason: WithDefault<string>;
  computed_at: WithDefault<InstantColumn>;
}

export type CommissionMonthsTable = SumsRow & Readonly<{ user_id: number; month: DayColumn; status: CommissionStatus }>;

export interface PayoutsTable {
  id: Generated<number>;
  user_id: number;
  amount_cents: number;
  paid_on: DayColumn;
  method: string;
  reference: string | null;
  state: 'pending' | 'processing' | 'completed' | 'failed';
  reversal_of_id: number | null;
  created_by: number | null;
  approved_by: number | null;
  notes: Maybe<string>;
  failure: Maybe<string>;
  self_approved: WithDefault<boolean>;
  approved_at: Maybe<InstantColumn>;
  undo_by: Maybe<number>;
  undo_until: Maybe<InstantColumn>;
  run_id: Maybe<number>;
  /** Cents added by a draw, cents recovered of earlier draws, and the change of the draw balance. */
  drawn_cents: WithDefault<number>;
  recovered_cents: WithDefault<number>;
  draw_balance_cents: WithDefault<number>;
  /** `before`: paid before Quotaboard, from a file (decisions 2.31); otherwise null. */
  source: Maybe<'before'>;
  /** When its run was completed without this failed payment. */
  left_out_at: Maybe<InstantColumn>;
  version: WithDefault<number>;
  created_at: WithDefault<InstantColumn>;
  updated_at: WithDefault<InstantColumn>;
}

export interface PayoutLinesTable {
  payout_id: number;
  commission_id: number;
  amount_cents: number;
}

export interface PayoutAdjustmentsTable {
  payout_id: number;
  adjustment_id: number;
  amount_cents: number;
}

export interface PayoutRunsTable {
  id: Generated<number>;
  month: DayColumn;
  pay_on: DayColumn;
  reference: string;
  state: WithDefault<'proposed' | 'approved' | 'completed' | 'cancelled'>;
  created_by: number;
  approved_by: Maybe<number>;
  approved_at: Maybe<InstantColumn>;
  self_approved: WithDefault<boolean>;
  undo_by: Maybe<number>;
  undo_until: Maybe<InstantColumn>;
  version: WithDefault<number>;
  created_at: WithDefault<InstantColumn>;
  updated_at: WithDefault<InstantColumn>;
}

/** People included in a run or left out of it. */
export interface PayoutRunPeopleTable {
  run_id: number;
  user_id: number;
  outcome: 'paid' | 'carried' | 'by_hand' | 'under_way' | 'not_released' | 'too_small' | 'not_employed';
  due_cents: number;
  kept_cents: WithDefault<number>;
  /** Overpaid earlier and not withheld. */
  over_cents: WithDefault<number>;
  proposed_cents: WithDefault<number>;
  amount_cents: WithDefault<number>;
  waiting_cents: WithDefault<number>;
  /** The proposal's draw amounts, as on its payment. */
  drawn_cents: WithDefault<number>;
  recovered_cents: WithDefault<number>;
  draw_balance_cents: WithDefault<number>;
  lines: Json<readonly Readonly<{ kind: 'record' | 'adjustment'; id: number; amount: number }>[]>;
  reason: Maybe<string>;
  changed_by: Maybe<number>;
}

/** The author and cause of facts whose figures are computed later. */
export interface RecomputeRunsTable {
  id: Generated<number>;
  actor_id: number;
  network: string;
  request_id: string;
  cause: Maybe<string>;
  cause_facts: Json<AuditCause | null>;
  quiet: WithDefault<boolean>;
  /** Until when its writer is assumed to be active; null once it has finished. */
  writing_until: Maybe<InstantColumn>;
  periods: WithDefault<number>;
  /** Started by an upgrade, and admins have not been notified of its changes. */
  untold: WithDefault<boolean>;
  at: InstantColumn;
}

/** A person and booking day with changed facts that still have to be computed. */
export interface MarksTable {
  id: Generated<number>;
  user_id: number;
  day: DayColumn;
  rank: WithDefault<number>;
  run_id: number;
  at: InstantColumn;
}

export interface CommissionsTables {
  recompute_runs: RecomputeRunsTable;
  marks: MarksTable;
  invoices: InvoicesTable;
  invoice_counter: InvoiceCounterTable;
  customer_payments: CustomerPaymentsTable;
  invoice_splits: InvoiceSplitsTable;
  record_holds: RecordHoldsTable;
  commission_records: CommissionRecordsTable;
  commission_months: CommissionMonthsTable;
  payouts: PayoutsTable;
  payout_lines: PayoutLinesTable;
  payout_runs: PayoutRunsTable;
  payout_run_people: PayoutRunPeopleTable;
  payout_adjustments: PayoutAdjustmentsTable;
}
