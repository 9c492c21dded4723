import type { Setup, SetupItemKey } from '../../../contract/entities/setup.ts';
import { messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Principal } from '../session/principal.ts';
import { formProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { getSetup, isDone, readSetup } from './checklist.ts';

type Deps = Pick<Services, 'store' | 'clock' | 'backedUpAt'>;
const t = messages.setupRefusals;
const MIN_REASON_CHARS = 5;

/** Skips an open item of the checklist with a reason. @throws Problem 409 if it is done or the company is live, 422 */
export const skipItem = async (deps: Deps, principal: Principal, key: SetupItemKey, text: string, origin: Origin): Promise<Setup> => {
  const reason = text.trim();
  if (reason.length < MIN_REASON_CHARS) throw formProblem({ reason: t.reasonNeeded });
  const at = deps.clock();
  await deps.store.transaction(async (tx) => {
    await tx.setup.lock();
    const setup = await readSetup(tx, deps);
    if (setup.facts.live_at !== null) throw new Problem(409, 'company_live', t.alreadyLive);
    if (isDone(key, setup)) throw new Problem(409, 'setup_item_done', t.itemDone);
    await tx.setup.skip(key, reason, principal.userId, at);
    const entry = { actorId: principal.userId, action: 'setup.item_skipped', entity: 'setup_item', entityId: key };
    await tx.audit.write({ ...entry, after: { item: key }, cause: reason }, origin, at);
  });
  return getSetup(deps, principal.actor);
};

/** Puts a skipped item back on the list. @throws Problem 409 if the company is live */
export const unskipItem = async (deps: Deps, principal: Principal, key: SetupItemKey, origin: Origin): Promise<Setup> => {
  const at = deps.clock();
  await deps.store.transaction(async (tx) => {
    await tx.setup.lock();
    if (await tx.setup.isLive()) throw new Problem(409, 'company_live', t.alreadyLive);
    const reason = await tx.setup.unskip(key);
    if (reason === null) return;
    const entry = { actorId: principal.userId, action: 'setup.item_unskipped', entity: 'setup_item', entityId: key };
    await tx.audit.write({ ...entry, before: { item: key, reason } }, origin, at);
  });
  return getSetup(deps, principal.actor);
};
