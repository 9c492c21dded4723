import { operatorsApp } from '../http/operatorsApp.ts';
import type { Vendors } from '../vendors.ts';

/** Granular scopes: apps created since March 2026 have no others. */
const SCOPES = ['offline_access', 'accounting.invoices.read', 'accounting.payments.read', 'accounting.contacts.read'];

/** The URLs of Xero and the operator's app there. */
export const xeroVendor = (vendors: Vendors) => ({
  apiUrl: vendors.address('XERO_API_URL', 'https://api.xero.com'),
  ...operatorsApp(vendors, 'xero', {
    authorizeUrl: vendors.address('XERO_AUTHORIZE_URL', 'https://login.xero.com/identity/connect/authorize'),
    scope: SCOPES.join(' '),
    token: { baseUrl: vendors.address('XERO_TOKEN_URL', 'https://identity.xero.com/connect'), path: 'token' },
  }),
});
export type XeroVendor = ReturnType<typeof xeroVendor>;
