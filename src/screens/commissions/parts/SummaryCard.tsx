import type { ReactNode } from 'react';
import type { CommissionSummary } from '../../../../contract/entities/commission.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { commissionsQuotaColour } from '../../../../contract/rules/attainment.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { formatPercent, NONE } from '../../../ui/format.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { formatAmount, statusBadge } from '../columns.tsx';
import type { CommissionsView } from '../connectCommissions.ts';
import { defaultSummary } from '../connectCommissions.ts';
import type { WhyFigure } from './WhySummary.tsx';

const label = messages.commissions.summary;
type Summary = Partial<CommissionSummary>;
const heroes: readonly WhyFigure[] = ['total_commission', 'total_commission_due', 'total_commission_paid'];

const amount = (value: number | undefined): string => (value === undefined ? NONE : formatAmount(value));
const percent = (value: number | null | undefined): string =>
  value === undefined ? NONE : value === null ? messages.commissions.mixed : formatPercent(value);

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="figure-block">
      <dt>{name}</dt>
      <dd className="figure">{children}</dd>
    </div>
  );
}

type HeroProps = { figure: WhyFigure; summary: Summary; loading: boolean; onWhy: Props['onWhy'] };

/** A figure that people are paid by, with a button that tells how it came about. */
function Hero({ figure, summary, loading, onWhy }: HeroProps) {
  const known = summary[figure];
  return (
    <div className="figure-block figure-hero">
      <dt>
        {label[figure]}
        {onWhy && !loading && known !== undefined && (
          <button
            type="button"
            className="figure-why no-print"
            aria-label={fill(messages.explain.figure, { figure: label[figure], amount: amount(known) })}
            onClick={() => onWhy(figure)}
          >
            {messages.explain.tabs.why}
          </button>
        )}
      </dt>
      <dd className="figure">{loading ? <Skeleton width="7ch" height="1.2em" /> : amount(known)}</dd>
    </div>
  );
}

function Attainment({ summary }: { summary: Summary }) {
  const fraction = summary.quota_attainment;
  return (
    <div className="figure-block figure-wide">
      <dt>{label.quota_attainment}</dt>
      <dd className="figure">
        {fraction === null || fraction === undefined ? NONE : formatPercent(fraction)}
        {fraction !== null && fraction !== undefined && (
          <ProgressBar label={label.quota_attainment} value={fraction} severity={progressColour(fraction)} />
        )}
      </dd>
    </div>
  );
}

const progressColour = (fraction: number): 'success' | 'warning' | 'danger' => {
  const colour = commissionsQuotaColour(fraction);
  return colour === 'success' || colour === 'warning' ? colour : 'danger';
};

type Props = {
  summary: CommissionSummary | null;
  state: CommissionsView['summaryState'];
  /** Absent where the server explains nothing. */
  onWhy?: ((figure: WhyFigure) => void) | undefined;
};

/** spec 2.34, 3.06: the money first, then what it is made of. */
export function SummaryCard({ summary, state, onWhy }: Props) {
  const shown: Summary = summary ?? defaultSummary;
  const value = (content: ReactNode): ReactNode => (state === 'loading' ? <Skeleton width="7ch" height="1.2em" /> : content);
  const status = shown.commission_status;
  return (
    <Card
      title={messages.commissions.summaryTitle}
      actions={status ? <Badge severity={statusBadge(status).severity}>{statusBadge(status).label}</Badge> : null}
    >
      <dl className="summary" aria-busy={state === 'loading'}>
        {heroes.map((figure) => (
          <Hero key={figure} figure={figure} summary={shown} loading={state === 'loading'} onWhy={onWhy} />
        ))}
        <Attainment summary={shown} />
        <Figure name={label.quota_amount}>{value(amount(shown.quota_amount))}</Figure>
        <Figure name={label.period_net_revenue}>{value(amount(shown.period_net_revenue))}</Figure>
        <Figure name={label.base_revenue}>{value(`${amount(shown.base_revenue)} · ${percent(shown.base_commission_rate)}`)}</Figure>
        <Figure name={label.over_quota_revenue}>
          {value(`${amount(shown.over_quota_revenue)} · ${percent(shown.over_quota_commission_rate)}`)}
        </Figure>
        <Figure name={label.period_commission}>{value(amount(shown.period_commission))}</Figure>
        <Figure name={label.total_adjustments}>{value(amount(shown.total_adjustments))}</Figure>
        <Figure name={label.total_commission_earned}>{value(amount(shown.total_commission_earned))}</Figure>
        <Figure name={label.effective_commission_rate}>{value(percent(shown.effective_commission_rate))}</Figure>
        <Figure name={label.average_deal_size}>{value(amount(shown.average_deal_size))}</Figure>
        <Figure name={label.total_commissionable_sales}>{value(amount(shown.total_commissionable_sales))}</Figure>
        <Figure name={label.ytd_progress}>{value(`${amount(shown.ytd_progress)} / ${amount(shown.ytd_target)}`)}</Figure>
      </dl>
    </Card>
  );
}
