import './approvals.css';
import { Suspense, useMemo } from 'react';
import { type Approval, approvalGroupBadges } from '../../../contract/entities/approval.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useUser } from '../../app/context.ts';
import { createChips } from '../../shared/lists/createChips.ts';
import { FilterChoice } from '../../shared/lists/FilterChoice.tsx';
import { ListTable } from '../../shared/lists/ListTable.tsx';
import { useVisitLayout } from '../../shared/lists/useVisitLayout.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { downloadCsv, toCsv } from '../../ui/grid/toolbar/exportCsv.ts';
import { lazyComponent } from '../../ui/support/later.tsx';
import { useKeptFocus } from '../../ui/support/useKeptFocus.ts';
import { getApprovalName, groupOptions } from './approvalNames.ts';
import { approvalColumnKeys, approvalColumns, hiddenApprovalColumns, toApprovalCard } from './columns.tsx';
import { ApprovalPanel } from './parts/ApprovalPanel.tsx';
import { SelectedBar, UndoBar } from './parts/Bars.tsx';
import { type Approvals, useApprovals } from './useApprovals.ts';

const [FinanceWork] = lazyComponent(() => import('./parts/FinanceWork.tsx'));
const [DecisionDialog] = lazyComponent(() => import('./parts/DecisionDialog.tsx'));

const t = messages.approvals;
const ROW_HEIGHT = 52;
const EXPORT_NAME = 'approvals.csv';

/** Shift selects a range within the current page only. */
const toSelection = ({ own, view, select }: Approvals) => {
  const selectedIds = new Set(own.selected.map(({ id }) => id));
  const selectIds = (ids: ReadonlySet<string>): void => select(view.rows.filter(({ id }) => ids.has(id)));
  const from = view.rows.findIndex(({ id }) => id === own.selected.at(-1)?.id);
  return {
    selected: selectedIds,
    onToggle: (id: string, range: boolean): void => {
      const next = new Set(selectedIds);
      const to = view.rows.findIndex((row) => row.id === id);
      if (range && from >= 0) for (const row of view.rows.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(row.id);
      else if (!next.delete(id)) next.add(id);
      selectIds(next);
    },
    onToggleAll: (): void => selectIds(selectedIds.size === view.rows.length ? new Set() : new Set(view.rows.map(({ id }) => id))),
    label: (row: Approvals['own']['selected'][number]): string => fill(t.select, { name: getApprovalName(row) }),
  };
};

/** Lists refused rows that have left the list, with their reasons. Rows still listed show theirs in place. */
function RefusedDecisions({ approvals }: { approvals: Approvals }) {
  const { refused, error } = approvals.own;
  if (refused.length === 0 && error === null) return null;
  return (
    <Alert severity={error === null ? 'warning' : 'danger'} onDismiss={approvals.dismiss}>
      {error}
      {refused.length > 0 && (
        <ul className="approval-refused">
          {refused.map((refusal) => (
            <li key={refusal.id}>{refusal.text}</li>
          ))}
        </ul>
      )}
    </Alert>
  );
}

/** All decisions waiting for the user, in one list (decisions 2.10, 2.16). */
export default function ApprovalsScreen() {
  const approvals = useApprovals();
  const { view, act, own } = approvals;
  const isFinance = useUser().role === 'finance';
  const { layout, onLayoutChange } = useVisitLayout(approvalColumnKeys, hiddenApprovalColumns);
  const chips = createChips(view, act, (_, value) => approvalGroupBadges[value as 'run']?.label ?? value);
  const actionProps = useMemo(
    () => ({
      acting: own.busy,
      decided: own.decidedRows,
      refused: own.refusedRows,
      onDecide: (decision: 'approve' | 'reject', approval: Approval) => approvals.ask({ decision, approvals: [approval] }),
    }),
    [own.busy, own.decidedRows, own.refusedRows, approvals.ask],
  );
  const columns = useMemo(() => approvalColumns(actionProps), [actionProps]);
  const selection = toSelection(approvals);
  const isFiltered = chips.length > 0;
  const list = useKeptFocus<HTMLDivElement>(own.undo, own.asked, view.rows);
  return (
    <div className="page approvals">
      <PageHead title={t.title} about={t.subtitle} />
      {isFinance && (
        <Suspense fallback={<div className="finance-work-place" />}>
          <FinanceWork waiting={view.total} />
        </Suspense>
      )}
      <RefusedDecisions approvals={approvals} />
      <UndoBar approvals={approvals} />
      <div ref={list} tabIndex={-1}>
        <Card title={t.label} className="list-card page-list">
          <ListTable
            label={t.label}
            columns={columns}
            layout={layout}
            onLayoutChange={onLayoutChange}
            view={view}
            act={{ ...act, readAll: approvals.readAll }}
            onExport={(rows) => downloadCsv(EXPORT_NAME, toCsv(columns.slice(0, -1), rows))}
            chips={chips}
            tools={<SelectedBar approvals={approvals} />}
            selection={selection}
            onRowOpen={(row) => act.open(row.id)}
            rowHeight={ROW_HEIGHT}
            openRow={view.opened?.id ?? null}
            toCard={(row) => ({
              ...toApprovalCard(row, actionProps),
              select: (
                <Checkbox
                  label={selection.label(row)}
                  checked={selection.selected.has(row.id)}
                  onChange={() => selection.onToggle(row.id, false)}
                />
              ),
            })}
            rowLabel={(row) => fill(t.open, { name: getApprovalName(row) })}
            empty={
              isFiltered ? (
                <EmptyState title={t.emptyFound}>{t.emptyFoundWhy}</EmptyState>
              ) : (
                <EmptyState title={t.empty} drawing="done">
                  {t.emptyWhy}
                </EmptyState>
              )
            }
          >
            <FilterChoice
              label={t.group}
              value={view.filters.group ?? ''}
              options={groupOptions}
              onChange={(value) => act.choose('group', value)}
            />
          </ListTable>
        </Card>
      </div>
      <ApprovalPanel approvals={approvals} />
      {own.asked && (
        <Suspense fallback={null}>
          <DecisionDialog approvals={approvals} asked={own.asked} />
        </Suspense>
      )}
    </div>
  );
}
