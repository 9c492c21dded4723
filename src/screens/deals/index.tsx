import './deals.css';
import { Suspense } from 'react';
import { fill, messages } from '../../../contract/messages.ts';
import { can } from '../../../contract/permissions.ts';
import { useFeature, useUser } from '../../app/context.ts';
import { addChosen, useOwners } from '../../shared/deals/useOwners.ts';
import { createChips, withoutFilter } from '../../shared/lists/createChips.ts';
import { FilterChips } from '../../shared/lists/FilterChips.tsx';
import { ListFilters } from '../../shared/lists/ListFilters.tsx';
import { ListTable } from '../../shared/lists/ListTable.tsx';
import { SearchField } from '../../shared/lists/SearchField.tsx';
import { useVisitLayout } from '../../shared/lists/useVisitLayout.ts';
import { ScopeControl } from '../../shared/scope/ScopeControl.tsx';
import { useOnlyScope } from '../../shared/scope/useScope.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { plus } from '../../ui/display/icons.ts';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { ChoiceButtons } from '../../ui/form/Choices.tsx';
import { downloadCsv, toCsv } from '../../ui/grid/toolbar/exportCsv.ts';
import { lazyComponent } from '../../ui/support/later.tsx';
import { createDealCard, dealColumns, hiddenDealColumns } from './columns.tsx';
import { getDealsFilterLabel, NEW_DEAL } from './dealNames.ts';
import { DealFilters } from './parts/DealFilters.tsx';
import { type Deals, useDeals } from './useDeals.ts';

const [DealPanel] = lazyComponent(() => import('./parts/DealPanel.tsx'));
const [DealDialog] = lazyComponent(() => import('./parts/DealDialog.tsx'));
const [DealBoard] = lazyComponent(() => import('./parts/DealBoard.tsx'));

const t = messages.deals;
const views = [
  { value: 'table', label: t.views.table },
  { value: 'board', label: t.views.board },
] as const;
const BOARD_PX = 400;
/** px; fits two badges, one below the other. */
const ROW_HEIGHT = 52;
const columnKeys = dealColumns.map(({ key }) => key);

/** The open deal: its panel, or a dialog over the list. */
function OpenDealPanel({ deals }: { deals: Deals }) {
  const { opened } = deals.view;
  if (!opened) return null;
  return (
    <Suspense fallback={null}>
      {opened.pane === '' && opened.id !== NEW_DEAL ? (
        <DealPanel key={opened.id} deals={deals} opened={opened} />
      ) : (
        <DealDialog key={`${opened.pane} ${opened.id}`} deals={deals} id={opened.id} pane={opened.pane} />
      )}
    </Suspense>
  );
}

function DealsContent({ mayCreate }: { mayCreate: boolean }) {
  const deals = useDeals();
  const { view, act } = deals;
  const owners = useOwners('deal:read');
  const scope = useOnlyScope();
  const { layout, onLayoutChange } = useVisitLayout(columnKeys, hiddenDealColumns);
  const isBoard = view.filters.view === 'board';
  const { owner = '' } = view.filters;
  const chips = createChips(withoutFilter(withoutFilter(view, 'view'), 'owner'), act, getDealsFilterLabel);
  const isFiltered = chips.length > 0 || owner !== '';
  const boardChips = chips.filter(({ key }) => key !== 'state');
  const filters = <DealFilters deals={deals} />;
  const search = <SearchField label={t.search} value={view.search} onChange={act.type} />;
  return (
    <div className="page">
      <PageHead
        title={t.title}
        about={t.subtitle}
        scope={
          (owners.length > 1 || owner !== '') && (
            <ScopeControl
              {...scope}
              people={addChosen([...owners, { value: 'none', label: t.nobody }], owner, t.unknownOwner)}
              person={owner}
              onPerson={(person) => act.choose('owner', person)}
            />
          )
        }
        actions={
          mayCreate && (
            <Button icon={plus} onClick={() => act.open(NEW_DEAL, 'edit')}>
              {t.create}
            </Button>
          )
        }
      >
        <ChoiceButtons
          label={t.view}
          value={isBoard ? 'board' : 'table'}
          options={views}
          onChoose={(value) => act.choose('view', value === 'board' ? 'board' : '')}
        />
      </PageHead>
      {view.error !== null && <Alert onDismiss={act.dismiss}>{view.error}</Alert>}
      {isBoard ? (
        <Card title={t.label} className="list-card page-list">
          <ListFilters count={boardChips.length} tools={search}>
            {filters}
          </ListFilters>
          <FilterChips chips={boardChips} />
          <Suspense fallback={<Skeleton height={BOARD_PX} />}>
            <DealBoard deals={deals} />
          </Suspense>
        </Card>
      ) : (
        <Card title={t.label} className="list-card page-list">
          <ListTable
            label={t.label}
            columns={dealColumns}
            layout={layout}
            onLayoutChange={onLayoutChange}
            view={view}
            act={{ ...act, readAll: deals.readAll }}
            onExport={(rows) => downloadCsv(t.exportName, toCsv(dealColumns, rows))}
            chips={chips}
            tools={search}
            onRowOpen={(row) => act.open(row.id)}
            openRow={view.opened?.id ?? null}
            toCard={createDealCard(owners.length <= 1)}
            rowHeight={ROW_HEIGHT}
            rowLabel={({ name }) => fill(t.open, { name })}
            empty={<EmptyState title={isFiltered ? t.emptyFound : t.empty}>{isFiltered ? t.emptyFoundWhy : t.emptyWhy}</EmptyState>}
          >
            {filters}
          </ListTable>
        </Card>
      )}
      <OpenDealPanel deals={deals} />
    </div>
  );
}

/** decisions 2.17; without the feature, the placeholder of spec 2.44. */
export default function DealsScreen() {
  const user = useUser();
  const isLive = useFeature('deals');
  if (!isLive)
    return (
      <section className="page-message">
        <h1>{t.title}</h1>
        <p>{t.placeholder}</p>
      </section>
    );
  // decisions 3.04: an events_manager may read no deals, so no request is sent that would be refused.
  const readsDeals = can(user, 'deal:read', { owner_id: user.id, owner_manager_id: user.id });
  if (!readsDeals)
    return (
      <section className="page-message">
        <h1>{t.title}</h1>
        <p>{t.notForRole}</p>
        <p className="muted">{t.notForRoleWhy}</p>
      </section>
    );
  return <DealsContent mayCreate={can(user, 'deal:write', { owner_id: user.id })} />;
}
