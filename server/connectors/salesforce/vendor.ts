import { HOUR } from '../../domain/shared/clock.ts';
import { idOf } from '../answers.ts';
import { createOAuth, isSetUp } from '../http/oauth.ts';
import type { Vendors } from '../vendors.ts';

/** Answers name no end of a session. This is the default; where an administrator chose less, the refused token is exchanged. */
const ACCESS_MS = 2 * HOUR;

/** The address of Salesforce's sign-in, and the operator's own app there. */
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
