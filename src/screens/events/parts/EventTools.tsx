import { messages } from '../../../../contract/messages.ts';
import { useCsvExport } from '../../../shared/lists/useCsvExport.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/display/Icon.tsx';
import { download, redo as redoIcon, table, undo as undoIcon } from '../../../ui/display/icons.ts';
import { ColumnsMenu } from '../../../ui/grid/columns/ColumnsMenu.tsx';
import { writeCsv } from '../../../ui/grid/toolbar/GridToolbar.tsx';
import { Popover } from '../../../ui/Popover.tsx';
import type { EventsPage } from '../useEvents.ts';
import { isWorkingSet, workingLayout } from '../viewColumns.ts';

const t = messages.eventHistory;
const views = messages.eventViews;
const grid = messages.grid;

/** Table tools: Undo and Redo for touch, the working set or all columns, the column menu, and the export of all matching rows. */
export function EventTools({ page }: { page: EventsPage }) {
  const { view, columns, layout, onLayoutChange } = page;
  const { canUndo, canRedo, undo, redo } = page.undo;
  const fileName = `events-${view.range.start_date}-${view.range.end_date}.csv`;
  const csv = useCsvExport({ readAll: page.readAll, write: (rows) => writeCsv({ columns, layout, rows, fileName }) });
  const showsWorkingSet = isWorkingSet(layout);
  return (
    <div className="event-tools no-print">
      <p className="events-count muted figure" role="status">
        {view.count}
      </p>
      <Button severity="text" icon={undoIcon} aria-label={t.undo} title={t.undo} unavailable={!canUndo} onClick={undo} />
      <Button severity="text" icon={redoIcon} aria-label={t.redo} title={t.redo} unavailable={!canRedo} onClick={redo} />
      <Button
        severity="secondary"
        onClick={() => (showsWorkingSet ? onLayoutChange({ type: 'layout.reset' }) : page.applyColumns(workingLayout))}
      >
        {showsWorkingSet ? views.allColumns : views.workingSet}
      </Button>
      <Popover label={grid.columns} triggerClass="p-button p-button-secondary" trigger={<Icon svg={table} />}>
        <ColumnsMenu columns={columns} layout={layout} onLayoutChange={onLayoutChange} columnMenu />
      </Popover>
      <Button
        severity="secondary"
        icon={download}
        disabled={view.rows.length === 0}
        loading={csv.exporting}
        aria-label={grid.exportCsv}
        title={grid.exportCsv}
        onClick={csv.onExport}
      />
    </div>
  );
}
