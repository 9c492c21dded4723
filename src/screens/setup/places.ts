import type { SetupItemKey } from '../../../contract/entities/setup.ts';
import type { Permission } from '../../../contract/permissions.ts';

type Place = Readonly<{ href: string; permission: Permission }>;
const settingsTab = (tab: string): Place => ({ href: `/admin/settings?tab=${tab}`, permission: 'screen:system-settings' });
const files = (kind: string): Place => ({ href: `/imports?kind=${kind}`, permission: 'screen:imports' });

/** The page where each item is completed; backups have none, because they are made on the server itself. */
export const setupPlaces: Readonly<Partial<Record<SetupItemKey, Place>>> = {
  company: settingsTab('general'),
  people: { href: '/admin/users', permission: 'screen:users' },
  plan: { href: '/plans/edit', permission: 'plan-draft:use' },
  books: settingsTab('general'),
  invoices: files('invoices'),
  payments: files('receipts'),
  paid_before: files('paid_before'),
  first_review: { href: '/periods', permission: 'screen:periods' },
  connections: settingsTab('quickbooks'),
  email: settingsTab('mail'),
};
