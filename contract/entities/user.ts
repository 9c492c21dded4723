import { type Static, Type } from 'typebox';
import { Id, Instant, nullable, oneOf } from './common.ts';

export const roles = ['admin', 'vp_sales', 'sales_manager', 'salesperson', 'finance', 'events_manager'] as const;
export type Role = (typeof roles)[number];
/** Roles with their own customers, deals and commissions. */
export const sellerRoles: readonly string[] = ['salesperson', 'sales_manager', 'vp_sales'] satisfies readonly Role[];
export const isSelling = (role: Role): boolean => sellerRoles.includes(role);

/** spec 6.01: an events manager is shown as User. */
export const roleLabels: Readonly<Record<Role, string>> = {
  admin: 'Administrator',
  vp_sales: 'VP Sales',
  sales_manager: 'Sales Manager',
  salesperson: 'Salesperson',
  finance: 'Finance',
  events_manager: 'User',
};

/** spec 3.03: built in; administrators can add others (decisions 4.10). */
export const specifiedTerritories = ['Northeast', 'Southeast', 'Midwest', 'West', 'Global'] as const;
export type SpecifiedTerritory = (typeof specifiedTerritories)[number];
export type Territory = string;

export const dateRanges = ['current_month', 'current_quarter', 'current_year', 'last_30_days', 'last_90_days'] as const;
export const preferredCharts = ['commission_trend', 'sales_performance', 'quota_progress', 'top_deals'] as const;
export const frequencies = ['immediate', 'daily', 'weekly'] as const;
export const columnTables = ['adjustments', 'commissions', 'events', 'invoices'] as const;
export type ColumnTable = (typeof columnTables)[number];

export const ColumnChoice = Type.Object(
  { key: Type.String({ minLength: 1, maxLength: 64 }), visible: Type.Boolean() },
  { additionalProperties: false },
);
export type ColumnChoice = Static<typeof ColumnChoice>;

// Type.Partial drops the options of the wrapped type, so `noExtraProperties` is passed to the outer one.
const noExtraProperties = { additionalProperties: false } as const;

export const ColumnOrders = Type.Partial(
  Type.Object({
    adjustments: Type.Array(ColumnChoice, { maxItems: 64 }),
    commissions: Type.Array(ColumnChoice, { maxItems: 64 }),
    events: Type.Array(ColumnChoice, { maxItems: 64 }),
    invoices: Type.Array(ColumnChoice, { maxItems: 64 }),
  }),
  noExtraProperties,
);
export type ColumnOrders = Static<typeof ColumnOrders>;

const Widths = Type.Record(Type.String({ pattern: '^[a-z_]{1,64}$' }), Type.Integer({ minimum: 60, maximum: 2000 }), noExtraProperties);
/** spec 7.32 names only events; every resizable table uses the same shape. */
export const ColumnWidths = Type.Partial(
  Type.Object({ adjustments: Widths, commissions: Widths, events: Widths, invoices: Widths }),
  noExtraProperties,
);
export type ColumnWidths = Static<typeof ColumnWidths>;

export const DashboardSettings = Type.Partial(
  Type.Object({ default_date_range: oneOf(dateRanges), preferred_charts: Type.Array(oneOf(preferredCharts), { maxItems: 4 }) }),
  noExtraProperties,
);
export const NotificationSettings = Type.Partial(
  Type.Object({
    email_enabled: Type.Boolean(),
    push_enabled: Type.Boolean(),
    frequency: oneOf(frequencies),
    /** Time zone for morning digests (decisions 5.03); not in the specification. */
    time_zone: Type.String({ pattern: '^[A-Za-z0-9_+/-]{1,64}$' }),
  }),
  noExtraProperties,
);

/** spec 3.03, 7.18: the body of PATCH /users/{id}/preferences/{key}, by key. */
export const preferenceSchemas = {
  table_column_orders: ColumnOrders,
  table_column_widths: ColumnWidths,
  dashboard_settings: DashboardSettings,
  notification_settings: NotificationSettings,
};
export type PreferenceKey = keyof typeof preferenceSchemas;

export const Preferences = Type.Object({
  table_column_orders: ColumnOrders,
  table_column_widths: ColumnWidths,
  dashboard_settings: DashboardSettings,
  notification_settings: NotificationSettings,
});
export type Preferences = Static<typeof Preferences>;

/** A leave, including its last day (decisions 2.22). */
export const Leave = Type.Object({ from: Type.String(), to: Type.String() }, noExtraProperties);
export type Leave = Static<typeof Leave>;

/** spec 3.03. The password is write-only and never returned. */
export const User = Type.Object({
  id: Id,
  first_name: Type.String(),
  last_name: Type.String(),
  email: Type.String(),
  role: oneOf(roles),
  territory: nullable(Type.String()),
  active: Type.Boolean(),
  manager_id: nullable(Id),
  /** Beyond the spec (decisions 2.22), for admins and the person: first and last day of employment. A null start is unknown. */
  employment_start: Type.Optional(nullable(Type.String())),
  employment_end: Type.Optional(nullable(Type.String())),
  /** Beyond the spec, for admins and the person: their payroll number. */
  employee_number: Type.Optional(nullable(Type.String())),
  /** Beyond the spec, for admins and the person: days of leave, in order. They affect pay only under plans that prorate for leave. */
  leaves: Type.Optional(Type.Array(Leave)),
  must_change_password: Type.Boolean(),
  /** Beyond the spec, for admins and the person: true if a second factor is set up (decisions 4.16). */
  second_factor: Type.Optional(Type.Boolean()),
  /** Beyond the spec, for the person who is signed in: they must set one up before anything else. */
  second_factor_due: Type.Optional(Type.Boolean()),
  /** Beyond the spec, in lists for admins: true while sign-ins are refused somewhere after failed ones (decisions 4.18). */
  sign_in_locked: Type.Optional(Type.Boolean()),
  preferences: Preferences,
  /** Beyond the spec: increases with every change; returned as If-Match, so that concurrent edits are detected. */
  version: Type.Optional(Type.Integer()),
  created_at: Instant,
  updated_at: Instant,
});
export type User = Static<typeof User>;

export const fullName = (user: Pick<User, 'first_name' | 'last_name'>): string => `${user.first_name} ${user.last_name}`.trim();
