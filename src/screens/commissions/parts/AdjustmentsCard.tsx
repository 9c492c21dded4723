import { lazy, Suspense, useMemo } from 'react';
import type { Adjustment } from '../../../../contract/entities/adjustment.ts';
import { messages } from '../../../../contract/messages.ts';
import { useColumnLayout } from '../../../app/columns/useColumnLayout.ts';
import { useUser } from '../../../app/context.ts';
import { useCsvExport } from '../../../app/csv/useCsvExport.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Grid } from '../../../ui/grid/Grid.tsx';
import { GridToolbar, writeCsv } from '../../../ui/grid/GridToolbar.tsx';
import { plus } from '../../../ui/icons.ts';
import { Pager } from '../../../ui/Pager.tsx';
import { type AdjustmentAction, actionsOf } from '../connectAdjustments.ts';
import type { Adjustments } from '../useAdjustments.ts';
import { actionsColumn, adjustmentColumnKeys, adjustmentColumns } from './AdjustmentsColumns.tsx';
import { AdjustmentsFilters } from './AdjustmentsFilters.tsx';
import './adjustments.css';

const AdjustmentDialog = lazy(() => import('./AdjustmentDialog.tsx'));

const text = messages.adjustments;
const ROW_HEIGHT = 48;

/** spec 2.36, 2.37. `mayCreate`: the user may act on a record of this page although on no adjustment yet. */
export function AdjustmentsCard({ adjustments, mayCreate }: { adjustments: Adjustments; mayCreate: boolean }) {
  const { view, openForm, decide, ...act } = adjustments;
  const user = useUser();
  const { layout, onLayoutChange } = useColumnLayout('adjustments', adjustmentColumnKeys);
  const columns = useMemo(() => adjustmentColumns(view.live, view.drafts), [view.live, view.drafts]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the two functions only send to the actor, which stays.
  const withActions = useMemo(() => {
    const run = (action: AdjustmentAction, row: Adjustment): void => {
      if (action === 'edit') openForm({ adjustment: row, prefill: null });
      else decide({ kind: action, id: row.id, version: row.version ?? null, amount: row.adjustment_amount });
    };
    return view.mayAct ? [...columns, actionsColumn((row) => actionsOf(user, row), run)] : columns;
  }, [columns, view.mayAct, user]);
  const fileName = `adjustments-${view.range.start_date}-${view.range.end_date}.csv`;
  const csv = useCsvExport({ readAll: act.readAll, write: (rows) => writeCsv({ columns, layout, rows, fileName }) });
  return (
    <div ref={act.frame} className="adjustments">
      <Card
        title={text.title}
        actions={
          (view.mayAct || mayCreate) && (
            <Button icon={plus} onClick={() => openForm({ adjustment: null, prefill: null })}>
              {text.create}
            </Button>
          )
        }
      >
        {view.error !== null && (
          <Alert
            action={
              <Button size="small" severity="secondary" onClick={act.retry}>
                {messages.retry}
              </Button>
            }
          >
            {view.error}
          </Alert>
        )}
        {view.decideError !== null && <Alert onDismiss={act.dismiss}>{view.decideError}</Alert>}
        {view.hasLocal && <Alert severity="info">{text.localOnly}</Alert>}
        <GridToolbar columns={columns} layout={layout} onLayoutChange={onLayoutChange} rows={view.rows} fileName={fileName} {...csv}>
          <AdjustmentsFilters live={view.live} state={view.state} search={view.search} onState={act.chooseState} onSearch={act.type} />
        </GridToolbar>
        <Grid
          label={text.title}
          columns={withActions}
          rows={view.rows}
          rowKey={(row) => row.id}
          total={view.total}
          firstRowIndex={view.firstRowIndex}
          layout={layout}
          onLayoutChange={onLayoutChange}
          sort={view.sort}
          onSort={act.sort}
          state={view.loading || view.deciding ? 'loading' : 'ready'}
          skeletonRows={view.pageSize}
          empty={<EmptyState title={view.empty.title}>{view.empty.why}</EmptyState>}
          rowHeight={ROW_HEIGHT}
        />
        <Pager text={view.position} canPrevious={view.canPrevious} canNext={view.canNext} onPrevious={act.previous} onNext={act.next} />
      </Card>
      {view.subject && (
        <Suspense fallback={null}>
          <AdjustmentDialog subject={view.subject} live={view.live} adjustments={adjustments} />
        </Suspense>
      )}
    </div>
  );
}
