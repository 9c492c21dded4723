import type { ReactNode } from 'react';

/** One column of a grid. `cell` is what is shown, `text` what is exported; `width` in px before anybody resized it. */
export type GridColumn<Row> = {
  key: string;
  header: string;
  width: number;
  align?: 'start' | 'end';
  sortable?: boolean;
  cell: (row: Row) => ReactNode;
  text: (row: Row) => string;
};

/** What a person made of the columns. Unknown keys are ignored, columns missing from `order` come last. */
export type GridLayout = { order: readonly string[]; hidden: readonly string[]; widths: Readonly<Record<string, number>> };

/** `to` is the column's new index among all columns, hidden ones included, counted after it was taken out. */
export type LayoutChange =
  | { type: 'column.move'; key: string; to: number }
  | { type: 'column.resize'; key: string; width: number }
  | { type: 'column.hide'; key: string }
  | { type: 'column.show'; key: string }
  | { type: 'layout.reset' };

export type GridSort = { key: string; direction: 'asc' | 'desc' } | null;

export type GridProps<Row> = {
  /** The grid's accessible name. */
  label: string;
  columns: readonly GridColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Rows of the whole list: a number, `null` when nobody knows, absent when `rows` are all of them. */
  total?: number | null;
  /** Index of the first given row in the whole list; a new one scrolls to the top. */
  firstRowIndex?: number;
  layout: GridLayout;
  onLayoutChange: (change: LayoutChange) => void;
  sort: GridSort;
  onSort: (key: string) => void;
  /** While loading, rows that are there stay, dimmed; with none, skeletons take the place of `skeletonRows` rows. */
  state: 'loading' | 'ready';
  skeletonRows?: number;
  empty: ReactNode;
  /** px; every row has this height. */
  rowHeight?: number;
  /** px; without it four fifths of the window. */
  maxHeight?: number;
  onRowOpen?: (row: Row) => void;
  /** Name of the button that opens a row; with `onRowOpen` each row gets one. */
  rowLabel?: (row: Row) => string;
};
