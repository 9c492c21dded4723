import type { Deal } from '../../../contract/entities/deal.ts';
import { messages } from '../../../contract/messages.ts';
import { firstStage, probabilityOf } from '../../../contract/rules/deals.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { type ChangeContext, changeFacts, type WriteResult } from '../facts/changeFacts.ts';
import type { Principal } from '../session/principal.ts';
import { runOnce } from '../shared/once.ts';
import { Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { recordDealEffects } from './dealEffects.ts';
import { checkOwner, type DealFormBody, type DealInput, findOrCreateCustomer, readDeal } from './dealForm.ts';
import { dealOf } from './dealView.ts';

const addDeal = async (tx: Repositories, input: DealInput, { principal, at }: ChangeContext): Promise<WriteResult<Deal>> => {
  await checkOwner(tx, principal.actor, input.owner_id, at, undefined);
  const stage = input.stage ?? firstStage;
  const createdAt = at.toISOString();
  const id = await tx.deals.add({
    ...input,
    stage,
    customer_id: await findOrCreateCustomer(tx, input.customer_name),
    probability: String(probabilityOf(stage)),
    state: 'open',
    lost_reason: null,
    closed_on: null,
    stage_entered_at: createdAt,
    created_at: createdAt,
    updated_at: createdAt,
  });
  const after = await tx.deals.read(id);
  const finish = async () => ({
    answer: dealOf(principal.actor, after, at),
    entries: await recordDealEffects(tx, { verb: 'created', before: null, after, actorId: principal.userId }, at),
  });
  // An open deal affects nobody's pay.
  return { why: { kind: 'deal', id, name: after.name }, finish };
};

/** Creates an open deal; with an idempotency key, a repeated request gets the first response. @throws Problem 422 */
export const createDeal = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  principal: Principal,
  body: DealFormBody,
  key: string | undefined,
  origin: Origin,
): Promise<Deal> => {
  const input = await readDeal(body);
  const at = clock();
  return store.transaction(async (tx) => {
    const context = { principal, origin, at };
    const keyed = { userId: principal.userId, route: 'POST /api/v1/deals', key, body, at };
    const createKeyReusedProblem = () => new Problem(422, 'idempotency_key_used', messages.dealRefusals.keyUsed);
    return runOnce(tx, keyed, () => changeFacts(tx, context, () => addDeal(tx, input, context)), createKeyReusedProblem);
  });
};
