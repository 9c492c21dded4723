import { Api, type ApiError } from './generated/api.ts';

export type * from './generated/api.ts';

/** `maxWaitSeconds`: the longest that a call waits for the token's limit; 120 unless given. `fetch`: another implementation. */
export type ClientOptions = Readonly<{ url: string; token: string; maxWaitSeconds?: number; fetch?: typeof fetch }>;

/** A refused call. `errors` has a message per field; `requestId` finds the call in the server's log. */
export class QuotaboardError extends Error {
  override readonly name = 'QuotaboardError';
  readonly status: number;
  readonly code: string;
  readonly errors: Readonly<Record<string, string>>;
  readonly requestId: string | null;

  constructor(status: number, { message, code, errors = {}, request_id }: ApiError) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.requestId = request_id ?? null;
  }
}

/** A proxy in front of the server may answer with a page of its own. */
const errorOf = async (response: Response): Promise<QuotaboardError> => {
  const body: unknown = await response.json().catch(() => null);
  const { message = response.statusText, ...rest } = (body ?? {}) as Partial<ApiError>;
  return new QuotaboardError(response.status, { code: 'unknown', ...rest, message });
};

const wait = (seconds: number, signal?: AbortSignal | null): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });

/** Seconds until a call beyond the limit may run again; null for any other answer. The server did nothing for such a call. */
const retryAfterOf = (response: Response): number | null => {
  const seconds = response.status === 429 ? Number(response.headers.get('retry-after') ?? 1) : Number.NaN;
  return Number.isFinite(seconds) ? Math.max(1, seconds) : null;
};

/**
 * Every call of the API by its name, such as `listCommissions`. A call returns the answer's body and throws a `QuotaboardError` if it is
 * refused. Calls beyond the token's limit wait for `Retry-After`.
 */
export const createClient = ({ url, token, maxWaitSeconds = 120, fetch: send = globalThis.fetch }: ClientOptions): Api<unknown>['api'] => {
  const authorized: typeof fetch = async (input, init) => {
    const deadline = Date.now() + maxWaitSeconds * 1000;
    for (;;) {
      const response = await send(input, { ...init, headers: { ...init?.headers, authorization: `Bearer ${token}` } });
      if (response.ok) return response;
      const seconds = retryAfterOf(response);
      if (seconds === null || Date.now() + seconds * 1000 > deadline) throw await errorOf(response);
      await wait(seconds, init?.signal);
    }
  };
  return new Api({ baseUrl: url.replace(/\/+$/, ''), customFetch: authorized }).api;
};

type Page<Item> = Readonly<{ data: readonly Item[]; pagination: Readonly<{ cursor: string | null }> }>;

/** All items of a list, page by page: the next page has the same query and the cursor of the last. */
export async function* readAll<Query extends Readonly<{ cursor?: string }>, Item>(
  list: (query?: Query) => Promise<Page<Item>>,
  query: NoInfer<Query>,
): AsyncGenerator<Item, void, undefined> {
  let page = await list(query);
  for (;;) {
    yield* page.data;
    const { cursor } = page.pagination;
    if (cursor === null) return;
    page = await list({ ...query, cursor });
  }
}
