import { type FetchOptions, ofetch } from 'ofetch';
import type { Tokens } from './tokens.ts';

export type Http = <Answer>(path: string, options?: HttpOptions) => Promise<Answer>;
export type HttpOptions = Pick<FetchOptions<'json'>, 'method' | 'query' | 'headers' | 'signal'> & {
  body?: object;
  /** Signing in and renewing: a 401 is the answer, not a reason to renew. */
  anonymous?: boolean;
  /** The answer is a file: it comes as a Blob. */
  file?: boolean;
  /** The answer is read as it comes. */
  stream?: boolean;
};

type Parts = Readonly<{
  baseURL: string;
  tokens: Tokens;
  /** Answers the token that is now good, null where nothing can renew it; throws when renewing failed. */
  renew: (rejected: string | null) => Promise<string | null>;
}>;

/** HTTP status of the answer that failed, null when none came. */
export const statusOf = (error: unknown): number | null => {
  const status = typeof error === 'object' && error !== null ? Reflect.get(error, 'status') : null;
  return typeof status === 'number' ? status : null;
};

/** Names the version that a change was made of; none to a server that tells none. */
export const ifMatch = (version: number | null): { headers?: Record<string, string> } =>
  version === null ? {} : { headers: { 'if-match': `"${version}"` } };

/** A body that is no JSON: a proxy's page, a cut answer, or a word such as "OK". */
class UnreadBody {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
const parseBody = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return new UnreadBody(text);
  }
};
/** A change that waits for another person (decisions 3.06) was not made: who asked for it reads the sentence, as of a refusal. */
const assertMade = (body: unknown): unknown => {
  const isWaiting = typeof body === 'object' && body !== null && Reflect.get(body, 'code') === 'waiting_for_approval';
  if (isWaiting) throw Object.assign(new Error('waiting for approval'), { status: 202, data: body });
  return body;
};
/** What a write answers is left open where section 7 says "not shown", but a page is never the answer of a call. */
const readBody = (body: unknown, method: string): unknown => {
  if (!(body instanceof UnreadBody)) return assertMade(body);
  if (method === 'GET' || body.text.trimStart().startsWith('<'))
    throw Object.assign(new TypeError('the answer is not JSON'), { status: 200 });
  return undefined;
};

/**
 * Every call of the app (spec 7.01, 7.35): the stored token as a bearer header, no time-out, no retry of its own;
 * after a 401 the token is renewed and the original request repeated, once.
 * A call that its `signal` ended is never answered: nobody waits for it.
 * @throws TypeError with `status` 200 for a body that is no JSON (decisions 8.05), FetchError with `status` and `data` of the answer; without `status` when none came
 */
export const createHttp = ({ baseURL, tokens, renew }: Parts): Http => {
  const send = async <Answer>(
    path: string,
    { anonymous, file, stream, headers, ...options }: HttpOptions,
    token: string | null,
  ): Promise<Answer> => {
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
    return readBody(body, options.method ?? 'GET') as Answer;
  };
  const ask = async <Answer>(path: string, options: HttpOptions): Promise<Answer> => {
    const used = tokens.access();
    try {
      return await send<Answer>(path, options, used);
    } catch (error) {
      if (statusOf(error) !== 401 || options.anonymous) throw error;
      // A slow answer may tell of a token that was renewed while it was under way.
      const current = tokens.access();
      const token = current !== null && current !== used ? current : await renew(used);
      if (token === null) throw error;
      return send<Answer>(path, options, token);
    }
  };
  return <Answer>(path: string, options: HttpOptions = {}): Promise<Answer> =>
    ask<Answer>(path, options).catch((error: unknown) => {
      if (!options.signal?.aborted) throw error;
      // Under StrictMode an actor runs again, and would take the end of its first call for an answer to the second.
      return new Promise<never>(() => {});
    });
};
