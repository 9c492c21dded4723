import { limits } from '../../contract/limits.ts';
import { statusOf } from './http.ts';

const isRefusal = (error: unknown): boolean => {
  const status = statusOf(error);
  return status !== null && status >= 400 && status < 500;
};

/** spec 9.01: tried once more, at once; what the server refused is not asked again. (The library's own retry waits while a tab is hidden.) */
export const triedTwice = async <Answer>(ask: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> => {
  for (let left: number = limits.query.retries; ; left -= 1)
    try {
      return await ask();
    } catch (error) {
      if (left === 0 || isRefusal(error) || signal?.aborted) throw error;
    }
};
