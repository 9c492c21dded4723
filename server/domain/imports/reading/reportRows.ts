import { importReport as t } from '../../../../contract/messages/imports.ts';
import { type Cell, readText } from '../../../../contract/rules/imports/formats.ts';
import type { FileRow } from './textRows.ts';

/** A QuickBooks report: titles at the top, customers as headings, and totals and a footer between and below its rows. */
const isReport = (keys: readonly string[]): boolean => keys.includes('transaction type') && keys.includes('date');
const hasHeadings = (keys: readonly string[]): boolean => keys[0] === '';
/** Columns of reports that do not list the invoices a payment pays. */
const OTHER_REPORTS = ['account', 'open balance', 'balance', 'posting', 'product service', 'split', 'due date'];
const hasPayments = (keys: readonly string[]): boolean =>
  hasHeadings(keys) && keys.includes('num') && keys.includes('amount') && !OTHER_REPORTS.some((key) => keys.includes(key));

const PAYMENT = [t.paymentDate, t.paymentNumber] as const;
const isTotal = (text: string): boolean => /^total\b/i.test(text);

/** `read` returns null for a heading, a total or a footer. */
export type ReportReader = Readonly<{ names: readonly string[]; read: (row: FileRow) => FileRow | null }>;

/** Prepends the heading's customer to each row below it, and appends the payment's day and number to the invoices it pays. */
const headingsReader = (names: readonly string[], keys: readonly string[]) => {
  const customers: string[] = [];
  const [typeColumn, dateColumn, numberColumn, amountColumn] = ['transaction type', 'date', 'num', 'amount'].map((key) =>
    keys.indexOf(key),
  );
  const withPayments = hasPayments(keys);
  let payment: readonly Cell[] = [null, null];
  const cellAt = (row: FileRow, column: number | undefined): Cell => row.cells[column ?? -1] ?? null;

  const paymentOf = (row: FileRow): readonly Cell[] => {
    const [day, number] = [cellAt(row, dateColumn), cellAt(row, numberColumn)];
    // A payment without a number is identified by day, amount and customer.
    const named = readText(number) === '' ? [customers.at(-1) ?? '', readText(cellAt(row, amountColumn))].join(' ').trim() : number;
    return [day, named];
  };
  const read = (row: FileRow): FileRow | null => {
    const heading = readText(row.cells[0] ?? null);
    const isHeading = readText(cellAt(row, typeColumn)) === '' && readText(cellAt(row, dateColumn)) === '';
    if (isHeading && isTotal(heading)) customers.pop();
    else if (isHeading && heading !== '') customers.push(heading);
    if (isHeading) {
      payment = [null, null];
      return null;
    }
    if (/^(receive )?payment$/i.test(readText(cellAt(row, typeColumn)))) payment = paymentOf(row);
    const cells = [heading || customers.at(-1) || null, ...names.slice(1).map((_, index) => row.cells[index + 1] ?? null)];
    return { number: row.number, cells: withPayments ? [...cells, ...payment] : cells };
  };
  return { names: [t.customer, ...names.slice(1), ...(withPayments ? PAYMENT : [])], read };
};

/** A reader for a report's rows; null if the file is not a report. */
export const reportReader = (names: readonly string[], keys: readonly string[]): ReportReader | null => {
  if (!isReport(keys)) return null;
  if (hasHeadings(keys)) return headingsReader(names, keys);
  const [type, date] = [keys.indexOf('transaction type'), keys.indexOf('date')];
  const isRow = ({ cells }: FileRow): boolean => readText(cells[type] ?? null) !== '' || readText(cells[date] ?? null) !== '';
  return { names, read: (row) => (isRow(row) && !isTotal(readText(row.cells[0] ?? null)) ? row : null) };
};
