import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { isEditableField } from '../../contract/entities/event.ts';
import { CellBadge } from '../../src/ui/grid/CellBadge.tsx';
import { CellEditor } from '../../src/ui/grid/editing/CellEditor.tsx';
import { Grid } from '../../src/ui/grid/Grid.tsx';
import type { CellRef, CellEditorKind as Editor, GridColumn, GridLayout, GridSort, LayoutChange } from '../../src/ui/grid/types.ts';
import '../../src/ui/theme/base.css';
import { benchPage } from './page.ts';
import './page.css';
import { type BenchColumn, type BenchRow, benchColumns, benchRows, HEIGHT_PX, ROW_PX, yesNoOptions } from './rows.ts';

const cellOf = ({ kind }: BenchColumn, value: string): ReactNode => {
  if (kind === 'tag') return <CellBadge severity="info">{value}</CellBadge>;
  if (kind !== 'chips') return value;
  return value.split('|').map((part) => (
    <span key={part} className="chip">
      {part}
    </span>
  ));
};
const columns: readonly GridColumn<BenchRow>[] = benchColumns.map((column) => ({
  key: column.key,
  header: column.header,
  width: column.width,
  sortable: true,
  cell: (row) => cellOf(column, row[column.key]),
  text: (row) => row[column.key],
  ...(column.tip ? { tip: (row: BenchRow) => row[column.key] || null } : {}),
}));
const editorOf = (row: BenchRow, key: string): Editor | null => {
  const column = benchColumns.find((benchColumn) => benchColumn.key === key);
  if (!column || !isEditableField(column.key)) return null;
  const common = { label: column.header, value: row[column.key] };
  if (column.kind !== 'yesNo') return { ...common, kind: column.kind === 'long' ? 'long' : 'text' };
  return { ...common, kind: 'select', options: yesNoOptions.map((value) => ({ value, label: value || '-- Select --' })) };
};
const rowKey = (row: BenchRow): string => row.id;
const labelOf = (row: BenchRow): string => `Select ${row.customer}`;

const changed = (layout: GridLayout, change: LayoutChange): GridLayout => {
  const order = columns.map(({ key }) => key);
  const { widths, hidden } = layout;
  switch (change.type) {
    case 'layout.reset':
      return { order, hidden: [], widths: {} };
    case 'column.hide':
      return { ...layout, hidden: [...hidden, change.key] };
    case 'column.show':
      return { ...layout, hidden: hidden.filter((key) => key !== change.key) };
    case 'column.resize':
      return { ...layout, widths: { ...widths, [change.key]: change.width } };
    case 'column.resetWidth':
      return { ...layout, widths: Object.fromEntries(Object.entries(widths).filter(([key]) => key !== change.key)) };
    case 'column.move':
      return { ...layout, order: layout.order.filter((key) => key !== change.key).toSpliced(change.to, 0, change.key) };
  }
};

/** Uses every grid feature that the events screen uses, with plain state instead of the machine. */
function OwnPage({ initial }: { initial: readonly BenchRow[] }) {
  const [rows, setRows] = useState(initial);
  const [layout, setLayout] = useState<GridLayout>({ order: columns.map(({ key }) => key), hidden: [], widths: {} });
  const [sort, setSort] = useState<GridSort>(null);
  const [editing, setEditing] = useState<(CellRef & { draft: string | null }) | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [modified, setModified] = useState<ReadonlySet<string>>(new Set());
  const onLayoutChange = useCallback((change: LayoutChange) => setLayout((now) => changed(now, change)), []);
  const stopEditing = useCallback(() => setEditing(null), []);
  const onSort = useCallback((key: string) => setSort({ key, direction: 'asc' }), []);
  const cellMark = useCallback((row: BenchRow, key: string) => (modified.has(`${row.id} ${key}`) ? 'modified' : undefined), [modified]);
  const selection = useMemo(
    () => ({
      selected: ticked,
      onToggle: (key: string) =>
        setTicked((now) => (now.has(key) ? new Set([...now].filter((item) => item !== key)) : new Set([...now, key]))),
      onToggleAll: () => setTicked((now) => (now.size === rows.length ? new Set() : new Set(rows.map(rowKey)))),
      label: labelOf,
    }),
    [ticked, rows],
  );
  return (
    <Grid
      label="Events"
      columns={columns}
      rows={rows}
      rowKey={rowKey}
      layout={layout}
      onLayoutChange={onLayoutChange}
      sort={sort}
      onSort={onSort}
      onSortTo={(key, direction) => setSort({ key, direction })}
      state="ready"
      empty="Nothing"
      rowHeight={ROW_PX}
      maxHeight={HEIGHT_PX}
      selection={selection}
      Field={CellEditor}
      editorOf={editorOf}
      editing={editing}
      onEditStart={({ row, key, draft }) => setEditing({ rowKey: row.id, key, draft })}
      onEditCommit={({ rowKey: id, key }, value, next) => {
        setRows((now) => now.map((benchRow) => (benchRow.id === id ? { ...benchRow, [key]: value } : benchRow)));
        setModified((now) => new Set([...now, `${id} ${key}`]));
        setEditing(next && { rowKey: next.row.id, key: next.key, draft: next.draft });
      }}
      onEditLeave={stopEditing}
      onEditCancel={stopEditing}
      cellMark={cellMark}
      columnMenu
      copy
    />
  );
}

const app = document.getElementById('app') as HTMLElement;
const initial = benchRows();
// Offset by the checkbox column.
const columnIndex = (key: string): number => benchColumns.findIndex((column) => column.key === key) + 2;
const cell = (row: number, key: string) =>
  document.querySelector<HTMLElement>(`tr[data-row="${row}"] > [aria-colindex="${columnIndex(key)}"]`);
const frame = () => new Promise(requestAnimationFrame);
window.bench = benchPage({
  show: () => createRoot(app).render(<OwnPage initial={initial} />),
  firstRow: 'tr[data-row]',
  scroller: '.grid-scroller',
  focusCell: async (row, key) => {
    // A cell outside the viewport isn't rendered until it is scrolled to.
    document.querySelector(`th[data-key="${key}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    while (!cell(row, key)) await frame();
    cell(row, key)?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }));
    document.dispatchEvent(new MouseEvent('mouseup', { bubbles: true }));
  },
  textOf: (row, key) => cell(row, key)?.textContent?.replace(' (changed)', ''),
});
