import { type Commission, commissionStatusBadges } from '../../../contract/entities/commission.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { PersonLink } from '../../shared/people/PersonLink.tsx';
import { amountText, centsOf, formatDate, formatMoney, formatPercent, NONE } from '../../ui/display/format.ts';
import { MoneyText } from '../../ui/display/Money.tsx';
import type { CardContent } from '../../ui/display/RowCard.tsx';
import { CellBadge } from '../../ui/grid/CellBadge.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';

const header = messages.commissions.columns;

/** Falls back to the id: some providers send no invoice number. */
export const invoiceText = (row: Commission): string => row.invoice_number ?? row.invoice_id;

/** An unknown status is shown as received. */
export const statusBadge = (status: string): { label: string; severity: (typeof commissionStatusBadges)['due']['severity'] } =>
  Object.hasOwn(commissionStatusBadges, status)
    ? commissionStatusBadges[status as keyof typeof commissionStatusBadges]
    : { label: status || NONE, severity: 'secondary' };

const money = (key: 'gross_amount' | 'net_revenue' | 'commission_amount', width: number): GridColumn<Commission> => ({
  key,
  header: header[key],
  width,
  align: 'end',
  sortable: true,
  wraps: true,
  figure: (row) => formatAmount(row[key]),
  cell: (row) => <MoneyText cents={centsOf(row[key])} />,
  text: (row) => amountText(row[key]),
});

/** In the order of spec 2.35. */
export const commissionColumns: readonly GridColumn<Commission>[] = [
  { key: 'invoice', header: header.invoice, width: 108, sortable: true, cell: (row) => invoiceText(row) || NONE, text: invoiceText },
  {
    key: 'salesperson',
    header: header.salesperson,
    width: 135,
    grows: true,
    sortable: true,
    cell: (row) => <PersonLink id={row.user_id} name={row.salesperson_name || NONE} manager_id={row.owner_manager_id} />,
    text: (row) => row.salesperson_name,
  },
  {
    key: 'booking_date',
    header: header.booking_date,
    width: 112,
    sortable: true,
    wraps: true,
    cell: (row) => <time dateTime={row.booking_date}>{formatDate(row.booking_date)}</time>,
    text: (row) => row.booking_date,
  },
  money('gross_amount', 100),
  money('net_revenue', 100),
  money('commission_amount', 100),
  {
    key: 'commission_rate',
    header: header.commission_rate,
    width: 75,
    align: 'end',
    sortable: true,
    cell: (row) => <span className="figure">{formatPercent(row.commission_rate)}</span>,
    text: (row) => (Number.isNaN(row.commission_rate) ? '' : String(row.commission_rate)),
  },
  {
    key: 'status',
    header: header.status,
    width: 132,
    sortable: true,
    cell: (row) => <CellBadge severity={statusBadge(row.status).severity}>{statusBadge(row.status).label}</CellBadge>,
    text: (row) => statusBadge(row.status).label,
  },
  {
    key: 'payment_date',
    header: header.payment_date,
    width: 112,
    sortable: true,
    wraps: true,
    cell: (row) => formatDate(row.payment_date),
    text: (row) => row.payment_date ?? '',
  },
];

/** The phone card: invoice, person, amount and status. */
export const toCommissionCard = (row: Commission): CardContent => {
  const { label, severity } = statusBadge(row.status);
  return {
    title: invoiceText(row) || NONE,
    figure: <MoneyText cents={centsOf(row.commission_amount)} />,
    lines: [
      row.salesperson_name,
      [
        formatDate(row.booking_date),
        fill(messages.commissions.cardRate, { rate: formatPercent(row.commission_rate), net: formatAmount(row.net_revenue) }),
      ].join(' · '),
      <CellBadge key="status" severity={severity}>
        {label}
      </CellBadge>,
    ],
  };
};

export const commissionColumnKeys = commissionColumns.map((column) => column.key);

/** The sort value of a column: numbers by size, days and names as text, empty values first. */
export const commissionSortValue = (row: Commission, key: string): number | string => {
  switch (key) {
    case 'gross_amount':
    case 'net_revenue':
    case 'commission_amount':
    case 'commission_rate':
      return Number.isNaN(row[key]) ? Number.NEGATIVE_INFINITY : row[key];
    case 'salesperson':
      return row.salesperson_name.toLowerCase();
    case 'status':
      return statusBadge(row.status).label;
    case 'booking_date':
      return row.booking_date;
    case 'payment_date':
      return row.payment_date ?? '';
    default:
      return invoiceText(row);
  }
};

export const formatAmount = (amount: number): string => formatMoney(centsOf(amount));
