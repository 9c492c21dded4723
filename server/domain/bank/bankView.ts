import { type BankAction, type BankCandidate, type BankLine, type BankTransaction, bankActions } from '../../../contract/entities/bank.ts';
import { type BankEvent, bankTransactionLifecycle } from '../../../contract/lifecycles/bankTransaction.ts';
import { canStep } from '../../../contract/lifecycles/step.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { BankCandidateMatch, BankReason, MatchLine } from '../../../contract/rules/bank/propose.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { ShownMatch } from '../../db/repositories/bank/matches.ts';
import type { BankRow } from '../../db/repositories/bank/transactions.ts';
import { dollars } from '../shared/moneyText.ts';
import { bankFacts, directionOf } from './judgeTransactions.ts';

const t = messages.bank;

export const bankMethodOf = ({ kind }: Pick<BankRow, 'kind'>): 'wire' | 'check' | 'ACH' => {
  if (/wire/i.test(kind)) return 'wire';
  return /check/i.test(kind) ? 'check' : 'ACH';
};

const reasonText = ({ code, cents = 0, days = 0, label = '', name = '' }: BankReason): string => {
  if (code === 'days' && days === 0) return t.reasons.same_day;
  if (code === 'days' && days === 1) return t.reasons.one_day;
  return fill(t.reasons[code], { amount: dollars(cents), days, label, name });
};
const lineOf = ({ kind, id, label, name, day, amount }: MatchLine): BankLine => ({
  kind,
  id: String(id),
  label,
  name,
  day,
  amount: fromCents(amount),
});
/** Reasons that mention a name use the name in the first line. */
export const candidateOf = ({ score, reasons, lines }: BankCandidateMatch): BankCandidate => ({
  score,
  reasons: reasons.map((reason) => reasonText({ name: lines[0]?.name ?? '', ...reason })),
  lines: lines.map(lineOf),
});

const matchedLine = ({ kind, id, name, invoices, day, amount_cents }: ShownMatch): BankLine => ({
  kind,
  id: kind === 'receipt' ? `cp-${id}` : `po-${id}`,
  label: invoices ?? (kind === 'receipt' ? `cp-${id}` : `po-${id}`),
  name,
  day,
  amount: fromCents(amount_cents),
});

const waitReasonOf = (row: BankRow): string | null => {
  if (row.state === 'waiting') return row.wait === null ? null : fill(t.waits[row.wait], { count: row.equal_count });
  if (row.state === 'ignored') return row.ignored_reason ?? t.vanished[row.bank_status];
  return row.state === 'matched' && bankFacts(row).gone ? t.returnedWhy : null;
};

const events: Readonly<Record<BankAction, BankEvent>> = {
  match: { type: 'match' },
  receipt: { type: 'match' },
  ignore: { type: 'ignore', reason: 'given' },
  undo: { type: 'undo' },
};
const actionsOf = (row: BankRow): BankAction[] =>
  bankActions
    .filter((action) => action !== 'receipt' || row.amount_cents > 0)
    .filter((action) => canStep(bankTransactionLifecycle, row.state, events[action], bankFacts(row)));

export const transactionOf = (row: BankRow, matches: readonly ShownMatch[]): BankTransaction => ({
  id: String(row.id),
  direction: directionOf(row),
  amount: fromCents(Math.abs(row.amount_cents)),
  date: row.booked_on,
  counterparty: row.counterparty,
  memo: row.memo ?? row.note,
  method: bankMethodOf(row),
  account: row.account_last4 === '' ? row.account_name : `${row.account_name} ••${row.account_last4}`,
  source: row.source,
  bank_status: row.bank_status,
  state: row.state,
  returned: row.state === 'matched' && bankFacts(row).gone,
  why: waitReasonOf(row),
  proposal: row.state === 'proposed' && row.proposal ? candidateOf(row.proposal) : null,
  matched: matches.filter(({ transaction_id }) => transaction_id === row.id).map(matchedLine),
  version: row.version,
  actions: actionsOf(row),
});
