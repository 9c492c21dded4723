import './toolbar.css';
import type { ReactNode } from 'react';
import { messages } from '../../../../contract/messages.ts';
import { Button } from '../../Button.tsx';
import { Icon } from '../../display/Icon.tsx';
import { download, table } from '../../display/icons.ts';
import { Popover } from '../../Popover.tsx';
import { ColumnsMenu } from '../columns/ColumnsMenu.tsx';
import { visibleColumns } from '../columns/layout.ts';
import type { GridColumn, GridLayout, LayoutChange } from '../types.ts';
import { downloadCsv, toCsv } from './exportCsv.ts';

export type GridToolbarProps<Row> = {
  columns: readonly GridColumn<Row>[];
  layout: GridLayout;
  onLayoutChange: (change: LayoutChange) => void;
  /** The rows Export CSV writes, with the visible columns in their order. */
  rows: readonly Row[];
  /** Includes ".csv". */
  fileName: string;
  /** Replaces the export of `rows` if the table has several pages: loads all rows, then calls `writeCsv`. */
  onExport?: () => void;
  exporting?: boolean;
  /** True if the grid's headers have menus, which make them wider. */
  columnMenu?: boolean;
  /** Set if rows are shown as cards: a sort control replaces the headers; with `isFixed`, they ignore the column choice. */
  cards?: Readonly<{ sort: ReactNode; isFixed: boolean }> | undefined;
  /** Title, search and filters, at the start of the toolbar. */
  children?: ReactNode;
};

/** Downloads the rows as CSV, with the visible columns in their order. */
export const writeCsv = <Row,>({
  columns,
  layout,
  rows,
  fileName,
}: Pick<GridToolbarProps<Row>, 'columns' | 'layout' | 'rows' | 'fileName'>): void =>
  downloadCsv(fileName, toCsv(visibleColumns(columns, layout.order, layout.hidden), rows));

/** The toolbar above a grid: the screen's filters, then Columns and Export CSV. */
export function GridToolbar<Row>({
  columns,
  layout,
  onLayoutChange,
  rows,
  fileName,
  onExport,
  exporting = false,
  columnMenu = false,
  cards,
  children,
}: GridToolbarProps<Row>) {
  const exportCsv = onExport ?? (() => writeCsv({ columns, layout, rows, fileName }));
  return (
    <div className="grid-toolbar no-print">
      {children}
      <div className="grid-toolbar-end">
        {cards?.sort}
        {!cards?.isFixed && (
          <Popover
            label={messages.grid.columns}
            triggerClass="p-button p-button-secondary p-button-icon-only"
            trigger={<Icon svg={table} />}
          >
            <ColumnsMenu columns={columns} layout={layout} onLayoutChange={onLayoutChange} columnMenu={columnMenu} sized={!cards} />
          </Popover>
        )}
        <Button
          severity="secondary"
          icon={download}
          disabled={rows.length === 0}
          loading={exporting}
          aria-label={exporting ? messages.grid.exporting : messages.grid.exportCsv}
          title={messages.grid.exportCsv}
          onClick={exportCsv}
        />
      </div>
    </div>
  );
}
