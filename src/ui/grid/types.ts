import type { ReactNode } from 'react';

/** One column of a grid. `cell` is what is shown, `text` what is exported; `width` in px before anybody resized it. */
export type GridColumn<Row> = {
  key: string;
  header: string;
  width: number;
  align?: 'start' | 'end';
  sortable?: boolean;
  /** Stays in sight at the end while the rest is scrolled sideways; for the last column. */
  pinned?: 'end';
  cell: (row: Row) => ReactNode;
  text: (row: Row) => string;
  /** Said in the grid's one tooltip, where `cell` shows less than there is. */
  tip?: (row: Row) => string | null;
  className?: (row: Row) => string | undefined;
};

/** How a cell is edited: one line, several lines, or a choice of a short list. `label` names the field to those who cannot see the cell. */
export type CellEditor =
  | { label: string; value: string; kind: 'text' | 'long' }
  | { label: string; value: string; kind: 'select'; options: readonly { value: string; label: string }[] };

/** Where the person goes after a commit: stays, next or previous cell that can be edited, or the row below. */
export type AfterCommit = 'stay' | 'next' | 'previous' | 'down';

/** One cell by the key of its row and of its column. */
export type CellRef = { rowKey: string; key: string };

/** The rows ticked by a first column of checkboxes. `range`: with Shift held, from the last ticked row to this one. */
export type GridSelection<Row> = {
  selected: ReadonlySet<string>;
  onToggle: (rowKey: string, range: boolean) => void;
  /** All given rows, or none of them when all are ticked. */
  onToggleAll: () => void;
  label: (row: Row) => string;
};

/** What a person made of the columns. Unknown keys are ignored, columns missing from `order` come last. */
export type GridLayout = { order: readonly string[]; hidden: readonly string[]; widths: Readonly<Record<string, number>> };

/** `to` is the column's new index among all columns, hidden ones included, counted after it was taken out. */
export type LayoutChange =
  | { type: 'column.move'; key: string; to: number }
  | { type: 'column.resize'; key: string; width: number }
  | { type: 'column.hide'; key: string }
  | { type: 'column.show'; key: string }
  | { type: 'column.resetWidth'; key: string }
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
  selection?: GridSelection<Row>;
  /** What edits a cell; null where it is read only, and then keys do nothing. */
  editorOf?: (row: Row, columnKey: string) => CellEditor | null;
  /** The cell that shows its editor. */
  editing?: CellRef | null;
  /** Enter, F2, a double click, a character typed on the cell. */
  onEditStart?: (row: Row, columnKey: string) => void;
  /**
   * '' is an emptied field. The grid moves the focus to what comes then; after Tab it asks to edit that cell (`onEditStart`) once nothing is
   * `editing` and the cell before is no longer `saving`.
   */
  onEditCommit?: (row: Row, columnKey: string, value: string, then: AfterCommit) => void;
  /** Escape, or the focus left and nothing was changed. */
  onEditCancel?: () => void;
  cellMark?: (row: Row, columnKey: string) => 'modified' | 'saving' | undefined;
  rowMark?: (row: Row) => 'modified' | undefined;
  /** Each header gets a menu: sort, hide, move, widths. */
  columnMenu?: boolean;
  onSortTo?: (key: string, direction: 'asc' | 'desc') => void;
  /** The last row is near: once for each number of rows. */
  onEnd?: () => void;
  /** Under the last row: more on its way, a retry, the end. */
  tail?: ReactNode;
  /** Shift with arrows, click or a drag selects cells, Control + C copies their `text`. */
  copy?: boolean;
};
