import '../../shared/performance/figureCards.css';
import './pipeline.css';
import { Link } from 'wouter';
import type { Pipeline } from '../../../contract/entities/deal.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { can } from '../../../contract/permissions.ts';
import { WON } from '../../../contract/rules/deals.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { monthText } from '../../../contract/rules/time/dayText.ts';
import { useFeature, useUser } from '../../app/context.ts';
import { addChosen, useOwners } from '../../shared/deals/useOwners.ts';
import { ScopeControl } from '../../shared/scope/ScopeControl.tsx';
import { useOnlyScope } from '../../shared/scope/useScope.ts';
import { BarChart, Funnel } from '../../ui/chart/index.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Badge } from '../../ui/display/Badge.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { NONE } from '../../ui/display/format.ts';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useNarrow } from '../../ui/support/useNarrow.ts';
import { formatMoneyOrNote } from './moneyText.ts';
import { StageCards } from './StageCards.tsx';
import { StageTable } from './StageTable.tsx';
import { type BoundPipeline, usePipeline } from './usePipeline.ts';

const t = messages.pipeline;
const LOADING_PX = 480;
const monthName = (month: string): string => monthText(`${month}-01`);

/** spec 2.43: totals of the open deals, and the number of deals counted as zero or stalled. */
function Cards({ summary, hrefOf }: { summary: Pipeline['summary']; hrefOf: BoundPipeline['deals'] | null }) {
  const cards = [
    [t.cards.total, formatMoneyOrNote(summary.total_value)],
    [t.cards.weighted, formatMoneyOrNote(summary.weighted_value)],
    [t.cards.count, String(summary.deal_count)],
    [
      t.cards.average,
      summary.average_deal_size === null && summary.total_value !== null ? NONE : formatMoneyOrNote(summary.average_deal_size),
    ],
  ] as const;
  const notes = [
    ['needs_data', summary.needs_data, fill(t.needsData, { count: summary.needs_data })],
    ['stale', summary.stale, fill(t.stale, { count: summary.stale, days: limits.deals.staleDays })],
  ] as const;
  return (
    <>
      <dl className="figure-cards pipeline-cards">
        {cards.map(([name, value]) => (
          <div key={name} className="figure-card">
            <dt className="figure-card-label">{name}</dt>
            <dd className="figure-card-value figure">{hrefOf ? <Link href={hrefOf({})}>{value}</Link> : value}</dd>
          </div>
        ))}
      </dl>
      <ul className="pipeline-notes">
        {notes
          .filter(([, count]) => count > 0)
          .map(([key, , note]) => (
            <li key={key}>{hrefOf ? <Link href={hrefOf({ attention: key })}>{note}</Link> : note}</li>
          ))}
      </ul>
    </>
  );
}

/** The funnel and the forecast by month; users who may not see amounts get counts. */
function Charts({ pipeline, hrefOf }: { pipeline: Pipeline; hrefOf: BoundPipeline['deals'] | null }) {
  const { forecast, funnel, summary } = pipeline;
  const seesValues = summary.total_value !== null;
  const toLinkProps = (filter: Readonly<Record<string, string>>) => (hrefOf ? { href: hrefOf(filter) } : {});
  const getFigure = (amount: number | null, count: number): number => (seesValues ? toCents(amount ?? 0) : count);
  return (
    <>
      {funnel && funnel.length > 0 && (
        <Card>
          <Funnel
            label={t.funnel}
            format="count"
            words={{ label: t.columns.stage, value: t.columns.count }}
            steps={funnel.map(({ stage, count }) => ({
              key: stage,
              label: stage === WON ? t.won : stage,
              value: count,
              ...(stage === WON ? toLinkProps({ state: 'won' }) : toLinkProps({ state: 'all', reached: stage })),
            }))}
          />
          <p className="muted">{t.funnelNote}</p>
        </Card>
      )}
      {forecast.length > 0 && (
        <Card>
          <BarChart
            label={t.forecast}
            format={seesValues ? 'money' : 'count'}
            overLabel={messages.deals.close}
            over={forecast.map(({ month }) => ({ key: month, label: monthName(month), short: monthName(month).slice(0, 3) }))}
            series={(seesValues ? (['value', 'weighted_value'] as const) : (['value'] as const)).map((key) => ({
              key,
              label: seesValues ? t.columns[key] : t.columns.count,
              points: forecast.map((forecastMonth) => ({
                value: getFigure(forecastMonth[key], forecastMonth.count),
                ...toLinkProps({ close: forecastMonth.month }),
              })),
            }))}
            fileName="pipeline-forecast"
          />
        </Card>
      )}
    </>
  );
}

function PipelineContent({ binding, pipeline }: { binding: BoundPipeline; pipeline: Pipeline }) {
  const user = useUser();
  const deals = useFeature('deals');
  const Stages = useNarrow() ? StageCards : StageTable;
  const canOpenDeals = binding.isLive && deals && can(user, 'deal:read', { owner_id: user.id, owner_manager_id: user.id });
  const hrefOf = canOpenDeals ? binding.deals : null;
  return (
    <div className={binding.stale ? 'pipeline-shown is-stale' : 'pipeline-shown'} aria-busy={binding.loading || undefined}>
      <Cards summary={pipeline.summary} hrefOf={hrefOf} />
      {pipeline.summary.deal_count === 0 && <EmptyState title={t.empty}>{t.emptyWhy}</EmptyState>}
      <Card title={t.table} className="pipeline-stages">
        <Stages pipeline={pipeline} hrefOf={hrefOf && ((stage) => hrefOf(stage === '' ? {} : { stage }))} />
      </Card>
      <Charts pipeline={pipeline} hrefOf={hrefOf} />
    </div>
  );
}

/** Lets users who see several people's deals choose an owner. */
function Owner({ binding }: { binding: BoundPipeline }) {
  const owners = useOwners('deal:read');
  const scope = useOnlyScope();
  if (owners.length < 2 && binding.owner === '') return null;
  const people = addChosen([...owners, { value: 'none', label: messages.deals.nobody }], binding.owner, messages.deals.unknownOwner);
  return <ScopeControl {...scope} people={people} person={binding.owner} onPerson={binding.choose} />;
}

/** spec 2.43; without the feature, the specified sample (decisions 1.02). */
export default function PipelineScreen() {
  const binding = usePipeline();
  const user = useUser();
  const choosesOwner = binding.isLive && can(user, 'user:list') && can(user, 'deal:read', { owner_manager_id: user.id });
  return (
    <div className="page pipeline">
      <PageHead
        title={t.title}
        about={t.subtitle}
        scope={choosesOwner && <Owner binding={binding} />}
        actions={!binding.isLive && <Badge severity="warning">{t.sample}</Badge>}
      />
      {binding.error !== null && <Alert onRetry={binding.retry}>{binding.error}</Alert>}
      {binding.pipeline === null && binding.error === null && <Skeleton height={LOADING_PX} />}
      {binding.pipeline && <PipelineContent binding={binding} pipeline={binding.pipeline} />}
    </div>
  );
}
