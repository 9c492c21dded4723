import { amountFormats, countCell, createFormatCounts, fittingFormats, readCellAmount, readText } from '../../imports/formats.ts';
import type { Cents } from '../../money.ts';

/** The meaning of the amounts in a private sheet. */
export const sheetMeanings = ['commission', 'paid', 'net_revenue'] as const;
export type SheetMeaning = (typeof sheetMeanings)[number];
/** Column indexes from 0; null: not chosen. `header`: index of the row with the column names, -1 without one. */
export type SheetColumns = Readonly<{ header: number; invoice: number | null; amount: number | null; meaning: SheetMeaning }>;
/** Rows of cells as pasted. */
export type SheetRows = readonly (readonly string[])[];
/** `line` counts from 1, as in a spreadsheet. */
export type SheetLine = Readonly<{ line: number; invoice: string; amount: Cents | null; problem: SheetProblem | null; text: string }>;
export const sheetProblems = ['no_invoice', 'no_amount', 'currency'] as const;
export type SheetProblem = (typeof sheetProblems)[number];

const MAX_HEADER_ROW = 10;
const invoiceNames = /^(invoice|inv|inv\.|doc(ument)?)( ?(#|no\.?|num(ber)?|id))?$|^(number|no\.?|#)$/i;
const amountPatterns: readonly (readonly [RegExp, SheetMeaning])[] = [
  [/^(my )?(commission|comm\.?)( (amount|earned|due|expected))?$|^(earned|earnings)$/i, 'commission'],
  [/^(paid( out)?|payout|received|paid commission|commission paid)$/i, 'paid'],
  [/^(net|net revenue|net amount|net sales|revenue)$/i, 'net_revenue'],
  [/^(amount|total|value|\$)$/i, 'commission'],
];
/** A currency sign or code other than the dollar's. */
const FOREIGN_CURRENCY = /[€£¥₹]|\b(?:EUR|GBP|CAD|AUD|JPY|CHF|MXN|INR|CNY|SEK|NOK|DKK)\b/i;

const namesIn = (row: readonly string[]): Pick<SheetColumns, 'invoice' | 'amount' | 'meaning'> => {
  const names = row.map((cell) => readText(cell));
  const invoice = names.findIndex((name) => invoiceNames.test(name));
  for (const [name, meaning] of amountPatterns) {
    const amount = names.findIndex((candidate, index) => index !== invoice && name.test(candidate));
    if (amount !== -1) return { invoice: invoice === -1 ? null : invoice, amount, meaning };
  }
  return { invoice: invoice === -1 ? null : invoice, amount: null, meaning: 'commission' };
};

/** Guesses the columns by their names in the first ten rows; without names the user chooses. */
export const guessColumns = (rows: SheetRows): SheetColumns => {
  const candidates = rows.slice(0, MAX_HEADER_ROW).map((row, header) => ({ header, ...namesIn(row) }));
  const score = ({ invoice, amount }: SheetColumns): number => Number(invoice !== null) + Number(amount !== null);
  const bestHeader = candidates.toSorted((a, b) => score(b) - score(a))[0];
  return bestHeader && score(bestHeader) > 0 ? bestHeader : { header: -1, invoice: null, amount: null, meaning: 'commission' };
};

const formatOf = (cells: readonly string[]) => {
  const formatCounts = createFormatCounts();
  for (const cell of cells) countCell(formatCounts, cell);
  // If both formats can read every cell (such as 500), they give the same values.
  return fittingFormats(formatCounts).amounts[0] ?? amountFormats[0];
};

/** The lines below the header, without blank rows. Other currencies are never converted. */
export const linesOf = (rows: SheetRows, { header, invoice, amount }: SheetColumns): SheetLine[] => {
  if (invoice === null || amount === null) return [];
  const body = rows.map((cells, index) => ({ line: index + 1, cells })).slice(header + 1);
  const format = formatOf(body.map(({ cells }) => cells[amount] ?? ''));
  return body
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ line, cells }) => {
      const number = readText(cells[invoice] ?? '');
      const text = readText(cells[amount] ?? '');
      if (number === '') return { line, invoice: number, amount: null, problem: 'no_invoice', text };
      if (FOREIGN_CURRENCY.test(text)) return { line, invoice: number, amount: null, problem: 'currency', text };
      const cents = readCellAmount(text, format);
      return { line, invoice: number, amount: cents, problem: cents === null ? 'no_amount' : null, text };
    });
};
