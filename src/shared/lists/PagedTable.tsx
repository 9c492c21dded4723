import { type ReactNode, useMemo } from 'react';
import type { ColumnTable } from '../../../contract/entities/user.ts';
import type { CardContent } from '../../ui/display/RowCard.tsx';
import { writeCsv } from '../../ui/grid/toolbar/GridToolbar.tsx';
import type { GridColumn, GridProps } from '../../ui/grid/types.ts';
import type { FilterChip } from './FilterChips.tsx';
import { ListTable, type ListTableView } from './ListTable.tsx';
import { useColumnLayout } from './useColumnLayout.ts';

const ROW_HEIGHT = 48;

type Props<Row> = Pick<GridProps<Row>, 'label' | 'columns' | 'empty' | 'onRowOpen' | 'onRowIntent' | 'openRow' | 'rowLabel'> & {
  /** The key under which the columns are saved. */
  table: ColumnTable;
  columnKeys: readonly string[];
  /** The last column; never exported. */
  actions?: GridColumn<Row> | null;
  fileName: string;
  view: ListTableView<Row> & { range: Readonly<{ start_date: string; end_date: string }> };
  act: Readonly<{
    sort: (key: string) => void;
    readAll: () => Promise<readonly Row[]>;
    retry: () => void;
    previous: () => void;
    next: () => void;
    hrefOf?: (id: string) => string;
  }>;
  chips?: readonly FilterChip[];
  /** The phone card of a row; its actions come from the last column. */
  toCard?: (row: Row) => CardContent;
  /** The search and bulk actions, visible at every width. */
  tools?: ReactNode;
  /** The filters; collapsed behind one button on phones. */
  children?: ReactNode;
};

/** A paged list with saved columns. */
export function PagedTable<Row extends { id: string }>(props: Props<Row>) {
  const { table, columnKeys, columns, actions, fileName: name, toCard, ...list } = props;
  const { range } = list.view;
  // A stable array, so that the grid keeps its measurements.
  const allColumns = useMemo(() => (actions ? [...columns, actions] : columns), [columns, actions]);
  const { layout, onLayoutChange } = useColumnLayout(table, columnKeys);
  const fileName = `${name}-${range.start_date}-${range.end_date}.csv`;
  return (
    <ListTable
      {...list}
      {...(toCard ? { toCard: (row: Row) => ({ ...toCard(row), actions: actions?.cell(row) }) } : {})}
      columns={allColumns}
      exportedColumns={columns}
      layout={layout}
      onLayoutChange={onLayoutChange}
      rowHeight={ROW_HEIGHT}
      onExport={(rows) => writeCsv({ columns, layout, rows, fileName })}
    />
  );
}
