import type { ComponentType } from 'react';
import type { ConnectionKind } from '../../../../contract/entities/connection.ts';
import { lazyComponent } from '../../../ui/support/later.tsx';

const tabOf = (load: () => Promise<{ default: ComponentType }>): ComponentType => lazyComponent(load)[0];

/** The tab of each kind, in the order of spec 2.49; a kind without one does not compile. */
export const integrationTabs: Readonly<Record<ConnectionKind, ComponentType>> = {
  quickbooks: tabOf(() => import('./QuickBooksTab.tsx')),
  hubspot: tabOf(() => import('./HubspotTab.tsx')),
  mercury: tabOf(() => import('./MercuryTab.tsx')),
  googlesheets: tabOf(() => import('./SheetsTab.tsx')),
  sling: tabOf(() => import('./SlingTab.tsx')),
  xero: tabOf(() => import('./XeroTab.tsx')),
  salesforce: tabOf(() => import('./SalesforceTab.tsx')),
  stripe: tabOf(() => import('./StripeTab.tsx')),
};
