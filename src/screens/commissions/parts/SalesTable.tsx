import type { Commission } from '../../../../contract/entities/commission.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { createChips } from '../../../shared/lists/createChips.ts';
import { PagedTable } from '../../../shared/lists/PagedTable.tsx';
import { SearchField } from '../../../shared/lists/SearchField.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { withStableHandlers } from '../../../ui/support/withStableHandlers.tsx';
import { commissionColumnKeys, commissionColumns, invoiceText, statusBadge, toCommissionCard } from '../columns.tsx';
import type { CommissionsView } from '../connectCommissions.ts';
import type { Commissions } from '../useCommissions.ts';
import type { TeamOption } from '../useTeam.ts';
import { Filters } from './Filters.tsx';

const t = messages.commissions;
const noPeople: readonly TeamOption[] = [];

type Props = Readonly<{
  view: CommissionsView;
  act: Commissions['act'];
  people: readonly TeamOption[];
  /** The owner of the list; null for everyone. */
  userId: string | null;
  onStatus: (status: string) => void;
  onRowIntent: (row: Commission) => void;
}>;

/** spec 2.35: the records of the period. */
export const SalesTable = withStableHandlers(function SalesTable({ view, act, people, userId, onStatus, onRowIntent }: Props) {
  const toLabel = (key: string, value: string): string =>
    key === 'status' ? statusBadge(value).label : (people.find((person) => person.value === value)?.label ?? value);
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
        chips={createChips(view, act, toLabel)}
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
        <Filters
          {...view}
          people={view.searchesAll && userId === null ? people : noPeople}
          onStatus={onStatus}
          onPerson={(person) => act.choose('user_id', person)}
        />
      </PagedTable>
    </Card>
  );
});
