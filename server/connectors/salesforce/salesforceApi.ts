import { salesforce as t } from '../../../contract/messages/salesforce.ts';
import { fill } from '../../../contract/messages.ts';
import { ConnectionProblem, type ErrorKind, type Refusal } from '../../domain/connections/connectionProblem.ts';
import type { Connected } from '../../domain/connections/connector.ts';
import { MINUTE } from '../../domain/shared/clock.ts';
import { type Answer, answerRowsOf, idOf, recordOf, textOf } from '../answers.ts';
import type { OAuthTokens } from '../http/oauth.ts';
import type { SalesforceVendor } from './vendor.ts';

/** Salesforce supports each version for at least three years. */
const VERSION = 'v64.0';
/** The vendor limits calls per day; a sync must not use up an organization's whole allowance. */
const rules = [{ name: 'second', limit: 10, periodMs: 1000, burst: 5 }];
const limits = { headersMs: 60_000, totalMs: 120_000, bytes: 60_000_000 };
/** The daily limit is a rolling one, so used calls become available again gradually. */
const RATE_LIMITED_MS = 15 * MINUTE;

const classify =
  (name: string) =>
  (_status: number, text: string): ErrorKind | Refusal | null => {
    const code = /"errorCode"\s*:\s*"(\w+)"/.exec(text.slice(0, 4000))?.[1] ?? '';
    if (code === 'REQUEST_LIMIT_EXCEEDED') return 'rate_limited';
    if (code.startsWith('API_')) return { kind: 'permission', message: fill(t.noApi, { name }) };
    return code === 'INVALID_FIELD' || code === 'INVALID_TYPE' ? { kind: 'permission', message: fill(t.noField, { name }) } : null;
  };

/**
 * The organization's URL is the only one that comes from a response, because no other is documented. It must belong to the vendor, or be
 * the one that the operator configured.
 * @throws ConnectionProblem for any other URL
 */
const instanceUrl = ({ loginUrl }: SalesforceVendor, { connection }: Connected, address: string | undefined): string => {
  const url = URL.canParse(address ?? '') ? new URL(address ?? '') : null;
  const isVendors = url?.protocol === 'https:' && url.hostname.endsWith('.salesforce.com');
  if (!url || !(isVendors || url.origin === new URL(loginUrl).origin)) throw new ConnectionProblem('bad_data', connection.name);
  return url.origin;
};

const get = <T>(
  vendor: SalesforceVendor,
  connected: Connected,
  path: string,
  query: Readonly<Record<string, string>>,
  read: (body: unknown) => T,
): Promise<T> => {
  const options = { rules, limits, classify: classify(connected.connection.name), rateLimitedMs: RATE_LIMITED_MS };
  const optionsOf = ({ extra }: OAuthTokens) => ({ ...options, baseUrl: instanceUrl(vendor, connected, extra?.instance_url) });
  return vendor.oauth.json(connected, optionsOf, { path, query }, read);
};

/** `currency`: of a single-currency organization; null if it has several, or none is named. */
export type Organization = Readonly<{ id: string; hasCurrencies: boolean; currency: string | null }>;
export const readOrganization = (vendor: SalesforceVendor, connected: Connected): Promise<Organization> =>
  get(vendor, connected, `services/data/${VERSION}/connect/organization`, {}, (body) => {
    const { orgId, features } = recordOf(body);
    const { multiCurrency, defaultCurrencyIsoCode } = recordOf(features);
    return { id: idOf(orgId), hasCurrencies: multiCurrency === true, currency: textOf(defaultCurrencyIsoCode) };
  });

/**
 * All rows of a query, including those in the Recycle Bin; a page may have fewer rows than requested.
 * @param read throws if a row is malformed
 */
export const queryAll = async <T>(vendor: SalesforceVendor, connected: Connected, q: string, read: (row: Answer) => T): Promise<T[]> => {
  const pageIn = (body: unknown) => {
    const { records, done, nextRecordsUrl } = recordOf(body);
    return { rows: answerRowsOf(records).map(read), next: done === false ? idOf(nextRecordsUrl) : null };
  };
  let page = await get(vendor, connected, `services/data/${VERSION}/queryAll`, { q }, pageIn);
  const rows = [...page.rows];
  while (page.next !== null) {
    page = await get(vendor, connected, page.next, {}, pageIn);
    rows.push(...page.rows);
  }
  return rows;
};
