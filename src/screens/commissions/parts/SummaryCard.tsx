import { type ReactNode, useRef } from 'react';
import type { CommissionStatus, CommissionSummary } from '../../../../contract/entities/commission.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { commissionsQuotaColor } from '../../../../contract/rules/commission/attainment.ts';
import type { SummaryFigure } from '../../../machines/commissions/commissions.machine.ts';
import { PlanLink } from '../../../shared/performance/PlanLink.tsx';
import { formatProrated } from '../../../shared/performance/prorated.ts';
import { Badge } from '../../../ui/display/Badge.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx';
import { useIntent } from '../../../ui/support/useIntent.ts';
import { withStableHandlers } from '../../../ui/support/withStableHandlers.tsx';
import { statusBadge } from '../columns.tsx';
import type { CommissionsView } from '../connectCommissions.ts';
import { defaultSummary, earnedBeyondTotal, figureText, nextRateText } from '../connectCommissions.ts';
import './summary.css';

const t = messages.commissions;
const label = t.summary;
type Summary = Partial<CommissionSummary>;
type Part = Readonly<{ figure: SummaryFigure; status: CommissionStatus; sign: string }>;
/** Earned = Paid + Due + Not yet due − Overpaid; each part links to the status of most of its rows (decisions 2.05). */
const earnedParts: readonly Part[] = [
  { figure: 'total_commission_paid', status: 'paid', sign: '=' },
  { figure: 'total_commission_due', status: 'due', sign: '+' },
  { figure: 'total_commission_not_yet_due', status: 'not_due', sign: '+' },
  { figure: 'total_commission_overpaid', status: 'over_paid', sign: '−' },
];
const otherFigures: readonly SummaryFigure[] = [
  ...(['quota_amount', 'period_net_revenue', 'base_revenue', 'over_quota_revenue'] as const),
  ...(['effective_commission_rate', 'average_deal_size', 'total_commissionable_sales'] as const),
];

const progressColor = (fraction: number, begun: boolean): 'primary' | 'success' | 'warning' | 'danger' => {
  if (!begun) return 'primary';
  const color = commissionsQuotaColor(fraction);
  return color === 'success' || color === 'warning' ? color : 'danger';
};

type FigureProps = Readonly<{ summary: Summary; loading: boolean; onWhy: Props['onWhy'] }>;

/** A figure as the button that opens its explanation, with the rate it earns next to it. */
function Value({ figure, summary, loading, onWhy }: FigureProps & Readonly<{ figure: SummaryFigure }>) {
  // As high as the button that replaces it, so the layout doesn't shift.
  if (loading) return <span className="figure-why figure-waits">{'\u00a0'}</span>;
  const { amount, rate } = figureText(figure, summary);
  const text = rate === null ? amount : `${amount} · ${rate}`;
  if (!onWhy || summary[figure] === undefined) return text;
  return (
    <button
      type="button"
      className="figure-why"
      data-figure={figure}
      title={t.figureWhy}
      aria-label={fill(t.figureWhyOf, { figure: label[figure], amount: text })}
      onClick={() => onWhy(figure)}
    >
      {text}
    </button>
  );
}

type FigureShellProps = { name: ReactNode; className?: string; sign?: string; hint?: ReactNode; children: ReactNode };

function Figure({ name, className = '', sign, hint = null, children }: FigureShellProps) {
  return (
    <div className={`figure-block ${className}`} {...(sign === undefined ? {} : { 'data-sign': sign })}>
      <dt>
        {name}
        {hint !== null && <span className="figure-next">{hint}</span>}
      </dt>
      <dd className="figure">{children}</dd>
    </div>
  );
}

/** The parts of earned commission as bar lengths, without overpaid; empty if nothing was earned. */
function Bar({ summary }: { summary: Summary }) {
  const lengths = earnedParts.slice(0, 3).map(({ figure, status }) => ({ status, length: Math.max(0, Number(summary[figure]) || 0) }));
  const totalLength = lengths.reduce((sum, { length }) => sum + length, 0);
  return (
    <div className="earned-bar no-print" aria-hidden="true">
      {totalLength > 0 &&
        lengths.map(({ status, length }) => (
          <span key={status} className={`earned-${status}`} style={{ flexGrow: length / totalLength }} />
        ))}
    </div>
  );
}

