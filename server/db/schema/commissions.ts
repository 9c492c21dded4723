import type { Generated } from 'kysely';
import type { AuditCause } from '../../../contract/entities/audit.ts';
import type { CommissionStatus } from '../../../contract/entities/commission.ts';
import type { ConnectionKind } from '../../../contract/entities/connection.ts';
import type { Sums } from '../repositories/commissions/sumColumns.ts';
import type { Arrived, Day, Instant, Json, Known, Maybe, WithDefault } from './columns.ts';

/** Made here, brought by a file, or by the connection of a kind. */
export type InvoiceSource = 'local' | 'file' | ConnectionKind;

export interface InvoicesTable extends Arrived, Known {
  id: Generated<number>;
  invoice_number: string;
  customer_name: string;
  deal_id: number | null;
  salesperson_id: number | null;
  source: WithDefault<InvoiceSource>;
  credit_of_id: number | null;
  gross_cents: number;
  net_cents: number;
  booking_date: Day;
  due_date: Day | null;
  state: 'draft' | 'sent' | 'cancelled';
  notes: string | null;
  customer_type: Maybe<string>;
  sales_lead_id: Maybe<number>;
  /** A fraction as text: the plan's rate is overridden for this invoice. */
  rate_override: Maybe<string>;
  customer_id: Maybe<number>;
  /** Of which invoice_number is made, with the suffix of its QuickBooks company. */
  document_number: Maybe<string>;
  number_suffix: Maybe<string>;
  sent_at: Maybe<Instant>;
  /** Where the email went; null where none was sent. */
  sent_to: Maybe<string>;
  created_by: Maybe<number>;
  /** As its source names the salesperson. */
  told_salesperson: Maybe<string>;
  version: WithDefault<number>;
  created_at: WithDefault<Instant>;
  updated_at: WithDefault<Instant>;
}

/** The number that comes next for whoever chooses none. */
export interface InvoiceCounterTable {
  id: WithDefault<number>;
  next: WithDefault<number>;
}

/** What of a receipt pays an invoice. */
export interface CustomerPaymentsTable extends Known {
  id: Generated<number>;
  receipt_id: number;
  invoice_id: number;
  amount_cents: number;
  payment_date: Day;
  method: string;
  reference: string | null;
  state: 'pending' | 'completed' | 'failed';
  reversal_of_id: number | null;
  notes: string | null;
  external_id: Maybe<string>;
  version: WithDefault<number>;
  created_by: Maybe<number>;
  created_at: WithDefault<Instant>;
}

/** People and shares of an invoice, set by hand. */
export interface InvoiceSplitsTable extends Omit<Known, 'valid_from'> {
  id: Generated<number>;
  invoice_id: number;
  user_id: number;
  share_ppm: number;
  reason: string;
  created_by: Maybe<number>;
  valid_from: Day;
  superseded_at: Maybe<Instant>;
}

/** A record that is not paid further; it ends on `release_on` by itself. */
export interface RecordHoldsTable {
  id: Generated<number>;
  commission_id: number;
  reason: string;
  release_on: Day | null;
  held_by: number;
  held_at: Instant;
  released_by: Maybe<number>;
  released_at: Maybe<Instant>;
}

export interface CommissionRecordsTable {
  id: Generated<number>;
  invoice_id: number;
  invoice_number: string;
  user_id: number;
  booking_date: Day;
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
  payment_date: Day | null;
  notes: string | null;
  credit: WithDefault<'sale' | 'lead' | 'override'>;
  share_ppm: WithDefault<number>;
  plan_id: WithDefault<string>;
  config_version: WithDefault<number>;
  /** Net revenue of the earlier records of the quota period, and that period's quota. */
  cum_cents: WithDefault<number>;
  quota_cents: WithDefault<number>;
  /** What of the net counts toward one's own quota: none of what is excluded or a share in a team's revenue. */
  commissionable_cents: WithDefault<number>;
  /** Which of the plan's `rates` priced it, counted from 0; null: the plan's own tiers. */
  rate_clause: Maybe<number>;
  /** The engine's steps: what part of the net earned which rate. */
  parts: Json<readonly { net: number; rate: number }[]>;
  /** Machine-readable: why the status is what it is. */
  reason: WithDefault<string>;
  computed_at: WithDefault<Instant>;
}

export type CommissionMonthsTable = Sums & Readonly<{ user_id: number; month: Day; status: CommissionStatus }>;

export interface PayoutsTable {
  id: Generated<number>;
  user_id: number;
  amount_cents: number;
  paid_on: Day;
  method: string;
  reference: string | null;
  state: 'pending' | 'processing' | 'completed' | 'failed';
  reversal_of_id: number | null;
  created_by: number | null;
  approved_by: number | null;
  notes: Maybe<string>;
  failure: Maybe<string>;
  self_approved: WithDefault<boolean>;
  approved_at: Maybe<Instant>;
  undo_by: Maybe<number>;
  undo_until: Maybe<Instant>;
  run_id: Maybe<number>;
  /** What a draw added, what of earlier draws was taken back, and what that adds to the balance that is to be paid back. */
  drawn_cents: WithDefault<number>;
  recovered_cents: WithDefault<number>;
  draw_balance_cents: WithDefault<number>;
  /** When its run was completed without it, which failed. */
  left_out_at: Maybe<Instant>;
  version: WithDefault<number>;
  created_at: WithDefault<Instant>;
  updated_at: WithDefault<Instant>;
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
  month: Day;
  pay_on: Day;
  reference: string;
  state: WithDefault<'proposed' | 'approved' | 'completed' | 'cancelled'>;
  created_by: number;
  approved_by: Maybe<number>;
  approved_at: Maybe<Instant>;
  self_approved: WithDefault<boolean>;
  undo_by: Maybe<number>;
  undo_until: Maybe<Instant>;
  version: WithDefault<number>;
  created_at: WithDefault<Instant>;
  updated_at: WithDefault<Instant>;
}

/** Who is in a run and who is left out. */
export interface PayoutRunPeopleTable {
  run_id: number;
  user_id: number;
  outcome: 'paid' | 'carried' | 'by_hand' | 'under_way' | 'not_released';
  due_cents: number;
  kept_cents: WithDefault<number>;
  /** What was overpaid before and is not kept. */
  over_cents: WithDefault<number>;
  proposed_cents: WithDefault<number>;
  amount_cents: WithDefault<number>;
  waiting_cents: WithDefault<number>;
  /** Of the proposal, as on its payment. */
  drawn_cents: WithDefault<number>;
  recovered_cents: WithDefault<number>;
  draw_balance_cents: WithDefault<number>;
  lines: Json<readonly Readonly<{ kind: 'record' | 'adjustment'; id: number; amount: number }>[]>;
  reason: Maybe<string>;
  changed_by: Maybe<number>;
}

/** Who wrote facts that are computed after them, and why. */
export interface RecomputeRunsTable {
  id: Generated<number>;
  actor_id: number;
  network: string;
  request_id: string;
  cause: Maybe<string>;
  cause_facts: Json<AuditCause | null>;
  quiet: WithDefault<boolean>;
  /** Its writer is under way, as far as is known; null once it is done. */
  writing_until: Maybe<Instant>;
  periods: WithDefault<number>;
  /** Begun by an upgrade, and admins do not know yet what it moved. */
  untold: WithDefault<boolean>;
  at: Instant;
}

/** Facts of a person and booking day that are not computed yet. */
export interface MarksTable {
  id: Generated<number>;
  user_id: number;
  day: Day;
  rank: WithDefault<number>;
  run_id: number;
  at: Instant;
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
