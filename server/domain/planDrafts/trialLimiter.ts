import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { Problem } from '../shared/problem.ts';

const { trials: places, trialRetryS: retryAfter } = limits.planDrafts;
const t = messages.planDraftRefusals;

/** Limits trials, which compute everyone: each person runs one at a time, and each server instance a few. */
export const createTrialLimiter = () => {
  const busyUserIds = new Set<number>();
  /** @throws Problem 429 */
  return async <T>(userId: number, tryOut: () => Promise<T>): Promise<T> => {
    if (busyUserIds.has(userId)) throw new Problem(429, 'too_many_trials', t.ownTrial, { retryAfter });
    if (busyUserIds.size >= places) throw new Problem(429, 'too_many_trials', t.tooManyTrials, { retryAfter });
    busyUserIds.add(userId);
    try {
      return await tryOut();
    } finally {
      busyUserIds.delete(userId);
    }
  };
};
