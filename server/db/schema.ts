import type { ColumnType, Generated } from 'kysely';
import type { CommissionStatus } from '../../contract/entities/commission.ts';
import type { NotificationPriority, NotificationType } from '../../contract/entities/notification.ts';
import type { ColumnOrders, ColumnWidths, Role, Territory } from '../../contract/entities/user.ts';
import type { Day, Instant, Json, Maybe, WithDefault } from './columns.ts';
import type { EventEditsTable, EventsTable } from './eventsSchema.ts';
import type {
  ConfigVersionsTable,
  DisputeMessagesTable,
  DisputesTable,
  IdempotencyKeysTable,
  JobFilesTable,
  JobsTable,
  PayPeriodSnapshotsTable,
  PayPeriodsTable,
} from './moneySchema.ts';
import type { Sums } from './repositories/commissions/sumColumns.ts';

export interface GeneralSettingsTable {
  id: Generated<number>;
  company_name: string;
  commissions_config: WithDefault<string>;
  version: WithDefault<number>;
  updated_at: WithDefault<Instant>;
}

export interface UsersTable {
  id: Generated<number>;
  email: string;
  email_key: ColumnType<string, never, never>;
  first_name: string;
  last_name: string;
  role: Role;
  territory: Territory | null;
  manager_id: number | null;
  active: WithDefault<boolean>;
  password_hash: string | null;
  must_change_password: WithDefault<boolean>;
  temporary_password_expires_at: Instant | null;
  table_column_orders: Json<ColumnOrders>;
  table_column_widths: Json<ColumnWidths>;
  dashboard_settings: Json<Record<string, unknown>>;
  notification_settings: Json<Record<string, unknown>>;
  /** The day somebody left; null for who is here. */
  left_on: ColumnType<Day | null, Day | null | undefined, Day | null>;
  version: WithDefault<number>;
  created_at: WithDefault<Instant>;
  updated_at: WithDefault<Instant>;
}

/** How somebody was on the days before `until_day`. */
export interface UserPastTable {
  user_id: number;
  until_day: Day;
  role: Role;
  manager_id: number | null;
  active: boolean;
}

export interface SessionsTable {
  id: Generated<number>;
  user_id: number;
  remembered: boolean;
  network: string | null;
  device: WithDefault<string>;
  created_at: WithDefault<Instant>;
  last_seen_at: WithDefault<Instant>;
  expires_at: Instant;
  ended_at: Instant | null;
  ended_reason: string | null;
}

export interface RefreshTokensTable {
  hash: string;
  session_id: number;
  parent_hash: string | null;
  created_at: WithDefault<Instant>;
  used_at: Instant | null;
}

export interface AccessTokensTable {
  hash: string;
  session_id: number;
  expires_at: Instant;
}

export interface LoginAttemptsTable {
  id: Generated<number>;
  account_key: string;
  network: string;
  at: WithDefault<Instant>;
  failed: Maybe<boolean>;
}

export interface AuditLogTable {
  id: Generated<number>;
  at: WithDefault<Instant>;
  actor_id: number | null;
  network: string | null;
  request_id: string | null;
  action: string;
  entity: string;
  entity_id: string;
  before: Json<unknown>;
  after: Json<unknown>;
  cause: string | null;
  prev_hash: Maybe<string>;
  hash: Maybe<string>;
}

export interface DealsTable {
  id: Generated<number>;
  name: string;
  customer_name: string;
  owner_id: number | null;
  stage: string;
  amount_cents: number;
  probability: string;
  state: 'open' | 'won' | 'lost';
  lost_reason: string | null;
  expected_close_date: Day;
  closed_on: Day | null;
  created_at: WithDefault<Instant>;
  updated_at: WithDefault<Instant>;
}

export interface InvoicesTable {
  id: Generated<number>;
  invoice_number: string;
  customer_name: string;
  deal_id: number | null;
  salesperson_id: number | null;
  source: WithDefault<'local' | 'quickbooks'>;
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
  version: WithDefault<number>;
  created_at: WithDefault<Instant>;
  updated_at: WithDefault<Instant>;
}

export interface CustomerPaymentsTable {
  id: Generated<number>;
  invoice_id: number;
  amount_cents: number;
  payment_date: Day;
  method: string;
  reference: string | null;
  state: 'pending' | 'completed' | 'failed';
  reversal_of_id: number | null;
  notes: string | null;
  created_at: WithDefault<Instant>;
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
  created_at: WithDefault<Instant>;
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

export interface AdjustmentsTable {
  id: Generated<number>;
  commission_id: number | null;
  related_invoice_id: number;
  user_id: number;
  amount_cents: number;
  reason: string;
  state: 'pending' | 'approved' | 'rejected' | 'void';
  effective_date: Day;
  created_by: number;
  decided_by: number | null;
  decided_at: Instant | null;
  origin: WithDefault<'manual' | 'late_fact' | 'dispute'>;
  self_approved: WithDefault<boolean>;
  calculation: ColumnType<{ before: string; after: string } | null, string | null | undefined, string | null>;
  /** Who last set the amount, the person or the record; null: its author. */
  set_by: WithDefault<number | null>;
  decision_reason: WithDefault<string | null>;
  version: WithDefault<number>;
  created_at: WithDefault<Instant>;
  updated_at: WithDefault<Instant>;
}

export interface NotificationsTable {
  id: Generated<number>;
  user_id: number;
  type: NotificationType;
  priority: NotificationPriority;
  title: string;
  message: string;
  link: string | null;
  dedupe_key: string | null;
  read_at: Instant | null;
  created_at: WithDefault<Instant>;
}

export interface Schema {
  general_settings: GeneralSettingsTable;
  users: UsersTable;
  user_past: UserPastTable;
  sessions: SessionsTable;
  refresh_tokens: RefreshTokensTable;
  access_tokens: AccessTokensTable;
  login_attempts: LoginAttemptsTable;
  audit_log: AuditLogTable;
  deals: DealsTable;
  invoices: InvoicesTable;
  customer_payments: CustomerPaymentsTable;
  commission_records: CommissionRecordsTable;
  commission_months: CommissionMonthsTable;
  payouts: PayoutsTable;
  payout_lines: PayoutLinesTable;
  payout_adjustments: PayoutAdjustmentsTable;
  adjustments: AdjustmentsTable;
  notifications: NotificationsTable;
  events: EventsTable;
  event_edits: EventEditsTable;
  config_versions: ConfigVersionsTable;
  pay_periods: PayPeriodsTable;
  pay_period_snapshots: PayPeriodSnapshotsTable;
  disputes: DisputesTable;
  dispute_messages: DisputeMessagesTable;
  jobs: JobsTable;
  job_files: JobFilesTable;
  idempotency_keys: IdempotencyKeysTable;
  audit_head: { id: Generated<number>; hash: string };
}
