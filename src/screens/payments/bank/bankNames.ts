import { type BankLine, type BankTransaction, bankDirections, bankStateBadges, bankStates } from '../../../../contract/entities/bank.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import type { ListNames } from '../../../shared/lists/listInUrl.ts';
import { formatDate, formatMoney } from '../../../ui/display/format.ts';

const text = messages.bank;
const among = (values: readonly string[]) => (value: string) => values.includes(value);

/** Shows all states; without a state filter, the list shows only transactions that need a decision. */
export const ALL = 'all';
export const bankNames: ListNames = {
  filters: {
    state: { name: 'state', accepts: among([ALL, ...bankStates]) },
    direction: { name: 'direction', accepts: among(bankDirections) },
  },
  search: 'search',
  page: 'page',
  rows: { '': 'transaction' },
};

/** The question for the server. */
export const questionOf = ({ state = '', ...question }: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  if (state === ALL) return question;
  return { ...question, state: state === '' ? 'open' : state };
};

export const stateOptions = [
  { value: '', label: text.open },
  { value: ALL, label: text.allStates },
  ...bankStates.map((value) => ({ value: value as string, label: bankStateBadges[value].label as string })),
];
export const directionOptions = [
  { value: '', label: text.bothDirections },
  ...bankDirections.map((value) => ({ value: value as string, label: text.directions[value] as string })),
];
export const filterLabel = (key: string, value: string): string =>
  (key === 'state' ? stateOptions : directionOptions).find((one) => one.value === value)?.label ?? value;

export const centsOf = ({ amount, direction }: Pick<BankTransaction, 'amount' | 'direction'>): number =>
  direction === 'in' ? toCents(amount) : -toCents(amount);
export const amountText = (transaction: BankTransaction): string => formatMoney(centsOf(transaction));
/** "MESA LIBRARY · $1,000.00 · Nov 10, 2026" */
export const titleOf = (transaction: BankTransaction): string =>
  fill(text.panel.title, { counterparty: transaction.counterparty, amount: amountText(transaction), date: formatDate(transaction.date) });
export const lineText = ({ kind, label, name }: BankLine): string => `${text.kinds[kind]} ${label}${name === '' ? '' : ` · ${name}`}`;
/** "Invoice 1042-A · Mesa Library and 2 more" */
export const linesText = (lines: readonly BankLine[]): string => {
  const [first, ...others] = lines;
  if (!first) return '';
  return others.length === 0 ? lineText(first) : fill(text.more, { first: lineText(first), count: others.length });
};
/** The match, the proposal, or why there is neither. */
export const matchText = ({ state, proposal, matched, why }: BankTransaction): string => {
  if (state === 'matched') return linesText(matched);
  return proposal ? `${linesText(proposal.lines)}, ${fill(text.score, { score: proposal.score })}` : (why ?? '');
};
