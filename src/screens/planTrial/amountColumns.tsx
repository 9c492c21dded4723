import { messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { formatMoney } from '../../ui/display/format.ts';
import { MoneyText } from '../../ui/display/Money.tsx';
import type { PlainColumn } from '../../ui/display/PlainTable.tsx';

const t = messages.planTrial;
type Due = Readonly<{ due_change?: number }>;
type Amounts = Due & Readonly<{ records: number; before: number; after: number }>;

/** The change of the amount due; release rules can change it without changing the commission. */
export const dueColumn = <Row extends Due>(): PlainColumn<Row> => ({
  key: 'due',
  header: t.dueChange,
  align: 'end',
  cell: ({ due_change: change = 0 }) => (change === 0 ? t.same : <MoneyText cents={toCents(change)} />),
});

/** Changed records, and the amounts before and after, of a person, a month, or everybody. */
export const amountColumns = <Row extends Amounts>(): readonly PlainColumn<Row>[] => [
  { key: 'before', header: t.before, align: 'end', cell: ({ before }) => formatMoney(toCents(before)) },
  { key: 'after', header: t.after, align: 'end', cell: ({ after }) => formatMoney(toCents(after)) },
  {
    key: 'change',
    header: t.change,
    align: 'end',
    cell: ({ before, after }) => (before === after ? t.same : <MoneyText cents={toCents(after) - toCents(before)} />),
  },
  dueColumn<Row>(),
  { key: 'records', header: t.records, align: 'end', cell: ({ records }) => records },
];
