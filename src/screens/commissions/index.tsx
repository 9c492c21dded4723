import { Suspense, useDeferredValue, useMemo, useRef } from 'react';
import { Link, useSearch } from 'wouter';
import { messages } from '../../../contract/messages.ts';
import { reachOf } from '../../../contract/permissions.ts';
import { hasBegun } from '../../../contract/rules/commission/attainment.ts';
import type { DateRange } from '../../../contract/rules/time/period.ts';
import { useFeature, useToday, useUser } from '../../app/context.ts';
import { periodsPath, plansPath } from '../../app/routes.ts';
import { AsOf } from '../../shared/lens/asOf.ts';
import { LensBanner, LensControl } from '../../shared/lens/LensControl.tsx';
import { PeriodControl } from '../../shared/period/PeriodControl.tsx';
import { toPeriodQuery } from '../../shared/period/periodInUrl.ts';
import { ScopeControl } from '../../shared/scope/ScopeControl.tsx';
import { useScope } from '../../shared/scope/useScope.ts';
import './commissions.css';
import { useQueryInUrl } from '../../shared/lists/useQueryInUrl.ts';
import { useSteady } from '../../ui/support/steadily.tsx';
import { AdjustmentsCard } from './adjustments/AdjustmentsCard.tsx';
import { useAdjustments } from './adjustments/useAdjustments.ts';
import { useWaiting } from './disputes/useWaiting.ts';
import { WaitingCount, WaitingMonths } from './disputes/WaitingCount.tsx';
import { ComparisonCard, DisputeQuestions, RecordPanel, WhySummary } from './lazy.ts';
import { PendingFigures } from './parts/PendingFigures.tsx';
import { PerformanceTips } from './parts/PerformanceTips.tsx';
import { QuickActions } from './parts/QuickActions.tsx';
import { SalesTable } from './parts/SalesTable.tsx';
import { SummaryCard } from './parts/SummaryCard.tsx';
import { useCommissions } from './useCommissions.ts';
import { useMoneyTools, useSellers } from './useMoneyTools.ts';
import { useIntents } from './why/useIntents.ts';

const t = messages.commissions;

