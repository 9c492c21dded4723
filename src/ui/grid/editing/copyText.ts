import { defused } from '../../../../contract/rules/csv.ts';
import type { GridColumn } from '../types.ts';

const quoted = (value: string): string => (/[\t\n\r]|^"/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** As it is shown, except for what a spreadsheet would run, and what would fall apart where it is pasted (a tab, a line break: RFC 4180's quotes). */
const cellText = (value: string): string => quoted(defused(value));

/** Tab-separated text of these cells. */
export const copyText = <Row>(columns: readonly Pick<GridColumn<Row>, 'text'>[], rows: readonly Row[]): string =>
  rows.map((row) => columns.map((column) => cellText(column.text(row))).join('\t')).join('\n');
