import type { GridColumn } from './types.ts';

const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;
const NEGATIVE_NUMBER = /^-\$?\d[\d,]*(?:\.\d+)?%?$/;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/** A spreadsheet runs text that starts like a formula; a leading apostrophe makes it text. A plain negative number stays one. */
const defused = (text: string): string => (FORMULA.test(text) && !NEGATIVE_NUMBER.test(text) ? `'${text}` : text);

const field = (text: string): string => {
  const safe = defused(text);
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** RFC 4180 with a byte order mark (without it spreadsheets read UTF-8 as Latin-1). One header line, columns in the given order. */
export const toCsv = <Row>(columns: readonly Pick<GridColumn<Row>, 'header' | 'text'>[], rows: readonly Row[]): string => {
  const lines = [columns.map((column) => field(column.header)), ...rows.map((row) => columns.map((column) => field(column.text(row))))];
  return `\uFEFF${lines.map((line) => `${line.join(',')}\r\n`).join('')}`;
};

/** Hands a file to the browser's own download. */
export const downloadCsv = (fileName: string, csv: string): void => {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Revoked in the same turn, some browsers cancel the download.
  setTimeout(() => URL.revokeObjectURL(url), 0);
};
