import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { AuditWrite, Origin } from '../../db/repositories/audit/audit.ts';
import { HOUR, plusMs } from '../shared/clock.ts';
import type { Services } from '../shared/services.ts';
import { type AttemptKind, type PasswordCheck, windowsAt } from './lockOut.ts';

/** Above this many failures per hour, failures for unknown emails are not logged one by one, so that a flood cannot fill the log. */
const MAX_UNKNOWN_PER_HOUR = 200;
const { lockOut } = limits;
const { lockOut: words } = messages.causes;
const causesAt = (at: Date, kind: AttemptKind) => {
  const { pair, strained, account, network } = windowsAt(at, kind);
  return {
    device: fill(words.device, { count: pair.allowed, minutes: lockOut.windowMinutes }),
    pair: fill(words.pair, { count: pair.allowed, minutes: lockOut.windowMinutes }),
    strained: fill(words.strained, { count: strained.allowed, minutes: lockOut.accountWindowMinutes }),
    account: fill(words.account, { count: account.allowed, minutes: lockOut.accountWindowMinutes }),
    network: fill(words.network, { count: network.allowed, minutes: lockOut.networkWindowMinutes }),
  };
};

/** `actorId` and `cause` are set if the person is known: a signed-in user who enters the current password. */
type SignInFailure = Readonly<{ userId: number | null; actorId?: number | null; cause?: string; kind?: AttemptKind }>;

/**
 * Logs a failed sign-in and each lockout that it caused (decisions 4.05); attempts refused by a lockout are not logged. A sign-in has no
 * known actor. Unknown emails are not logged, because people enter passwords there by mistake.
 */
export const noteSignInFailure = async (
  { store }: Pick<Services, 'store'>,
  { userId, locked, actorId = null, cause, kind = 'password' }: SignInFailure & Pick<PasswordCheck, 'locked'>,
  origin: Origin,
  at: Date,
): Promise<void> => {
  const entry = { actorId, entity: 'user', entityId: userId === null ? 'unknown' : String(userId) };
  const isFlooded = userId === null && (await store.loginAttempts.hasFailed(MAX_UNKNOWN_PER_HOUR, plusMs(at, -HOUR)));
  const failure: AuditWrite[] = isFlooded ? [] : [{ ...entry, action: 'auth.failed', ...(cause === undefined ? {} : { cause }) }];
  // During a flood only network lockouts are logged.
  const loggedLockOuts = isFlooded ? locked.filter((count) => count === 'network') : locked;
  const causes = causesAt(at, kind);
  const entries = [...failure, ...loggedLockOuts.map((count) => ({ ...entry, action: 'auth.locked_out', cause: causes[count] }))];
  await store.audit.writeAll(entries, origin, at);
};
