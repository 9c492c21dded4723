import { limits } from '../../limits.ts';
import { DAY_MS } from '../time/days.ts';

/** True if a sign-in must be renewed soon: some vendors end it even if it is in use (Intuit: after five years). */
export const endsWithinNotice = (expiresAt: unknown, now: Date): boolean =>
  typeof expiresAt === 'string' && Date.parse(expiresAt) - now.getTime() <= limits.connections.signInNoticeDays * DAY_MS;
