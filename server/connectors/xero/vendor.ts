import { createOAuth, isSetUp } from '../http/oauth.ts';
import type { Vendors } from '../vendors.ts';

/** Granular scopes: apps created since March 2026 have no others. */
const SCOPES = ['offline_access', 'accounting.invoices.read', 'accounting.payments.read', 'accounting.contacts.read'];

/** The URLs of Xero and the operator's app there. */
export const xeroVendor = ({ address, key, callback }: Vendors) => {
  const app = {
    authorizeUrl: address('XERO_AUTHORIZE_URL', 'https://login.xero.com/identity/connect/authorize'),
    scope: SCOPES.join(' '),
    redirect: callback('xero'),
    clientId: key('XERO_CLIENT_ID'),
    clientSecret: key('XERO_CLIENT_SECRET'),
    token: { baseUrl: address('XERO_TOKEN_URL', 'https://identity.xero.com/connect'), path: 'token' },
  };
  const apiUrl = address('XERO_API_URL', 'https://api.xero.com');
  return { apiUrl, oauth: createOAuth(app), isSetUp: isSetUp(app), redirect: app.redirect };
};
export type XeroVendor = ReturnType<typeof xeroVendor>;
