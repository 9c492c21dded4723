import type { LedgerColumn } from '../../../contract/rules/connections/sheetColumns.ts';
import { readCellAmount, readText } from '../../../contract/rules/imports/formats.ts';
import type { LedgerRow, RowProblem } from '../../domain/connections/facts.ts';
import { readSheetDay } from './cells.ts';
import type { SheetPlace } from './scheduleRow.ts';
import type { RowCells } from './sheetRows.ts';

/** Matches cells that only say whether it was paid; other cells have the day. */
const PAID_WITHOUT_DAY = /^(yes|no|y|n|true|false|x|paid|unpaid|open|partial)$/i;

/** A row of a ledger, or the reason why it is unreadable. */
export const readLedgerRow = (cells: RowCells, { dayFirst }: SheetPlace): LedgerRow | RowProblem => {
  const text = (column: LedgerColumn): string | null => readText(cells(column).displayed) || null;
  const invoiceNumber = text('invoice_number');
  if (invoiceNumber === null) return { code: 'required', column: 'invoice_number', shown: '' };
  const amount = cells('amount');
  const amountCents = typeof amount.raw === 'number' ? readCellAmount(amount.raw, 'point') : readCellAmount(amount.displayed, 'point');
  if (amount.displayed.trim() !== '' && amountCents === null) return { code: 'amount', column: 'amount', shown: amount.displayed };
  const paidCell = cells('paid_on');
  const hasDay = paidCell.displayed.trim() !== '' && !PAID_WITHOUT_DAY.test(paidCell.displayed.trim());
  const paidOn = hasDay ? (readSheetDay(paidCell, dayFirst)?.day ?? null) : null;
  if (hasDay && paidOn === null) return { code: 'day', column: 'paid_on', shown: paidCell.displayed };
  return {
    invoiceNumber,
    salesperson: text('salesperson'),
    salesLead: text('sales_lead'),
    customer: text('customer'),
    amountCents,
    paidOn,
  };
};
