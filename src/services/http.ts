import { type FetchOptions, ofetch } from 'ofetch';
import type { Tokens } from './tokens.ts';

export type Http = <Data>(path: string, options?: HttpOptions) => Promise<Data>;
export type HttpOptions = Pick<FetchOptions<'json'>, 'method' | 'query' | 'headers' | 'signal'> & {
  body?: object;
  /** For sign-in and token refresh: a 401 is returned as the result and triggers no refresh. */
  anonymous?: boolean;
  /** Returns the response as a Blob. */
  file?: boolean;
  /** Returns the response as a stream. */
  stream?: boolean;
};

type HttpParts = Readonly<{
  baseURL: string;
  tokens: Tokens;
  /** Resolves to the valid token, or to null if there is no refresh token; rejects if the refresh failed. */
  renew: (rejectedToken: string | null) => Promise<string | null>;
  /** Asks the user for their second factor; resolves to true if they confirmed it (decisions 4.16). */
  confirmFactor?: () => Promise<boolean>;
  /** A call was refused because the user must set up a second factor first. */
  onFactorDue?: () => void;
}>;

/** The HTTP status of a failed request; null without a response. */
export const getHttpStatus = (error: unknown): number | null => {
  const status = typeof error === 'object' && error !== null ? Reflect.get(error, 'status') : null;
  return typeof status === 'number' ? status : null;
};

/** A proxy sends one of these if it cannot reach the server. */
const GATEWAY_STATUSES: readonly number[] = [502, 503, 504];

/** True if the server itself answered. A proxy's page has status 200, or 502 to 504 without the server's message. */
export const isServerAnswer = (error: unknown): boolean => {
  const status = getHttpStatus(error);
  if (status === null || status === 200) return false;
  if (!GATEWAY_STATUSES.includes(status)) return true;
  const data: unknown = Reflect.get(error as object, 'data');
  return typeof data === 'object' && data !== null && ('message' in data || 'error' in data);
};

/** `needed`: the call is refused until the user confirms their second factor; `required`: until they set one up. */
const isRefusedFor = (error: unknown, reason: 'needed' | 'required'): boolean => {
  const data = getHttpStatus(error) === 403 ? Reflect.get(error as object, 'data') : null;
  return typeof data === 'object' && data !== null && Reflect.get(data, 'code') === `second_factor_${reason}`;
};

/** The If-Match header with the edited version; none for a provider without versions. */
export const ifMatch = (version: number | null): { headers?: Record<string, string> } =>
  version === null ? {} : { headers: { 'if-match': `"${version}"` } };

/** A body that is not JSON: a proxy's page, a truncated response, or a word such as "OK". */
class UnparsedBody {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
const parseBody = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return new UnparsedBody(text);
  }
};
/** @throws if the change waits for approval (decisions 3.06): it has not been made, so its message is shown like a refusal. */
const assertApplied = (body: unknown): unknown => {
  const isWaiting = typeof body === 'object' && body !== null && Reflect.get(body, 'code') === 'waiting_for_approval';
  if (isWaiting) throw Object.assign(new Error('waiting for approval'), { status: 202, data: body });
  return body;
};
/** Where section 7 says "not shown", a write may return any body, but an HTML page is never a valid response. */
const readBody = (body: unknown, method: string): unknown => {
  if (!(body instanceof UnparsedBody)) return assertApplied(body);
  if (method === 'GET' || body.text.trimStart().startsWith('<'))
    throw Object.assign(new TypeError('the answer is not JSON'), { status: 200 });
  return undefined;
};

/**
 * Every call of the app (spec 7.01, 7.35). It sends the stored token as a bearer header, without a timeout or retries; after a 401 it
 * refreshes the token and repeats the request once; after a refusal for the second factor, it repeats the request once the user has
 * confirmed it. A call aborted by its `signal` never settles, because nothing waits for it.
 * @throws TypeError with `status` 200 for a body that is not JSON (decisions 8.05), FetchError with `status` and `data` of the response;
 * without `status` if there was no response
 */
export const createHttp = ({ baseURL, tokens, renew, confirmFactor = async () => false, onFactorDue }: HttpParts): Http => {
  const send = async <Data>(
    path: string,
    { anonymous, file, stream, headers, ...options }: HttpOptions,
    token: string | null,
  ): Promise<Data> => {
    const body = await ofetch<unknown>(path, {
      ...options,
      ...(file || stream ? { responseType: (file ? 'blob' : 'stream') as 'json' } : { parseResponse: parseBody }),
      baseURL,
      retry: 0,
      headers: {
        ...Object.fromEntries(new Headers(headers as HeadersInit | undefined)),
        ...(token && !anonymous ? { authorization: `Bearer ${token}` } : {}),
      },
    });
    return readBody(body, options.method ?? 'GET') as Data;
  };
  const sendWithRefresh = async <Data>(path: string, options: HttpOptions): Promise<Data> => {
    const usedToken = tokens.access();
    try {
      return await send<Data>(path, options, usedToken);
    } catch (error) {
      if (getHttpStatus(error) !== 401 || options.anonymous) throw error;
      // The token may have been refreshed while this request was in flight.
      const current = tokens.access();
      const token = current !== null && current !== usedToken ? current : await renew(usedToken);
      if (token === null) throw error;
      return send<Data>(path, options, token);
    }
  };
  const sendConfirmed = <Data>(path: string, options: HttpOptions): Promise<Data> =>
    sendWithRefresh<Data>(path, options).catch(async (error: unknown) => {
      if (isRefusedFor(error, 'required')) onFactorDue?.();
      if (!isRefusedFor(error, 'needed') || !(await confirmFactor())) throw error;
      return sendWithRefresh<Data>(path, options);
    });
  return <Data>(path: string, options: HttpOptions = {}): Promise<Data> =>
    sendConfirmed<Data>(path, options).catch((error: unknown) => {
      if (!options.signal?.aborted) throw error;
      // StrictMode runs actors twice, and would otherwise treat the first call's abort as the second call's result.
      return new Promise<never>(() => {});
    });
};
