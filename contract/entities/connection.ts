import { type Static, Type } from 'typebox';
import { syncRunStates } from '../lifecycles/syncRun.ts';
import { Id, Instant, nullable, oneOf, Pagination, PlainDate } from './common.ts';

/** Kinds beyond spec 7.07, each announced as a feature of the same name (decisions 1.03, 7.07). */
export const announcedKinds = ['hubspot', 'xero', 'salesforce', 'stripe'] as const;
/** The only list of outside systems, with the names that the paths of spec 7.07 use. */
export const connectionKinds = ['quickbooks', 'mercury', 'googlesheets', 'sling', ...announcedKinds] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

/** spec 4.08: any other status is shown as Inactive. `expired`: resumes only after signing in again. */
export const integrationStatuses = ['active', 'pending', 'expired'] as const;
export const integrationStatusBadge = (status: string) =>
  status === 'active'
    ? ({ label: 'Connected', severity: 'success' } as const)
    : status === 'pending'
      ? ({ label: 'Pending', severity: 'warning' } as const)
      : ({ label: 'Inactive', severity: 'secondary' } as const);
export const connectionStatuses = ['connected', 'error', 'not_tested'] as const;
export const connectionStatusBadge = (status: string | null | undefined) =>
  status === 'connected'
    ? ({ label: 'Connected', severity: 'success' } as const)
    : status === 'error'
      ? ({ label: 'Error', severity: 'danger' } as const)
      : ({ label: 'Not Tested', severity: 'secondary' } as const);

/** spec 2.57; real-time means every five minutes (decisions 7.07). */
export const syncFrequencies = ['realtime', 'hourly', 'daily', 'manual'] as const;
export type SyncFrequency = (typeof syncFrequencies)[number];
export const syncFrequencyLabels: Readonly<Record<SyncFrequency, string>> = {
  realtime: 'Real-time',
  hourly: 'Every Hour',
  daily: 'Daily',
  manual: 'Manual Only',
};

export const syncRunBadges = {
  queued: { label: 'Queued', severity: 'info' },
  processing: { label: 'Processing', severity: 'info' },
  completed: { label: 'Completed', severity: 'success' },
  failed: { label: 'Failed', severity: 'danger' },
  cancelled: { label: 'Cancelled', severity: 'secondary' },
} as const;

/**
 * `counts`: new, changed, unchanged and held rows; `done` of `total`, if the total is known. At the end of a run, an accounting system
 * also counts the invoices partly `settled` without money and those whose balance there is `differing` (decisions 2.27);
 * `differing_invoices` has the numbers of the first of these. A run that read nothing repeats the counts of the previous one.
 */
export const SyncRun = Type.Object({
  id: Id,
  status: oneOf(syncRunStates),
  title: Type.String(),
  counts: Type.Object({
    created: Type.Integer(),
    changed: Type.Integer(),
    same: Type.Integer(),
    held: Type.Integer(),
    done: Type.Integer(),
    total: nullable(Type.Integer()),
    settled: Type.Optional(Type.Integer()),
    differing: Type.Optional(Type.Integer()),
  }),
  differing_invoices: Type.Optional(Type.Array(Type.String())),
  error: nullable(Type.String()),
  created_at: Instant,
  started_at: nullable(Instant),
  finished_at: nullable(Instant),
});
export type SyncRun = Static<typeof SyncRun>;
export const SyncRunPage = Type.Object({ data: Type.Array(SyncRun), pagination: Pagination });
export type SyncRunPage = Static<typeof SyncRunPage>;

const text = Type.Optional(nullable(Type.String()));
/** spec 3.15-3.18. Fields below `frequency` belong to some kinds only. */
export const Integration = Type.Object({
  id: Id,
  name: Type.String(),
  status: oneOf(integrationStatuses),
  connection_status: oneOf(connectionStatuses),
  connection_message: nullable(Type.String()),
  last_sync_at: nullable(Instant),
  last_test_at: nullable(Instant),
  /** Beyond the spec: the run in progress, the sync frequency and next sync, imported records by kind, and held records. */
  run: nullable(SyncRun),
  frequency: oneOf(syncFrequencies),
  next_sync_at: nullable(Instant),
  brought: Type.Record(Type.String(), Type.Integer()),
  held: Type.Integer(),
  calls_this_month: Type.Integer(),
  created_at: Instant,
  version: Type.Integer(),
  /** Settings entered by a person: mappings and options of this kind of connection. */
  settings: Type.Record(Type.String(), Type.Unknown()),
  company_name: text,
  legal_name: text,
  realm_id: text,
  invoice_suffix: text,
  contact_email: text,
  phone: text,
  website: text,
  address: text,
  expires_at: text,
  sync_invoices: Type.Optional(Type.Boolean()),
  sync_payments: Type.Optional(Type.Boolean()),
  sync_customers: Type.Optional(Type.Boolean()),
  sync_accounts: Type.Optional(Type.Boolean()),
  sync_transactions: Type.Optional(Type.Boolean()),
  spreadsheet_id: text,
  sheet_name: text,
  type: text,
  email: text,
  start_date: Type.Optional(nullable(PlainDate)),
  end_date: Type.Optional(nullable(PlainDate)),
});
export type Integration = Static<typeof Integration>;
export const IntegrationList = Type.Object({ data: Type.Array(Integration) });
export type IntegrationList = Static<typeof IntegrationList>;

/** decisions 7.09: `values` connect to a stand-in server, if one is running; `redirect_url` must be entered in the vendor's portal. */
export const IntegrationSetup = Type.Object({
  configured: Type.Boolean(),
  message: nullable(Type.String()),
  redirect_url: nullable(Type.String()),
  values: nullable(Type.Record(Type.String(), Type.String())),
});
export type IntegrationSetup = Static<typeof IntegrationSetup>;

/** A record that needs a person's decision. `asks`: the value to provide. */
export const HeldRecord = Type.Object({
  id: Id,
  kind: Type.String(),
  external_id: nullable(Type.String()),
  reason: Type.String(),
  asks: nullable(Type.String()),
  /** Set if the value is one of a few options. */
  choices: Type.Optional(Type.Array(Type.Object({ value: Type.String(), label: Type.String() }))),
  values: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  created_at: Instant,
});
export type HeldRecord = Static<typeof HeldRecord>;
/** decisions 2.26: a person decides whether documents count if their source doesn't define their state or type. */
const meanings = ['counts', 'left_out'] as const;
export type PlacementMeaning = (typeof meanings)[number];
export const isPlacementMeaning = (answer: unknown): answer is PlacementMeaning => meanings.some((meaning) => meaning === answer);
const question = { field: oneOf(['state', 'type'] as const), value: Type.String({ minLength: 1, maxLength: 200 }) };
export const PlacementChoice = Type.Object({ ...question, answer: oneOf(meanings) }, { additionalProperties: false });
export type PlacementChoice = Static<typeof PlacementChoice>;
/**
 * An answer in use, which a person may change. `records`: the documents it decided. `settling`: its other documents are being settled or
 * failed to settle; the same answer may then be given again.
 */
export const PlacementAnswer = Type.Object({
  ...question,
  answer: oneOf(meanings),
  records: Type.Integer(),
  settling: Type.Optional(oneOf(['running', 'failed'] as const)),
});
export type PlacementAnswer = Static<typeof PlacementAnswer>;

export const HeldRecordPage = Type.Object({
  data: Type.Array(HeldRecord),
  answers: Type.Optional(Type.Array(PlacementAnswer)),
  pagination: Pagination,
});
export type HeldRecordPage = Static<typeof HeldRecordPage>;
