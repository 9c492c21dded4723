import { limits } from '../../limits.ts';

const DAY_MS = 86_400_000;

/** True if a sign-in must be renewed soon: some vendors end it for good despite regular use (Intuit: after five years). */
export const endsSoon = (expiresAt: unknown, at: Date): boolean =>
  typeof expiresAt === 'string' && Date.parse(expiresAt) - at.getTime() <= limits.connections.signInNoticeDays * DAY_MS;
