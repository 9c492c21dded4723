import './teamDashboard.css';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { fill, messages } from '../../../contract/messages.ts';
import { reachOf } from '../../../contract/permissions.ts';
import type { TeamRow } from '../../../contract/rules/performance/team.ts';
import { useFeature, useUser } from '../../app/context.ts';
import { LensBanner, LensControl } from '../../shared/lens/LensControl.tsx';
import { createCardBuilder } from '../../shared/lists/createCardBuilder.tsx';
import { ListTable } from '../../shared/lists/ListTable.tsx';
import { SearchField } from '../../shared/lists/SearchField.tsx';
import { useVisitLayout } from '../../shared/lists/useVisitLayout.ts';
import { toWonDealsLink } from '../../shared/performance/wonDeals.ts';
import { PeriodControl } from '../../shared/period/PeriodControl.tsx';
import { toPeriodQuery } from '../../shared/period/periodInUrl.ts';
import { ScopeControl } from '../../shared/scope/ScopeControl.tsx';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Badge } from '../../ui/display/Badge.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { writeCsv } from '../../ui/grid/toolbar/GridToolbar.tsx';
import { lazyComponent } from '../../ui/support/later.tsx';
import { teamColumns } from './columns.tsx';
import { eventKeys, teamColumnKeys } from './connectTeam.ts';
import { TeamCards } from './parts/Cards.tsx';
import { TeamAnswer } from './parts/TeamAnswer.tsx';
import { TeamProgress } from './parts/TeamProgress.tsx';
import { Trend } from './parts/Trend.tsx';
import { type BoundTeam, useTeam } from './useTeam.ts';

const [UnconfirmedPayouts] = lazyComponent(() => import('../../shared/statements/Unconfirmed.tsx'));

const t = messages.performance;
const ROW_HEIGHT = 44;
const personFields = ['role', 'territory'];
const toCardFields = (money: boolean) => ({
  title: 'name',
  figure: 'attainment',
  lines: money ? [personFields, ['sales', 'quota'], ['commission', 'deals']] : [personFields, ['deals'], ['events', 'hours', 'ready']],
});

/** Warnings about incomplete figures. */
function Notices({ view, act }: Pick<BoundTeam, 'view' | 'act'>) {
  return (
    <>
      {view.sample && (
        <Alert severity="warning" onRetry={act.reload}>
          {t.sampleShown}
        </Alert>
      )}
      {view.failed > 0 && (
        <Alert severity="warning" onRetry={act.reload}>
          {fill(view.failed === 1 ? t.failedOne : t.failedSome, { count: view.failed })}
        </Alert>
      )}
    </>
  );
}

/** spec 2.41, decisions 1.04, 3.02 */
export default function TeamDashboardScreen() {
  const team = useTeam();
  const { view, act, period } = team;
  const chosenPeriod = useSelector(period, (snapshot) => snapshot.context.period);
  const showsEvents = !view.money;
  const { layout, onLayoutChange } = useVisitLayout([...teamColumnKeys, ...eventKeys]);
  const hrefOf = (row: TeamRow): string => `/commissions?${toPeriodQuery(chosenPeriod, { person: row.id, asOf: team.asOf ?? '' })}`;
  const toPersonPage = (row: TeamRow): string => `/dashboard/individual?${toPeriodQuery(chosenPeriod, { person: row.id })}`;
  const deals = useFeature('deals');
  const canRemind = reachOf(useUser(), 'statement:remind') !== 'none';
  const hasReminders = useFeature('statement-reminders');
  const hasLinks = view.money && !view.sample;
  const columns = teamColumns({
    money: view.money,
    events: showsEvents,
    begun: view.begun,
    hrefOf: hasLinks ? hrefOf : undefined,
    pageOf: hasLinks ? toPersonPage : undefined,
    // Without the deals feature, an invoice counts as a deal.
    wonOf: hasLinks ? (deals ? (row) => toWonDealsLink(chosenPeriod, row.id) : hrefOf) : undefined,
    months: view.trend.months,
    eventsOf: view.sample ? undefined : (row) => `/events?${toPeriodQuery(chosenPeriod, { sales_person: row.name })}`,
  });
  const toCard = createCardBuilder(columns, toCardFields(view.money));
  return (
    <div className="page team">
      <PageHead
        title={messages.menu.teamDashboard}
        scope={<ScopeControl {...team.scope} />}
        actions={view.sample && <Badge severity="warning">{t.sampleTag}</Badge>}
      >
        {team.looksBack && <LensControl actor={team.lens} />}
        <PeriodControl actor={period} />
      </PageHead>
      <LensBanner actor={team.lens} />
      <Notices view={view} act={act} />
      {team.progress && <TeamProgress actor={team.progress} />}
      <TeamAnswer team={view} period={chosenPeriod} hrefOf={toPersonPage} />
      <TeamCards team={view} period={chosenPeriod} asOf={team.asOf} />
      <div id="team-table">
        <Card title={t.table} className="list-card">
          <ListTable
            label={t.table}
            columns={columns}
            layout={layout}
            onLayoutChange={onLayoutChange}
            view={view.table}
            act={{ ...act, readAll: async () => view.table.rows }}
            onExport={(rows) => writeCsv({ columns, layout, rows, fileName: 'team-performance.csv' })}
            selection={{
              selected: view.selected,
              onToggle: (id) => team.toggleUser(id),
              onToggleAll: () => team.setUsers(view.selected.size === view.ids.length ? [] : view.ids),
              label: (row) => fill(t.choose, { name: row.name }),
            }}
            toCard={(row) => ({
              ...toCard(row),
              select: (
                <Checkbox
                  label={fill(t.choose, { name: row.name })}
                  checked={view.selected.has(row.id)}
                  onChange={() => team.toggleUser(row.id)}
                />
              ),
            })}
            empty={<EmptyState title={view.empty.title}>{view.empty.why}</EmptyState>}
            rowHeight={ROW_HEIGHT}
            tools={
              <>
                <SearchField label={t.search} value={view.table.search} onChange={act.type} />
                {view.selected.size > 0 && <span className="muted">{fill(t.chosen, { count: view.selected.size })}</span>}
                {team.canReset && (
                  <Button severity="text" size="small" onClick={team.reset}>
                    {t.reset}
                  </Button>
                )}
              </>
            }
          />
          {view.prorated !== '' && <p className="muted team-prorated">{view.prorated}</p>}
        </Card>
      </div>
      {canRemind && hasReminders && (
        <Suspense fallback={null}>
          <UnconfirmedPayouts />
        </Suspense>
      )}
      <Trend trend={view.trend} money={view.money} />
    </div>
  );
}
