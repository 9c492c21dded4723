import type { Commission } from '../../../../contract/entities/commission.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { createChips, withoutFilter } from '../../../shared/lists/createChips.ts';
import { FilterChoice } from '../../../shared/lists/FilterChoice.tsx';
import { PagedTable } from '../../../shared/lists/PagedTable.tsx';
import { SearchField } from '../../../shared/lists/SearchField.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { withStableHandlers } from '../../../ui/support/withStableHandlers.tsx';
import { commissionColumnKeys, commissionColumns, invoiceText, statusBadge, toCommissionCard } from '../columns.tsx';
import { type CommissionsView, isUnlistedStatus, statusOptions } from '../connectCommissions.ts';
import type { Commissions } from '../useCommissions.ts';

const t = messages.commissions;

type Props = Readonly<{
  view: CommissionsView;
  act: Commissions['act'];
  onStatus: (status: string) => void;
  onRowIntent: (row: Commission) => void;
}>;

/** spec 2.35: the records of the period. */
export const SalesTable = withStableHandlers(function SalesTable({ view, act, onStatus, onRowIntent }: Props) {
  return (
    <Card title={t.tableTitle} className="list-card">
      <PagedTable
        label={t.tableTitle}
        table="commissions"
        columnKeys={commissionColumnKeys}
        columns={commissionColumns}
        fileName="commissions"
        view={view}
        act={act}
        empty={<EmptyState title={view.empty.title}>{view.empty.why ?? t.searchHint}</EmptyState>}
        onRowOpen={(row) => act.open(row.id)}
        onRowIntent={onRowIntent}
        openRow={view.opened?.id ?? null}
        chips={createChips(withoutFilter(view, 'user_id'), act, (_, value) => statusBadge(value).label)}
        tools={
          // The search covers the whole period if the server searches, otherwise the loaded page.
          <SearchField
            label={view.searchesAll ? t.searchAll : t.search}
            title={view.searchesAll ? t.searchAllHint : t.searchHint}
            value={view.search}
            onChange={act.type}
          />
        }
        toCard={toCommissionCard}
        rowLabel={(row) => fill(t.open, { invoice: invoiceText(row) })}
      >
        <FilterChoice
          label={t.status}
          value={isUnlistedStatus(view.status) ? '' : view.status}
          options={statusOptions}
          onChange={onStatus}
        />
      </PagedTable>
    </Card>
  );
});
