import type { BankRule } from '../../../contract/entities/bank.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { NewRule } from '../../db/repositories/bank/rules.ts';
import type { BankRow } from '../../db/repositories/bank/transactions.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { PaymentBy } from '../payments/paymentEffects.ts';
import type { Principal } from '../session/principal.ts';
import { notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { directionOf, judgeTransactions } from './judgeTransactions.ts';

const MAX_RULES = 500;
const MAX_REVIEWED = 100;
const noParty = { customer_id: null, user_id: null, reason: null };

const addRule = async (tx: Repositories, row: BankRow, ruleFields: Partial<NewRule>, context: PaymentBy): Promise<void> => {
  if (row.counterparty_key === '') return;
  const { counterparty, counterparty_key } = row;
  const rule = {
    ...noParty,
    ...ruleFields,
    direction: directionOf(row),
    counterparty,
    counterparty_key,
    created_by: context.principal.userId,
  };
  const id = await tx.bankRules.keep(rule, context.at);
  await tx.audit.write(
    { actorId: context.principal.userId, action: 'bank_rule.added', entity: 'bank_rule', entityId: String(id), after: rule },
    context.origin,
    context.at,
  );
};

/** Creates a rule, only on request, that maps this counterparty to the customer or person. */
export const rememberParty = (tx: Repositories, row: BankRow, party: number, context: PaymentBy): Promise<void> =>
  addRule(tx, row, directionOf(row) === 'in' ? { customer_id: party } : { user_id: party }, context);

export const rememberIgnored = (tx: Repositories, row: BankRow, reason: string, context: PaymentBy): Promise<void> =>
  addRule(tx, row, { reason }, context);

export const listRules = async ({ store }: Readonly<{ store: Pick<Repositories, 'bankRules'> }>): Promise<BankRule[]> =>
  (await store.bankRules.list(MAX_RULES)).map(({ id, direction, counterparty, party, reason, author, created_at }) => ({
    id: String(id),
    direction,
    counterparty,
    party,
    reason,
    created_by: author,
    created_at,
  }));

/** Removes a rule. Its past effects remain; waiting transactions are judged again without it. @throws Problem 404 */
export const removeRule = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  principal: Principal,
  id: number | null,
  origin: Origin,
): Promise<void> => {
  const at = clock();
  await store.transaction(async (tx) => {
    const rule = id === null ? undefined : await tx.bankRules.remove(id);
    if (!rule) throw notFoundProblem('bank rule');
    await judgeTransactions(tx, await tx.bankTransactions.lockAffected(rule.counterparty_key, [], MAX_REVIEWED), false);
    await tx.audit.write(
      { actorId: principal.userId, action: 'bank_rule.removed', entity: 'bank_rule', entityId: String(rule.id), before: rule },
      origin,
      at,
    );
  });
};
