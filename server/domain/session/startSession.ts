import type { LoginAnswer } from '../../../contract/entities/auth.ts';
import { limits } from '../../../contract/limits.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { type UserRow, userOf } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { DAY, HOUR, plusMs } from '../shared/clock.ts';
import { issueTokens } from './issueTokens.ts';
import { createToken, hashToken } from './tokens.ts';

/** `factor`: how the second factor was confirmed, for the audit log. */
type SignedIn = Readonly<{ remembered: boolean; origin: Origin; at: Date; factor?: string }>;

/** `newDevice`: the token for the browser's cookie, unless the person is known in this browser (decisions 4.18). */
export type StartedSession = Readonly<{ answer: LoginAnswer; newDevice: string | null }>;

/** A new token for each person, because anybody could have placed another one in this browser beforehand. */
const deviceOf = async (
  tx: Repositories,
  { email }: UserRow,
  { deviceKeys = [] }: Origin,
): Promise<Readonly<{ knownDevice: string; newDevice: string | null }>> => {
  const knownDevice = await tx.sessions.knownDevice(email, deviceKeys);
  if (knownDevice !== null) return { knownDevice, newDevice: null };
  const newDevice = createToken('kd');
  return { knownDevice: hashToken(newDevice), newDevice };
};

/** Starts a session after a password, and the second factor of those who have one. */
export const startSession = async (
  tx: Repositories,
  user: UserRow,
  { remembered, origin, at, factor }: SignedIn,
): Promise<StartedSession> => {
  const { network, device } = origin;
  const expiresAt = plusMs(at, remembered ? limits.auth.rememberedRefreshDays * DAY : limits.auth.refreshHours * HOUR);
  const confirmed = factor !== undefined;
  const { newDevice, knownDevice } = await deviceOf(tx, user, origin);
  const sessionId = await tx.sessions.begin({ userId: user.id, remembered, network, device, at, expiresAt, confirmed, knownDevice });
  const entry = { actorId: user.id, action: 'auth.login', entity: 'session', entityId: String(sessionId) };
  await tx.audit.write({ ...entry, ...(confirmed ? { cause: factor } : {}) }, origin, at);
  const { second_factor_roles: requiredRoles } = await tx.settings.security();
  const isDue = user.second_factor_at === null && requiredRoles.includes(user.role);
  const answeredUser = { ...userOf(user), ...(isDue ? { second_factor_due: true } : {}) };
  const tokens = await issueTokens(tx, { sessionId, parentHash: null, at, sessionExpiresAt: expiresAt });
  return { answer: { ...tokens, user: answeredUser }, newDevice };
};
