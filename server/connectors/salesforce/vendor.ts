import { HOUR } from '../../domain/shared/clock.ts';
import { idOf } from '../answers.ts';
import { createOAuth, isSetUp } from '../http/oauth.ts';
import type { Vendors } from '../vendors.ts';

/**
 * Responses do not say when a session ends. This is the default; if an administrator chose a shorter time, the refused token is refreshed.
 */
const ACCESS_MS = 2 * HOUR;

/** Salesforce's sign-in URL and the operator's app there. */
export const salesforceVendor = ({ address, key, callback }: Vendors) => {
  const loginUrl = address('SALESFORCE_LOGIN_URL', 'https://login.salesforce.com');
  const place = (path: string) => ({ baseUrl: loginUrl, path: `services/oauth2/${path}` });
  const app = {
    authorizeUrl: `${loginUrl}/services/oauth2/authorize`,
    scope: 'api refresh_token',
    redirect: callback('salesforce'),
    clientId: key('SALESFORCE_CLIENT_ID'),
    clientSecret: key('SALESFORCE_CLIENT_SECRET'),
    token: place('token'),
    revoke: place('revoke'),
    credentialsInForm: true as const,
    hasPkce: true as const,
    accessMs: ACCESS_MS,
    extra: ({ instance_url }: Readonly<Record<string, unknown>>) => ({ instance_url: idOf(instance_url) }),
  };
  return { loginUrl, oauth: createOAuth(app), isSetUp: isSetUp(app), redirect: app.redirect };
};
export type SalesforceVendor = ReturnType<typeof salesforceVendor>;
