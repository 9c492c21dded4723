import type { FetchError } from 'ofetch';
import { limits } from '../../contract/limits.ts';
import { getHttpStatus } from './http.ts';

/** Milliseconds before the single retry; null if the refusal is final. */
const getWaitMs = (error: unknown): number | null => {
  const status = getHttpStatus(error);
  if (status === null || status < 400 || status >= 500) return 0;
  const seconds = Number((error as FetchError).response?.headers.get('retry-after') ?? Number.NaN);
  return status === 429 && seconds * 1000 <= limits.query.maxRestMs ? seconds * 1000 : null;
};

/**
 * spec 9.01: retries once, immediately or after the short wait that a 429 specifies; any other 4xx is final.
 * (The library's own retry pauses while a tab is hidden.)
 */
export const tryTwice = async <Data>(send: () => Promise<Data>, signal?: AbortSignal): Promise<Data> => {
  for (let retriesLeft: number = limits.query.retries; ; retriesLeft -= 1)
    try {
      return await send();
    } catch (error) {
      const waitMs = getWaitMs(error);
      if (retriesLeft === 0 || waitMs === null || signal?.aborted) throw error;
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
};
