import { fullName } from '../../../contract/entities/user.ts';
import { payoutRunLifecycle } from '../../../contract/lifecycles/payoutRun.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import type { PayoutRunRow } from '../../db/repositories/payouts/payoutRuns.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { PaymentBy } from '../payments/paymentEffects.ts';
import { auditRun } from './runEffects.ts';

/** Names of people that a completed run did not pay, for its audit entry. */
export const readUnpaidNames = async ({ payoutRuns }: Pick<Repositories, 'payoutRuns'>, id: number): Promise<{ left_out?: string }> => {
  const people = await payoutRuns.leftOut(id);
  return people.length === 0 ? {} : { left_out: people.map(fullName).join(', ') };
};

/**
 * Completes an approved run once none of its payments is in progress, and reopens it if one is again; call it in that payment's
 * transaction.
 */
export const settleRun = async (tx: Repositories, id: number, by: PaymentBy): Promise<void> => {
  const row = await tx.payoutRuns.lock(id);
  if (!row) return;
  const { state: before, people } = row;
  const standing = await tx.payoutRuns.countUnfinished(id);
  const facts = { makers: [], otherApprovers: 0, mayApprove: true, people, ...standing, undoable: false };
  const event = { type: standing.underWay > 0 ? 'reopen' : 'settle' } as const;
  const state = step(payoutRunLifecycle, before, event, facts) as PayoutRunRow['state'] | null;
  if (state === null) {
    // Only failed payments remain. Increments the version, so that clients reload the run and see everyone whom a completion would leave
    // out.
    if (before === 'approved' && standing.underWay === 0) await tx.payoutRuns.change(id, {}, by.at);
    return;
  }
  await tx.payoutRuns.change(id, { state }, by.at);
  const leftOut = event.type === 'settle' ? await readUnpaidNames(tx, id) : {};
  const verb = event.type === 'reopen' ? 'reopened' : leftOut.left_out === undefined ? 'completed' : 'closed';
  await auditRun(tx, { deed: verb, id, before: { state: before }, after: { state, ...leftOut } }, by);
};