/** spec 2.34, 2.35 */
export default function CommissionsScreen() {
  const user = useUser();
  const narrows = useFeature('team-scope') && reachOf(user, 'commission:read') === 'all';
  const others = useSellers();
  const scope = useScope({ canNarrow: narrows, hasReports: others.some(({ manager_id }) => manager_id === user.id) });
  const ofTeam = scope.isOffered && scope.scope === 'team';
  const { view, over, act, period, lens, days, link } = useCommissions(ofTeam ? 'team' : 'company');
  // The controls and rows update in the first frame with the rest dimmed; the rest renders in the next one.
  const drawn = useDeferredValue(view);
  const today = useToday();
  const adjustments = useAdjustments({ range: drawn.range, ofTeam, onChanged: act.readAgain });
  const tools = useMoneyTools(view.rows, others, ofTeam);
  const decides = adjustments.view.live && tools.decides;
  const waiting = useWaiting(decides, adjustments);
  useQueryInUrl({
    question: toPeriodQuery(link.period, { ...link.others, ...adjustments.address }),
    search: useSearch(),
    follow: (address) => {
      link.follow(address);
      adjustments.follow(address);
    },
  });
  const viewProps = {
    userId: tools.userId ?? (view.person || null),
    ofTeam,
    range: view.range,
    sample: tools.userId === null ? undefined : view.rows[0],
  };
  const intents = useIntents({ summary: view.summary, ...viewProps });
  const reviewIn = ({ start_date, end_date }: DateRange): void => {
    period.send({ type: 'period.set', period: { mode: 'month', start_date, end_date } });
    adjustments.review();
  };
  const readAgain = (): void => {
    act.readAgain();
    adjustments.refresh();
  };
  const { why, dialog } = over;
  const isNow = days.asOf === null;
  const explains = tools.explains && isNow;
  const chooseStatus = (status: string): void => act.choose('status', status);
  const sales = useRef<HTMLDivElement>(null);
  const leadTo = (frame: HTMLElement | null): void => {
    frame?.scrollIntoView({ block: 'start' });
    frame?.querySelector('select')?.focus({ preventScroll: true });
    act.closeDialog();
  };
  // Stable elements, so that opening a dialog or panel does not rerender them.
  const waitingCount = useMemo(() => decides && <WaitingCount count={waiting.count} />, [decides, waiting.count]);
  const { range } = drawn;
  const { page } = adjustments.view;
  const steady = useSteady({ reviewIn });
  const elsewhere = useMemo(
    () => (
      <>
        {tools.answers && (
          <Suspense fallback={<span className="quick-answers" />}>
            <DisputeQuestions version={page} onOpen={(id) => act.open(id, 'question')} />
          </Suspense>
        )}
        {decides && <WaitingMonths months={waiting.months} range={range} onMonth={steady.reviewIn} />}
      </>
    ),
    [decides, waiting.months, range, tools.answers, page, act, steady],
  );
  return (
    <AsOf value={days.asOf}>
      <div className="commissions" data-behind={view.summaryState === 'loading' && drawn.summaryState !== 'loading' ? '' : undefined}>
        <header className="commissions-head">
          <div className="commissions-title">
            <h1>{t.title}</h1>
            {tools.periods && <Link href={periodsPath}>{messages.menu.payPeriods}</Link>}
            {tools.plans && <Link href={plansPath}>{messages.menu.plans}</Link>}
            <ScopeControl {...scope} />
            <div className="commissions-under">
              <p className="muted">{t.subtitle}</p>
              <LensControl actor={lens} compares />
            </div>
          </div>
          <PeriodControl actor={period} />
        </header>
        <LensBanner actor={lens} />
        <PendingFigures summary={drawn.summary} onAgain={act.readAgain} />
        <SummaryCard
          summary={drawn.summary}
          state={drawn.summaryState}
          begun={hasBegun(drawn.range, today)}
          status={drawn.status}
          onStatus={(status) => {
            chooseStatus(status);
            leadTo(sales.current);
          }}
          onWhy={explains ? act.openDialog : undefined}
          onIntent={explains ? intents.ofFigure : undefined}
        />
        {days.asOf !== null && days.comparedDay !== null && (
          <Suspense fallback={null}>
            <ComparisonCard range={view.range} userId={viewProps.userId} ofTeam={ofTeam} asOf={days.asOf} against={days.comparedDay} />
          </Suspense>
        )}
        <div ref={sales} className="commissions-sales">
          <SalesTable
            view={view}
            act={act}
            people={tools.people}
            userId={tools.userId}
            onStatus={chooseStatus}
            onRowIntent={intents.ofRow}
          />
        </div>
        {isNow && (
          <div className="commissions-side">
            <QuickActions
              range={drawn.range}
              people={tools.people}
              userId={tools.userId ?? (view.person || null)}
              team={tools.team}
              dialog={dialog}
              ask={over.ask}
              onOpen={act.openDialog}
              onAsk={act.askWhyNot}
              onClose={act.closeDialog}
              onReview={adjustments.view.live ? adjustments.review : undefined}
              waiting={waitingCount}
            >
              {elsewhere}
            </QuickActions>
            <PerformanceTips
              summary={drawn.summary}
              isOwn={viewProps.userId === user.id}
              loading={drawn.summaryState === 'loading'}
              failed={drawn.summary === null && drawn.failure !== null}
            />
          </div>
        )}
        {isNow && (
          <AdjustmentsCard
            adjustments={adjustments.card}
            mayCreate={view.rows.some(adjustments.mayAdjust)}
            remembers={tools.remembers}
            covered={view.opened !== null || dialog !== null}
          />
        )}
        {view.opened && (
          <Suspense fallback={null}>
            <RecordPanel
              key={days.asOf}
              opened={view.opened}
              onOpen={act.open}
              onClose={act.close}
              editOf={(row) => adjustments.editOf(row, act.close)}
              onChanged={readAgain}
            />
          </Suspense>
        )}
        {why !== null && explains && view.summary && (
          <Suspense fallback={null}>
            <WhySummary
              key={why}
              figure={why}
              summary={view.summary}
              {...viewProps}
              onRows={(status) => {
                chooseStatus(status);
                leadTo(sales.current);
              }}
              onAdjustments={
                adjustments.view.live
                  ? () => {
                      adjustments.chooseState('approved');
                      leadTo(adjustments.frame.current);
                    }
                  : undefined
              }
              onClose={act.closeDialog}
            />
          </Suspense>
        )}
      </div>
    </AsOf>
  );
}
