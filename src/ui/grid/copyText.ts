import type { GridColumn } from './types.ts';

/** A value with a tab or a line break would fall apart where it is pasted (RFC 4180's quotes, which spreadsheets read); else as it is shown. */
const cellText = (value: string): string => (/[\t\n\r]|^"/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** Tab-separated text of these cells. */
export const copyText = <Row>(columns: readonly Pick<GridColumn<Row>, 'text'>[], rows: readonly Row[]): string =>
  rows.map((row) => columns.map((column) => cellText(column.text(row))).join('\t')).join('\n');
