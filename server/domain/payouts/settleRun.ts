import { payoutRunLifecycle } from '../../../contract/lifecycles/payoutRun.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { By } from '../payments/paymentEffects.ts';
import { auditRun } from './runEffects.ts';

/** Once nobody of an approved run waits any more, it is completed. In the transaction of the payment that was the last. */
export const settleRun = async (within: Repositories, id: number, by: By): Promise<void> => {
  const row = await within.payoutRuns.lock(id);
  const left = (await within.payoutRuns.payoutsOf(id, ['pending', 'processing', 'failed'])).length;
  const facts = { makers: [], otherApprovers: 0, mayApprove: true, people: row?.people ?? 0, left };
  if (!row || step(payoutRunLifecycle, row.state, { type: 'settle' }, facts) === null) return;
  await within.payoutRuns.change(id, { state: 'completed' }, by.at);
  await auditRun(within, { deed: 'completed', id, before: { state: row.state }, after: { state: 'completed' } }, by);
};
