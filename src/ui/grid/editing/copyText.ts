import { escapeFormula } from '../../../../contract/rules/csv.ts';
import type { GridColumn } from '../types.ts';

const quoteCell = (value: string): string => (/[\t\n\r]|^"/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** The displayed text with spreadsheet formulas escaped; quoted if it contains a tab or line break (RFC 4180). */
const cellText = (value: string): string => quoteCell(escapeFormula(value));

/** The cells as tab-separated text. */
export const rowsAsText = <Row>(columns: readonly Pick<GridColumn<Row>, 'text'>[], rows: readonly Row[]): string =>
  rows.map((row) => columns.map((column) => cellText(column.text(row))).join('\t')).join('\n');
