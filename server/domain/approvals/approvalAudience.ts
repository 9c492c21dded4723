import { payoutRunLifecycle } from '../../../contract/lifecycles/payoutRun.ts';
import { canStep } from '../../../contract/lifecycles/step.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import type { ApprovalAudience } from '../../db/repositories/approvals/approvals.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { decidersOfAdjustment } from '../adjustments/deciders.ts';
import { readPaymentViewer, readPayoutApprovers } from '../payments/paymentView.ts';
import { runFactsOf } from '../payouts/runView.ts';

type Repos = Pick<Repositories, 'adjustments' | 'config' | 'payouts' | 'payoutRuns'>;

/** At most one payout run is proposed at a time. */
const readRunsFor = async (tx: Repos, actor: Actor): Promise<number[]> => {
  const id = await tx.payoutRuns.proposed();
  const row = id === null ? undefined : await tx.payoutRuns.byId(id);
  if (!row) return [];
  const facts = runFactsOf(
    await readPaymentViewer(tx, actor),
    row,
    await tx.payoutRuns.people(row.id, null),
    await tx.payoutRuns.countUnfinished(row.id),
  );
  return canStep(payoutRunLifecycle, row.state, { type: 'approve', actorId: actor.id }, facts) ? [row.id] : [];
};

/** The people among whom the actor currently decides (decisions 2.10, 2.16). */
export const approvalAudienceOf = async (tx: Repos, actor: Actor): Promise<ApprovalAudience> => {
  const managesPayments = can(actor, 'payment:manage');
  return {
    ...(await decidersOfAdjustment(tx, actor)),
    payers: managesPayments ? await readPayoutApprovers(tx) : [],
    runs: managesPayments ? await readRunsFor(tx, actor) : [],
  };
};
