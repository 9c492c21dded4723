import type { Origin } from '../../db/repositories/audit/audit.ts';
import { notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import type { Principal } from './principal.ts';

type Deps = Pick<Services, 'store' | 'clock'>;
const entry = (principal: Principal, sessionId: number, cause: string) => ({
  actorId: principal.userId,
  action: 'session.ended',
  entity: 'session',
  entityId: String(sessionId),
  cause,
});

/** Signs out this session and invalidates its tokens. */
export const endSession = ({ store, clock }: Deps, principal: Principal, origin: Origin): Promise<void> =>
  store.transaction(async (tx) => {
    const at = clock();
    await tx.sessions.end(principal.sessionId, 'logout', at);
    await tx.audit.write(entry(principal, principal.sessionId, 'logout'), origin, at);
  });

/** @throws Problem 404 for another user's session, or one that is not open */
export const endOwnSession = ({ store, clock }: Deps, principal: Principal, id: number | null, origin: Origin): Promise<void> =>
  store.transaction(async (tx) => {
    const at = clock();
    if (id === null || !(await tx.sessions.endOwn(id, principal.userId, at))) throw notFoundProblem('session');
    await tx.audit.write(entry(principal, id, 'ended_by_user'), origin, at);
  });

/** Ends all other sessions of the user. */
export const endOtherSessions = ({ store, clock }: Deps, principal: Principal, origin: Origin): Promise<void> =>
  store.transaction(async (tx) => {
    const at = clock();
    await tx.sessions.endOthers(principal.userId, principal.sessionId, 'ended_by_user', at);
    await tx.audit.write({ ...entry(principal, principal.sessionId, 'ended_by_user'), action: 'session.others_ended' }, origin, at);
  });
