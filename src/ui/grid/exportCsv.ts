import { csvOf } from '../../../contract/rules/csv.ts';
import type { GridColumn } from './types.ts';

/** One header line, columns in the given order. */
export const toCsv = <Row>(columns: readonly Pick<GridColumn<Row>, 'header' | 'text'>[], rows: readonly Row[]): string =>
  csvOf([columns.map((column) => column.header), ...rows.map((row) => columns.map((column) => column.text(row)))]);

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
