import { lazy, Suspense, useMemo } from 'react';
import type { Adjustment } from '../../../../contract/entities/adjustment.ts';
import { messages } from '../../../../contract/messages.ts';
import { useUser } from '../../../app/context.ts';
import type { PageDialog } from '../../../machines/commissions/commissions.machine.ts';
import { PagedTable } from '../../../shared/lists/PagedTable.tsx';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { plus } from '../../../ui/icons.ts';
import { actionsColumn, adjustmentColumnKeys, adjustmentColumns } from './AdjustmentsColumns.tsx';
import { AdjustmentsFilters } from './AdjustmentsFilters.tsx';
import { type AdjustmentAction, actionsOf } from './connectAdjustments.ts';
import type { Adjustments } from './useAdjustments.ts';
import './adjustments.css';

const AdjustmentDialog = lazy(() => import('./AdjustmentDialog.tsx'));

const text = messages.adjustments;

type Props = {
  adjustments: Adjustments;
  mayCreate: boolean;
  /** Opens what was done to an adjustment; absent where the server keeps no history. */
  onHistory?: ((dialog: PageDialog) => void) | undefined;
};

/** spec 2.36, 2.37. `mayCreate`: the user may act on a record of this page although on no adjustment yet. */
export function AdjustmentsCard({ adjustments, mayCreate, onHistory }: Props) {
  const { view, openForm, decide, ...act } = adjustments;
  const user = useUser();
  const columns = useMemo(() => adjustmentColumns(view.live, view.drafts, onHistory), [view.live, view.drafts, onHistory]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the two functions only send to the actor, which stays.
  const actions = useMemo(() => {
    const run = (action: AdjustmentAction, row: Adjustment): void => {
      if (action === 'edit') openForm({ adjustment: row, prefill: null });
      else decide({ kind: action, id: row.id, version: row.version ?? null, amount: row.adjustment_amount, reason: '' });
    };
    return view.mayAct ? actionsColumn((row) => actionsOf(user, row), run) : null;
  }, [view.mayAct, user]);
  return (
    <div ref={act.frame} className="adjustments">
      <Card
        title={text.title}
        className="list-card"
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
        <PagedTable
          label={text.title}
          table="adjustments"
          columnKeys={adjustmentColumnKeys}
          columns={columns}
          actions={actions}
          fileName="adjustments"
          view={{ ...view, loading: view.loading || view.deciding }}
          act={act}
          empty={<EmptyState title={view.empty.title}>{view.empty.why}</EmptyState>}
        >
          <AdjustmentsFilters live={view.live} state={view.state} search={view.search} onState={act.chooseState} onSearch={act.type} />
        </PagedTable>
      </Card>
      {view.subject && (
        <Suspense fallback={null}>
          <AdjustmentDialog subject={view.subject} live={view.live} adjustments={adjustments} />
        </Suspense>
      )}
    </div>
  );
}
