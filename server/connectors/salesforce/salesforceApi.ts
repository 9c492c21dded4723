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
/** The vendor counts calls by day; a sync may not take the whole allowance of an organization at once. */
const rules = [{ name: 'second', limit: 10, periodMs: 1000, burst: 5 }];
const limits = { headersMs: 60_000, totalMs: 120_000, bytes: 60_000_000 };
/** The limit of a day frees calls by and by. */
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
 * The organization's address is the only one that comes from an answer, because no other is documented. It must be the vendor's own, or the
 * one that the operator configured. @throws ConnectionProblem for any other
 */
const instanceOf = ({ loginUrl }: SalesforceVendor, { connection }: Connected, address: string | undefined): string => {
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
  const optionsOf = ({ extra }: OAuthTokens) => ({ ...options, baseUrl: instanceOf(vendor, connected, extra?.instance_url) });
  return vendor.oauth.json(connected, optionsOf, { path, query }, read);
};

/** `currency`: of organizations that have only one; null where they have several, or do not say. */
export type Organization = Readonly<{ id: string; hasCurrencies: boolean; currency: string | null }>;
export const organization = (vendor: SalesforceVendor, connected: Connected): Promise<Organization> =>
  get(vendor, connected, `services/data/${VERSION}/connect/organization`, {}, (body) => {
    const { orgId, features } = recordOf(body);
    const { multiCurrency, defaultCurrencyIsoCode } = recordOf(features);
    return { id: idOf(orgId), hasCurrencies: multiCurrency === true, currency: textOf(defaultCurrencyIsoCode) };
  });

/** All rows of a query, those in the Recycle Bin too; an answer may hold fewer than were asked for. @param read throws where a row is not as documented */
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
