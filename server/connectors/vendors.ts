import { checkBaseUrl } from './http/outgoing.ts';

/** Where the vendors are, and the keys of the operator's own app there. */
export type Vendors = Readonly<{
  quickbooks: Readonly<{
    apiUrl: string;
    authorizeUrl: string;
    tokenUrl: string;
    revokeUrl: string;
    clientId: string;
    clientSecret: string;
    /** What the deliveries of the app are signed with; empty: none are taken. */
    webhookToken: string;
  }>;
  sheets: Readonly<{ apiUrl: string; tokenUrl: string }>;
  sling: Readonly<{ apiUrl: string; userAgent: string }>;
  hubspot: Readonly<{ apiUrl: string }>;
  mercury: Readonly<{ apiUrl: string }>;
  /** Where the vendor's page comes back to; null where nobody said how people reach this server. */
  publicUrl: string | null;
  /** By kind: what connects to a stand-in (decisions 7.09). */
  standIns: Readonly<Record<string, Readonly<Record<string, string>>>>;
}>;
type Env = Readonly<Record<string, string | undefined>>;

/** An address as the vendor's own, unless the environment names another. @throws where it is neither https nor on this machine */
const address = (env: Env, name: string, vendors: string): string => {
  const text = env[name]?.trim() || vendors;
  try {
    return checkBaseUrl(text).href.replace(/\/$/, '');
  } catch {
    throw new Error(`${name} must be an https address, or one on this machine, not "${text}".`);
  }
};

/** `demo`: only the demo company is offered stand-ins. @throws with one sentence naming the variable */
export const vendorsOf = (env: Env, publicUrl: string | null = null, demo = false): Vendors => ({
  quickbooks: {
    apiUrl: address(env, 'QUICKBOOKS_API_URL', 'https://quickbooks.api.intuit.com'),
    authorizeUrl: address(env, 'QUICKBOOKS_AUTHORIZE_URL', 'https://appcenter.intuit.com/connect/oauth2'),
    tokenUrl: address(env, 'QUICKBOOKS_TOKEN_URL', 'https://oauth.platform.intuit.com/oauth2/v1/tokens'),
    revokeUrl: address(env, 'QUICKBOOKS_REVOKE_URL', 'https://developer.api.intuit.com/v2/oauth2/tokens'),
    clientId: env.QUICKBOOKS_CLIENT_ID?.trim() ?? '',
    clientSecret: env.QUICKBOOKS_CLIENT_SECRET?.trim() ?? '',
    webhookToken: env.QUICKBOOKS_WEBHOOK_TOKEN?.trim() ?? '',
  },
  sheets: {
    apiUrl: address(env, 'SHEETS_API_URL', 'https://sheets.googleapis.com'),
    tokenUrl: address(env, 'SHEETS_TOKEN_URL', 'https://oauth2.googleapis.com'),
  },
  // Cloudflare stands before Sling and refuses what does not say who it is.
  sling: { apiUrl: address(env, 'SLING_API_URL', 'https://api.getsling.com'), userAgent: env.SLING_USER_AGENT?.trim() || 'Quotaboard/1.0' },
  hubspot: { apiUrl: address(env, 'HUBSPOT_API_URL', 'https://api.hubapi.com') },
  mercury: { apiUrl: address(env, 'MERCURY_API_URL', 'https://api.mercury.com/api/v1') },
  publicUrl,
  standIns: demo && env.STAND_IN_VALUES ? JSON.parse(env.STAND_IN_VALUES) : {},
});
