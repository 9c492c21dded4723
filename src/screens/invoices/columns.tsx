import type { ReactNode } from 'react';
import { type Invoice, invoiceStatusBadges } from '../../../contract/entities/invoice.ts';
import { messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { CustomerLink } from '../../shared/customers/CustomerLink.tsx';
import { toNameWithoutCustomer } from '../../shared/deals/toNameWithoutCustomer.ts';
import { PersonLink } from '../../shared/people/PersonLink.tsx';
import { formatDate, formatMoney, NONE } from '../../ui/display/format.ts';
import { MoneyText } from '../../ui/display/Money.tsx';
import type { CardContent } from '../../ui/display/RowCard.tsx';
import { CellBadge } from '../../ui/grid/CellBadge.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';
import { formatOverdue, shortenNotes } from './invoiceNames.ts';

const header = messages.invoices.columns;

const textColumn = (
  key: keyof typeof header,
  width: number,
  toText: (row: Invoice) => string | null,
  options: Partial<GridColumn<Invoice>> = {},
): GridColumn<Invoice> => ({
  key,
  header: header[key],
  width,
  cell: (row) => toText(row) || NONE,
  text: (row) => toText(row) ?? '',
  ...options,
});

const money = (key: 'gross_amount' | 'net_revenue' | 'commission_amount', width: number, sortable = false): GridColumn<Invoice> => ({
  key,
  header: header[key],
  width,
  align: 'end',
  sortable,
  wraps: true,
  figure: (row) => formatMoney(toCents(row[key] ?? 0)),
  cell: (row) => (row[key] === null ? NONE : <MoneyText cents={toCents(row[key])} />),
  text: (row) => row[key]?.toFixed(2) ?? '',
});

const day = (key: 'booking_date' | 'due_date'): GridColumn<Invoice> =>
  textColumn(key, 104, (row) => row[key], { sortable: true, wraps: true, cell: (row) => formatDate(row[key]) });

const renderTwoLines = (textValue: string | null): ReactNode => (textValue ? <span className="grid-lines">{textValue}</span> : NONE);

/** The customer; the deal is shown below if it has no column of its own. */
function Customer({ row: { customer_id: id, customer_name: name, deal_name: deal } }: { row: Invoice }) {
  return (
    <span className="invoice-customer">
      <span className={deal === null ? 'grid-lines' : 'invoice-line'}>
        <CustomerLink id={id} name={name} />
      </span>
      {deal !== null && <span className="invoice-line muted">{toNameWithoutCustomer(deal, name)}</span>}
    </span>
  );
}

/** The status; overdue invoices also show the number of days (spec 2.61). */
function Status({ row: { status, days_overdue: days } }: { row: Invoice }) {
  const { label, severity } = invoiceStatusBadges[status];
  return (
    <span className="invoice-status">
      <CellBadge severity={severity}>{label}</CellBadge>
      {days > 0 && <span className="invoice-overdue">{formatOverdue(days)}</span>}
    </span>
  );
}

/** Columns hidden by default: the deal is shown under its customer instead. */
export const hiddenInvoiceColumns: readonly string[] = ['deal_name'];
const dealTip = ({ customer_name, deal_name }: Invoice): string => [customer_name, deal_name].filter(Boolean).join('\n');

/** In the order of spec 2.61, 3.19. @param isJoined true if the deal is shown under its customer */
export const invoiceColumns = (isJoined: boolean): readonly GridColumn<Invoice>[] => [
  textColumn('invoice_number', 94, (row) => row.invoice_number, {
    sortable: true,
    wraps: true,
    cell: (row) => renderTwoLines(row.invoice_number),
    tip: (row) => row.invoice_number,
  }),
  textColumn('customer_name', 180, (row) => row.customer_name, {
    sortable: true,
    grows: true,
    cell: isJoined
      ? (row) => <Customer row={row} />
      : (row) => (
          <span className="grid-lines">
            <CustomerLink id={row.customer_id} name={row.customer_name} />
          </span>
        ),
    tip: isJoined ? dealTip : (row) => row.customer_name,
  }),
  textColumn('deal_name', 104, (row) => row.deal_name, { cell: (row) => renderTwoLines(row.deal_name), tip: (row) => row.deal_name }),
  money('gross_amount', 96, true),
  money('net_revenue', 96),
  day('booking_date'),
  day('due_date'),
  textColumn('status', 106, ({ status }) => invoiceStatusBadges[status].label, { cell: (row) => <Status row={row} /> }),
  money('commission_amount', 96),
  textColumn('salesperson', 94, (row) => row.salesperson, {
    wraps: true,
    cell: ({ salesperson_id: id, salesperson: name }) =>
      name ? (
        <span className="grid-lines">
          <PersonLink id={id} name={name} isListed />
        </span>
      ) : (
        NONE
      ),
    tip: (row) => row.salesperson,
  }),
  textColumn('notes', 82, (row) => row.notes, { cell: (row) => renderTwoLines(shortenNotes(row.notes)), tip: (row) => row.notes }),
];
/** Hidden on phone cards by default; the cards show customer, amount, due date and status. */
export const hiddenOnCards: readonly string[] = ['deal_name', 'net_revenue', 'booking_date', 'commission_amount', 'notes'];
const isLabeled = (key: string): boolean => !['invoice_number', 'customer_name', 'gross_amount', 'status'].includes(key);

/**
 * The card opens as one button, so it holds no links.
 * @param visibleColumns in order; every card has the number and amount
 */
export const toInvoiceCard = (row: Invoice, visibleColumns: readonly GridColumn<Invoice>[]): CardContent => {
  const hasColumn = (key: string): boolean => visibleColumns.some((column) => column.key === key);
  const labeledColumns = visibleColumns.filter((column) => isLabeled(column.key) && column.text(row) !== '');
  return {
    title: row.invoice_number,
    figure: <MoneyText cents={toCents(row.gross_amount)} />,
    lines: [
      hasColumn('customer_name') && row.customer_name,
      labeledColumns.length > 0 &&
        labeledColumns.map((column) => (
          <span key={column.key} className="row-card-part">
            {column.key === 'salesperson' ? (
              column.text(row)
            ) : (
              <>
                {column.header}: {column.cell(row)}
              </>
            )}
          </span>
        )),
      hasColumn('status') && <Status key="status" row={row} />,
    ],
  };
};
export const invoiceColumnKeys = invoiceColumns(false).map(({ key }) => key);
