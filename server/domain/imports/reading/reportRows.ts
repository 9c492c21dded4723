import { importReport as t } from '../../../../contract/messages/imports.ts';
import { type Cell, readText } from '../../../../contract/rules/imports/formats.ts';
import type { FileRow } from './textRows.ts';

const DATE_HEADERS = ['date', 'transaction date'];
const dateColumnOf = (keys: readonly string[]): number => keys.findIndex((key) => DATE_HEADERS.includes(key));
/** A QuickBooks report: titles at the top, groups below headings (usually customers), and totals and a footer between and below its rows. */
const isReport = (keys: readonly string[]): boolean => keys.includes('transaction type') && dateColumnOf(keys) >= 0;
const hasHeadings = (keys: readonly string[]): boolean => keys[0] === '';
/**
 * True for reports with a customer column, whose rows may be grouped by something else, such as the salesperson. An invoice list may call
 * it "Name".
 */
const hasCustomers = (keys: readonly string[]): boolean =>
  ['customer', 'customer full name'].some((key) => keys.includes(key)) || (keys.includes('name') && keys.includes('open balance'));
/** The heading of rows that have no value in the column by which the report groups. */
const UNSPECIFIED = /^not specified$/i;
/** Columns of reports that do not list the invoices a payment pays. */
const OTHER_REPORT_COLUMNS = [
  'account',
  'account full name',
  'open balance',
  'balance',
  'posting',
  'posting y n',
  'product service',
  'product service full name',
  'split',
  'due date',
];
const hasPayments = (keys: readonly string[]): boolean =>
  hasHeadings(keys) && keys.includes('num') && keys.includes('amount') && !OTHER_REPORT_COLUMNS.some((key) => keys.includes(key));

const PAYMENT_COLUMNS = [t.paymentDate, t.paymentNumber] as const;
const isTotal = (text: string): boolean => /^total\b/i.test(text);

/** `read` returns null for a heading, a total or a footer. */
export type ReportReader = Readonly<{ names: readonly string[]; read: (row: FileRow) => FileRow | null }>;

/** Prepends the heading to each row below it, and appends the payment's day and number to the invoices it pays. */
const createHeadingsReader = (names: readonly string[], keys: readonly string[]) => {
  const headings: string[] = [];
  const [typeColumn, numberColumn, amountColumn] = ['transaction type', 'num', 'amount'].map((key) => keys.indexOf(key));
  const dateColumn = dateColumnOf(keys);
  const heading = hasCustomers(keys) ? t.heading : t.customer;
  const withPayments = hasPayments(keys);
  let payment: readonly Cell[] = [null, null];
  const headingText = (): string | null => {
    const text = headings.at(-1) ?? '';
    return text === '' || UNSPECIFIED.test(text) ? null : text;
  };
  const cellAt = (row: FileRow, column: number | undefined): Cell => row.cells[column ?? -1] ?? null;

  const paymentOf = (row: FileRow): readonly Cell[] => {
    const [day, number] = [cellAt(row, dateColumn), cellAt(row, numberColumn)];
    // A payment without a number is identified by day, amount and customer.
    const paymentName = readText(number) === '' ? [headingText() ?? '', readText(cellAt(row, amountColumn))].join(' ').trim() : number;
    return [day, paymentName];
  };
  const read = (row: FileRow): FileRow | null => {
    const text = readText(row.cells[0] ?? null);
    const isHeading = readText(cellAt(row, typeColumn)) === '' && readText(cellAt(row, dateColumn)) === '';
    if (isHeading && isTotal(text)) headings.pop();
    else if (isHeading && text !== '') headings.push(text);
    if (isHeading) {
      payment = [null, null];
      return null;
    }
    if (/^(receive )?payment$/i.test(readText(cellAt(row, typeColumn)))) payment = paymentOf(row);
    const cells = [text || headingText(), ...names.slice(1).map((_, index) => row.cells[index + 1] ?? null)];
    return { number: row.number, cells: withPayments ? [...cells, ...payment] : cells };
  };
  return { names: [heading, ...names.slice(1), ...(withPayments ? PAYMENT_COLUMNS : [])], read };
};

/** A reader for a report's rows; null if the file is not a report. */
export const createReportReader = (names: readonly string[], keys: readonly string[]): ReportReader | null => {
  if (!isReport(keys)) return null;
  if (hasHeadings(keys)) return createHeadingsReader(names, keys);
  const [type, date] = [keys.indexOf('transaction type'), dateColumnOf(keys)];
  const isRow = ({ cells }: FileRow): boolean => readText(cells[type] ?? null) !== '' || readText(cells[date] ?? null) !== '';
  return { names, read: (row) => (isRow(row) && !isTotal(readText(row.cells[0] ?? null)) ? row : null) };
};
