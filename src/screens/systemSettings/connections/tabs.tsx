import type { ComponentType } from 'react';
import type { ConnectionKind } from '../../../../contract/entities/connection.ts';
import { lazyComponent } from '../../../ui/support/later.tsx';

const createTab = (load: () => Promise<{ default: ComponentType }>): ComponentType => lazyComponent(load)[0];

/** The tab of each kind, in the order of spec 2.49; a kind without a tab does not compile. */
export const integrationTabs: Readonly<Record<ConnectionKind, ComponentType>> = {
  quickbooks: createTab(() => import('./QuickBooksTab.tsx')),
  hubspot: createTab(() => import('./HubspotTab.tsx')),
  mercury: createTab(() => import('./MercuryTab.tsx')),
  googlesheets: createTab(() => import('./SheetsTab.tsx')),
  sling: createTab(() => import('./SlingTab.tsx')),
  xero: createTab(() => import('./XeroTab.tsx')),
  salesforce: createTab(() => import('./SalesforceTab.tsx')),
  stripe: createTab(() => import('./StripeTab.tsx')),
};
