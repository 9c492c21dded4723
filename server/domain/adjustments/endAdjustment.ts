import type { Adjustment } from '../../../contract/entities/adjustment.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { proposable } from '../facts/proposable.ts';
import type { Principal } from '../session/principal.ts';
import type { Services } from '../shared/services.ts';
import { changeAdjustment } from './changeAdjustment.ts';

type Deps = Pick<Services, 'store' | 'clock'>;
export type KnownAdjustment = Readonly<{ id: number | null; version: number; reason?: string }>;

const causeOf = (reason: string | undefined) => {
  const cause = reason?.trim();
  return cause ? { cause } : {};
};

/** Voids an adjustment: the row remains but no longer counts (decisions 2.10). @throws Problem 202 waiting_for_approval, 403, 404, 409 */
export const voidAdjustment = proposable(
  'adjustment.void',
  (deps: Deps, principal: Principal, { reason, ...target }: KnownAdjustment, origin: Origin): Promise<Adjustment> => {
    const change = { ...target, permission: 'adjustment:write', verb: 'voided', event: { type: 'void' }, ...causeOf(reason) } as const;
    return changeAdjustment(deps, principal, change, origin);
  },
);

/** Returns it to pending; only the decider, within ten seconds (decisions 2.10). @throws Problem 403, 404, 409 undo_over */
export const undoDecision = (deps: Deps, principal: Principal, target: KnownAdjustment, origin: Origin): Promise<Adjustment> => {
  const change = { ...target, permission: 'adjustment:decide', verb: 'undone', event: { type: 'undo' } } as const;
  return changeAdjustment(deps, principal, change, origin);
};

/**
 * Records a second person's decision. Authors may decide only if nobody else can, and the decision is then flagged (decisions 2.10).
 * @throws Problem 403, 404, 409
 */
export const decideAdjustment = (
  deps: Deps,
  principal: Principal,
  decision: 'approve' | 'reject',
  { reason, ...target }: KnownAdjustment,
  origin: Origin,
): Promise<Adjustment> => {
  const event = { type: decision, actorId: principal.actor.id } as const;
  const verb = decision === 'approve' ? 'approved' : 'rejected';
  return changeAdjustment(deps, principal, { ...target, permission: 'adjustment:decide', verb, event, ...causeOf(reason) }, origin);
};
