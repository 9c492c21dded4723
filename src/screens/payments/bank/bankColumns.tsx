import { type BankTransaction, bankStateBadges } from '../../../../contract/entities/bank.ts';
import { messages } from '../../../../contract/messages.ts';
import { formatDate } from '../../../ui/display/format.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';
import { CellBadge } from '../../../ui/grid/CellBadge.tsx';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { bankAmountText, bankCents, matchText } from './bankNames.ts';

const t = messages.bank;
const { columns } = t;
type Column = GridColumn<BankTransaction>;

const textColumn = (
  key: keyof typeof columns,
  width: number,
  toText: (row: BankTransaction) => string,
  options: Partial<Column> = {},
): Column => ({
  key,
  header: columns[key],
  width,
  cell: toText,
  text: toText,
  ...options,
});

const twoLines = (toText: (row: BankTransaction) => string) => (row: BankTransaction) => <span className="grid-lines">{toText(row)}</span>;

const stateText = ({ state, returned }: BankTransaction): string => (returned ? t.returned : bankStateBadges[state].label);

export const bankTableColumns: readonly Column[] = [
  textColumn('date', 125, ({ date }) => formatDate(date), { text: ({ date }) => date }),
  textColumn('counterparty', 190, ({ counterparty }) => counterparty, {
    grows: true,
    cell: twoLines(({ counterparty }) => counterparty),
    tip: ({ memo }) => memo,
  }),
  textColumn('amount', 120, bankAmountText, {
    align: 'end',
    figure: bankAmountText,
    cell: (row) => <MoneyText cents={bankCents(row)} />,
    text: (row) => (bankCents(row) / 100).toFixed(2),
  }),
  textColumn('state', 120, stateText, {
    cell: (row) => <CellBadge severity={row.returned ? 'danger' : bankStateBadges[row.state].severity}>{stateText(row)}</CellBadge>,
  }),
  textColumn('match', 310, matchText, { grows: true, cell: twoLines(matchText), tip: matchText }),
  textColumn('account', 150, ({ account }) => account, { cell: twoLines(({ account }) => account) }),
];
export const bankColumnKeys: readonly string[] = bankTableColumns.map(({ key }) => key);
