import { csvOf } from '../../../../contract/rules/csv.ts';
import { download } from '../../support/download.ts';
import type { GridColumn } from '../types.ts';

/** A header line, then the rows, with columns in the given order. */
export const toCsv = <Row>(columns: readonly Pick<GridColumn<Row>, 'header' | 'text'>[], rows: readonly Row[]): string =>
  csvOf([columns.map((column) => column.header), ...rows.map((row) => columns.map((column) => column.text(row)))]);

export const downloadCsv = (fileName: string, csv: string): void => download(fileName, new Blob([csv], { type: 'text/csv;charset=utf-8' }));
