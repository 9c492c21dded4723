import { memo, Suspense, useMemo } from 'react';
import type { Adjustment } from '../../../../contract/entities/adjustment.ts';
import { messages } from '../../../../contract/messages.ts';
import { useUser } from '../../../app/context.ts';
import { createChips } from '../../../shared/lists/createChips.ts';
import { FilterChoice } from '../../../shared/lists/FilterChoice.tsx';
import { PagedTable } from '../../../shared/lists/PagedTable.tsx';
import { SearchField } from '../../../shared/lists/SearchField.tsx';
import { usePageActions } from '../../../shared/usePageActions.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { plus } from '../../../ui/display/icons.ts';
import { actionsColumn, adjustmentColumnKeys, adjustmentColumns, toAdjustmentCard } from './AdjustmentsColumns.tsx';
import { type AdjustmentAction, adjustmentStateOptions, getActions, openLabel, stateLabel } from './connectAdjustments.ts';
import type { Adjustments } from './useAdjustments.ts';
import './adjustments.css';
import { lazyComponent } from '../../../ui/support/later.tsx';

const [AdjustmentPanel] = lazyComponent(() => import('./AdjustmentPanel.tsx'));
const [AdjustmentDialog] = lazyComponent(() => import('./AdjustmentDialog.tsx'));

const t = messages.adjustments;

type Props = {
  adjustments: Adjustments;
  mayCreate: boolean;
  /** True if the server stores the history of an adjustment. */
  remembers: boolean;
  /** True while a panel with its own URL covers the page. */
  covered?: boolean;
};

/** spec 2.36, 2.37. `mayCreate`: the user may adjust a record of this page, even if they may change none of the adjustments. */
export const AdjustmentsCard = memo(function AdjustmentsCard({ adjustments, mayCreate, remembers, covered = false }: Props) {
  const { view, openForm, decide, open, ...act } = adjustments;
  const canCreate = view.mayAct || view.mayCreate || mayCreate;
  const user = useUser();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callbacks only send to the same actor.
  const columns = useMemo(
    () => adjustmentColumns(view.live, view.drafts, remembers ? open : undefined),
    [view.live, view.drafts, remembers],
  );
  const run = (action: AdjustmentAction, row: Adjustment): void => {
    if (action === 'edit') openForm({ adjustment: row, prefill: null });
    else decide({ kind: action, row });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  const actions = useMemo(() => (view.mayAct ? actionsColumn((row) => getActions(user, row), run) : null), [view.mayAct, user]);
  usePageActions(canCreate ? [{ id: 'adjustment.new', label: t.create, run: () => openForm({ adjustment: null, prefill: null }) }] : []);
  return (
    <div ref={act.frame} className="adjustments">
      <Card
        title={t.title}
        className="list-card"
        actions={
          canCreate && (
            <Button icon={plus} onClick={() => openForm({ adjustment: null, prefill: null })}>
              {t.create}
            </Button>
          )
        }
      >
        {view.error !== null && <Alert onDismiss={act.dismiss}>{view.error}</Alert>}
        {view.hasLocal && <Alert severity="info">{t.localOnly}</Alert>}
        <PagedTable
          label={t.title}
          table="adjustments"
          columnKeys={adjustmentColumnKeys}
          columns={columns}
          actions={actions}
          fileName="adjustments"
          view={{ ...view, loading: view.loading || view.acting }}
          act={act}
          chips={createChips(view, act, (_, state) => stateLabel(state))}
          toCard={toAdjustmentCard}
          openRow={view.opened?.id ?? null}
          tools={<SearchField label={t.search} title={messages.commissions.searchHint} value={view.search} onChange={act.type} />}
          {...(remembers ? { onRowOpen: (row: Adjustment) => open(row.id), rowLabel: openLabel } : {})}
          empty={<EmptyState title={view.empty.title}>{view.empty.why}</EmptyState>}
        >
          {/* The state filter needs a server that sends states; the search covers only the loaded page (spec 2.36). */}
          {view.live && <FilterChoice label={t.state} value={view.state} options={adjustmentStateOptions} onChange={act.chooseState} />}
        </PagedTable>
      </Card>
      {view.opened && !covered && (
        <Suspense fallback={null}>
          <AdjustmentPanel
            key={view.opened.row ? '' : view.opened.id}
            opened={view.opened}
            service={adjustments.service}
            actionsOf={(row) => getActions(user, row)}
            onAction={(action, row) => {
              act.close();
              run(action, row);
            }}
            onOpen={open}
            onClose={act.close}
          />
        </Suspense>
      )}
      {view.subject && (
        <Suspense fallback={null}>
          <AdjustmentDialog subject={view.subject} live={view.live} adjustments={adjustments} />
        </Suspense>
      )}
    </div>
  );
});
