import { AllCommunityModule, type ColDef, createGrid, type GridApi, ModuleRegistry, themeQuartz } from 'ag-grid-community';
import '../../src/ui/theme/base.css';
import { benchPage } from './page.ts';
import './page.css';
import { type BenchColumn, type BenchRow, benchColumns, benchRows, ROW_PX, yesNoOptions } from './rows.ts';

ModuleRegistry.registerModules([AllCommunityModule]);

/** Plain elements: the fastest custom cell that AG Grid documents. */
const chips = ({ value }: { value: string }): HTMLElement => {
  const box = document.createElement('span');
  for (const part of value.split('|')) {
    const chip = document.createElement('span');
    chip.className = 'chip';
    chip.textContent = part;
    box.append(chip);
  }
  return box;
};
const editor = ({ kind, editable }: BenchColumn): ColDef<BenchRow> => {
  if (!editable) return {};
  if (kind === 'yesNo') return { editable, cellEditor: 'agSelectCellEditor', cellEditorParams: { values: [...yesNoOptions] } };
  if (kind === 'long') return { editable, cellEditor: 'agLargeTextCellEditor', cellEditorPopup: true };
  return { editable, cellEditor: 'agTextCellEditor' };
};
const columnDefs = benchColumns.map(
  (column): ColDef<BenchRow> => ({
    field: column.key,
    headerName: column.header,
    width: column.width,
    ...(column.kind === 'chips' || column.kind === 'tag' ? { cellRenderer: chips } : {}),
    ...(column.tip ? { tooltipField: column.key } : {}),
    ...editor(column),
  }),
);

const app = document.getElementById('app') as HTMLElement;
const rowData = benchRows();
let grid: GridApi<BenchRow> | undefined;
const show = (): void => {
  app.className = 'ag-shell';
  grid = createGrid<BenchRow>(app, {
    theme: themeQuartz,
    columnDefs,
    rowData,
    rowHeight: ROW_PX,
    headerHeight: ROW_PX,
    getRowId: ({ data }) => data.id,
    rowSelection: { mode: 'multiRow' },
    enterNavigatesVerticallyAfterEdit: true,
    tooltipShowDelay: 250,
    tooltipHideDelay: 400,
    defaultColDef: { minWidth: 60, sortable: true, resizable: true },
  });
};
window.bench = benchPage({
  show,
  firstRow: '.ag-row .ag-cell',
  scroller: '.ag-grid-viewport',
  focusCell: (row, key) => {
    grid?.ensureColumnVisible(key);
    grid?.setFocusedCell(row, key);
  },
  textOf: (row, key) => document.querySelector(`.ag-row[row-index="${row}"] [col-id="${key}"]`)?.textContent ?? undefined,
});
