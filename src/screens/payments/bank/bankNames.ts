import { type BankLine, type BankTransaction, bankDirections, bankStateBadges, bankStates } from '../../../../contract/entities/bank.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import type { ListNames } from '../../../shared/lists/listInUrl.ts';
import { formatDate, formatMoney } from '../../../ui/display/format.ts';

const t = messages.bank;
const isOneOf = (values: readonly string[]) => (value: string) => values.includes(value);

/** The filter value for all states; without a state filter, the list shows only transactions that need a decision. */
export const ALL_TRANSACTIONS = 'all';
export const bankNames: ListNames = {
  filters: {
    state: { name: 'state', accepts: isOneOf([ALL_TRANSACTIONS, ...bankStates]) },
    direction: { name: 'direction', accepts: isOneOf(bankDirections) },
  },
  search: 'search',
  page: 'page',
  rows: { '': 'transaction' },
};

export const toBankQuestion = ({ state = '', ...question }: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  if (state === ALL_TRANSACTIONS) return question;
  return { ...question, state: state === '' ? 'open' : state };
};

export const bankStateOptions = [
  { value: '', label: t.open },
  { value: ALL_TRANSACTIONS, label: t.allStates },
  ...bankStates.map((value) => ({ value: value as string, label: bankStateBadges[value].label as string })),
];
export const directionOptions = [
  { value: '', label: t.bothDirections },
  ...bankDirections.map((value) => ({ value: value as string, label: t.directions[value] as string })),
];
export const bankFilterLabel = (key: string, value: string): string =>
  (key === 'state' ? bankStateOptions : directionOptions).find((option) => option.value === value)?.label ?? value;

export const bankCents = ({ amount, direction }: Pick<BankTransaction, 'amount' | 'direction'>): number =>
  direction === 'in' ? toCents(amount) : -toCents(amount);
export const bankAmountText = (transaction: BankTransaction): string => formatMoney(bankCents(transaction));
/** "MESA LIBRARY · $1,000.00 · Nov 10, 2026" */
export const bankTitle = (transaction: BankTransaction): string =>
  fill(t.panel.title, { counterparty: transaction.counterparty, amount: bankAmountText(transaction), date: formatDate(transaction.date) });
/** A payment without an invoice is labeled with its id, which says nothing to people. */
const isPaymentId = (label: string): boolean => /^(cp|po)-\d+$/.test(label);
/** "Invoice 1042-A · Mesa Library", "Payment of Nov 10, 2026 · Mesa Library" */
export const lineText = ({ kind, label, name, day }: BankLine): string => {
  const subject = isPaymentId(label) ? fill(t.paymentOf, { kind: t.kinds[kind], day: formatDate(day) }) : `${t.kinds[kind]} ${label}`;
  return [subject, name].filter((part) => part !== '').join(' · ');
};
/** "Invoice 1042-A · Mesa Library and 2 more" */
export const linesText = (lines: readonly BankLine[]): string => {
  const [firstLine, ...otherLines] = lines;
  if (!firstLine) return '';
  return otherLines.length === 0 ? lineText(firstLine) : fill(t.more, { first: lineText(firstLine), count: otherLines.length });
};
/** The match, the proposal, or why there is neither. */
export const matchText = ({ state, proposal, matched, why }: BankTransaction): string => {
  if (state === 'matched') return linesText(matched);
  return proposal ? `${linesText(proposal.lines)}, ${fill(t.score, { score: proposal.score })}` : (why ?? '');
};
