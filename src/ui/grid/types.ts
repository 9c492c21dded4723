import type { ComponentType, ReactNode } from 'react';

/** One column of a grid. `cell` is what is shown, `text` what is exported; `width` in px before anybody resized it. */
export type GridColumn<Row> = {
  key: string;
  header: string;
  width: number;
  align?: 'start' | 'end';
  /** An amount as it is drawn: the column is as wide as its widest one, whatever width was chosen (decisions 8.04). */
  figure?: (row: Row) => string;
  sortable?: boolean;
  /** Its header may stand in two lines, so that the column is as wide as what it holds. */
  wraps?: boolean;
  /** Stays in sight at the end while the rest is scrolled sideways; for the last column. A wide one does not on a phone, where it would cover the row. */
  pinned?: 'end' | 'wideEnd';
  cell: (row: Row) => ReactNode;
  text: (row: Row) => string;
  /** Said in the grid's one tooltip, where `cell` shows less than there is. */
  tip?: (row: Row) => string | null;
  className?: (row: Row) => string | undefined;
};

/** How a cell is edited: one line, with values that are offered while one types, several lines, or a choice of a short list. `label` names the field to those who cannot see the cell. */
export type CellEditor =
  | { label: string; value: string; kind: 'long' }
  | { label: string; value: string; kind: 'text'; suggestions?: readonly string[] | undefined }
  | { label: string; value: string; kind: 'select'; options: readonly { value: string; label: string }[] };

/** Where the person goes after a commit: stays, next or previous cell that can be edited, the row below, or all selected cells take it. */
export type CommitKey = 'stay' | 'next' | 'previous' | 'down' | 'all';
export type CellEditorProps = {
  editor: CellEditor;
  /** What the field begins with in place of the cell's value. */
  draft: string | null;
  onDraft: (value: string) => void;
  onCommit: (value: string, by: CommitKey) => void;
  /** The focus went elsewhere. */
  onLeave: () => void;
  onCancel: () => void;
};

/** A value for a cell. */
export type CellWrite<Row> = Readonly<{ row: Row; key: string; value: string }>;
/** One cell by the key of its row and of its column. */
export type CellRef = { rowKey: string; key: string };
/** A cell whose field is to be opened; `draft` is what it begins with in place of the cell's value. */
export type OpenedCell<Row> = { row: Row; key: string; draft: string | null };
/** `theirs`: somebody else changed it while one looked. */
export type CellMark = 'modified' | 'saving' | 'failed' | 'conflicted' | 'theirs';
/** `misfit`: it stands here only until the list is read again. */
export type RowMark = 'modified' | 'misfit';

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
  /** While loading, rows that are there stay; stale ones answer another question and hold their places unread; with none, `skeletonRows` skeletons do. Rows of a failed load are those of an earlier one, dimmed. */
  state: 'loading' | 'stale' | 'failed' | 'ready';
  skeletonRows?: number;
  /** In place of the rows, where there are none. */
  empty: ReactNode;
  /** px; every row has this height. */
  rowHeight?: number;
  /** px; without it four fifths of the window. */
  maxHeight?: number;
  /** As high as its rows: the page scrolls, and its head stays in sight while nothing is out of sight sideways. */
  flows?: boolean;
  /** By one click, a tap or Enter; where cells are edited or copied, by a double click. */
  onRowOpen?: (row: Row) => void;
  /** The pointer rested on a row, or the focus stayed on one of its cells: it may be opened next. */
  onRowIntent?: ((row: Row) => void) | undefined;
  /** Key of the row that is open; once none is, the focus goes back to it. */
  openRow?: string | null;
  /** Name of the button that opens a row; with `onRowOpen` each row gets one. */
  rowLabel?: (row: Row) => string;
  selection?: GridSelection<Row>;
  /** What edits a cell; null where it is read only, and then keys do nothing. */
  editorOf?: (row: Row, columnKey: string) => CellEditor | null;
  /** The field, given with `editorOf`: a grid that only shows loads none. */
  Field?: ComponentType<CellEditorProps>;
  /** The cell that shows its field, and what that begins with; while somebody types it stays the same. */
  editing?: (CellRef & { draft: string | null }) | null;
  /** Enter, F2, a double click, a character typed on the cell. */
  onEditStart?: (cell: OpenedCell<Row>) => void;
  onEditDraft?: (cell: CellRef, value: string) => void;
  /** '' is an emptied field. The grid moves the focus to what comes then; after Tab that is `next`, which is to be opened at once. */
  onEditCommit?: (cell: CellRef, value: string, next: OpenedCell<Row> | null) => void;
  /** The focus left, or the row went away; the same function at every render. */
  onEditLeave?: (cell: CellRef) => void;
  onEditCancel?: (cell: CellRef) => void;
  /** Pasted, filled or cleared: many cells as one step. With it the keys of a spreadsheet work. */
  onCellsWrite?: (cells: readonly CellWrite<Row>[]) => void;
  /** Shift + Delete: the source's values are wanted back. */
  onCellsRestore?: (rows: readonly Row[], keys: readonly string[]) => void;
  cellMark?: (row: Row, columnKey: string) => CellMark | undefined;
  /** What a `failed` or `conflicted` cell says under its value, and a cell of `theirs` in the tooltip. */
  cellNote?: (row: Row, columnKey: string) => string | null;
  /** Enter on such a cell; Escape. */
  onCellRetry?: (cell: CellRef) => void;
  onCellDiscard?: (cell: CellRef) => void;
  rowMark?: (row: Row) => RowMark | undefined;
  /** Each header gets a menu: sort, hide, move, widths. */
  columnMenu?: boolean;
  onSortTo?: (key: string, direction: 'asc' | 'desc') => void;
  /** The last row is near: once for each number of rows. */
  onEnd?: () => void;
  /** Under the last row: more on its way, a retry, the end. */
  tail?: ReactNode;
  /** Shift with arrows, click or a drag selects cells, Control + C copies their `text`. */
  copy?: boolean;
  /** How many first columns stay in sight while the rest is scrolled sideways: one unless said otherwise. */
  freeze?: 1 | 2;
  /** It takes the height that its frame has, and scrolls in it. */
  fills?: boolean;
  /** Cells closer to each other, for a table of many columns. */
  dense?: boolean;
};
