import type { Dispute } from '../../../contract/entities/dispute.ts';
import { disputeForm } from '../../../contract/forms/dispute.ts';
import { messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Principal } from '../session/principal.ts';
import { checkForm } from '../shared/checkForm.ts';
import { forbidden, notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { recordDisputeEffects } from './disputeEffects.ts';
import { canOpenDispute } from './disputeView.ts';

/**
 * "Question this amount" (decisions 2.13): by the record's owner, one open question per record.
 * @throws Problem 403, 404, 409 dispute_exists, 422
 */
export const openDispute = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  principal: Principal,
  commissionId: number | null,
  message: string,
  origin: Origin,
): Promise<Dispute> => {
  const text = message.trim();
  const at = clock();
  return store.transaction(async (tx) => {
    const record = commissionId === null ? undefined : await tx.invoices.recordById(commissionId);
    if (!record) throw notFoundProblem('commission');
    if (!canOpenDispute(principal.actor, record)) throw forbidden();
    await checkForm(disputeForm, { message: text });
    const id = await tx.disputes.open(record.id, principal.userId, at);
    if (id === null) throw new Problem(409, 'dispute_exists', messages.disputes.already);
    await tx.disputes.addMessage(id, principal.userId, text, at);
    return recordDisputeEffects(tx, principal, { id, verb: 'opened', before: null, cause: text }, origin, at);
  });
};
