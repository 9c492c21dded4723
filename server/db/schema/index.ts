/** All tables by subject, in the state after the last migration. */
import type { AdjustmentsTables } from './adjustments.ts';
import type { AuditTables } from './audit.ts';
import type { BankTables } from './bank.ts';
import type { CallsTables } from './calls.ts';
import type { CommissionsTables } from './commissions.ts';
import type { ConnectionsTables } from './connections.ts';
import type { CrmTables } from './crm.ts';
import type { CustomersTables } from './customers.ts';
import type { DealsTables } from './deals.ts';
import type { DisputesTables } from './disputes.ts';
import type { EventsTables } from './events.ts';
import type { FactsTables } from './facts.ts';
import type { GoalsTables } from './goals.ts';
import type { ImportsTables } from './imports.ts';
import type { JobsTables } from './jobs.ts';
import type { LiveTables } from './live.ts';
import type { MailTables } from './mail.ts';
import type { NotificationsTables } from './notifications.ts';
import type { PayPeriodsTables } from './payPeriods.ts';
import type { PeopleTables } from './people.ts';
import type { ReportsTables } from './reports.ts';
import type { SecretsTables } from './secrets.ts';
import type { SessionTables } from './session.ts';
import type { SettingsTables } from './settings.ts';
import type { SheetsTables } from './sheets.ts';
import type { ShiftsTables } from './shifts.ts';
import type { ViewsTables } from './views.ts';
import type { WebhooksTables } from './webhooks.ts';

export type { AdjustmentsTable } from './adjustments.ts';
export type { AuditLogTable } from './audit.ts';
export type { BankMatchesTable, BankRulesTable, BankTransactionsTable } from './bank.ts';
export type { CallCircuitsTable, CallJournalTable } from './calls.ts';
export type {
  CommissionRecordsTable,
  CustomerPaymentsTable,
  InvoicesTable,
  PayoutLinesTable,
  PayoutRunPeopleTable,
  PayoutRunsTable,
  PayoutsTable,
} from './commissions.ts';
export type { ConnectionsTable, SyncRunsTable } from './connections.ts';
export type { ReceiptsTable } from './customers.ts';
export type { DealMovesTable, DealsTable } from './deals.ts';
export type { DisputesTable } from './disputes.ts';
export type { EventEditsTable, EventsTable } from './events.ts';
export type { ProposalsTable, ProposedChange } from './facts.ts';
export type { JobsTable, SchedulesTable } from './jobs.ts';
export type { MailOutboxTable, MailText } from './mail.ts';
export type { ChannelsTable, NotificationsTable } from './notifications.ts';
export type { UserPastTable, UsersTable } from './people.ts';
export type { ReportSchedulesTable, ReportsTable } from './reports.ts';

export interface Schema
  extends AdjustmentsTables,
    AuditTables,
    BankTables,
    CallsTables,
    CommissionsTables,
    ConnectionsTables,
    CrmTables,
    CustomersTables,
    DisputesTables,
    EventsTables,
    FactsTables,
    GoalsTables,
    ImportsTables,
    JobsTables,
    LiveTables,
    MailTables,
    NotificationsTables,
    PayPeriodsTables,
    PeopleTables,
    DealsTables,
    ReportsTables,
    SecretsTables,
    SessionTables,
    SettingsTables,
    SheetsTables,
    ShiftsTables,
    ViewsTables,
    WebhooksTables {}
