import { messages } from '../../../contract/messages.ts';
import type { MatchRow } from '../../db/repositories/bank/matches.ts';
import type { BankRow } from '../../db/repositories/bank/transactions.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { PaymentBy } from '../payments/paymentEffects.ts';
import { stepReceipt } from '../payments/stepReceipt.ts';
import { stepPayout } from '../payouts/stepPayout.ts';
import { Problem } from '../shared/problem.ts';
import { bankFacts } from './judgeTransactions.ts';

const t = messages.bankRefusals;

const reasonOf = (row: BankRow): string => (bankFacts(row).gone ? messages.bank.vanished[row.bank_status] : messages.bank.undone);

/** Reverses a receipt that the match recorded; one that had been waiting returns to waiting. */
const undoReceipt = async (tx: Repositories, { receipt_id, wrote }: MatchRow, row: BankRow, context: PaymentBy): Promise<void> => {
  const receipt = await tx.receipts.lock(receipt_id ?? 0);
  // Failed or reversed since, so its allocations are already undone.
  if (receipt?.state !== 'completed' || receipt.reversed_by_id !== null) return;
  const { id, version } = receipt;
  const failed = await stepReceipt(tx, { id, version, event: { type: 'fail', reason: reasonOf(row) }, verb: 'failed' }, context);
  if (wrote === 'approved' && !bankFacts(row).gone)
    await stepReceipt(tx, { id, version: failed.version, event: { type: 'retry' }, verb: 'retried' }, context);
};

/** Returns a completed payout to in transit, or to failed if the bank says so. */
const undoPayout = async (tx: Repositories, { payout_id }: MatchRow, row: BankRow, context: PaymentBy): Promise<void> => {
  const payout = await tx.payouts.lock(payout_id ?? 0);
  if (payout?.state !== 'completed' || payout.reversed_by_id !== null) return;
  if ((await tx.periods.closedIn(payout.paid_on, payout.paid_on)).length > 0) throw new Problem(409, 'period_closed', t.undoClosed);
  const { id, version } = payout;
  const reopened = await stepPayout(tx, { id, version, event: { type: 'reopen' }, deed: 'reopened' }, context);
  if (bankFacts(row).gone)
    await stepPayout(tx, { id, version: reopened.version, event: { type: 'fail', reason: reasonOf(row) }, deed: 'failed' }, context);
};

/** Undoes only what the match wrote. @returns the released targets, as `receipt-12` */
export const undoTransaction = async (tx: Repositories, row: BankRow, context: PaymentBy): Promise<readonly string[]> => {
  const matches = await tx.bankMatches.of(row.id);
  await tx.payoutRuns.lockAll(
    [],
    matches.flatMap(({ payout_id }) => payout_id ?? []),
  );
  // Same lock order as a match: all payouts first, before their invoices and people.
  const drawn: number[] = [];
  for (const id of matches.flatMap(({ payout_id }) => payout_id ?? []).sort((a, b) => a - b)) {
    const payout = await tx.payouts.lock(id);
    if (payout && payout.draw_balance_cents > 0) drawn.push(payout.user_id);
  }
  await tx.receipts.lockAll(matches.flatMap(({ receipt_id }) => receipt_id ?? []));
  if (drawn.length > 0) await tx.facts.lockPeople(drawn);
  await tx.bankMatches.undo(row.id, context.principal.userId, context.at);
  const stepContext = { ...context, several: matches.length > 1 };
  for (const match of matches) {
    if (match.wrote === 'completed') await undoPayout(tx, match, row, stepContext);
    if (match.wrote === 'recorded' || match.wrote === 'approved') await undoReceipt(tx, match, row, stepContext);
  }
  return matches.map(({ receipt_id, payout_id }) => (receipt_id === null ? `payout-${payout_id}` : `receipt-${receipt_id}`));
};
