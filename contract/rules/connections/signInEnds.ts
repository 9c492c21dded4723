import { limits } from '../../limits.ts';

const DAY_MS = 86_400_000;

/** A sign-in that its vendor ends for good, however often it is used (Intuit: after five years), is renewed in good time. */
export const endsSoon = (expiresAt: unknown, at: Date): boolean =>
  typeof expiresAt === 'string' && Date.parse(expiresAt) - at.getTime() <= limits.connections.signInNoticeDays * DAY_MS;
