import { type Invoice, invoiceStatusBadges } from '../../../contract/entities/invoice.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { formatDate, formatMoney, NONE } from '../../ui/display/format.ts';
import { Money } from '../../ui/display/Money.tsx';
import type { CardFace } from '../../ui/display/RowCard.tsx';
import { CellBadge } from '../../ui/grid/CellBadge.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';
import { notesShown, overdueText } from './invoiceNames.ts';

const header = messages.invoices.columns;

const plain = (
  key: keyof typeof header,
  width: number,
  of: (row: Invoice) => string | null,
  more: Partial<GridColumn<Invoice>> = {},
): GridColumn<Invoice> => ({
  key,
  header: header[key],
  width,
  cell: (row) => of(row) || NONE,
  text: (row) => of(row) ?? '',
  ...more,
});

const money = (key: 'gross_amount' | 'net_revenue' | 'commission_amount', width: number, sortable = false): GridColumn<Invoice> => ({
  key,
  header: header[key],
  width,
  align: 'end',
  sortable,
  wraps: true,
  figure: (row) => formatMoney(toCents(row[key])),
  cell: (row) => <Money cents={toCents(row[key])} />,
  text: (row) => row[key].toFixed(2),
});

const day = (key: 'booking_date' | 'due_date'): GridColumn<Invoice> =>
  plain(key, 112, (row) => row[key], { sortable: true, wraps: true, cell: (row) => formatDate(row[key]) });

/** The status, and of an overdue one since how many days (spec 2.61). */
function Status({ row: { status, days_overdue: days } }: { row: Invoice }) {
  const { label, severity } = invoiceStatusBadges[status];
  return (
    <span className="invoice-status">
      <CellBadge severity={severity}>{label}</CellBadge>
      {days > 0 && <span className="invoice-overdue">{overdueText(days)}</span>}
    </span>
  );
}

/** spec 2.61, 3.19, in its order. */
export const invoiceColumns: readonly GridColumn<Invoice>[] = [
  plain('invoice_number', 120, (row) => row.invoice_number, { sortable: true, tip: (row) => row.invoice_number }),
  plain('customer_name', 190, (row) => row.customer_name, { sortable: true, tip: (row) => row.customer_name }),
  plain('deal_name', 150, (row) => row.deal_name, { tip: (row) => row.deal_name }),
  money('gross_amount', 110, true),
  money('net_revenue', 110),
  day('booking_date'),
  day('due_date'),
  plain('status', 200, ({ status }) => invoiceStatusBadges[status].label, { cell: (row) => <Status row={row} /> }),
  money('commission_amount', 110),
  plain('salesperson', 140, (row) => row.salesperson),
  plain('notes', 230, (row) => row.notes, { cell: (row) => notesShown(row.notes) || NONE, tip: (row) => row.notes }),
];
/** On a phone: whose, how much, when it is due and how it stands. */
export const invoiceFace = (row: Invoice): CardFace => ({
  title: row.invoice_number,
  figure: <Money cents={toCents(row.gross_amount)} />,
  lines: [
    row.customer_name,
    [row.salesperson, row.due_date && fill(messages.invoices.cardDue, { day: formatDate(row.due_date) })].filter(Boolean).join(' · '),
    <Status key="status" row={row} />,
  ],
});
export const invoiceColumnKeys = invoiceColumns.map(({ key }) => key);
