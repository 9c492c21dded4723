import type { Adjustment } from '../../contract/entities/adjustment.ts';
import type { Origin } from '../db/repositories/audit.ts';
import { changeAdjustment } from './changeAdjustment.ts';
import type { Principal } from './principal.ts';
import type { Services } from './services.ts';

type Deps = Pick<Services, 'store' | 'clock'>;
export type Known = Readonly<{ id: number | null; version: number }>;

/** Takes it back: the row stays, and counts no more (decisions 2). @throws Problem 403, 404, 409 */
export const voidAdjustment = (deps: Deps, principal: Principal, known: Known, origin: Origin): Promise<Adjustment> =>
  changeAdjustment(deps, principal, { ...known, permission: 'adjustment:write', deed: 'voided', event: { type: 'void' } }, origin);

/**
 * A second person's word; the author's own only where nobody else could say it, and then it is flagged (decisions 2).
 * @throws Problem 403, 404, 409
 */
export const decideAdjustment = (
  deps: Deps,
  principal: Principal,
  decision: 'approve' | 'reject',
  { reason, ...known }: Known & Readonly<{ reason?: string }>,
  origin: Origin,
): Promise<Adjustment> => {
  const event = { type: decision, actorId: principal.actor.id } as const;
  const deed = decision === 'approve' ? 'approved' : 'rejected';
  const cause = reason?.trim();
  return changeAdjustment(deps, principal, { ...known, permission: 'adjustment:decide', deed, event, ...(cause ? { cause } : {}) }, origin);
};
