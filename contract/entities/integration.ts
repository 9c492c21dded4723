import { type Static, Type } from 'typebox';
import { Id, nullable, oneOf } from './common.ts';

export const integrationKinds = ['quickbooks', 'mercury', 'googlesheets', 'sling'] as const;
export type IntegrationKind = (typeof integrationKinds)[number];

/** spec 4.08: anything else is Inactive. */
export const integrationStatusLabel = (status: string): string =>
  status === 'active' ? 'Connected' : status === 'pending' ? 'Pending' : 'Inactive';
export const connectionStatusLabel = (status: string | null): string =>
  status === 'connected' ? 'Connected' : status === 'error' ? 'Error' : 'Not Tested';

const text = nullable(Type.String());
const connection = { connection_status: text, connection_message: text };

/** spec 3.15 */
export const QuickBooksIntegration = Type.Object({
  id: Id,
  company_name: text,
  legal_name: text,
  realm_id: text,
  invoice_suffix: Type.String(),
  status: Type.String(),
  contact_email: text,
  phone: text,
  website: text,
  address: text,
  last_sync_at: text,
  ...connection,
  sync_invoices: Type.Boolean(),
  sync_payments: Type.Boolean(),
  sync_customers: Type.Boolean(),
});
export type QuickBooksIntegration = Static<typeof QuickBooksIntegration>;

/** spec 3.16 */
export const MercuryIntegration = Type.Object({
  id: Id,
  name: Type.String(),
  status: Type.String(),
  ...connection,
  sync_accounts: Type.Boolean(),
  sync_transactions: Type.Boolean(),
});
export type MercuryIntegration = Static<typeof MercuryIntegration>;

/** spec 3.17 */
export const GoogleSheetsIntegration = Type.Object({
  id: Id,
  name: Type.String(),
  spreadsheet_id: Type.String(),
  sheet_name: Type.String(),
  type: oneOf(['schedule', 'ar']),
  start_date: Type.String(),
  end_date: Type.String(),
  status: Type.String(),
  ...connection,
  last_sync_at: text,
});
export type GoogleSheetsIntegration = Static<typeof GoogleSheetsIntegration>;

/** spec 3.18 */
export const SlingIntegration = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  start_date: Type.String(),
  end_date: Type.String(),
  ...connection,
  last_sync_at: text,
  last_test_at: text,
});
export type SlingIntegration = Static<typeof SlingIntegration>;
