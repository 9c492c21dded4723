import './grid.css';
import type { ReactNode } from 'react';
import { messages } from '../../../contract/messages.ts';
import { Button } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import { angleDown, download, table } from '../icons.ts';
import { Popover } from '../Popover.tsx';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { downloadCsv, toCsv } from './exportCsv.ts';
import { visibleColumns } from './layout.ts';
import type { GridColumn, GridLayout, LayoutChange } from './types.ts';

export type GridToolbarProps<Row> = {
  columns: readonly GridColumn<Row>[];
  layout: GridLayout;
  onLayoutChange: (change: LayoutChange) => void;
  /** What Export CSV writes: the shown columns of these rows, in their order. */
  rows: readonly Row[];
  /** With ".csv". */
  fileName: string;
  /** Title, search and filters, at the start of the bar. */
  children?: ReactNode;
};

/** Above a grid: the screen's own filters, then Columns and Export CSV. */
export function GridToolbar<Row>({ columns, layout, onLayoutChange, rows, fileName, children }: GridToolbarProps<Row>) {
  const exportCsv = () => downloadCsv(fileName, toCsv(visibleColumns(columns, layout.order, layout.hidden), rows));
  return (
    <div className="grid-toolbar no-print">
      {children}
      <div className="grid-toolbar-end">
        <Popover
          label={messages.grid.columns}
          triggerClass="p-button p-button-secondary"
          trigger={
            <>
              <Icon svg={table} />
              {messages.grid.columns}
              <Icon svg={angleDown} />
            </>
          }
        >
          <ColumnsMenu columns={columns} layout={layout} onLayoutChange={onLayoutChange} />
        </Popover>
        <Button severity="secondary" icon={download} disabled={rows.length === 0} onClick={exportCsv}>
          {messages.grid.exportCsv}
        </Button>
      </div>
    </div>
  );
}
