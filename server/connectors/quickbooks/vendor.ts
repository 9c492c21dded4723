import { DAY, plusMs } from '../../domain/shared/clock.ts';
import { operatorsApp } from '../http/operatorsApp.ts';
import type { Vendors } from '../vendors.ts';

/** Maximum lifetime of a sign-in if the vendor specifies none (Intuit, since October 2023). */
const MAX_SIGN_IN_MS = 5 * 365 * DAY;

/** The URLs of QuickBooks and the operator's app there. */
export const quickbooksVendor = (vendors: Vendors) => {
  const { address, key } = vendors;
  return {
    apiUrl: address('QUICKBOOKS_API_URL', 'https://quickbooks.api.intuit.com'),
    ...operatorsApp(vendors, 'quickbooks', {
      authorizeUrl: address('QUICKBOOKS_AUTHORIZE_URL', 'https://appcenter.intuit.com/connect/oauth2'),
      scope: 'com.intuit.quickbooks.accounting',
      token: { baseUrl: address('QUICKBOOKS_TOKEN_URL', 'https://oauth.platform.intuit.com/oauth2/v1/tokens'), path: 'bearer' },
      revoke: {
        baseUrl: address('QUICKBOOKS_REVOKE_URL', 'https://developer.api.intuit.com/v2/oauth2/tokens'),
        path: 'revoke',
        json: true,
      },
      hardUntil: ({ x_refresh_token_hard_expires_in: seconds }, now, before) => {
        if (typeof seconds === 'number') return plusMs(now, seconds * 1000).toISOString();
        return before ? before.hard_until : plusMs(now, MAX_SIGN_IN_MS).toISOString();
      },
    }),
    /** Key that signs the app's deliveries; if it is empty, deliveries are refused. */
    webhookToken: key('QUICKBOOKS_WEBHOOK_TOKEN'),
  };
};
export type QuickBooksVendor = ReturnType<typeof quickbooksVendor>;
