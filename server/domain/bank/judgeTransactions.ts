import type { BankState } from '../../../contract/entities/bank.ts';
import { type BankEvent, type BankFacts, bankTransactionLifecycle } from '../../../contract/lifecycles/bankTransaction.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { invoiceNumbersIn, significantWords } from '../../../contract/rules/bank/names.ts';
import { type BankMoney, type BankProposal, proposeMatch } from '../../../contract/rules/bank/propose.ts';
import type { RuleRow } from '../../db/repositories/bank/rules.ts';
import type { BankSearch } from '../../db/repositories/bank/targets.ts';
import type { BankJudgment, BankRow } from '../../db/repositories/bank/transactions.ts';
import type { Repositories } from '../../db/repositories/store.ts';

type Repos = Pick<Repositories, 'bankRules' | 'bankTargets' | 'bankTransactions'>;

export const directionOf = ({ amount_cents }: Pick<BankRow, 'amount_cents'>): 'in' | 'out' => (amount_cents > 0 ? 'in' : 'out');
const canceledStatuses: readonly string[] = ['cancelled', 'failed', 'reversed', 'blocked'];
export const bankFacts = ({ bank_status }: Pick<BankRow, 'bank_status'>): BankFacts => ({
  settled: bank_status === 'settled',
  gone: canceledStatuses.includes(bank_status),
});

const textOf = ({ description, memo, note }: BankRow): string => [description, memo, note].filter(Boolean).join(' ');
const moneyOf = (row: BankRow): BankMoney => ({
  amount: Math.abs(row.amount_cents),
  day: row.booked_on,
  counterparty: row.counterparty,
  text: textOf(row),
  settled: row.bank_status === 'settled',
  internal: row.internal,
});
const findRule = (row: BankRow, rules: readonly RuleRow[]): RuleRow | undefined =>
  rules.find(({ direction, counterparty_key }) => direction === directionOf(row) && counterparty_key === row.counterparty_key);
const bankSearchOf = (row: BankRow, rules: readonly RuleRow[]): BankSearch => ({
  id: row.id,
  amount: Math.abs(row.amount_cents),
  day: row.booked_on,
  words: significantWords(row.counterparty).slice(0, 3),
  numbers: invoiceNumbersIn(textOf(row)),
  party: findRule(row, rules)?.customer_id ?? null,
});

/** The most likely match of each transaction, as of now. */
const buildProposals = async (
  { bankTargets }: Repos,
  rows: readonly BankRow[],
  rules: readonly RuleRow[],
): Promise<Map<number, BankProposal>> => {
  const candidates = rows.filter((row) => row.bank_status === 'settled' && !row.internal);
  const candidatesOf = (direction: 'in' | 'out') =>
    candidates.filter((row) => directionOf(row) === direction).map((row) => bankSearchOf(row, rules));
  const targets = [...(await bankTargets.moneyIn(candidatesOf('in'))), ...(await bankTargets.moneyOut(candidatesOf('out')))];
  return new Map(
    rows.map((row) => {
      const own = targets.filter(({ transaction_id }) => transaction_id === row.id);
      const rule = findRule(row, rules);
      return [row.id, proposeMatch(moneyOf(row), own, rule?.customer_id ?? rule?.user_id ?? null)];
    }),
  );
};

const readRules = ({ bankRules }: Repos, rows: readonly BankRow[]): Promise<RuleRow[]> => {
  const keys = rows.map(({ counterparty_key }) => counterparty_key).filter((key) => key !== '');
  return bankRules.of([...new Set(keys)]);
};

export const readBankProposal = async (tx: Repos, row: BankRow): Promise<BankProposal> => {
  const proposals = await buildProposals(tx, [row], await readRules(tx, [row]));
  return proposals.get(row.id) as BankProposal;
};

const nextState = (row: BankRow, event: BankEvent): BankState =>
  (step(bankTransactionLifecycle, row.state, event, bankFacts(row)) as BankState | null) ?? row.state;

const judgmentOf = (row: BankRow, { chosen, wait, equal }: BankProposal, ignoreReason: string | null): BankJudgment => {
  const { id, version } = row;
  const noMatch = { id, version, wait: null, equal_count: 0, score: null, proposal: null, ignored_reason: null };
  if (bankFacts(row).gone) return { ...noMatch, state: nextState(row, { type: 'vanish' }) };
  if (ignoreReason !== null)
    return { ...noMatch, state: nextState(row, { type: 'ignore', reason: ignoreReason }), ignored_reason: ignoreReason };
  const state = nextState(row, { type: chosen ? 'propose' : 'withdraw' });
  return { ...noMatch, state, wait, equal_count: equal, score: chosen?.score ?? null, proposal: chosen };
};
const isChanged = (row: BankRow, proposal: BankJudgment): boolean =>
  row.state !== proposal.state ||
  row.wait !== proposal.wait ||
  row.equal_count !== proposal.equal_count ||
  JSON.stringify(row.proposal?.lines ?? null) !== JSON.stringify(proposal.proposal?.lines ?? null) ||
  row.score !== proposal.score;

/**
 * Judges undecided transactions again: each is proposed, waits with a reason, or is ignored because the bank canceled it.
 * @param appliesIgnoreRules true for new transactions and when an ignore rule is created
 */
export const judgeTransactions = async (tx: Repos, rows: readonly BankRow[], appliesIgnoreRules: boolean): Promise<void> => {
  const undecided = rows.filter(({ state }) => state === 'proposed' || state === 'waiting');
  if (undecided.length === 0) return;
  const rules = await readRules(tx, undecided);
  const proposals = await buildProposals(tx, undecided, rules);
  const judgements = undecided.map((row) => {
    const ignoreReason = appliesIgnoreRules ? (findRule(row, rules)?.reason ?? null) : null;
    return { row, now: judgmentOf(row, proposals.get(row.id) as BankProposal, ignoreReason) };
  });
  await tx.bankTransactions.saveJudgments(judgements.filter(({ row, now }) => isChanged(row, now)).map(({ now }) => now));
};
