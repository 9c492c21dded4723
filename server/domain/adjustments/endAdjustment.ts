import type { Adjustment } from '../../../contract/entities/adjustment.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { proposable } from '../facts/proposable.ts';
import type { Principal } from '../session/principal.ts';
import type { Services } from '../shared/services.ts';
import { changeAdjustment } from './changeAdjustment.ts';

type Deps = Pick<Services, 'store' | 'clock'>;
export type Known = Readonly<{ id: number | null; version: number; reason?: string }>;

/** What was said with it, where anything was. */
const causeOf = (reason: string | undefined) => {
  const cause = reason?.trim();
  return cause ? { cause } : {};
};

/** Takes it back: the row stays, and counts no more (decisions 2.10). @throws Problem 202 waiting_for_approval, 403, 404, 409 */
export const voidAdjustment = proposable(
  'adjustment.void',
  (deps: Deps, principal: Principal, { reason, ...known }: Known, origin: Origin): Promise<Adjustment> => {
    const change = { ...known, permission: 'adjustment:write', deed: 'voided', event: { type: 'void' }, ...causeOf(reason) } as const;
    return changeAdjustment(deps, principal, change, origin);
  },
);

/** Back to pending, within ten seconds, by who decided (decisions 2.10). @throws Problem 403, 404, 409 undo_over */
export const undoDecision = (deps: Deps, principal: Principal, known: Known, origin: Origin): Promise<Adjustment> => {
  const change = { ...known, permission: 'adjustment:decide', deed: 'undone', event: { type: 'undo' } } as const;
  return changeAdjustment(deps, principal, change, origin);
};

/**
 * A second person's word; the author's own only where nobody else could say it, and then it is flagged (decisions 2.10).
 * @throws Problem 403, 404, 409
 */
export const decideAdjustment = (
  deps: Deps,
  principal: Principal,
  decision: 'approve' | 'reject',
  { reason, ...known }: Known,
  origin: Origin,
): Promise<Adjustment> => {
  const event = { type: decision, actorId: principal.actor.id } as const;
  const deed = decision === 'approve' ? 'approved' : 'rejected';
  return changeAdjustment(deps, principal, { ...known, permission: 'adjustment:decide', deed, event, ...causeOf(reason) }, origin);
};
