import type { ConnectionKind } from '../../../contract/entities/connection.ts';
import type { Vendors } from '../vendors.ts';
import { createOAuth, isSetUp, type OAuthApp } from './oauth.ts';

/**
 * The operator's app at a vendor whose users sign in there, with its keys: `<KIND>_CLIENT_ID` and `<KIND>_CLIENT_SECRET`.
 */
export const operatorsApp = (
  { key, callback }: Vendors,
  kind: ConnectionKind,
  vendor: Omit<OAuthApp, 'redirect' | 'clientId' | 'clientSecret'>,
) => {
  const name = kind.toUpperCase();
  const app = { ...vendor, redirect: callback(kind), clientId: key(`${name}_CLIENT_ID`), clientSecret: key(`${name}_CLIENT_SECRET`) };
  return { oauth: createOAuth(app), isSetUp: isSetUp(app), redirect: app.redirect };
};