/** The equation of earned commission; each part links to its rows. If the provider omits parts, the others appear without signs. */
function EarnedFigures({ status, onStatus, ...props }: FigureProps & Pick<Props, 'status' | 'onStatus'>) {
  const isComplete = props.loading || props.summary.total_commission_overpaid !== undefined;
  const visibleParts = isComplete ? earnedParts : earnedParts.slice(0, 2);
  return (
    <dl className="equation" aria-label={t.equation}>
      <Figure name={label.total_commission_earned} className="figure-hero">
        <Value figure="total_commission_earned" {...props} />
      </Figure>
      {visibleParts.map((part) => (
        <Figure
          key={part.figure}
          {...(isComplete ? { sign: part.sign } : {})}
          name={
            onStatus === undefined ? (
              label[part.figure]
            ) : (
              <button
                type="button"
                className={`figure-filter earned-${part.status}`}
                aria-pressed={status === part.status}
                title={fill(t.figureRows, { status: statusBadge(part.status).label.toLowerCase() })}
                onClick={() => onStatus(part.status)}
              >
                {label[part.figure]}
              </button>
            )
          }
        >
          <Value figure={part.figure} {...props} />
        </Figure>
      ))}
    </dl>
  );
}

/** The card's other total, small next to its title. */
function Total(props: FigureProps) {
  return (
    <dl className="equation equation-total">
      <Figure name={label.total_commission}>
        <Value figure="total_commission" {...props} />
      </Figure>
      <Figure name={label.period_commission} sign="=">
        <Value figure="period_commission" {...props} />
      </Figure>
      <Figure name={label.total_adjustments} sign="+">
        <Value figure="total_adjustments" {...props} />
      </Figure>
    </dl>
  );
}

/** The difference between earned and total, with a link to the adjustments that cause it. */
function Difference({ summary, onWhy }: Pick<FigureProps, 'summary' | 'onWhy'>) {
  const difference = earnedBeyondTotal(summary);
  if (difference === null) return null;
  const sentence = fill(difference.more ? t.earnedMore : t.earnedLess, { amount: difference.amount });
  return (
    <p className="figure-hint">
      {onWhy ? (
        <button type="button" className="figure-why" data-figure="total_commission_earned" onClick={() => onWhy('total_commission_earned')}>
          {sentence}
        </button>
      ) : (
        sentence
      )}
    </p>
  );
}

type Props = {
  summary: CommissionSummary | null;
  state: CommissionsView['summaryState'];
  /** False for a period that has not started; its attainment is not rated yet. */
  begun?: boolean;
  /** The status filter of the table below. */
  status: string;
  onStatus?: ((status: CommissionStatus) => void) | undefined;
  /** Undefined if the server offers no explanations. */
  onWhy?: ((figure: SummaryFigure) => void) | undefined;
  /** Called when the user is likely to open the explanation next, to prefetch it. */
  onIntent?: ((figure: SummaryFigure) => void) | undefined;
};

/** spec 2.34, 3.06, decisions 2.05: two totals, attainment on the same line as earned, and the rest behind More. */
export const SummaryCard = withStableHandlers(function SummaryCard({
  summary,
  state,
  begun = true,
  status: chosen,
  onStatus,
  onWhy,
  onIntent,
}: Props) {
  const card = useRef<HTMLDivElement>(null);
  useIntent(card, '[data-figure]', onIntent && (({ dataset }) => onIntent(dataset.figure as SummaryFigure)));
  const displayed: Summary = summary ?? defaultSummary;
  const loading = state === 'loading';
  const props: FigureProps = { summary: displayed, loading, onWhy: summary ? onWhy : undefined };
  const status = displayed.commission_status;
  const attainment = displayed.quota_attainment;
  const nextText = loading ? null : nextRateText(displayed);
  return (
    <div className="summary" ref={card} aria-busy={loading}>
      <Card
        title={t.summaryTitle}
        actions={
          <>
            {status ? <Badge severity={statusBadge(status).severity}>{statusBadge(status).label}</Badge> : null}
            <Total {...props} />
          </>
        }
      >
        <div className="summary-line">
          <EarnedFigures {...props} status={chosen} onStatus={summary || loading ? onStatus : undefined} />
          <dl className="attained">
            <Figure name={label.quota_attainment} className="figure-hero" hint={nextText && <PlanLink>{nextText}</PlanLink>}>
              <Value figure="quota_attainment" {...props} />
              {typeof attainment === 'number' && (
                <ProgressBar label={label.quota_attainment} value={attainment} severity={progressColor(attainment, begun)} />
              )}
            </Figure>
          </dl>
        </div>
        {(loading || displayed.total_commission_overpaid !== undefined) && <Bar summary={loading ? {} : displayed} />}
        <details className="summary-more">
          <summary>{t.more}</summary>
          {!loading && <Difference summary={displayed} onWhy={props.onWhy} />}
          <dl className="summary-others">
            {otherFigures.map((figure) => (
              <Figure key={figure} name={label[figure]} hint={figure === 'quota_amount' && !loading ? formatProrated(displayed) : null}>
                <Value figure={figure} {...props} />
              </Figure>
            ))}
            <Figure name={label.ytd_progress}>
              <Value figure="ytd_progress" {...props} /> / <Value figure="ytd_target" {...props} />
            </Figure>
          </dl>
          {props.onWhy && <p className="figure-hint no-print">{t.figuresHint}</p>}
        </details>
      </Card>
    </div>
  );
});
