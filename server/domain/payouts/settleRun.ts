import { payoutRunLifecycle } from '../../../contract/lifecycles/payoutRun.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import type { RunRow } from '../../db/repositories/payouts/payoutRuns.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { By } from '../payments/paymentEffects.ts';
import { auditRun } from './runEffects.ts';

/** Once nobody of an approved run waits any more, it is completed; it is open again when a payment is. In the transaction of that payment. */
export const settleRun = async (within: Repositories, id: number, by: By): Promise<void> => {
  const row = await within.payoutRuns.lock(id);
  const left = (await within.payoutRuns.payoutsOf(id, ['pending', 'processing', 'failed'])).length;
  const facts = { makers: [], otherApprovers: 0, mayApprove: true, people: row?.people ?? 0, left, undoable: false };
  if (!row) return;
  const { state: before } = row;
  const event = { type: left === 0 ? 'settle' : 'reopen' } as const;
  const state = step(payoutRunLifecycle, before, event, facts) as RunRow['state'] | null;
  if (state === null) return;
  await within.payoutRuns.change(id, { state }, by.at);
  await auditRun(within, { deed: left === 0 ? 'completed' : 'reopened', id, before: { state: before }, after: { state } }, by);
};
