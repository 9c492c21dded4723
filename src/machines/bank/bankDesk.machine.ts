import type { BankAction, BankDetail, BankLine } from '../../../contract/entities/bank.ts';
import { messages } from '../../../contract/messages.ts';
import { deskOf } from '../support/desk.ts';
import { toFailureMessage } from '../support/failure.ts';

/** A line of a match; `amount` is decimal text in dollars. */
export type DeskLine = Readonly<{ kind: BankLine['kind']; id: string; amount: string }>;
export type DeskDecision =
  | Readonly<{ kind: 'match'; lines: readonly DeskLine[]; remember: boolean }>
  | Readonly<{ kind: 'receipt'; customer_id: string; apply: boolean; remember: boolean }>
  | Readonly<{ kind: 'ignore'; reason: string; remember: boolean }>
  | Readonly<{ kind: 'undo' }>;
export type DeskForm = 'split' | 'receipt' | 'ignore';

const t = messages.bank;
/** The server action that each form requires. */
export const requiredActions: Readonly<Record<DeskForm, BankAction>> = { split: 'match', receipt: 'receipt', ignore: 'ignore' };

export const toDeskLines = (lines: readonly BankLine[]): readonly DeskLine[] =>
  lines.map(({ kind, id, amount }) => ({ kind, id, amount: amount.toFixed(2) }));
/** The proposed match as a decision. */
export const toDeskProposal = (transaction: BankDetail): DeskDecision => ({
  kind: 'match',
  lines: toDeskLines(transaction.proposal?.lines ?? []),
  remember: false,
});

/**
 * One bank transaction and the user's decision about it (decisions 2.15, 2.16, 3.04).
 * Normal path: loading → shown → saving → shown as matched; or shown → asking → saving → shown.
 * Never: take a decision that the server does not offer, take two at once, or lose input because a save failed or another user was faster.
 */
export const bankDeskMachine = deskOf<BankDetail, DeskDecision, BankDetail, DeskForm>()({
  id: 'bankDesk',
  canTake: ({ actions }, decision) => actions.includes(decision.kind) && (decision.kind !== 'match' || decision.lines.length > 0),
  canOpen: ({ actions }, form) => actions.includes(requiredActions[form]),
  toContent: (transaction) => transaction,
  describeFailure: (error, decision) => toFailureMessage({ error, fallback: decision ? t.actFailed : t.oneFailed }),
});
