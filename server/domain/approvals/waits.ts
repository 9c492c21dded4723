import { payoutRunLifecycle } from '../../../contract/lifecycles/payoutRun.ts';
import { canStep } from '../../../contract/lifecycles/step.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import type { Waits } from '../../db/repositories/approvals/approvals.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { decidersOfAdjustment } from '../adjustments/deciders.ts';
import { paymentAskingOf, payoutApprovers } from '../payments/paymentView.ts';
import { runFacts } from '../payouts/runView.ts';

type Within = Pick<Repositories, 'adjustments' | 'config' | 'payouts' | 'payoutRuns'>;

/** At most one payout run is proposed at a time. */
const runsFor = async (within: Within, actor: Actor): Promise<number[]> => {
  const id = await within.payoutRuns.proposed();
  const row = id === null ? undefined : await within.payoutRuns.byId(id);
  if (!row) return [];
  const facts = runFacts(
    await paymentAskingOf(within, actor),
    row,
    await within.payoutRuns.people(row.id, null),
    await within.payoutRuns.standing(row.id),
  );
  return canStep(payoutRunLifecycle, row.state, { type: 'approve', actorId: actor.id }, facts) ? [row.id] : [];
};

/** The people among whom the actor currently decides (decisions 2.10, 2.16). */
export const waitsOf = async (within: Within, actor: Actor): Promise<Waits> => {
  const pays = can(actor, 'payment:manage');
  return {
    ...(await decidersOfAdjustment(within, actor)),
    payers: pays ? await payoutApprovers(within) : [],
    runs: pays ? await runsFor(within, actor) : [],
  };
};
