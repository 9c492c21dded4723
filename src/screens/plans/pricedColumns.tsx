import { Link } from 'wouter';
import type { PricedRow } from '../../../contract/entities/plan.ts';
import { messages } from '../../../contract/messages.ts';
import { toRecordLink } from '../../shared/recordAddress.ts';
import { amountText, centsOf, formatDate, formatMoney, formatPercent, NONE } from '../../ui/display/format.ts';
import { MoneyText } from '../../ui/display/Money.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';

const header = messages.planPage.columns;

const textColumn = (key: 'salesperson_name' | 'customer_name', width: number): GridColumn<PricedRow> => ({
  key,
  header: header[key],
  width,
  cell: (row) => row[key] || NONE,
  text: (row) => row[key],
});
const money = (key: 'net_revenue' | 'amount', width: number): GridColumn<PricedRow> => ({
  key,
  header: header[key],
  width,
  align: 'end',
  figure: (row) => formatMoney(centsOf(row[key])),
  cell: (row) => <MoneyText cents={centsOf(row[key])} />,
  text: (row) => amountText(row[key]),
});

/** The columns of priced records; amounts are those that the clause priced. */
export const pricedColumns: readonly GridColumn<PricedRow>[] = [
  {
    key: 'invoice_number',
    header: header.invoice_number,
    width: 120,
    cell: (row) => <Link href={toRecordLink(row)}>{row.invoice_number || NONE}</Link>,
    text: (row) => row.invoice_number,
  },
  textColumn('customer_name', 190),
  textColumn('salesperson_name', 140),
  {
    key: 'booking_date',
    header: header.booking_date,
    width: 120,
    cell: (row) => <time dateTime={row.booking_date}>{formatDate(row.booking_date)}</time>,
    text: (row) => row.booking_date,
  },
  money('net_revenue', 130),
  {
    key: 'rate',
    header: header.rate,
    width: 75,
    align: 'end',
    cell: (row) => <span className="figure">{row.rate === null ? NONE : formatPercent(row.rate)}</span>,
    text: (row) => (row.rate === null ? '' : String(row.rate)),
  },
  money('amount', 120),
];
