import type { FetchError } from 'ofetch';
import { limits } from '../../contract/limits.ts';
import { httpStatusOf } from './http.ts';

/** Milliseconds before the single retry; null if the refusal is final. */
const restMs = (error: unknown): number | null => {
  const status = httpStatusOf(error);
  if (status === null || status < 400 || status >= 500) return 0;
  const seconds = Number((error as FetchError).response?.headers.get('retry-after') ?? Number.NaN);
  return status === 429 && seconds * 1000 <= limits.query.maxRestMs ? seconds * 1000 : null;
};

/**
 * spec 9.01: retries once: at once, or after the short wait that a 429 specifies; any other 4xx is final.
 * (The library's own retry pauses while a tab is hidden.)
 */
export const triedTwice = async <Answer>(ask: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> => {
  for (let left: number = limits.query.retries; ; left -= 1)
    try {
      return await ask();
    } catch (error) {
      const rest = restMs(error);
      if (left === 0 || rest === null || signal?.aborted) throw error;
      if (rest > 0) await new Promise((done) => setTimeout(done, rest));
    }
};
