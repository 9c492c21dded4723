import type { CallRule } from '../../db/repositories/connections/calls.ts';
import type { ErrorKind } from '../../domain/connections/connectionProblem.ts';
import type { Connected } from '../../domain/connections/connector.ts';
import { MINUTE } from '../../domain/shared/clock.ts';
import type { QuickBooksVendor } from './vendor.ts';

/** Ten calls per second and 500 per minute for each company; after a 429, a minute's pause. */
const rules: readonly CallRule[] = [
  { name: 'second', limit: 10, periodMs: 1000, burst: 4 },
  { name: 'minute', limit: 500, periodMs: MINUTE, burst: 100 },
];
const limits = { headersMs: 60_000, totalMs: 120_000, bytes: 60_000_000 };
const MINOR_VERSION = '75';

type Fault = Readonly<{ code?: string; Code?: string; Message?: string; message?: string; Detail?: string }>;
const faultsIn = (text: string): readonly Fault[] => {
  if (!/"fault"/i.test(text.slice(0, 4000))) return [];
  try {
    const body = JSON.parse(text) as Record<string, { Error?: Fault[]; error?: Fault[] } | undefined>;
    const fault = body.Fault ?? body.fault;
    return fault?.Error ?? fault?.error ?? [];
  } catch {
    return [];
  }
};
const kindsByCode: Readonly<Record<string, ErrorKind>> = {
  '3200': 'auth_expired',
  '120': 'auth_expired',
  '3100': 'permission',
  '3201': 'permission',
  '6190': 'permission',
  '3001': 'rate_limited',
  '10000': 'upstream_down',
  '610': 'invalid_config',
};

/** A 200 may contain a fault, and a 403 may mean too many calls. */
export const classify = (status: number, text: string): ErrorKind | null => {
  if (/ThrottleExceeded/i.test(text.slice(0, 4000))) return 'rate_limited';
  const [fault] = faultsIn(text);
  // Some answers pad codes to six digits.
  const code = (fault?.code ?? fault?.Code ?? '').replace(/^0+/, '');
  if (kindsByCode[code]) return kindsByCode[code];
  return fault && status < 400 ? 'invalid_config' : null;
};

/** A GET of a company. */
export const get = async <T>(
  vendor: QuickBooksVendor,
  connected: Connected,
  path: string,
  query: Readonly<Record<string, string>>,
  read: (body: unknown) => T,
): Promise<T> => {
  const realm = connected.connection.external_account ?? '';
  const options = { baseUrl: vendor.apiUrl, rules, limits, classify, rateLimitedMs: MINUTE };
  const call = { path: `v3/company/${realm}/${path}`, query: { ...query, minorversion: MINOR_VERSION } };
  return vendor.oauth.json(connected, () => options, call, read);
};
