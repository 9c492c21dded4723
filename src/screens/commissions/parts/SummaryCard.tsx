import type { ReactNode } from 'react';
import type { CommissionSummary } from '../../../../contract/entities/commission.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { commissionsQuotaColour } from '../../../../contract/rules/attainment.ts';
import type { SummaryFigure } from '../../../machines/commissions.machine.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { statusBadge } from '../columns.tsx';
import type { CommissionsView } from '../connectCommissions.ts';
import { defaultSummary, figureText } from '../connectCommissions.ts';

const label = messages.commissions.summary;
type Summary = Partial<CommissionSummary>;
const heroes: readonly SummaryFigure[] = ['total_commission', 'total_commission_due', 'total_commission_paid'];
const others: readonly SummaryFigure[] = [
  ...(['quota_amount', 'period_net_revenue', 'base_revenue', 'over_quota_revenue', 'period_commission', 'total_adjustments'] as const),
  ...(['total_commission_earned', 'effective_commission_rate', 'average_deal_size', 'total_commissionable_sales'] as const),
];

const progressColour = (fraction: number): 'success' | 'warning' | 'danger' => {
  const colour = commissionsQuotaColour(fraction);
  return colour === 'success' || colour === 'warning' ? colour : 'danger';
};

type FigureProps = Readonly<{ summary: Summary; loading: boolean; onWhy: Props['onWhy'] }>;

/** A figure, which is the button that tells why it is what it is; the rate it earns stands beside it. */
function Value({ figure, summary, loading, onWhy }: FigureProps & Readonly<{ figure: SummaryFigure }>) {
  if (loading) return <Skeleton width="7ch" height="1.2em" />;
  const { amount, rate } = figureText(figure, summary);
  const shown = rate === null ? amount : `${amount} · ${rate}`;
  if (!onWhy || summary[figure] === undefined) return shown;
  return (
    <button
      type="button"
      className="figure-why"
      title={messages.explain.tabs.why}
      aria-label={fill(messages.explain.figure, { figure: label[figure], amount: shown })}
      onClick={() => onWhy(figure)}
    >
      {shown}
    </button>
  );
}

function Figure({ name, className = '', children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={`figure-block ${className}`}>
      <dt>{name}</dt>
      <dd className="figure">{children}</dd>
    </div>
  );
}

type Props = {
  summary: CommissionSummary | null;
  state: CommissionsView['summaryState'];
  /** Absent where the server explains nothing. */
  onWhy?: ((figure: SummaryFigure) => void) | undefined;
};

/** spec 2.34, 3.06: the money first, then what it is made of. */
export function SummaryCard({ summary, state, onWhy }: Props) {
  const shown: Summary = summary ?? defaultSummary;
  const props: FigureProps = { summary: shown, loading: state === 'loading', onWhy: summary ? onWhy : undefined };
  const status = shown.commission_status;
  const attainment = shown.quota_attainment;
  return (
    <Card
      title={messages.commissions.summaryTitle}
      actions={status ? <Badge severity={statusBadge(status).severity}>{statusBadge(status).label}</Badge> : null}
    >
      <dl className="summary" aria-busy={state === 'loading'}>
        {heroes.map((figure) => (
          <Figure key={figure} name={label[figure]} className="figure-hero">
            <Value figure={figure} {...props} />
          </Figure>
        ))}
        <Figure name={label.quota_attainment} className="figure-wide">
          <Value figure="quota_attainment" {...props} />
          {typeof attainment === 'number' && (
            <ProgressBar label={label.quota_attainment} value={attainment} severity={progressColour(attainment)} />
          )}
        </Figure>
        {others.map((figure) => (
          <Figure key={figure} name={label[figure]}>
            <Value figure={figure} {...props} />
          </Figure>
        ))}
        <Figure name={label.ytd_progress}>
          <Value figure="ytd_progress" {...props} /> / <Value figure="ytd_target" {...props} />
        </Figure>
      </dl>
      {props.onWhy && <p className="figure-hint no-print">{messages.explain.figuresHint}</p>}
    </Card>
  );
}
