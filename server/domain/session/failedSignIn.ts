import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { AuditEntry, Origin } from '../../db/repositories/audit/audit.ts';
import { HOUR, later } from '../shared/clock.ts';
import type { Services } from '../shared/services.ts';
import type { Looked } from './lockOut.ts';

/** In an hour with more failures than this, those of e-mails that nobody has leave no row each: a flood of guesses must not fill the log. */
const MOST_UNKNOWN = 200;
const { lockOut } = limits;
const { lockOut: words } = messages.causes;
const causes = {
  pair: fill(words.pair, { count: lockOut.perAccountAndNetwork, minutes: lockOut.windowMinutes }),
  strained: fill(words.strained, { count: lockOut.strainedAccount, minutes: lockOut.accountWindowMinutes }),
  account: fill(words.account, { count: lockOut.perAccount, minutes: lockOut.accountWindowMinutes }),
  network: fill(words.network, { count: lockOut.perNetwork, minutes: lockOut.networkWindowMinutes }),
} as const;

/** `actorId` and `cause` where it is known who guessed: a signed-in person, at the current password. */
type Failed = Readonly<{ userId: number | null; actorId?: number | null; cause?: string }>;

/**
 * Leaves a row for a sign-in that failed and one for each lock-out that it began (decisions 4.05); what a lock-out refuses leaves none. Of
 * a sign-in it is not known who it was, so nobody is its actor, and an e-mail that nobody has is not written down: people type passwords there too.
 */
export const noteFailure = async (
  { store }: Pick<Services, 'store'>,
  { userId, locked, actorId = null, cause }: Failed & Pick<Looked, 'locked'>,
  origin: Origin,
  at: Date,
): Promise<void> => {
  const about = { actorId, entity: 'user', entityId: userId === null ? 'unknown' : String(userId) };
  const flooded = userId === null && (await store.loginAttempts.hasFailed(MOST_UNKNOWN, later(at, -HOUR)));
  const failure: AuditEntry[] = flooded ? [] : [{ ...about, action: 'auth.failed', ...(cause === undefined ? {} : { cause }) }];
  // Of a flood only the networks that were shut out are of interest.
  const began = flooded ? locked.filter((count) => count === 'network') : locked;
  const entries = [...failure, ...began.map((count) => ({ ...about, action: 'auth.locked_out', cause: causes[count] }))];
  await store.audit.writeAll(entries, origin, at);
};
