import type { BankDetail, BankState } from '../../../contract/entities/bank.ts';
import { type BankEvent, bankTransactionLifecycle } from '../../../contract/lifecycles/bankTransaction.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { isPlainText } from '../../../contract/rules/text.ts';
import type { AuditWrite, Origin } from '../../db/repositories/audit/audit.ts';
import type { BankRow } from '../../db/repositories/bank/transactions.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { deferAuditEntries } from '../audit/deferAuditEntries.ts';
import { withEntries } from '../facts/ownPay.ts';
import { proposable } from '../facts/proposable.ts';
import type { PaymentBy } from '../payments/paymentEffects.ts';
import type { Principal } from '../session/principal.ts';
import { formProblem, notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import type { BankDecision } from './decision.ts';
import { bankFacts, judgeTransactions } from './judgeTransactions.ts';
import { findTransaction } from './listTransactions.ts';
import { matchTransaction } from './matchTransaction.ts';
import { rememberIgnored } from './rememberRule.ts';
import { undoTransaction } from './undoTransaction.ts';

type Deps = Pick<Services, 'store' | 'clock' | 'nudge'>;
export type KnownTransaction = Readonly<{ id: number | null; version: number }>;
/** Maximum number of other transactions judged again in this one database transaction; the next review covers the rest. */
const MAX_REVIEWED = 100;
const t = messages.bankRefusals;

const eventOf = (decision: BankDecision): BankEvent => {
  // The typed reason is validated later, once the step is known to be allowed.
  if (decision.kind === 'ignore') return { type: 'ignore', reason: 'given' };
  return { type: decision.kind === 'undo' ? 'undo' : 'match' };
};

/** Locks the transaction, then checks version and step. @throws Problem 404, 409 stale_version, bank_step */
const lockAndCheck = async (tx: Repositories, id: number, version: number, event: BankEvent): Promise<readonly [BankRow, BankState]> => {
  await tx.periods.lockShared();
  const row = await tx.bankTransactions.lock(id);
  if (!row) throw notFoundProblem('bank transaction');
  if (row.version !== version) throw new Problem(409, 'stale_version', t.stale);
  const state = step(bankTransactionLifecycle, row.state, event, bankFacts(row)) as BankState | null;
  if (state !== null) return [row, state];
  const isPending = event.type === 'match' && (row.state === 'waiting' || row.state === 'proposed');
  throw new Problem(409, 'bank_step', isPending ? t.pending : fill(t.step, { state: row.state }));
};

/** @throws Problem 422 naming `reason` */
const readReason = (input: string): string => {
  const reason = input.trim();
  if (reason === '') throw formProblem({ reason: t.reasonRequired });
  if (reason.length > limits.bank.reasonMax) throw formProblem({ reason: t.reasonLong });
  if (!isPlainText(reason)) throw formProblem({ reason: fill(messages.server.hiddenCharacter, { field: 'Reason' }) });
  return reason;
};

const noMatch = { wait: null, equal_count: 0, score: null, proposal: null, ignored_reason: null } as const;
const auditFields = ({ counterparty, amount_cents, booked_on, state, ignored_reason }: BankRow) => ({
  counterparty,
  amount_cents,
  booked_on,
  state,
  ...(ignored_reason === null ? {} : { reason: ignored_reason }),
});
const auditVerbs = { match: 'matched', receipt: 'matched', ignore: 'ignored', undo: 'undone' } as const;

/**
 * Judges again every transaction that the decision affects.
 * @param targets targets used up or released, as `invoice-12`
 * @returns the audit entry
 */
const recordOutcome = async (
  tx: Repositories,
  before: BankRow,
  decision: BankDecision,
  targets: readonly string[],
  context: PaymentBy,
): Promise<AuditWrite> => {
  const counterpartyKey = 'remember' in decision && decision.remember ? before.counterparty_key : null;
  const others = await tx.bankTransactions.lockAffected(counterpartyKey, targets, MAX_REVIEWED);
  await judgeTransactions(tx, others, decision.kind === 'ignore' && counterpartyKey !== null);
  if (decision.kind === 'undo') await judgeTransactions(tx, await tx.bankTransactions.byIds([before.id]), false);
  const after = (await tx.bankTransactions.byId(before.id)) as BankRow;
  return {
    actorId: context.principal.userId,
    action: `bank_transaction.${auditVerbs[decision.kind]}`,
    entity: 'bank_transaction',
    entityId: String(before.id),
    before: auditFields(before),
    after: { ...auditFields(after), ...(targets.length > 0 ? { matched: targets.join(', ') } : {}) },
  };
};

const decide = async (tx: Repositories, id: number, version: number, decision: BankDecision, context: PaymentBy): Promise<void> => {
  const [row, state] = await lockAndCheck(tx, id, version, eventOf(decision));
  const reason = decision.kind === 'ignore' ? readReason(decision.reason) : null;
  const decisionFields = { decided_by: context.principal.userId, decided_at: context.at.toISOString() };
  // Audit entries are written last: the head of the audit log must not stay locked while this waits for other locks.
  const { tx: deferringTx, entries } = deferAuditEntries(tx);
  let targets: readonly string[] = [];
  if (decision.kind === 'match' || decision.kind === 'receipt')
    targets = await matchTransaction(deferringTx, row, decision, context).catch(withEntries(async () => entries));
  if (decision.kind === 'undo') targets = await undoTransaction(deferringTx, row, context);
  if (decision.kind === 'ignore' && decision.remember) await rememberIgnored(deferringTx, row, reason ?? '', context);
  await tx.bankTransactions.change(row.id, { ...noMatch, ...decisionFields, ignored_reason: reason, state }, context.at);
  const entry = await recordOutcome(tx, row, decision, targets, context);
  await tx.audit.writeAll([...entries, entry], context.origin, context.at);
};

/**
 * Matches (one or several targets), records a receipt, ignores, or undoes, in one transaction (decisions 2.15, 2.16).
 * @throws Problem 202 waiting_for_approval, 404, 409 stale_version, bank_step, bank_gone, bank_matched, payment_duplicate, due_moved,
 * period_closed, 422
 */
export const decideTransaction = proposable(
  'bank.decide',
  async (
    { store, clock, nudge }: Deps,
    principal: Principal,
    { id, version }: KnownTransaction,
    decision: BankDecision,
    origin: Origin,
  ): Promise<BankDetail> => {
    if (id === null) throw notFoundProblem('bank transaction');
    const at = clock();
    const detail = await store.transaction(async (tx) => {
      await decide(tx, id, version, decision, { principal, origin, at });
      return findTransaction({ store: tx }, id);
    });
    nudge?.();
    return detail;
  },
);
