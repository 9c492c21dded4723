import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { PresentedToken } from '../../db/repositories/session/tokens.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';
import { MINUTE, plusMs } from '../shared/clock.ts';
import { Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { type IssuedTokens, issueTokens } from './issueTokens.ts';
import { hashToken, isToken } from './tokens.ts';

/** Number of unused successors that remain valid, because their responses may still be in transit. */
const MAX_SUCCESSORS = 3;
const sessionEndedProblem = (): Problem => new Problem(401, 'session_ended', messages.session.ended);

const isOpen = (session: PresentedToken, at: Date): boolean =>
  session.ended_at === null && Date.parse(session.expires_at) > at.getTime() && session.active;

/** Reuse means the token was copied: ends the session and notifies its owner. */
const endForReuse = async (tx: Repositories, session: PresentedToken, origin: Origin, at: Date): Promise<void> => {
  await tx.sessions.end(session.session_id, 'token_reuse', at);
  await tx.audit.write(
    {
      actorId: session.user_id,
      action: 'session.ended',
      entity: 'session',
      entityId: String(session.session_id),
      cause: 'token_reuse',
    },
    origin,
    at,
  );
  const subject = { kind: 'session', id: session.session_id } as const;
  await notify(tx, 'sessionEnded', { subject, occurrence: 'token_reuse', words: {} }, { to: [session.user_id], at });
};

/**
 * Issues a new pair of tokens (spec 7.06, decisions 4.01). The presented token stays valid until one of its successors is used, so that a
 * lost response, or a client that keeps the old token, signs nobody out; 10 s after that, its use counts as theft and ends the session. The
 * session's expiry does not change.
 * @throws Problem 401
 */
export const refreshSession = async ({ store, clock }: Services, token: string, origin: Origin): Promise<IssuedTokens> => {
  if (!isToken('rt', token)) throw sessionEndedProblem();
  const hash = hashToken(token);
  const at = clock();
  const answer = await store.transaction(async (tx): Promise<IssuedTokens | null> => {
    const session = await tx.tokens.lockSessionOf(hash);
    if (!session || !isOpen(session, at)) return null;
    const successorUsedAt = await tx.tokens.successorUsedAt(hash);
    if (successorUsedAt !== null && at.getTime() - Date.parse(successorUsedAt) > limits.auth.reuseWindowMs) {
      await endForReuse(tx, session, origin, at);
      return null;
    }
    await tx.tokens.markUsed(hash, at);
    await tx.tokens.pruneSuccessors(hash, plusMs(at, -MINUTE), MAX_SUCCESSORS);
    await tx.sessions.touch(session.session_id, at);
    const sessionExpiresAt = new Date(session.expires_at);
    return issueTokens(tx, { sessionId: session.session_id, parentHash: hash, at, sessionExpiresAt });
  });
  if (answer === null) throw sessionEndedProblem();
  return answer;
};
