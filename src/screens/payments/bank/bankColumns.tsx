import { type BankTransaction, bankStateBadges } from '../../../../contract/entities/bank.ts';
import { messages } from '../../../../contract/messages.ts';
import { formatDate } from '../../../ui/display/format.ts';
import { Money } from '../../../ui/display/Money.tsx';
import { CellBadge } from '../../../ui/grid/CellBadge.tsx';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { amountText, centsOf, matchText } from './bankNames.ts';

const text = messages.bank;
const { columns } = text;
type Column = GridColumn<BankTransaction>;

const plain = (key: keyof typeof columns, width: number, of: (row: BankTransaction) => string, more: Partial<Column> = {}): Column => ({
  key,
  header: columns[key],
  width,
  cell: of,
  text: of,
  ...more,
});

const stateText = ({ state, returned }: BankTransaction): string => (returned ? text.returned : bankStateBadges[state].label);

export const bankColumns: readonly Column[] = [
  plain('date', 125, ({ date }) => formatDate(date), { text: ({ date }) => date }),
  plain('counterparty', 190, ({ counterparty }) => counterparty, { tip: ({ memo }) => memo }),
  plain('amount', 120, amountText, {
    align: 'end',
    figure: amountText,
    cell: (row) => <Money cents={centsOf(row)} />,
    text: (row) => (centsOf(row) / 100).toFixed(2),
  }),
  plain('state', 120, stateText, {
    cell: (row) => <CellBadge severity={row.returned ? 'danger' : bankStateBadges[row.state].severity}>{stateText(row)}</CellBadge>,
  }),
  plain('match', 320, matchText, { tip: matchText }),
  plain('account', 140, ({ account }) => account),
];
export const columnKeys: readonly string[] = bankColumns.map(({ key }) => key);
