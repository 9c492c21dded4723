import type { Connectors } from './connector.ts';
import { hubspotConnector } from './hubspot/hubspotConnector.ts';
import { mercuryConnector } from './mercury/mercury.ts';
import { quickbooksConnector } from './quickbooks/quickbooks.ts';
import { sheetsConnector } from './sheets/sheetsConnector.ts';
import { slingConnector } from './sling/slingConnector.ts';
import { type Vendors, vendorsOf } from './vendors.ts';

/** The outside systems that this server can connect to, by kind. */
export const createConnectors = (vendors: Vendors = vendorsOf({})): Connectors => ({
  quickbooks: quickbooksConnector(vendors),
  mercury: mercuryConnector(vendors),
  googlesheets: sheetsConnector(vendors.sheets, vendors.standIns.googlesheets),
  sling: slingConnector(vendors.sling, vendors.standIns.sling),
  hubspot: hubspotConnector(vendors.hubspot, vendors.standIns.hubspot),
});
