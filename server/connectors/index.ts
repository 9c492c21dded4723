import type { ConnectionKind } from '../../contract/entities/connection.ts';
import type { Connector } from '../domain/connections/connector.ts';
import { hubspotConnector } from './hubspot/hubspotConnector.ts';
import { mercuryConnector } from './mercury/mercury.ts';
import { quickbooksConnector } from './quickbooks/quickbooks.ts';
import { salesforceConnector } from './salesforce/salesforce.ts';
import { sheetsConnector } from './sheets/sheetsConnector.ts';
import { slingConnector } from './sling/slingConnector.ts';
import { stripeConnector } from './stripe/stripe.ts';
import { type Vendors, vendorsOf } from './vendors.ts';
import { xeroConnector } from './xero/xero.ts';

/**
 * The outside systems that this server can connect to, by kind. @throws with a sentence that names a variable whose value is not
 * a URL
 */
export const createConnectors = (vendors: Vendors = vendorsOf({})): Readonly<Record<ConnectionKind, Connector>> => ({
  quickbooks: quickbooksConnector(vendors),
  mercury: mercuryConnector(vendors),
  googlesheets: sheetsConnector(vendors),
  sling: slingConnector(vendors),
  hubspot: hubspotConnector(vendors),
  xero: xeroConnector(vendors),
  salesforce: salesforceConnector(vendors),
  stripe: stripeConnector(vendors),
});
