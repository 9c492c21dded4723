import './list.css';
import { type ReactNode, useMemo } from 'react';
import type { ColumnTable } from '../../../contract/entities/user.ts';
import { Grid } from '../../ui/grid/Grid.tsx';
import { GridToolbar, writeCsv } from '../../ui/grid/GridToolbar.tsx';
import type { GridColumn, GridProps } from '../../ui/grid/types.ts';
import { Pager } from '../../ui/Pager.tsx';
import { type FilterChip, FilterChips } from './FilterChips.tsx';
import { useColumnLayout } from './useColumnLayout.ts';
import { useCsvExport } from './useCsvExport.ts';

const ROW_HEIGHT = 48;

type Props<Row> = Pick<GridProps<Row>, 'label' | 'columns' | 'empty' | 'onRowOpen' | 'openRow' | 'rowLabel'> & {
  /** Whose saved columns. */
  table: ColumnTable;
  columnKeys: readonly string[];
  /** Shown last and never exported. */
  actions?: GridColumn<Row> | null;
  fileName: string;
  view: Pick<GridProps<Row>, 'rows' | 'sort'> & {
    total: number | null;
    firstRowIndex: number;
    range: Readonly<{ start_date: string; end_date: string }>;
    loading: boolean;
    stale: boolean;
    pageSize: number;
    position: string;
    canPrevious: boolean;
    canNext: boolean;
  };
  act: Readonly<{ sort: (key: string) => void; readAll: () => Promise<readonly Row[]>; previous: () => void; next: () => void }>;
  /** What is filtered. */
  chips?: readonly FilterChip[];
  /** The filters above it. */
  children: ReactNode;
};

/** A table of this screen: filters, columns that are saved, export of all that is found, and pages. */
export function PagedTable<Row extends { id: string }>(props: Props<Row>) {
  const { table, columnKeys, columns, actions, fileName: name, view, act, chips = [], children, ...grid } = props;
  // The same columns as long as they are the same: the grid keeps what it measured.
  const shown = useMemo(() => (actions ? [...columns, actions] : columns), [columns, actions]);
  const { rows, total, firstRowIndex, sort, range } = view;
  const { layout, onLayoutChange } = useColumnLayout(table, columnKeys);
  const fileName = `${name}-${range.start_date}-${range.end_date}.csv`;
  const csv = useCsvExport({ readAll: act.readAll, write: (all) => writeCsv({ columns, layout, rows: all, fileName }) });
  return (
    <>
      <GridToolbar columns={columns} layout={layout} onLayoutChange={onLayoutChange} rows={rows} fileName={fileName} {...csv}>
        {children}
      </GridToolbar>
      <FilterChips chips={chips} />
      <Grid
        {...grid}
        columns={shown}
        rows={rows}
        rowKey={(row) => row.id}
        total={total}
        firstRowIndex={firstRowIndex}
        layout={layout}
        onLayoutChange={onLayoutChange}
        sort={sort}
        onSort={act.sort}
        state={view.stale ? 'stale' : view.loading ? 'loading' : 'ready'}
        skeletonRows={view.pageSize}
        rowHeight={ROW_HEIGHT}
      />
      <Pager text={view.position} canPrevious={view.canPrevious} canNext={view.canNext} onPrevious={act.previous} onNext={act.next} />
    </>
  );
}
