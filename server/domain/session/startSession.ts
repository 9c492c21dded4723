import type { LoginAnswer } from '../../../contract/entities/auth.ts';
import { limits } from '../../../contract/limits.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { type UserRow, userOf } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { DAY, HOUR, plusMs } from '../shared/clock.ts';
import { issueTokens } from './issueTokens.ts';

/** `factor`: how the second factor was confirmed, for the audit log. */
type SignedIn = Readonly<{ remembered: boolean; origin: Origin; at: Date; factor?: string }>;

/** Starts a session after a password, and the second factor of those who have one. */
export const startSession = async (tx: Repositories, user: UserRow, { remembered, origin, at, factor }: SignedIn): Promise<LoginAnswer> => {
  const { network, device } = origin;
  const expiresAt = plusMs(at, remembered ? limits.auth.rememberedRefreshDays * DAY : limits.auth.refreshHours * HOUR);
  const confirmed = factor !== undefined;
  const sessionId = await tx.sessions.begin({ userId: user.id, remembered, network, device, at, expiresAt, confirmed });
  const entry = { actorId: user.id, action: 'auth.login', entity: 'session', entityId: String(sessionId) };
  await tx.audit.write({ ...entry, ...(confirmed ? { cause: factor } : {}) }, origin, at);
  const { second_factor_roles: requiredRoles } = await tx.settings.security();
  const isDue = user.second_factor_at === null && requiredRoles.includes(user.role);
  const answeredUser = { ...userOf(user), ...(isDue ? { second_factor_due: true } : {}) };
  return { ...(await issueTokens(tx, { sessionId, parentHash: null, at, sessionExpiresAt: expiresAt })), user: answeredUser };
};
