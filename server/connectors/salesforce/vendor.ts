import { HOUR } from '../../domain/shared/clock.ts';
import { idOf } from '../answers.ts';
import { operatorsApp } from '../http/operatorsApp.ts';
import type { Vendors } from '../vendors.ts';

/**
 * Responses do not say when a session ends. This is the default; if an administrator chose a shorter time, the refused token is refreshed.
 */
const ACCESS_MS = 2 * HOUR;

/** Salesforce's sign-in URL and the operator's app there. */
export const salesforceVendor = (vendors: Vendors) => {
  const loginUrl = vendors.address('SALESFORCE_LOGIN_URL', 'https://login.salesforce.com');
  const tokenEndpoint = (path: string) => ({ baseUrl: loginUrl, path: `services/oauth2/${path}` });
  const app = operatorsApp(vendors, 'salesforce', {
    authorizeUrl: `${loginUrl}/services/oauth2/authorize`,
    scope: 'api refresh_token',
    token: tokenEndpoint('token'),
    revoke: tokenEndpoint('revoke'),
    credentialsInForm: true,
    hasPkce: true,
    accessMs: ACCESS_MS,
    extra: ({ instance_url }) => ({ instance_url: idOf(instance_url) }),
  });
  return { loginUrl, ...app };
};
export type SalesforceVendor = ReturnType<typeof salesforceVendor>;
