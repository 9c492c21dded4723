import { Suspense, useDeferredValue, useRef } from 'react';
import { useSearch } from 'wouter';
import { reachOf } from '../../../contract/permissions.ts';
import { hasBegun } from '../../../contract/rules/commission/attainment.ts';
import { useFeature, useToday, useUser } from '../../app/context.ts';
import { AsOf } from '../../shared/lens/asOf.ts';
import { useQueryInUrl } from '../../shared/lists/useQueryInUrl.ts';
import { toPeriodQuery } from '../../shared/period/periodInUrl.ts';
import { useScope } from '../../shared/scope/useScope.ts';
import './commissions.css';
import { AdjustmentsCard } from './adjustments/AdjustmentsCard.tsx';
import { useAdjustments } from './adjustments/useAdjustments.ts';
import { ComparisonCard, RecordPanel, WhySummary } from './lazy.ts';
import { CommissionsHead } from './parts/CommissionsHead.tsx';
import { PendingFigures } from './parts/PendingFigures.tsx';
import { SalesTable } from './parts/SalesTable.tsx';
import { SideCards } from './parts/SideCards.tsx';
import { SummaryCard } from './parts/SummaryCard.tsx';
import { useCommissions } from './useCommissions.ts';
import { useMoneyTools, useSellers } from './useMoneyTools.ts';
import { useIntents } from './why/useIntents.ts';

/** spec 2.34, 2.35 */
export default function CommissionsScreen() {
  const user = useUser();
  const canNarrow = useFeature('team-scope') && reachOf(user, 'commission:read') === 'all';
  const sellers = useSellers();
  const scope = useScope({ canNarrow, hasReports: sellers.some(({ manager_id }) => manager_id === user.id) });
  const ofTeam = scope.isOffered && scope.scope === 'team';
  const commissions = useCommissions(ofTeam ? 'team' : 'company');
  const { view, over, act, days, link } = commissions;
  // The first frame updates the controls and rows and dims the rest; the next frame renders the rest.
  const deferredView = useDeferredValue(view);
  const today = useToday();
  const adjustments = useAdjustments({ range: deferredView.range, ofTeam, onChanged: act.reloadFigures });
  const tools = useMoneyTools(view.rows, sellers, ofTeam);
  useQueryInUrl({
    question: toPeriodQuery(link.period, { ...link.others, ...adjustments.address }),
    search: useSearch(),
    follow: (address) => {
      link.follow(address);
      adjustments.follow(address);
    },
  });
  const userId = tools.userId ?? (view.person || null);
  const figuresProps = { userId, ofTeam, range: view.range, sample: tools.userId === null ? undefined : view.rows[0] };
  const intents = useIntents({ summary: view.summary, ...figuresProps });
  const { why, dialog } = over;
  const isNow = days.asOf === null;
  const canExplain = tools.canExplain && isNow;
  const chooseStatus = (status: string): void => act.choose('status', status);
  const sales = useRef<HTMLDivElement>(null);
  const scrollToFrame = (frame: HTMLElement | null): void => {
    frame?.scrollIntoView({ block: 'start' });
    frame?.querySelector<HTMLElement>('.list-filters :is(select, button)')?.focus({ preventScroll: true });
    act.closeDialog();
  };
  const showStatus = (status: string): void => {
    chooseStatus(status);
    scrollToFrame(sales.current);
  };
  return (
    <AsOf value={days.asOf}>
      <div
        className="page commissions"
        data-behind={view.summaryState === 'loading' && deferredView.summaryState !== 'loading' ? '' : undefined}
      >
        <CommissionsHead
          commissions={commissions}
          scope={{
            ...scope,
            people: view.searchesAll && tools.userId === null ? tools.people : [],
            person: view.person,
            onPerson: (person) => act.choose('user_id', person),
          }}
        />
        <PendingFigures summary={deferredView.summary} onAgain={act.reloadFigures} />
        <SummaryCard
          summary={deferredView.summary}
          state={deferredView.summaryState}
          begun={hasBegun(deferredView.range, today)}
          status={deferredView.status}
          onStatus={showStatus}
          onWhy={canExplain ? act.openDialog : undefined}
          onIntent={canExplain ? intents.onFigureIntent : undefined}
        />
        {days.asOf !== null && days.comparedDay !== null && (
          <Suspense fallback={null}>
            <ComparisonCard range={view.range} userId={userId} ofTeam={ofTeam} asOf={days.asOf} against={days.comparedDay} />
          </Suspense>
        )}
        <div ref={sales} className="commissions-sales">
          <SalesTable view={view} act={act} onStatus={chooseStatus} onRowIntent={intents.onRowIntent} />
        </div>
        {isNow && (
          <SideCards commissions={commissions} deferredView={deferredView} adjustments={adjustments.card} tools={tools} userId={userId} />
        )}
        {isNow && (
          <AdjustmentsCard
            adjustments={adjustments.card}
            mayCreate={view.rows.some(adjustments.mayAdjust)}
            remembers={tools.hasHistory}
            covered={view.opened !== null || dialog !== null}
          />
        )}
        <Suspense fallback={null}>
          {view.opened && (
            <RecordPanel
              key={days.asOf}
              opened={view.opened}
              onOpen={act.open}
              onClose={act.close}
              editOf={(row) => adjustments.editOf(row, act.close)}
              onChanged={() => {
                act.reloadFigures();
                adjustments.refresh();
              }}
            />
          )}
          {why !== null && canExplain && view.summary && (
            <WhySummary
              key={why}
              figure={why}
              summary={view.summary}
              {...figuresProps}
              onRows={showStatus}
              onAdjustments={
                adjustments.view.live
                  ? () => {
                      adjustments.chooseState('approved');
                      scrollToFrame(adjustments.frame.current);
                    }
                  : undefined
              }
              onClose={act.closeDialog}
            />
          )}
        </Suspense>
      </div>
    </AsOf>
  );
}
