import type { ComponentType, ReactNode } from 'react';

/** A column of a grid. `cell` is displayed, `text` is exported; `width` is the default in px. */
export type GridColumn<Row> = {
  key: string;
  header: string;
  width: number;
  align?: 'start' | 'end';
  /** Shares the spare width of the table with the other growing columns, unless the user chose its width. */
  grows?: boolean;
  /** Makes the column as wide as its widest formatted amount, even if the user chose another width (decisions 8.04). */
  figure?: (row: Row) => string;
  sortable?: boolean;
  /** The header may wrap, so that the column can be as narrow as its content. */
  wraps?: boolean;
  /**
   * Sticky at the end while scrolling sideways; only for the last column. `wideEnd` is not sticky on phones, where it would cover the
   * row.
   */
  pinned?: 'end' | 'wideEnd';
  cell: (row: Row) => ReactNode;
  text: (row: Row) => string;
  /** The tooltip text if `cell` shows less than the full value. */
  tip?: (row: Row) => string | null;
  className?: (row: Row) => string | undefined;
};

/** The editor of a cell: one line with suggestions, several lines, or a short list of options. `label` is its accessible name. */
export type CellEditorKind =
  | { label: string; value: string; kind: 'long' }
  | { label: string; value: string; kind: 'text'; suggestions?: readonly string[] | undefined }
  | { label: string; value: string; kind: 'select'; options: readonly { value: string; label: string }[] };

/** The next step after a commit: stay, next or previous editable cell, the row below, or the same value in all selected cells. */
export type CommitKey = 'stay' | 'next' | 'previous' | 'down' | 'all';
export type CellEditorProps = {
  editor: CellEditorKind;
  /** The field's initial text instead of the cell's value. */
  draft: string | null;
  onDraft: (value: string) => void;
  onCommit: (value: string, commitKey: CommitKey) => void;
  /** Called when focus moves elsewhere. */
  onLeave: () => void;
  onCancel: () => void;
};

export type CellWrite<Row> = Readonly<{ row: Row; key: string; value: string }>;
/** A cell by row key and column key. */
export type CellRef = { rowKey: string; key: string };
/** A cell to open for editing; `draft` is its initial text instead of the cell's value. */
export type GridOpenedCell<Row> = { row: Row; key: string; draft: string | null };
/** `theirs`: someone else changed it since the list was loaded. */
export type CellMark = 'modified' | 'saving' | 'failed' | 'conflicted' | 'theirs';
/** `misfit`: the row no longer matches and stays only until the list is reloaded. */
export type RowMark = 'modified' | 'misfit';

/** Row selection by a checkbox column. `range`: Shift was pressed, so it selects from the last selected row to this one. */
export type GridSelection<Row> = {
  selected: ReadonlySet<string>;
  onToggle: (rowKey: string, range: boolean) => void;
  /** Selects all given rows, or clears the selection if all are selected. */
  onToggleAll: () => void;
  label: (row: Row) => string;
};

/** The user's column settings. Unknown keys are ignored; columns missing from `order` come last. */
export type GridLayout = { order: readonly string[]; hidden: readonly string[]; widths: Readonly<Record<string, number>> };

/** `to`: the column's new index among all columns, including hidden ones, after its removal. */
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
  /** The row count of the whole list; `null` if unknown, undefined if `rows` is the whole list. */
  total?: number | null;
  /** The index of the first given row in the whole list; a new value scrolls to the top. */
  firstRowIndex?: number;
  layout: GridLayout;
  onLayoutChange: (change: LayoutChange) => void;
  sort: GridSort;
  onSort: (key: string) => void;
  /**
   * `loading` keeps existing rows, or shows `skeletonRows` skeletons; `stale` rows belong to another query, so placeholders of the same
   * size hide them; `failed` dims the rows of an earlier load.
   */
  state: 'loading' | 'stale' | 'failed' | 'ready';
  skeletonRows?: number;
  /** Shown instead of the rows if there are none. */
  empty: ReactNode;
  /** The height of every row, px. */
  rowHeight?: number;
  /** px; defaults to four fifths of the window. */
  maxHeight?: number;
  /** The grid grows with its rows: the page scrolls, and the header is sticky unless something overflows sideways. */
  flows?: boolean;
  /** Called on a click, a tap or Enter; on a double click if cells can be edited or copied. */
  onRowOpen?: (row: Row) => void;
  /** Called when the pointer rests on a row or focus stays on one of its cells, because the row may be opened next. */
  onRowIntent?: ((row: Row) => void) | undefined;
  /** The key of the open row; closing it returns focus to the row. */
  openRow?: string | null;
  /** The accessible name of the button that opens a row; with `onRowOpen` each row has one. */
  rowLabel?: (row: Row) => string;
  /** The URL of the open row. Its first cell is then a link, so that the row can be opened in another tab. */
  rowHref?: (row: Row) => string;
  selection?: GridSelection<Row>;
  /** The editor of a cell; null if it is read-only and ignores keys. */
  editorOf?: (row: Row, columnKey: string) => CellEditorKind | null;
  /** The editor component, passed together with `editorOf`, so that read-only grids do not load it. */
  Field?: ComponentType<CellEditorProps>;
  /** The cell in edit mode and its initial text, which does not change during typing. */
  editing?: (CellRef & { draft: string | null }) | null;
  /** Called on Enter, F2, a double click, or a character typed on the cell. */
  onEditStart?: (cell: GridOpenedCell<Row>) => void;
  onEditDraft?: (cell: CellRef, value: string) => void;
  /** '' means that the field was cleared. The grid moves focus; after Tab, `next` is the cell to open immediately. */
  onEditCommit?: (cell: CellRef, value: string, next: GridOpenedCell<Row> | null) => void;
  /** Called when focus leaves or the row disappears; must be a stable function. */
  onEditLeave?: (cell: CellRef) => void;
  onEditCancel?: (cell: CellRef) => void;
  /** Pasted, filled or cleared cells, as one step. Enables the spreadsheet shortcuts. */
  onCellsWrite?: (cells: readonly CellWrite<Row>[]) => void;
  /** Shift + Delete: restores the source's values. */
  onCellsRestore?: (rows: readonly Row[], keys: readonly string[]) => void;
  cellMark?: (row: Row, columnKey: string) => CellMark | undefined;
  /** The note of a `failed` or `conflicted` cell, shown below its value; for `theirs` it is part of the tooltip. */
  cellNote?: (row: Row, columnKey: string) => string | null;
  /** Enter on a failed or conflicted cell retries, Escape discards. */
  onCellRetry?: (cell: CellRef) => void;
  onCellDiscard?: (cell: CellRef) => void;
  rowMark?: (row: Row) => RowMark | undefined;
  /** Adds a menu to each header: sort, hide, move, widths. */
  columnMenu?: boolean;
  onSortTo?: (key: string, direction: 'asc' | 'desc') => void;
  /** Called when the last row is near, once per row count. */
  onEnd?: () => void;
  /** Shown below the last row: loading, a retry, or the end. */
  tail?: ReactNode;
  /** Shift with arrow keys, a click or a drag selects cells; Control + C copies their `text`. */
  copy?: boolean;
  /** The number of sticky first columns during sideways scrolling. @default 1 */
  freeze?: 1 | 2;
  /** Fills the height of its container and scrolls inside. */
  fills?: boolean;
  /** Reduces cell padding, for a table with many columns. */
  dense?: boolean;
};
